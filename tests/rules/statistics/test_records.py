"""A club's records and attendance by worked examples: of equal records the earliest, and none where there is none."""

from datetime import date, timedelta
from typing import NamedTuple

from ledger.rules.statistics.records import Presence, club_records, evening_records, presences_on

LILLY, ASE, PALLE = 1, 2, 3
PLAYERS = {"lilly": LILLY, "ase": ASE, "palle": PALLE}
FIRST_DAY = date(2026, 1, 1)


class Played(NamedTuple):
    """An evening as records take it."""

    number: int
    date: date
    season: int
    points: dict
    deals: dict
    is_totals: bool = False


def evening(number, season=7, *, day=0, deals=24, **points):
    """An evening with what everybody got on it; each day is one later than that before it where `day` says so."""
    by_id = {PLAYERS[name]: units for name, units in points.items()}
    return Played(number, FIRST_DAY + timedelta(days=day or number), season, by_id, dict.fromkeys(by_id, deals))


def records_among(evenings, players=(LILLY, ASE, PALLE)):
    units = {played.season: 1 for played in evenings}
    return club_records(evening_records(evenings, units), players)


def test_the_records_of_a_club():
    evenings = [
        evening(1, 7, day=1, lilly=4, ase=-4),
        evening(3, 7, day=2, lilly=2, ase=-1, palle=-1),  # entered late: the order is that of the days
        evening(2, 7, day=3, lilly=6, ase=-9, palle=3),
        evening(4, 8, day=4, ase=9, palle=-9),
        evening(5, 8, day=5, lilly=-1, palle=1),
    ]

    records = records_among(evenings)

    assert (records.best.player, records.best.evening.number, records.best.units) == (ASE, 4, 9)
    assert (records.worst.player, records.worst.evening.number, records.worst.units) == (ASE, 2, -9)
    assert (records.closest.evening.number, records.closest.units) == (5, 2)
    assert ([won.number for won in records.run.longest], records.run.is_unbroken) == ([1, 3, 2], False)
    assert records.season == (7, LILLY, 12)


def test_a_run_goes_on_where_the_player_was_away_and_counts_until_today():
    evenings = [evening(1, lilly=1, ase=-1), evening(2, ase=1, palle=-1), evening(3, lilly=1, palle=-1)]

    run = records_among(evenings).run

    assert (run.player, [won.number for won in run.longest], run.is_unbroken) == (LILLY, [1, 3], True)


def test_of_equal_records_the_earliest_counts_and_then_the_first_by_name():
    evenings = [evening(1, lilly=5, ase=5, palle=-10), evening(2, lilly=-10, ase=5, palle=5)]

    by_name, backwards = records_among(evenings), records_among(evenings, (PALLE, ASE, LILLY))

    assert (by_name.best.player, by_name.best.evening.number) == (LILLY, 1)
    assert (backwards.best.player, backwards.best.evening.number) == (ASE, 1)
    assert (by_name.worst.player, by_name.worst.evening.number) == (PALLE, 1)
    level = [evening(1, lilly=2, ase=2, palle=-4)]
    assert [records_among(level, players).run.player for players in ((LILLY, ASE), (ASE, LILLY))] == [LILLY, ASE]
    assert [records_among(level, players).season[1] for players in ((LILLY, ASE), (ASE, LILLY))] == [LILLY, ASE]


def test_what_was_brought_along_is_no_evening_but_counts_in_its_season():
    evenings = [evening(1, deals=0, lilly=20, ase=-20), evening(2, lilly=1, ase=-1)]

    records = records_among(evenings)

    assert (records.best.units, records.worst.units, records.season[2]) == (1, -1, 21)


def test_where_nobody_has_won_anything_there_is_no_record():
    empty, level = records_among([]), records_among([evening(1, lilly=0, ase=0)])

    assert empty == level
    assert (empty.best, empty.worst, empty.closest, empty.run, empty.season) == (None,) * 5


def test_everybody_who_came_and_who_won_is_marked():
    evenings = [evening(4, lilly=5, ase=5, palle=-10), evening(2, palle=0, ase=0), evening(7, ase=1)]

    assert presences_on(evenings) == {
        ASE: [Presence.WON, Presence.THERE, Presence.WON],
        PALLE: [Presence.THERE, Presence.THERE, Presence.AWAY],
        LILLY: [Presence.WON, Presence.AWAY, Presence.AWAY],
    }
    assert presences_on([]) == {}
