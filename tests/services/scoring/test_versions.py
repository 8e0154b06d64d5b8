"""Publishing a version of a table: from a day, from an evening, and what is refused."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from ledger.models import Evening, LoggedChange, ScoringTable, ScoringTableVersion, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.evenings.sheet import sheet
from ledger.queries.seasons.season_book import season_book
from ledger.queries.seasons.what_if import what_if
from ledger.rules.scoring.document import preset
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import start_season
from ledger.services.evenings.approval import approve_evening
from ledger.services.scoring import publish_draft, publish_prices, publish_version, start_draft
from tests.support.people import (
    DAY,
    FIVE,
    NOW,
    make_club,
    make_evening,
    make_user,
    points_of,
    record,
    season_of,
    signed,
    trick,
    version_of,
)

pytestmark = pytest.mark.django_db

WEEK = timedelta(weeks=1)


def dearer(club, **start):
    """The next version: 8 plain costs a whole point instead of a quarter."""
    version = version_of(club)
    values = {**version.document["values"], "8": [1, *version.document["values"]["8"][1:]]}
    return publish(version.scoring_table, {**version.document, "values": values}, **start)


def publish(table, document, **start):
    return publish_version(scoring_table=table, document=document, **{"author": make_user("alma"), "now": NOW, **start})


def number_of(evening):
    return Evening.objects.get(pk=evening.pk).table_version.number


# --- from a day


def test_a_version_is_in_force_from_today_where_nothing_else_is_said(club):
    late_in_utc = datetime(2026, 9, 30, 22, 30, tzinfo=UTC)

    version = publish(club.scoring_tables.get(), preset("engelsk-whist"), now=late_in_utc)

    assert (version.number, version.in_force_from) == (2, date(2026, 10, 1))


def test_a_clubs_first_version_is_in_force_from_its_first_season(club):
    assert version_of(club).in_force_from == season_of(club).starts_on


def test_from_a_day_an_evening_already_opened_keeps_its_version(club, evening):
    dearer(club, in_force_from=DAY)

    assert number_of(evening) == 1
    assert points_of(record(evening, trick(evening, "Bodil", "Carl", 8)))["Bodil"] == 2


# --- from an evening


def test_an_approved_evening_keeps_its_prices_and_cannot_begin_new_ones(club, evening):
    approved, later = (make_evening(club, day=DAY + n * WEEK) for n in (1, 2))
    approve_evening(evening=approved, entry_count=0, **signed(club))

    assert refusal(lambda: dearer(club, from_evening=approved))[0] == "from_evening"
    dearer(club, from_evening=evening)

    assert [number_of(evening_there) for evening_there in (evening, approved, later)] == [2, 1, 2]


def test_every_way_of_publishing_is_in_the_log(club, evening):
    dearer(club, from_evening=evening)
    publish_prices(version=version_of(club), prices={}, author=make_user("alma"), now=NOW)
    facts = {"scoring_table": None, "name": "Jul", "document": preset("gamr"), "preset": "gamr"}
    draft = start_draft(club=club, **facts, **signed(club))
    publish_draft(draft=draft, seen=0, **signed(club))

    lines = LoggedChange.objects.filter(kind=LoggedChange.Kind.TABLE_PUBLISHED).order_by("id")
    assert [(line.version.scoring_table.name, line.version.number, line.evening) for line in lines] == [
        ("Esmakkerwhist (Wikipedia)", 1, None),
        ("Esmakkerwhist (Wikipedia)", 2, evening),
        ("Esmakkerwhist (Wikipedia)", 3, None),
        ("Jul", 1, None),
    ]


def test_a_mixed_evening_is_right_wherever_it_is_read(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    version = dearer(club, from_evening=evening)
    evening.refresh_from_db()
    record(evening, trick(evening, "Bodil", "Carl", 8))

    read = sheet(evening=evening)
    book = season_book(season=season_of(club), made_at=NOW)
    now, then = (
        what_if(season=season_of(club), tariff=version_there.tariff())
        for version_there in (ScoringTableVersion.objects.get(number=1), version)
    )

    assert audit().findings == ()
    assert [(row.cells[0].points, row.calculation["en"].rpartition(": ")[2]) for row in read.rows] == [
        (2, "0.25 from each opponent"),
        (8, "1 from each opponent"),
    ]
    assert [(version_there.number, deal) for version_there, deal in read.prices] == [(1, 1), (2, 2)]
    titled = [(table.title["en"].split(", ")[1], table.rows[1][1]) for table in book.prices]
    assert titled == [("version 1", 2), ("version 2", 8)]
    assert [deal.units[1] for deal in book.deals] == [2, 8]
    assert [[(deal.scored.number, deal.points[0][1:]) for deal in result.most] for result in (now, then)] == [
        [(2, (8, 2))],
        [(1, (2, 8))],
    ]


def test_later_evenings_follow_and_earlier_ones_do_not(club):
    before, first, same_day, after = (make_evening(club, day=day) for day in (DAY - WEEK, DAY, DAY, DAY + WEEK))

    dearer(club, from_evening=first)

    assert [number_of(evening_there) for evening_there in (before, first, same_day, after)] == [1, 2, 2, 2]


def test_a_later_evening_keeps_a_version_that_comes_later_still(club):
    dearer(club, in_force_from=DAY + WEEK)
    evening = make_evening(club)
    Evening.objects.update(table_version=ScoringTableVersion.objects.get(number=1))
    after = make_evening(club, day=DAY + WEEK)

    dearer(club, from_evening=evening)

    assert [number_of(evening_there) for evening_there in (evening, after)] == [3, 2]


def test_an_evening_of_a_closed_season_keeps_its_version(club, evening):
    other = make_evening(club, day=DAY + WEEK)
    closed = Season.objects.create(
        club=club, number=2, name="Gl.", slug="gl", starts_on=DAY, unit_denominator=8, closed_at=timezone.now()
    )
    Evening.objects.filter(pk=other.pk).update(season=closed)

    dearer(club, from_evening=evening)

    assert number_of(other) == 1


# --- what is refused


def refusal(call):
    with pytest.raises(Refusal) as refused:
        call()
    assert ScoringTableVersion.objects.filter(number__gt=1).count() == 0
    return refused.value.field, str(refused.value)


CHOOSE = ("from_evening", "Choose an evening that is played by this table in an open season.")


def of_another_table(club):
    other = ScoringTable.objects.create(club=club, name="Anden", preset="")
    first = publish(other, preset("call-ace-whist"))
    publish(first.scoring_table, preset("call-ace-whist"), from_evening=make_evening(club))


def of_a_closed_season(club):
    evening = make_evening(club)
    Season.objects.update(closed_at=timezone.now())
    dearer(club, from_evening=evening)


ELSEWHERE = {"name": "Onsdagsklubben", "founder": "oda"}
LOST_PAYS = {"level": 9, "column": "gode", "tricks": 8, "amount": 1}
PRICES_TOO_FINE = "This table counts in smaller parts of a point than the season's book."


@pytest.mark.parametrize(
    ("publishing", "refused"),
    [
        (of_another_table, CHOOSE),
        (of_a_closed_season, CHOOSE),
        (lambda club: dearer(club, from_evening=make_evening(make_club(**ELSEWHERE))), CHOOSE),
        (
            lambda club: publish(
                club.scoring_tables.get(),
                {**version_of(club).document, "unit_denominator": 16},
                from_evening=make_evening(club),
            ),
            ("from_evening", PRICES_TOO_FINE),
        ),
        (
            lambda club: publish(
                club.scoring_tables.get(), preset("engelsk-whist"), from_evening=make_evening(club, names=FIVE)
            ),
            ("from_evening", "This game is played with 4 players at the table."),
        ),
        (
            lambda club: publish(club.scoring_tables.get(), {**version_of(club).document, "tricks": "tretten"}),
            ("tricks", "Give a whole number from 1 to 13."),
        ),
        (
            lambda club: publish(club.scoring_tables.get(), {**version_of(club).document, "overrides": [LOST_PAYS]}),
            (None, "The table has errors that must be put right before it can be published."),
        ),
    ],
    ids=[
        *("an evening of another table", "of a closed season", "of another club"),
        *("smaller parts than the book", "five at the table of a game for four"),
        *("a document that cannot be read", "an error that the checker finds"),
    ],
)
def test_what_cannot_be_published_is_refused_in_its_place(club, publishing, refused):
    assert refusal(lambda: publishing(club)) == refused


def test_a_later_book_that_cannot_hold_the_prices_refuses_too(club, evening):
    after = make_evening(club, day=DAY + WEEK)
    whole = publish(ScoringTable.objects.create(club=club, name="Hel", preset=""), preset("call-ace-whist"))
    next_season = start_season(club=club, name="2027/28", starts_on=DAY + WEEK, version=whole, **signed(club))
    Evening.objects.filter(pk=after.pk).update(season=next_season)

    assert refusal(lambda: dearer(club, from_evening=evening))[0] == "from_evening"
