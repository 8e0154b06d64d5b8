"""The deal that turned an evening, and its best pair, against what they are by their definition."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.evenings.figures import DealPoints, PairResult, best_pairs, turn_of

BODIL, CARL, DORTHE, EMIL = PLAYERS = (1, 2, 3, 4)


def evening(*rows):
    """Deals numbered from 1, each with the units of the four in turn."""
    return [DealPoints(number, dict(zip(PLAYERS, units, strict=True))) for number, units in enumerate(rows, 1)]


def test_the_turn_is_the_last_deal_after_which_the_winner_led_alone_to_the_end():
    turn = turn_of(evening((3, -1, -1, -1), (-2, 6, -2, -2), (0, -4, 2, 2), (9, -3, -3, -3), (1, -1, 1, -1)), PLAYERS)

    assert (turn.number, turn.winners, turn.leaders) == (4, (BODIL,), (BODIL, CARL))
    assert turn.before == {BODIL: 1, CARL: 1, DORTHE: -1, EMIL: -1}
    assert not turn.is_first


def test_who_leads_from_the_first_deal_on_is_said_to():
    turn = turn_of(evening((3, -1, -1, -1), (1, 1, -1, -1)), PLAYERS)

    assert (turn.number, turn.is_first) == (1, True)


def test_nobody_won_where_two_share_the_first_place_by_different_ways():
    assert turn_of(evening((1, 1, -1, -1), (1, -1, 1, -1), (-1, 1, -1, 1)), PLAYERS) is None
    assert turn_of([], PLAYERS) is None
    assert turn_of(evening((0, 0, 0, 0)), PLAYERS) is None


def test_a_fixed_pair_wins_together():
    turn = turn_of(evening((-1, 1, -1, 1), (2, -2, 2, -2)), PLAYERS)

    assert (turn.number, turn.winners, turn.leaders) == (2, (BODIL, DORTHE), (CARL, EMIL))


def test_the_best_pair_is_whoever_won_most_as_declarer_and_partner_whichever_of_them_declared():
    deals = [
        DealPoints(1, {BODIL: 2, CARL: 2, DORTHE: -2, EMIL: -2}, BODIL, CARL),
        DealPoints(2, {BODIL: -1, CARL: -1, DORTHE: 1, EMIL: 1}, CARL, BODIL),
        DealPoints(3, {BODIL: 9, CARL: -3, DORTHE: -3, EMIL: -3}, BODIL),
        DealPoints(4, {BODIL: 1, CARL: -1, DORTHE: -1, EMIL: 1}, EMIL, BODIL),
    ]

    assert best_pairs(deals) == [
        PairResult(players=(BODIL, CARL), deals=2, won=1, units=2),
        PairResult(players=(BODIL, EMIL), deals=1, won=1, units=2),
    ]
    assert best_pairs(deals[1:2]) == []


ROWS = st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), max_size=12)


@given(rows=ROWS)
@settings(max_examples=100)
def test_the_turn_is_what_its_definition_says_of_any_evening(rows):
    turn = turn_of(evening(*rows), PLAYERS)

    def leaders(after):
        sums = [sum(row[at] for row in rows[:after]) for at in range(4)]
        return {player for player, total in zip(PLAYERS, sums, strict=True) if total == max(sums)}

    if len(leaders(len(rows))) == 1:
        turns = [at for at in range(1, len(rows) + 1) if leaders(at) == leaders(len(rows)) != leaders(at - 1)]
        assert (turn.number, set(turn.winners)) == (turns[-1], leaders(len(rows)))
        assert turn.is_first == (not any(map(any, rows[: turns[-1] - 1])))
