"""`python dev.py bench rules` holds the promised bars."""

import io

from django.core.management import call_command

from ledger.rules.scoring.presets import PRESETS
from tests.bench.rules import Command


def test_compiling_is_quick_and_looking_up_ten_times_quicker_than_evaluating():
    printed = io.StringIO()

    call_command(Command(), "--deals", "2000", stdout=printed)

    lines = printed.getvalue().splitlines()
    assert len(lines) == len(PRESETS) + 2
    assert lines[-2].startswith("settle 2000 deals of call-ace-whist: ")
