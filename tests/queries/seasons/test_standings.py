"""Who leads a season, and what the last evening changed."""

from datetime import date

import pytest
from django.db.models import Sum

from ledger.models import Posting
from ledger.queries.evenings.seating import last_evening
from ledger.queries.seasons.front import season_front
from ledger.queries.seasons.standings import standings
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.deals import void_deal
from tests.bench.parts.long_season import long_season
from tests.support.people import (
    FIVE,
    FOUR,
    change,
    make_club,
    make_evening,
    record,
    season_of,
    signed,
    trick,
    version_of,
)

pytestmark = pytest.mark.django_db

THE_WEEK_AFTER = date(2026, 9, 10)


def lines(club):
    ranking = standings(season=season_of(club))
    return [(line.place, line.name, line.evenings, line.deals, line.points, line.change) for line in ranking]


def test_a_season_without_deals_has_no_standings(club):
    make_evening(club)

    assert lines(club) == []


def test_equal_points_share_the_better_place_in_danish_order(club, evening):
    record(evening, trick(evening, "Dorthe", "Bodil", 8))

    assert lines(club) == [
        (1, "Bodil", 1, 1, 2, 2),
        (1, "Dorthe", 1, 1, 2, 2),
        (3, "Carl", 1, 1, -2, -2),
        (3, "Emil", 1, 1, -2, -2),
    ]


def test_those_who_share_a_place_stand_by_name_however_they_joined():
    club = make_club(players=("Åse", "Carl", "Ørn", "Bodil"))
    evening = make_evening(club, names=("Åse", "Carl", "Ørn", "Bodil"))
    void_deal(entry=record(evening, trick(evening, "Åse", "Ørn", 8)), change=change(evening))

    assert [line[1] for line in lines(club)] == ["Bodil", "Carl", "Ørn", "Åse"]


def test_the_change_is_of_the_seasons_own_last_evening(club):
    ours = make_evening(club)
    record(ours, trick(ours, "Bodil", "Carl", 8))
    next_season = start_season(
        club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club)
    )
    later = start_evening(
        season=next_season, day=date(2027, 1, 7), players=players(club), version=version_of(club), **signed(club)
    )
    record(later, trick(later, "Dorthe", "Emil", 9))
    theirs = make_evening(make_club("Klubben Sol"), day=date(2027, 2, 4))
    record(theirs, trick(theirs, "Bodil", "Carl", 9))

    assert {line.name: line.change for line in standings(season=ours.season)} == {
        "Bodil": 2,
        "Carl": 2,
        "Dorthe": -2,
        "Emil": -2,
    }


def players(club):
    return [club.players.get(name=name) for name in FOUR]


def test_the_change_is_the_last_evenings_and_none_for_those_who_were_away(club):
    first = make_evening(club, names=FIVE)
    record(first, trick(first, "Frida", "Carl", 8))
    second = make_evening(club, day=THE_WEEK_AFTER)
    record(second, trick(second, "Carl", "Emil", 9))
    make_evening(club, day=date(2026, 9, 17))

    assert lines(club) == [
        (1, "Carl", 2, 2, 6, 4),
        (2, "Emil", 2, 2, 2, 4),
        (2, "Frida", 1, 1, 2, None),
        (4, "Bodil", 2, 1, -4, -4),
        (5, "Dorthe", 2, 2, -6, -4),
    ]


def test_the_last_evening_is_the_latest_by_date_whichever_was_entered_last(club):
    latest = make_evening(club, day=THE_WEEK_AFTER)
    record(latest, trick(latest, "Carl", "Emil", 9))
    forgotten = make_evening(club)
    record(forgotten, trick(forgotten, "Bodil", "Carl", 8))

    assert {line[1]: line[-1] for line in lines(club)} == {"Carl": 4, "Emil": 4, "Bodil": -4, "Dorthe": -4}
    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)
    assert (front.latest, front.played) == (latest, latest)
    assert last_evening(club=club) == latest


def test_a_voided_deal_counts_nothing(club, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    void_deal(entry=entry, change=change(evening))

    assert {line[3:] for line in lines(club)} == {(0, 0, 0)}


def test_the_standings_are_the_sums_of_the_book():
    club = long_season(name="Den lange klub", deals=60)

    points = {line.player_id: line.points for line in standings(season=season_of(club))}

    booked = Posting.objects.filter(entry__season__club=club).values_list("player").annotate(Sum("points"))
    assert points == dict(booked)
