"""A season's places, prizes, story: who is ranked where by the club's rule, who wins what, what is told of it.

Five evenings in whole points. Bodil came to all, Carl missed the third, Dorthe the last three, Emil the first four:

               1    2    3    4    5     in all
    Bodil    +12   -4   +8   -6  +10        +20
    Carl      +4  +16    -  -10   +2        +12
    Dorthe   -16  -12    -    -    -        -28
    Emil       -    -    -    -  -12        -12
    Frida      -    -   -8  +16    -         +8
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.seasons import (
    AVERAGE,
    FIXED,
    LOWEST,
    NAMES,
    NOTHING,
    RankingRule,
    on_podium,
    places,
    read_rule_code,
    results_by_rule,
    rule_as_code,
    winners,
)

BODIL, CARL, DORTHE, EMIL, FRIDA = PLAYERS = range(5)
EVENINGS = [
    {BODIL: 12, CARL: 4, DORTHE: -16},
    {BODIL: -4, CARL: 16, DORTHE: -12},
    {BODIL: 8, FRIDA: -8},
    {BODIL: -6, CARL: -10, FRIDA: 16},
    {BODIL: 10, CARL: 2, EMIL: -12},
]
LEFT_OUT = None

WORKED = {
    "all points": (RankingRule(), (20, 12, -28, -12, 8), (1, 2, 5, 4, 3)),
    "at least two evenings": (RankingRule(minimum_evenings=2), (20, 12, -28, -12, 8), (1, 2, 4, LEFT_OUT, 3)),
    "at least four": (RankingRule(minimum_evenings=4), (20, 12, -28, -12, 8), (1, 2, LEFT_OUT, LEFT_OUT, LEFT_OUT)),
    # Bodil: 12 and 10. Carl: 16 and 4. Frida: 16 and -8. Dorthe: both of hers.
    "the two best": (RankingRule(best=2), (22, 20, -28, -12, 8), (1, 2, 5, 4, 3)),
    # Carl and Frida share the first place with 16, so that Bodil's 12 is the third.
    "the best alone": (RankingRule(best=1), (12, 16, -12, -12, 16), (3, 1, 4, 4, 1)),
    # Bodil without her -6, Carl without his -10, Dorthe without -16, Frida without -8; Emil's only one stays.
    "the worst left out": (RankingRule(drop_worst=1), (26, 22, -12, -12, 16), (1, 2, 4, 4, 3)),
    "the three worst left out": (RankingRule(drop_worst=3), (22, 16, -12, -12, 16), (1, 2, 4, 4, 2)),
    # Carl's average of four evenings is 3, Dorthe's of two -14, Emil's -12, Frida's of two 4.
    "an average when away": (RankingRule(absence="average"), (20, 15, -70, -60, 20), (1, 3, 5, 4, 1)),
    # The lowest of the evenings: -16, -12, -8, -10, -12.
    "the lowest when away": (RankingRule(absence="lowest"), (20, 4, -58, -58, -32), (1, 2, 4, 4, 3)),
    "two points less when away": (
        RankingRule(absence="fixed", absence_points=-2),
        (20, 10, -34, -20, 2),
        (1, 2, 5, 4, 3),
    ),
    # Of five results each: Dorthe has three zeros for those she missed.
    "the three best, nought when away": (RankingRule(best=3, absence="fixed"), (30, 22, 0, 0, 16), (1, 2, 4, 4, 3)),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_by_hand(name):
    rule, counted, placed = WORKED[name]

    results = results_by_rule(rule, EVENINGS, denominator=1)

    assert [results[player].counted for player in PLAYERS] == list(counted)
    assert [results[player].place for player in PLAYERS] == list(placed)


def test_nobody_is_ranked_where_nobody_played():
    assert results_by_rule(RankingRule(best=3), [], denominator=1) == {}
    assert results_by_rule(RankingRule(absence="lowest"), [{}, {BODIL: 3}], denominator=1)[BODIL].counted == 3


evening_sets = st.lists(st.dictionaries(st.integers(0, 5), st.integers(-40, 40), max_size=6), max_size=8)
absences = st.sampled_from([NOTHING, AVERAGE, LOWEST, FIXED])


@st.composite
def rules(draw):
    absence = draw(absences)
    best = draw(st.none() | st.integers(1, 9))
    return RankingRule(
        minimum_evenings=draw(st.integers(0, 5)),
        best=best,
        drop_worst=0 if best else draw(st.integers(0, 5)),
        absence=absence,
        absence_points=draw(st.integers(-30, 30)) if absence == FIXED else 0,
    )


@given(evening_sets)
def test_a_rule_that_asks_nothing_ranks_as_the_points_do(evenings):
    results = results_by_rule(RankingRule(), evenings, denominator=4)

    totals = {player: sum(evening.get(player, 0) for evening in evenings) for player in results}
    assert {player: result.counted for player, result in results.items()} == totals
    assert [result.place for result in results.values()] == places([*totals.values()])


@given(rules(), evening_sets)
def test_what_counts_is_what_a_list_of_results_gives(rule, evenings):
    """The best of a list are what stays when the lowest is taken away again and again."""
    for player, result in results_by_rule(rule, evenings, denominator=4).items():
        played = [evening[player] for evening in evenings if player in evening]
        away = [evening for evening in evenings if evening and player not in evening]
        value = {
            "nothing": lambda _: None,
            "average": lambda _, played=played: Fraction(sum(played), len(played)),
            "lowest": lambda evening: min(evening.values()),
            "fixed": lambda _: rule.absence_points * 4,
        }[rule.absence]
        left = [*played, *(value(evening) for evening in away if value(evening) is not None)]
        keep = max(len(left) - rule.drop_worst, 1) if rule.best is None else min(rule.best, len(left))
        while len(left) > keep:
            left.remove(min(left))
        assert result.counted == sum(left)
        assert (result.place is None) == (len(played) < rule.minimum_evenings)


@given(rules(), evening_sets, st.randoms(use_true_random=False))
def test_the_order_in_which_evenings_come_changes_nothing(rule, evenings, random):
    otherwise = list(evenings)
    random.shuffle(otherwise)

    assert results_by_rule(rule, otherwise, denominator=2) == results_by_rule(rule, evenings, denominator=2)


@given(rules(), evening_sets.filter(len), st.data())
def test_a_correction_of_one_evening_changes_the_points_of_those_it_is_about_alone(rule, evenings, data):
    at = data.draw(st.integers(0, len(evenings) - 1))
    corrected = [*evenings[:at], {player: points + 1 for player, points in evenings[at].items()}, *evenings[at + 1 :]]

    before, after = (results_by_rule(rule, held, denominator=2) for held in (evenings, corrected))

    others = before.keys() - evenings[at].keys()
    if rule.absence != LOWEST:  # which is a result of theirs too
        assert all(after[player].counted == before[player].counted for player in others)
    assert all(after[player].counted >= before[player].counted for player in before)


@given(rules())
def test_a_rule_is_read_as_it_was_spelt(rule):
    assert read_rule_code(rule_as_code(rule)) == rule


# Places with ties.


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([], []),
        ([5], [1]),
        ([10, 30, 20], [3, 1, 2]),
        ([30, 30, 10, 10], [1, 1, 3, 3]),
        ([0, 0, 0], [1, 1, 1]),
        ([-5, 12, -5, 20, 12], [4, 2, 4, 1, 2]),
    ],
)
def test_equal_totals_share_the_better_place(totals, expected):
    assert places(totals) == expected


@pytest.mark.parametrize(
    ("ranked", "count"),
    [([], 0), ([1], 1), ([1, 2, 3, 4], 3), ([1, 1, 3, 3], 2), ([1, 2, 2, 2], 1), ([1, 1, 1, 1], 0)],
)
def test_who_shares_a_place_stands_on_the_podium_with_all_who_share_it(ranked, count):
    assert on_podium(ranked) == count


# Who wins each prize.


PLACES = {"Bodil": 1, "Carl": 2, "Dorthe": 2, "Emil": 4, "Frida": 5}


@pytest.mark.parametrize(
    ("prize", "players"),
    [
        ("first", {"Bodil"}),
        ("second", {"Carl", "Dorthe"}),
        ("third", set()),  # two share the second place: 1, 2, 2, 4
        ("last", {"Frida"}),
        ("evening", {"Emil"}),
        ("sols", {"Carl", "Ib"}),  # whoever has no place may have won the most
    ],
)
def test_every_prize_goes_to_whoever_it_is_for(prize, players):
    evenings, sols = {"Bodil": 12, "Emil": 40}, {"Carl": 3, "Ib": 3, "Bodil": 2}

    assert winners(prize, places=PLACES, evenings=evenings, sols=sols) == players


@pytest.mark.parametrize("prize", NAMES)
def test_nobody_wins_where_nobody_has_played_or_won(prize):
    assert winners(prize, places={}, evenings={"Bodil": 0, "Carl": -4}, sols={}) == set()


def test_there_is_no_comfort_where_everybody_is_first():
    assert winners("last", places={"Bodil": 1, "Carl": 1}, evenings={}, sols={}) == set()
