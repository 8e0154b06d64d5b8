"""Many deals as lines: who deals goes round by itself, notes are for people, and everything written is read back."""

import json
import re
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.deals import deal_data, read_deal
from ledger.rules.evening_text import MOST_LINES, Course, deal_lines, read_deals, write_deals
from ledger.rules.notation import Notation, NotationFault
from ledger.rules.outcomes import every_deal
from ledger.rules.presets import SEEDS
from ledger.rules.refusal import Refusal
from tests.rules.playing import FIVE, FOUR, LETTERS, NOTES, SIX, table_of

SEVEN = (*SIX, "Gerda")
ODD = ("Hansen, Bo", 'Per "Pip" Holm')
WIKIPEDIA = "esmakker-wikipedia"


@cache
def notation(table=WIKIPEDIA):
    return Notation(table_of(table))


def read(text, players=FOUR, dealer="Anders", table=WIKIPEDIA, way="dealer"):
    known = {name.casefold(): name for name in (*SEVEN, *ODD)}
    return list(read_deals(deal_lines(text), notation(table), Course(tuple(players), dealer, way=way), known))


def dealers(text, **said):
    return [deal_data(line.said).get("dealer") for line in read(text, **said)]


def test_who_deals_goes_round_by_itself():
    assert dealers("183\np\n1sol\n19k\n183") == ["Anders", "Bodil", "Carl", "Dorthe", "Anders"]
    assert dealers("p\np\np\np\np\np", players=FIVE, dealer="Dorthe")[:3] == ["Dorthe", "Erik", "Anders"]


def test_points_moved_and_penalties_leave_the_cards_where_they_are():
    assert dealers("183\n= -1 1 . . ; kaffe\n183") == ["Anders", None, "Bodil"]
    assert dealers("182\n!2\n182", table="whist-scoreboard") == ["Anders", "Bodil", "Bodil"]


def test_cards_that_were_not_played_are_dealt_again_by_the_same():
    assert dealers("183\nj\nf\n183\np") == ["Anders", "Bodil", "Bodil", "Bodil", "Carl"]
    assert dealers("183\no @4\n183") == ["Anders", "Dorthe", "Dorthe"]


def test_a_dealer_who_is_named_is_the_one_to_go_on_from():
    assert dealers("183\n183 @4\n183") == ["Anders", "Dorthe", "Anders"]


def test_blank_lines_and_notes_are_left_out_but_counted():
    lines = read("\ufeff# Torsdag\r\n\r\n183\r\n  # pause\n\np")

    assert [(line.place, line.text) for line in lines] == [(3, "183"), (6, "p")]


def test_one_slip_is_one_fault():
    lines = read("183\n18x\n284\n183 @5", players=FIVE)

    assert [isinstance(line.said, Refusal) for line in lines] == [True, True, False, False]
    assert isinstance(lines[1].said, NotationFault)
    assert lines[2].said.dealer == "Carl"  # the third of five, whatever became of the first two


def test_no_more_lines_than_can_be_entered_at_a_time():
    assert len(read("p\n" * MOST_LINES)) == MOST_LINES
    with pytest.raises(Refusal) as refused:
        read("p\n" * (MOST_LINES + 1))

    assert refused.value.field == "lines"


