"""Standings: totals, places, courses, of a season or any other period."""

from collections import defaultdict
from datetime import date
from fractions import Fraction
from itertools import accumulate

import pytest

from ledger.models import Posting, Season
from ledger.queries.evenings import neighbours
from ledger.queries.evenings.seating import last_evening
from ledger.queries.seasons import standings as periods
from ledger.queries.seasons.front import season_front
from ledger.queries.seasons.standings import (
    courses,
    latest_period,
    narrow_to,
    period_standings,
    standings,
    whole_period,
)
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.deals import void_deal
from tests.support.long_season import long_season
from tests.support.people import (
    DAY,
    FOUR,
    change,
    make_club,
    make_evening,
    play_evening,
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


def test_those_who_share_a_place_stand_by_name_however_they_joined():
    club = make_club(players=("Åse", "Carl", "Ørn", "Bodil"))
    evening = make_evening(club, names=("Åse", "Carl", "Ørn", "Bodil"))
    void_deal(entry=record(evening, trick(evening, "Åse", "Ørn", 8)), change=change(evening))

    assert [line[1] for line in lines(club)] == ["Bodil", "Carl", "Ørn", "Åse"]


def test_the_change_is_of_the_seasons_own_last_evening(club):
    ours = play_evening(club, "Bodil", "Carl", 8)
    next_season = start_season(
        club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club)
    )
    later = start_evening(
        season=next_season, day=date(2027, 1, 7), players=players(club), version=version_of(club), **signed(club)
    )
    record(later, trick(later, "Dorthe", "Emil", 9))
    play_evening(make_club("Klubben Sol"), "Bodil", "Carl", 9, day=date(2027, 2, 4))

    assert {line.name: line.change for line in standings(season=ours.season)} == {
        "Bodil": 2,
        "Carl": 2,
        "Dorthe": -2,
        "Emil": -2,
    }


def players(club):
    return [club.players.get(name=name) for name in FOUR]


def test_the_last_evening_is_the_latest_by_date_whichever_was_entered_last(club):
    latest = play_evening(club, "Carl", "Emil", 9, day=THE_WEEK_AFTER)
    play_evening(club, "Bodil", "Carl", 8)

    assert {line[1]: line[-1] for line in lines(club)} == {"Carl": 4, "Emil": 4, "Bodil": -4, "Dorthe": -4}
    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)
    assert (front.latest, front.played) == (latest, latest)
    assert last_evening(club=club) == latest


# Parts of seasons: their standings and courses are what the book says of their evenings, worked out apart.


def in_points(period):
    """What every player got on every evening of a period, in points, straight from the book."""
    pks = [evening.pk for evening in period.evenings]
    got = defaultdict(lambda: defaultdict(Fraction))
    postings = Posting.objects.filter(entry__evening__in=pks, player__isnull=False)
    for posting in postings.select_related("entry__season"):
        got[posting.player_id][posting.entry.evening_id] += Fraction(
            posting.points, posting.entry.season.unit_denominator
        )
    return got


def sums_of(period):
    return {row.player_id: row.points for row in period_standings(period=period)}


def as_book_says(period):
    got = in_points(period)
    unit = period.unit_denominator
    for row in period_standings(period=period):
        assert Fraction(row.points, unit) == sum(got[row.player_id].values())
        assert row.evenings == len(got[row.player_id])
        if len(period.evenings) > 1:
            last = got[row.player_id].get(period.evenings[-1].pk)
            assert row.change == (None if last is None else last * unit)
    return {row.player_id for row in period_standings(period=period)} == got.keys()


def test_a_part_of_a_season_stands_as_its_evenings_alone():
    whole = whole_period(club=(season := season_of(long_season(name="Klub", deals=200))).club, season=season)

    for evenings in (whole.evenings, whole.evenings[2:5], whole.evenings[-1:], whole.evenings[:0]):
        assert as_book_says(narrow_to(whole, evenings))


@pytest.mark.engines
def test_seasons_in_different_units_are_added_exactly(club):
    first = season_of(club)
    second = start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club))
    Season.objects.filter(pk=second.pk).update(unit_denominator=24)
    players = [club.players.get(name=name) for name in FOUR]
    for season, day in ((first, date(2026, 9, 3)), (second, date(2027, 1, 7))):
        season.refresh_from_db()
        evening = start_evening(season=season, day=day, players=players, version=version_of(club), **signed(club))
        record(evening, trick(evening, "Carl", "Emil", 9))

    everything = whole_period(club=club, season=None)

    assert everything.unit_denominator == 24
    assert as_book_says(everything)
    assert {row.points for row in period_standings(period=everything)} == {24, -24}
    drawn = courses(period=everything, sums=sums_of(everything))
    assert {course.totals for course in drawn.values()} == {(12, 24), (-12, -24)}


