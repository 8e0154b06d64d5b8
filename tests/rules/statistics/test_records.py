"""A club's records by worked examples: of equal ones the earliest, and none where there is none."""

from ledger.rules.statistics.records import EveningShare, records_among

LILLY, ASE, PALLE = 1, 2, 3


def evening(number, season, **points):
    players = {"lilly": LILLY, "ase": ASE, "palle": PALLE}
    return [EveningShare(number, season, players[name], 24, units) for name, units in points.items()]


def test_the_records_of_a_club():
    shares = [
        *evening(1, 7, lilly=4, ase=-4),
        *evening(3, 7, lilly=2, ase=-1, palle=-1),  # entered late: the order is that of the days
        *evening(2, 7, lilly=6, ase=-9, palle=3),
        *evening(4, 8, ase=9, palle=-9),
        *evening(5, 8, lilly=-1, palle=1),
    ]

    records = records_among(shares)

    assert (records.best.player, records.best.evening) == (ASE, 4)
    assert (records.worst.player, records.worst.evening) == (ASE, 2)
    assert records.closest == (5, 2)
    assert ([share.evening for share in records.run], records.is_unbroken) == ([1, 3, 2], False)
    assert records.season == (7, LILLY, 12)


def test_a_run_goes_on_where_the_player_was_away_and_counts_until_today():
    shares = [*evening(1, 7, lilly=1, ase=-1), *evening(2, 7, ase=1, palle=-1), *evening(3, 7, lilly=1, palle=-1)]

    records = records_among(shares)

    assert ([share.evening for share in records.run], records.is_unbroken) == ([1, 3], True)


def test_where_nobody_has_won_anything_there_is_no_record():
    empty, level = records_among([]), records_among(evening(1, 7, lilly=0, ase=0))

    assert empty == level
    assert (empty.best, empty.worst, empty.closest, list(empty.run), empty.season) == (None, None, None, [], None)
