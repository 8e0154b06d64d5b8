"""An evening in figures: its night, its number of deals, the deal that turned it, the sums on its paper sheets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.evenings.figures import DealPoints, PairResult, best_pairs, boxes_of, control_sum, turn_of
from ledger.rules.scoring.document import table_from

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


# The paper sheet's boxes and control sums: worked examples that anybody at the table could add up.


TRICK = {"kind": "trick", "level": 8, "attachment": "plain", "declarer": "A", "partner": "B", "tricks": 10}
SOL = {"kind": "nolo", "contract": "sol", "participants": [{"player": "A", "tricks": 1}, {"player": "C", "tricks": 3}]}
PASSED = {"kind": "passed_out"}
POT = {"kind": "free_for_all", "tricks": {"A": 1, "B": 1, "C": 5, "D": 6}}
PAIRS = {"kind": "pair_book", "pairs": [["A", "C"], ["B", "D"]], "pair_tricks": [8, 5]}
ROLE = {"kind": "role_table", "maker": "A", "partner": "B", "outcome": "euchred"}
POINTS = {"kind": "points_only", "points": {"A": 4, "B": -4, "C": 4, "D": -4}}
MOVED = {"kind": "adjustment", "amounts": {"A": "-3", "B": "3"}, "reason": "duestraf"}
FINE = {"kind": "penalty", "penalty": "revoke", "player": "A"}
AGAIN = {"kind": "not_played", "cause": "redeal", "dealer": "A"}


@pytest.mark.parametrize(
    ("written", "deals", "tricks"),
    [
        ([TRICK], 1, 10),
        ([SOL], 1, 4),
        ([PASSED], 1, 0),
        ([POT], 1, 13),
        ([PAIRS], 1, 8),
        ([ROLE], 1, 0),
        ([POINTS], 1, 0),
        ([MOVED], 0, 0),
        ([FINE], 0, 0),
        ([AGAIN], 0, 0),
        ([TRICK, SOL, PASSED, TRICK, MOVED], 4, 24),
    ],
    ids=lambda value: " ".join(deal["kind"] for deal in value) if isinstance(value, list) else "",
)
def test_what_deals_add_to_the_sums(written, deals, tricks):
    assert control_sum(written) == (deals, tricks)


tricks = st.integers(0, 13)
trick_deals = tricks.map(lambda count: {**TRICK, "tricks": count})
nolos = st.lists(tricks, min_size=1, max_size=3).map(
    lambda counts: {**SOL, "participants": [{"player": "ABC"[n], "tricks": taken} for n, taken in enumerate(counts)]}
)
pairs = tricks.map(lambda count: {**PAIRS, "pair_tricks": [count, 13 - count]})


@given(st.lists(trick_deals | nolos | pairs | st.just(PASSED), min_size=1), st.data())
def test_another_count_of_tricks_in_one_deal_changes_the_sum(deals, data):
    place = data.draw(st.integers(0, len(deals) - 1))
    deal, other = deals[place], data.draw(tricks)
    if deal["kind"] == "trick":
        before, changed = deal["tricks"], {**deal, "tricks": other}
    elif deal["kind"] == "nolo":
        first, *rest = deal["participants"]
        before, changed = first["tricks"], {**deal, "participants": [{**first, "tricks": other}, *rest]}
    elif deal["kind"] == "pair_book":
        before, changed = deal["pair_tricks"][0], {**deal, "pair_tricks": [other, 13 - other]}
    else:
        before, changed = None, TRICK
    altered = [*deals[:place], changed, *deals[place + 1 :]]

    assert (control_sum(altered) == control_sum(deals)) == (other == before)


@given(st.lists(trick_deals | nolos | pairs | st.just(PASSED), min_size=1), st.data())
def test_a_forgotten_deal_and_one_typed_twice_change_the_sum(deals, data):
    place = data.draw(st.integers(0, len(deals) - 1))

    assert control_sum(deals[:place] + deals[place + 1 :]) != control_sum(deals) != control_sum([*deals, deals[place]])


def group_texts(code, seats=4):
    return {
        group.code: " ".join(box.text for box in boxes) for group, boxes in boxes_of(table_from(code), seats).items()
    }


def test_the_boxes_are_the_letters_of_the_keyboard_line_in_its_order():
    assert group_texts("esmakker-wikipedia") == {
        "declarer": "1 2 3 4",
        "level": "7 8 9 10 11 12 13",
        "attachment": "g st h sa k v1 v2 v3",
        "nolo": "s rs b rb d rbm",
        "trump": "k",
        "partner": "1 2 3 4 0",
        "result": "− = +",
        "tricks": "",
        "each": "1 2 3 4",
        "other": "p ?",
    }


def test_other_games_have_the_boxes_they_need():
    assert group_texts("engelsk-whist") == {"pairs": "1+3 2+4", "other": "p ?"}
    assert group_texts("call-ace-euchre") == {
        "declarer": "1 2 3 4",
        "role": "marcha madea marchp madep e",
        "partner": "1 2 3 4",
        "other": "p ?",
    }
    assert group_texts("dansk-whist")["other"] == "p m ?"
    assert group_texts("pywhist")["flag"] == "b ge"


def test_who_sits_out_is_written_only_where_it_is_not_the_dealer_alone():
    assert "away" not in group_texts("esmakker-wikipedia", 5)
    assert group_texts("esmakker-wikipedia", 6)["away"] == "~"