def test_a_course_adds_the_evenings_up_and_a_coarse_one_ends_alike():
    season = season_of(long_season(name="Klub", deals=200))
    period = whole_period(club=season.club, season=season)
    got = in_points(period)

    fine, coarse = (courses(period=period, sums=sums_of(period), most=most) for most in (None, 4))

    assert fine.keys() == coarse.keys() == got.keys()
    for player, course in fine.items():
        points = [got[player].get(evening.pk) for evening in period.evenings]
        assert course.was_there == tuple(amount is not None for amount in points)
        assert course.totals == tuple(accumulate((amount or 0) * season.unit_denominator for amount in points))
        assert coarse[player].totals == course.totals[1::2]
        assert coarse[player].was_there == tuple(any(course.was_there[at : at + 2]) for at in range(0, 8, 2))


def test_who_had_no_place_before_has_not_moved():
    season = season_of(long_season(name="Klub", deals=50))

    moved = {row.player_id: row.moved for row in standings(season=season)}

    before = whole_period(club=season.club, season=season)
    then = {row.player_id: row.place for row in period_standings(period=narrow_to(before, before.evenings[:-1]))}
    now = {row.player_id: row.place for row in standings(season=season)}
    assert moved == {player: then[player] - place if player in then else None for player, place in now.items()}


def read_no_more_than(evenings, monkeypatch):
    for module in (periods, neighbours):
        monkeypatch.setattr(module, "MOST_READ", evenings)


def test_of_a_very_long_season_the_latest_evenings_alone_are_drawn_and_end_at_the_same_points(monkeypatch):
    season = season_of(club := long_season(name="Klub", deals=200))
    whole = whole_period(club=club, season=season)
    of_all = courses(period=whole, sums=sums_of(whole))
    read_no_more_than(5, monkeypatch)

    cut = latest_period(club=club, season=season)
    drawn = courses(period=cut, sums=sums_of(cut))

    assert (cut.is_whole, cut.is_cut, cut.evenings, cut.begins) == (True, True, whole.evenings[-5:], season.starts_on)
    assert period_standings(period=cut) == period_standings(period=whole)
    assert {player: (course.before, *course.totals) for player, course in drawn.items()} == {
        player: course.totals[-6:] for player, course in of_all.items()
    }


def test_of_all_that_a_club_played_the_latest_evenings_of_all_seasons_are_drawn(monkeypatch):
    first = season_of(club := long_season(name="Klub", deals=75))
    second = start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club))
    players = list(club.players.order_by("pk")[:4])
    # Two in the second season, and one more in the first, later than one of them.
    for season, day in ((second, date(2027, 1, 7)), (first, date(2027, 1, 14)), (second, date(2027, 1, 21))):
        evening = start_evening(season=season, day=day, players=players, version=version_of(club), **signed(club))
        record(evening, trick(evening, players[0].name, players[1].name, 9))
    whole = whole_period(club=club, season=None)
    of_all = courses(period=whole, sums=sums_of(whole))
    assert as_book_says(whole)
    read_no_more_than(4, monkeypatch)

    cut = latest_period(club=club, season=None)
    drawn = courses(period=cut, sums=sums_of(cut))

    assert (cut.is_whole, cut.is_cut, cut.evenings) == (True, True, whole.evenings[-4:])
    assert period_standings(period=cut) == period_standings(period=whole)
    assert {player: course.totals for player, course in drawn.items()} == {
        player: course.totals[-4:] for player, course in of_all.items()
    }


@pytest.mark.parametrize("count", [5, 6])
def test_a_season_is_cut_where_it_has_more_evenings_than_are_read(count, monkeypatch):
    season = season_of(club := long_season(name="Klub", deals=25 * count))
    read_no_more_than(5, monkeypatch)

    assert latest_period(club=club, season=season).is_cut == (count > 5)


def test_a_deal_that_is_saved_while_a_page_is_drawn_waits_for_the_next_page():
    season = season_of(club := long_season(name="Klub", deals=50))
    period = latest_period(club=club, season=season)
    before = {row.player_id: row.points for row in period_standings(period=period)}
    players = list(club.players.order_by("-pk")[:4])
    evening = start_evening(season=season, day=DAY, players=players, version=version_of(club), **signed(club))
    record(evening, trick(evening, players[0].name, players[1].name, 9))

    for sums in (before, {}):
        assert courses(period=period, sums=sums).keys() == sums.keys()
    assert len(before) < club.players.count()
