"""`python dev.py bench rules` holds the promised bars."""

import pytest

from tests.bench.rules import figures


@pytest.mark.django_db  # an empty view, by which seconds are told, ends with the database's connections
def test_compiling_is_quick_and_looking_up_ten_times_quicker_than_evaluating():
    settling, looking_up, compiling = figures(2000, 13)

    assert settling.name == "settling a deal, µs"  # how many depends on the machine
    assert not looking_up.is_missed
    assert not compiling.is_missed