@cache
def some_deals(code, players):
    """Deals of every kind that a table has, as data without a dealer, spread over all it can pay."""
    table = table_of(code)
    deals = list(every_deal(table, players[1:] if len(players) > table.seats.max else players))
    return [deal_data(deal) for deal in islice(deals, 0, None, max(1, len(deals) // 300))]


ADJUSTMENT = st.builds(
    lambda amount, who, reason: {
        "kind": "adjustment",
        "amounts": {FOUR[who]: str(amount), FOUR[who - 1]: str(-amount)},
        "reason": reason.strip() or "bod",
    },
    st.integers(-500, 500),
    st.integers(0, 3),
    st.text(LETTERS, max_size=60),
)


def turned(deal, players, seats):
    """The same deal that many seats further round the table."""
    further = dict(zip(players, players[seats:] + players[:seats], strict=True))
    return json.loads(re.sub("|".join(players), lambda name: further[name[0]], json.dumps(deal)))


@pytest.mark.parametrize("seated", [FOUR, FIVE])
@pytest.mark.parametrize("code", SEEDS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_evening_written_is_the_same_evening_read_back(code, seated, data):
    table = table_of(code)
    players = seated if len(seated) <= table.seats.max or table.partner == "called" else FOUR
    one_too_many = len(players) > table.seats.max
    evening = []
    for deal in data.draw(st.lists(st.one_of(st.sampled_from(some_deals(code, players)), ADJUSTMENT), max_size=12)):
        seat = data.draw(st.integers(0, len(players) - 1))
        note = data.draw(st.none() | NOTES)
        if deal["kind"] == "adjustment":
            evening.append(deal)
        elif one_too_many:
            evening.append(turned({**deal, "dealer": players[0]}, players, seat) | {"note": note})
        else:
            evening.append({**deal, "dealer": data.draw(st.sampled_from([None, *players])), "note": note})
    deals = [read_deal(deal, table, players) for deal in evening]

    course = Course(tuple(players), players[0])
    text = "\n".join(write_deals(((notation(code), deal, players) for deal in deals), course, {}))

    assert [line.said for line in read(text, players, players[0], code)] == deals


# --- who sits out, and who sits there


def away(text, **said):
    return ["".join(player[0] for player in line.said.sits_out) for line in read(text, **said)]


def test_of_six_the_dealer_and_the_next_one_sit_out_without_being_named():
    assert away("384\n184\n182", players=SIX) == ["AB", "BC", "CD"]
    assert away("481 @2\n384 ~12\np", players=SIX)[1:] == ["AB", "DE"]


def test_evened_out_by_the_deals_before():
    assert sorted("".join(away("p\n" * 6, players=SIX, way="even"))) == sorted("ABCDEF" * 2)


def test_others_sit_down_in_the_middle():
    lines = read('183\n : carl,  Erik, "Hansen, Bo","per ""PIP"" holm"\n183\n183', players=FOUR)

    assert [line.players for line in lines] == [FOUR, *[("Carl", "Erik", *ODD)] * 3]
    assert [line.said.dealer for line in lines if not hasattr(line.said, "players")] == ["Anders", "Erik", "Hansen, Bo"]


def test_the_deal_goes_on_from_the_seat_of_a_dealer_who_left_however_often_the_seats_change_then():
    lines = read("183\n: Erik, Bodil, Carl, Dorthe\n: Erik, Fie, Carl, Dorthe\n183\n183")

    assert [line.said.dealer for line in lines if not hasattr(line.said, "players")] == ["Anders", "Fie", "Carl"]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (": Anders, Bodil, Carl, Ukendt", "“Ukendt” is not on the club's list: put them there first."),
        (": Anders, Bodil, Carl, anders", "The same player is at the table twice."),
        (": Anders, Bodil, Carl", "There must be at least 4 players at the table."),
        (":", "There must be at least 4 players at the table."),
        (': "Anders, Bodil', "The names after : cannot be read."),
        (": Anders\0, Bodil", "“Anders\0” is not on the club's list: put them there first."),
    ],
)
def test_seats_that_cannot_be_read_leave_everybody_where_they_sit(seats, said):
    fault, deal = read(f"{seats}\n183")

    assert str(fault.said) == said
    assert deal.said.dealer == "Anders"


@settings(max_examples=40, deadline=None)
@given(data=st.data(), way=st.sampled_from(["dealer", "even"]))
def test_an_evening_whose_seats_change_is_the_same_evening_read_back(data, way):
    table, many = table_of(WIKIPEDIA), st.integers(4, 7)
    seats = st.tuples(st.permutations([*SEVEN, *ODD]), many).map(lambda drawn: tuple(drawn[0][: drawn[1]]))
    first = data.draw(seats)
    evening = []
    for players in [first, *data.draw(st.lists(seats, max_size=4))]:
        for _ in range(data.draw(st.integers(0, 4))):
            dealer, *others = data.draw(st.permutations(players))
            sits_out = [dealer, *others][: len(players) - 4] if len(players) > 5 else []
            a, b, *_ = [player for player in players if player not in (sits_out or [dealer])]
            said = {"kind": "trick", "level": 8, "attachment": "plain", "declarer": a, "partner": b, "tricks": 9}
            deal = {**said, "dealer": dealer, "sits_out": sits_out}
            evening.append((notation(), read_deal(deal, table, players), players))
    names = {player: player for player in (*SEVEN, *ODD)}

    text = "\n".join(write_deals(evening, Course(first, first[0], way=way), names))

    deals = [line for line in read(text, first, first[0], way=way) if not line.text.startswith(":")]
    assert [(line.said, line.players) for line in deals] == [(deal, players) for _, deal, players in evening]
