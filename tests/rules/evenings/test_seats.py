"""Who plays where: drawn to tables, or sitting out in turn."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.deals.seating import dealer_after
from ledger.rules.evenings.seats import (
    PlayedDeal,
    by_chance,
    by_standings,
    coming,
    fewest_repeats,
    repeats,
    sits_out,
    table_sizes,
)
from ledger.rules.site.refusal import Refusal
from tests.support.refusing import refused_at

NINE = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Holger", "Inger", "Jens")
EIGHT = NINE[:8]
SEEDS = st.integers(0, 10_000)
WAYS_TO_SIT_OUT = ("dealer", "even")


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


# Who sits out next: by the dealer's left or evened out, over whole rounds, and when somebody comes or goes.


FIVE = ("Bodil", "Carl", "Dorthe", "Emil", "Frida")
SIX = (*FIVE, "Gerda")
SEVEN = (*SIX, "Holger")
TABLES = {5: FIVE, 6: SIX, 7: SEVEN}


def deal_round(players, dealer, deals, way, before=()):
    """The deals at a table so far, those of `before` first, when `deals` more are dealt by one after the other."""
    history = list(before)
    for out in coming(players, dealer, 4, way, before, deals=deals):
        history.append(PlayedDeal(tuple(players), out[0], tuple(player for player in players if player not in out)))
    return history


def deals_of(history, players):
    return [sum(player in deal.in_play for deal in history) for player in players]


def meetings(history, players):
    met = Counter(frozenset(pair) for deal in history for pair in combinations(deal.in_play, 2))
    return [met[frozenset(pair)] for pair in combinations(players, 2)]


def spread(counts):
    return max(counts) - min(counts)


# --- worked examples


@pytest.mark.parametrize(
    ("players", "dealer", "ways", "out"),
    [
        (FIVE[:4], "Carl", WAYS_TO_SIT_OUT, ()),
        (FIVE, "Carl", WAYS_TO_SIT_OUT, ("Carl",)),
        (SIX, "Bodil", ["dealer"], ("Bodil", "Carl")),
        (SIX, "Gerda", ["dealer"], ("Gerda", "Bodil")),
        (SEVEN, "Gerda", ["dealer"], ("Gerda", "Holger", "Bodil")),
    ],
)
def test_of_more_than_play_the_dealer_sits_out_and_by_the_way_of_the_dealer_the_next_too(players, dealer, ways, out):
    assert [sits_out(players, dealer, 4, way) for way in ways] == [out] * len(ways)


@pytest.mark.parametrize(
    ("first", "way", "dealt", "played", "then", "out"),
    [
        (SIX, "dealer", 2, [SIX[2:], ("Bodil", *SIX[3:])], SIX, ("Dorthe", "Emil")),
        # Holger takes the last seat: of Emil, Frida and Gerda, who have not sat out yet, two go with Dorthe before him.
        (SIX, "even", 2, [SIX[2:], ("Bodil", *SIX[3:])], SEVEN, ("Dorthe", "Emil", "Frida")),
        # Holger goes home; Bodil, Carl and Dorthe have had their turn.
        (SEVEN, "even", 1, [("Emil", "Frida", "Gerda", "Holger")], SIX, ("Carl", "Emil")),
    ],
    ids=["those who have played most", "a newcomer is one who has had their share", "somebody leaves"],
)
def test_evened_out_the_deals_before_decide_who_sits_out(first, way, dealt, played, then, out):
    history = deal_round(first, "Bodil", dealt, way)

    assert [deal.in_play for deal in history] == played
    assert sits_out(then, out[0], 4, "even", history) == out


def test_evened_out_somebody_else_sits_out_with_the_dealer_the_second_time_round():
    first, second = coming(SIX, "Bodil", 4, "even", deals=12)[:6], coming(SIX, "Bodil", 4, "even", deals=12)[6:]

    assert first == [(dealer, dealer_after(dealer, SIX)) for dealer in SIX]
    assert second == [(dealer, dealer_after(dealer_after(dealer, SIX), SIX)) for dealer in SIX]


def test_a_newcomer_is_not_made_to_catch_up():
    """After two rounds of five Gerda joins: she neither plays every deal nor sits out more than the others."""
    history = deal_round(SIX, "Bodil", 6, "even", deal_round(FIVE, "Bodil", 10, "even"))

    assert deals_of(history[10:], SIX) == [4, 4, 4, 4, 4, 4]


@pytest.mark.parametrize(("players", "dealer", "field"), [(FIVE[:3], "Carl", "players"), (FIVE, "Gerda", "dealer")])
def test_too_few_players_or_a_dealer_from_elsewhere_is_refused(players, dealer, field):
    with refused_at(field):
        sits_out(players, dealer, 4)


# --- over whole rounds

AT_TABLE = st.sampled_from(list(TABLES.values()))


@given(players=AT_TABLE, way=st.sampled_from(WAYS_TO_SIT_OUT), turn=st.integers(0, 6), rounds=st.integers(1, 4))
@settings(max_examples=12)
def test_over_full_rounds_everybody_plays_as_many_deals(players, way, turn, rounds):
    history = deal_round(players, players[turn % len(players)], rounds * len(players), way)

    assert spread(deals_of(history, players)) == 0


@given(players=AT_TABLE, way=st.sampled_from(WAYS_TO_SIT_OUT), deals=st.integers(1, 21))
@settings(max_examples=12)
def test_four_play_and_the_dealer_is_the_first_who_does_not(players, way, deals):
    dealer = players[0]
    for out in coming(players, dealer, 4, way, deals=deals):
        assert out[0] == dealer
        assert len({*players} - {*out}) == 4
        dealer = dealer_after(dealer, players)


@pytest.mark.parametrize(("players", "most", "rounds"), [(FIVE, 0, 2), (SIX, 1, 6), (SEVEN, 4, 17)])
def test_evened_out_every_two_meet_as_often_for_ever(players, most, rounds):
    """Everybody has played as much at the end of each round, so what comes depends on the meetings alone.

    Once they stand to one another as they did after an earlier round, everything comes again: what holds till then
    holds for ever.
    """
    history, seen = [], []
    for _round in range(rounds):
        history = deal_round(players, players[0], len(players), "even", history)
        met = meetings(history, players)
        assert spread(deals_of(history, players)) == 0
        assert spread(met) <= most
        seen.append([count - min(met) for count in met])

    assert seen[-1] in seen[:-1]


@given(data=st.data())
@settings(max_examples=12)
def test_whoever_comes_and_goes_nobody_is_two_deals_from_their_share(data):
    """Their share is 4 of each 5, 6 or 7 of the deals they were there for; the dealer's turn alone makes one."""
    players, dealer, history = list(data.draw(AT_TABLE)), "Bodil", []
    for _change in range(data.draw(st.integers(1, 5))):
        for out in coming(players, dealer, 4, "even", history, deals=data.draw(st.integers(1, 9))):
            dealer = dealer_after(dealer, players)
            history.append(PlayedDeal(tuple(players), out[0], tuple(seated for seated in players if seated not in out)))
        moving = data.draw(st.sampled_from([seated for seated in SEVEN if seated != dealer]))
        if moving not in players and len(players) < 7:
            players.insert(data.draw(st.integers(0, len(players))), moving)
        elif moving in players and len(players) > 5:
            players.remove(moving)

    for player in SEVEN:
        there = [deal for deal in history if player in deal.at_table]
        share = sum((Fraction(4, len(deal.at_table)) for deal in there), Fraction())
        assert abs(sum(player in deal.in_play for deal in there) - share) < 2
