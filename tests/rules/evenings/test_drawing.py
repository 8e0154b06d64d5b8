"""Players drawn onto tables: how many at each, by chance, by the standings, and with the fewest repeats."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.evenings.seats import by_chance, by_standings, fewest_repeats, repeats, table_sizes
from ledger.rules.site.refusal import Refusal

NINE = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Holger", "Inger", "Jens")
EIGHT = NINE[:8]
SEEDS = st.integers(0, 10_000)


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [(4, 1, (4,)), (7, 1, (7,)), (8, 2, (4, 4)), (9, 2, (4, 5)), (11, 2, (5, 6)), (13, 3, (4, 4, 5)), (14, 2, (7, 7))],
)
def test_the_smaller_tables_come_first(players, tables, sizes):
    assert table_sizes(players, tables, 4, 7) == sizes


@pytest.mark.parametrize(("players", "tables"), [(3, 1), (7, 2), (8, 1), (15, 2), (9, 0), (0, 0)])
def test_a_number_that_cannot_be_seated_is_refused(players, tables):
    with pytest.raises(Refusal) as refused:
        table_sizes(players, tables, 4, 7)

    assert refused.value.field == "tables"
    at = "1 table" if tables == 1 else f"{tables} tables"
    assert str(refused.value) == f"{players} players cannot sit at {at} with 4 to 7 at each."


def test_from_four_on_any_number_can_be_seated_at_some_number_of_tables():
    def can(players, tables, most):
        try:
            return bool(table_sizes(players, tables, 4, most))
        except Refusal:
            return False

    assert [n for n in range(1, 40) if not any(can(n, tables, 7) for tables in range(1, 10))] == [1, 2, 3]
    assert [n for n in range(4, 40) if not any(can(n, tables, 5) for tables in range(1, 10))] == [6, 7, 11]


def test_a_draw_by_chance_is_the_draw_of_its_random_numbers():
    assert by_chance(NINE, (4, 5), Random(9)) == by_chance(NINE, (4, 5), Random(9))
    assert by_chance(NINE, (4, 5), Random(9)) != by_chance(NINE, (4, 5), Random(10))


def test_by_the_standings_the_best_sit_at_table_1_and_who_has_none_sits_last():
    standings = {"Jens": 40, "Bodil": 12, "Frida": 12, "Emil": 0, "Carl": -8, "Dorthe": -16, "Inger": -40}

    best, others = by_standings(NINE, standings, (4, 5), Random(1))

    assert set(best) == {"Jens", "Bodil", "Frida", "Emil"}
    assert set(others) == {"Carl", "Dorthe", "Inger", "Gerda", "Holger"}


def test_equals_in_the_standings_are_drawn():
    """Emil and Frida share the fourth place: now the one, now the other sits at table 1."""
    standings = dict(zip(EIGHT, (9, 8, 7, 6, 6, 5, 4, 3), strict=True))

    fourth = [
        ({"Emil", "Frida"} & {*by_standings(EIGHT, standings, (4, 4), Random(seed))[0]}).pop() for seed in range(9)
    ]

    assert set(fourth) == {"Emil", "Frida"}


def test_the_fewest_repeats_of_four_and_four_are_two_of_each_table():
    """The same four sat together last time: each then meets one of them again, four repeats instead of twelve."""
    met = {frozenset(pair): 1 for table in (EIGHT[:4], EIGHT[4:]) for pair in combinations(table, 2)}

    tables = fewest_repeats(EIGHT, met, (4, 4), Random(3))

    assert repeats((EIGHT[:4], EIGHT[4:]), met) == 12
    assert repeats(tables, met) == 4
    assert [len({*table} & {*EIGHT[:4]}) for table in tables] == [2, 2]


@given(
    seed=SEEDS,
    number=st.integers(4, 30),
    tables=st.integers(1, 7),
    way=st.sampled_from(["chance", "standings", "repeats"]),
)
def test_everybody_sits_exactly_once_and_the_tables_differ_by_one_at_most(seed, number, tables, way):
    players = [f"{place}" for place in range(number)]
    try:
        sizes = table_sizes(number, tables, 4, 7)
    except Refusal:
        return
    met = {frozenset(pair): 1 for pair in combinations(players[::2], 2)}
    drawn = {
        "chance": lambda: by_chance(players, sizes, Random(seed)),
        "standings": lambda: by_standings(players, {"1": 4, "2": 4}, sizes, Random(seed)),
        "repeats": lambda: fewest_repeats(players, met, sizes, Random(seed)),
    }[way]()

    assert sorted(player for table in drawn for player in table) == sorted(players)
    assert tuple(map(len, drawn)) == sizes
    assert max(sizes) - min(sizes) <= 1


def some_meetings(players, seed):
    random = Random(seed)
    return {frozenset(pair): random.choice((0, 0, 1, 1, 2, 3)) for pair in combinations(players, 2)}


@given(seed=SEEDS, sizes=st.sampled_from([(4, 4), (4, 5), (4, 4, 4), (5, 6), (4, 4, 4, 5)]))
def test_fewest_repeats_are_never_more_than_by_chance_with_the_same_random_numbers(seed, sizes):
    players = [f"{place}" for place in range(sum(sizes))]
    met = some_meetings(players, seed)

    tables = fewest_repeats(players, met, sizes, Random(seed))

    assert repeats(tables, met) <= repeats(by_chance(players, sizes, Random(seed)), met)


def test_nine_at_two_tables_are_drawn_as_well_as_they_can_be():
    """Against every one of the 126 ways to seat them."""
    for seed in range(20):
        met = some_meetings(NINE, seed)
        every = [(table, [other for other in NINE if other not in table]) for table in combinations(NINE, 4)]

        assert repeats(fewest_repeats(NINE, met, (4, 5), Random(seed)), met) == min(repeats(way, met) for way in every)
