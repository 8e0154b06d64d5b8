"""Which version of a table is the newest, and which evenings a version prices."""

from datetime import date

import pytest

from ledger.queries.tables import evenings_priced_by, newest_of
from ledger.services.clubs import publish_prices
from tests.people import NOW, make_club, make_evening, make_user, version_of

pytestmark = pytest.mark.django_db


def test_the_newest_version_is_the_one_with_the_highest_number(django_assert_num_queries):
    first = version_of(make_club(preset="dansk-whist"))
    second = publish_prices(version=first, prices={"nolo.sol.made": "2"}, author=make_user("alma"), now=NOW)

    with django_assert_num_queries(1):
        assert newest_of(version=first) == second
    assert newest_of(version=second) == second


def test_the_evenings_of_a_version_come_latest_first():
    club = make_club()
    early = make_evening(club, day=date(2026, 9, 3))
    late = make_evening(club, day=date(2026, 9, 10))

    assert list(evenings_priced_by(version=version_of(club))) == [late, early]
