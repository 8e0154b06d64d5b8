"""Which version of a table is in force when, and which evenings a version prices."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.models import ScoringTable, ScoringTableVersion
from ledger.queries.scoring import evenings_priced_by, in_force, terms, versions_in_force
from ledger.rules.scoring.document import preset
from ledger.services.scoring import freeze_version, publish_prices
from tests.support.people import NOW, make_club, make_evening, make_user, record, trick, version_of

pytestmark = pytest.mark.django_db


def starting(club, *days):
    """The club's table with a further version in force from each of these days."""
    for day in map(date.fromisoformat, days):
        publish_prices(
            version=version_of(club),
            prices={},
            author=make_user("alma"),
            now=NOW,
            in_force_from=day,
        )
    return club.scoring_tables.get()


@pytest.mark.parametrize(
    ("days", "asked", "number"),
    [
        ([], "2020-01-01", 1),
        (["2027-03-01"], "2027-02-28", 1),
        (["2027-03-01"], "2027-03-01", 2),
        (["2027-03-01", "2026-10-01"], "2026-12-24", 3),
        (["2027-03-01", "2026-10-01"], "2027-03-01", 2),
        (["2027-03-01", "2027-03-01"], "2027-03-01", 3),
        (["2020-01-01"], "2026-09-03", 2),
    ],
)
def test_the_latest_version_that_has_come_is_in_force(days, asked, number):
    table = starting(make_club(preset="engelsk-whist"), *days)

    assert in_force(table.versions.all(), date.fromisoformat(asked)).number == number


def test_each_table_of_the_club_has_one_in_force():
    club = make_club(preset="engelsk-whist")
    starting(club, "2027-03-01")
    other = ScoringTable.objects.create(club=club, name="Anden takst", preset="dansk-whist")
    freeze_version(scoring_table=other, document=preset("dansk-whist"), author=make_user("alma"), now=NOW)
    make_club("Onsdagsklubben", founder="oda")

    versions = versions_in_force(club=club, day=date(2027, 3, 2))

    assert [(version.scoring_table.name, version.number) for version in versions] == [
        ("Anden takst", 1),
        ("Engelsk whist", 2),
    ]


@given(
    offsets=st.lists(st.integers(-3, 3), max_size=4),
    asked=st.integers(-4, 4),
)
def test_of_a_tables_versions_one_is_in_force_on_any_day(offsets, asked):
    day = date(2026, 9, 3)
    versions = [
        ScoringTableVersion(pk=number, scoring_table_id=1, number=number, in_force_from=day + timedelta(days=offset))
        for number, offset in enumerate([0, *offsets], start=1)
    ]
    asked_day = day + timedelta(days=asked)

    on_that_day = terms(versions, asked_day).values()

    playing = [term.version for term in on_that_day if not term.is_over and not term.is_to_come]
    assert playing == [in_force(versions, asked_day)]
    assert not any(term.is_over and term.is_to_come for term in on_that_day)


def test_a_version_knows_what_replaces_it_and_when():
    club = make_club(preset="engelsk-whist")
    starting(club, "2027-03-01", "2026-10-01")
    first, second, _third = ScoringTableVersion.objects.order_by("number")

    known = terms(ScoringTableVersion.objects.all(), date(2026, 9, 3))

    assert (known[first.pk].replaced_on, known[first.pk].replaced_by.number) == (date(2026, 10, 1), 3)
    assert known[second.pk].replaced_by is None


def test_a_version_prices_the_evenings_it_has_deals_in_and_those_it_will_have(club):
    first, evening = version_of(club), make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    second = publish_prices(version=first, prices={}, author=make_user("alma"), now=NOW, from_evening=evening)

    assert list(evenings_priced_by(version=first)) == list(evenings_priced_by(version=second)) == [evening]


def test_the_evenings_of_a_version_come_latest_first(club):
    early = make_evening(club, day=date(2026, 9, 3))
    late = make_evening(club, day=date(2026, 9, 10))

    assert list(evenings_priced_by(version=version_of(club))) == [late, early]
