"""Many deals as lines: who deals goes round by itself, notes are for people, and everything written is read back."""

import json
import re
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.deals.keyboard_line import Notation, NotationFault
from ledger.rules.deals.settling import deal_data, every_deal, read_deal
from ledger.rules.evenings.evening_text import MOST_LINES, Course, Courses, Seats, deal_lines, read_deals, write_deal
from ledger.rules.scoring.document import SEEDS
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, LETTERS, NOTES, SIX, table_of
from tests.support.refusing import refused_at

SEVEN = (*SIX, "Gerda")
ODD = ("Hansen, Bo", 'Per "Pip" Holm')
EVERYBODY = (*SEVEN, *ODD, "Holger", "Inga", "Jens", "Kaj")
WIKIPEDIA = "esmakker-wikipedia"


@cache
def notation(table=WIKIPEDIA):
    return Notation(table_of(table))


def read(text, players=FOUR, dealer="Anders", table=WIKIPEDIA, way="dealer"):
    known = {name.casefold(): name for name in EVERYBODY}
    courses = Courses({1: Course(tuple(players), dealer, way=way)}, way=way)
    return list(read_deals(deal_lines(text), notation(table), courses, known))


def dealers(text, **options):
    return [deal_data(line.meaning).get("dealer") for line in read(text, **options)]


@pytest.mark.parametrize(
    ("text", "options", "dealt"),
    [
        ("183\np\n1sol\n19k\n183", {}, ["Anders", "Bodil", "Carl", "Dorthe", "Anders"]),
        ("p\np\np", {"players": FIVE, "dealer": "Dorthe"}, ["Dorthe", "Erik", "Anders"]),
        ("183\n= -1 1 . . ; kaffe\n183", {}, ["Anders", None, "Bodil"]),
        ("182\n!2\n182", {"table": "whist-scoreboard"}, ["Anders", "Bodil", "Bodil"]),
        ("183\nj\nf\n183\np", {}, ["Anders", "Bodil", "Bodil", "Bodil", "Carl"]),
        ("183\no @4\n183", {}, ["Anders", "Dorthe", "Dorthe"]),
        ("183\n183 @4\n183", {}, ["Anders", "Dorthe", "Anders"]),
    ],
    ids=[
        *(
            "it goes round by itself",
            "among five",
            "points moved leave the cards where they are",
            "and so do penalties",
        ),
        *("cards not played are dealt again by the same", "who may be named", "from a named dealer it goes on"),
    ],
)
def test_who_deals(text, options, dealt):
    assert dealers(text, **options) == dealt


def test_blank_lines_and_notes_are_left_out_but_counted():
    lines = read("\ufeff# Torsdag\r\n\r\n183\r\n  # pause\n\np")

    assert [(line.place, line.text) for line in lines] == [(3, "183"), (6, "p")]


def test_one_slip_is_one_fault():
    lines = read("183\n18x\n284\n183 @5", players=FIVE)

    assert [isinstance(line.meaning, Refusal) for line in lines] == [True, True, False, False]
    assert isinstance(lines[1].meaning, NotationFault)
    assert lines[2].meaning.dealer == "Carl"  # the third of five, whatever became of the first two


def test_no_more_lines_than_can_be_entered_at_a_time():
    assert len(read("p\n" * MOST_LINES)) == MOST_LINES
    with refused_at("lines"):
        read("p\n" * (MOST_LINES + 1))


@cache
def some_deals(code, players):
    """Deals of every kind that a table has, as data without a dealer, spread over all it can pay."""
    scoring_table = table_of(code)
    deals = list(every_deal(scoring_table, players[1:] if len(players) > scoring_table.seats.max else players))
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


def turn_round(deal, players, seats):
    """The same deal that many seats further round the table."""
    further = dict(zip(players, players[seats:] + players[:seats], strict=True))
    return json.loads(re.sub("|".join(players), lambda name: further[name[0]], json.dumps(deal)))


@pytest.mark.parametrize("seated", [FOUR, FIVE])
@pytest.mark.parametrize("code", SEEDS)
@settings(max_examples=12)
@given(data=st.data())
def test_an_evening_written_is_the_same_evening_read_back(code, seated, data):
    scoring_table = table_of(code)
    players = seated if len(seated) <= scoring_table.seats.max or scoring_table.partner == "called" else FOUR
    one_too_many = len(players) > scoring_table.seats.max
    evening = []
    for deal in data.draw(st.lists(st.one_of(st.sampled_from(some_deals(code, players)), ADJUSTMENT), max_size=12)):
        seat = data.draw(st.integers(0, len(players) - 1))
        note = data.draw(st.none() | NOTES)
        if deal["kind"] == "adjustment":
            evening.append(deal)
        elif one_too_many:
            evening.append(turn_round({**deal, "dealer": players[0]}, players, seat) | {"note": note})
        else:
            evening.append({**deal, "dealer": data.draw(st.sampled_from([None, *players])), "note": note})
    deals = [read_deal(deal, scoring_table, players) for deal in evening]

    courses = Courses({1: Course(tuple(players), players[0])})
    text = "\n".join(line for deal in deals for line in write_deal(1, notation(code), deal, players, courses, {}))

    assert [line.meaning for line in read(text, players, players[0], code)] == deals


# --- who sits out, and who sits there


def away(text, **options):
    return ["".join(player[0] for player in line.meaning.sits_out) for line in read(text, **options)]


def test_of_six_the_dealer_and_the_next_one_sit_out_without_being_named():
    assert away("384\n184\n182", players=SIX) == ["AB", "BC", "CD"]
    assert away("481 @2\n384 ~12\np", players=SIX)[1:] == ["AB", "DE"]


def test_evened_out_by_the_deals_before():
    assert sorted("".join(away("p\n" * 6, players=SIX, way="even"))) == sorted("ABCDEF" * 2)


def test_others_sit_down_in_the_middle():
    lines = read('183\n : carl,  Erik, "Hansen, Bo","per ""PIP"" holm"\n183\n183', players=FOUR)

    assert [line.players for line in lines] == [FOUR, *[("Carl", "Erik", *ODD)] * 3]
    assert [line.meaning.dealer for line in lines if not hasattr(line.meaning, "players")] == [
        "Anders",
        "Erik",
        "Hansen, Bo",
    ]


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (": Anders, Bodil, Carl, Ukendt", "“Ukendt” is not on the club's list: put them there first."),
        (": Anders, Bodil, Carl, anders", "The same player is at the table twice."),
        (": Anders, Bodil, Carl", "There must be at least 4 players at the table."),
        (":", "There must be at least 4 players at the table."),
        (': "Anders, Bodil', "The names after : cannot be read."),
        (": Anders\0, Bodil", "“Anders\0” is not on the club's list: put them there first."),
    ],
)
def test_seats_that_cannot_be_read_leave_everybody_where_they_sit(seats, sentence):
    fault, deal = read(f"{seats}\n183")

    assert str(fault.meaning) == sentence
    assert deal.meaning.dealer == "Anders"


# --- several tables


HOME, AWAY = FOUR, ("Erik", "Fie", "Gerda", "Hansen, Bo")


def evening_of(text, *, at=1, way="dealer", **tables):
    """Every line read where some sit at tables 1 and 2: its table, and what it says."""
    sat = {1: HOME, 2: AWAY} if not tables else {int(number[1:]): players for number, players in tables.items()}
    courses = Courses({number: Course(players, players[0], way=way) for number, players in sat.items()}, at, way)
    known = {name.casefold(): name for name in EVERYBODY}
    return list(read_deals(deal_lines(text), notation(), courses, known))


def faults(text, **options):
    return [
        (line.place, str(line.meaning)) for line in evening_of(text, **options) if isinstance(line.meaning, Refusal)
    ]


@pytest.mark.parametrize(
    ("text", "at", "dealt"),
    [
        ("183\n@ 2\np\n182\n @1 \np\n@ 2\n1s", 1, ["1 Anders", "2 Erik", "2 Fie", "1 Bodil", "2 Gerda"]),
        ("183\n@ 1\np", 2, ["2 Erik", "1 Anders"]),
        (
            '@ 2\np\n@ 1\n: Gerda, Bodil, Carl, Dorthe\np\n@ 2\n: Erik, Fie, Anders, "Hansen, Bo"\np',
            *(1, ["2 Erik", "1 Gerda", "2 Fie"]),
        ),
        ("183\n: Erik, Bodil, Carl, Dorthe\n: Erik, Fie, Carl, Dorthe\n183", 1, ["1 Anders", "1 Fie"]),
    ],
    ids=["it goes round for itself", "where it is read", "a table that was left", "the seat of a dealer who left"],
)
def test_who_deals_at_which_table(text, at, dealt):
    deals = [line for line in evening_of(text, at=at) if not isinstance(line.meaning, Seats)]

    assert [f"{line.table} {line.meaning.dealer}" for line in deals] == dealt


def test_two_change_places_between_two_tables():
    lines = evening_of('183\n: Erik, Bodil, Carl, Dorthe\n@ 2\n: Anders, Fie, Gerda, "Hansen, Bo"\np\n@ 1\np')

    assert [(line.table, line.players) for line in lines[-2:]] == [(2, ("Anders", *AWAY[1:])), (1, ("Erik", *HOME[1:]))]
    assert [line.meaning.dealer for line in lines[-2:]] == ["Anders", "Bodil"]
    assert [line.meaning.left for line in lines if isinstance(line.meaning, Seats)] == [(), ()]


def test_whoever_sits_down_has_left_the_table_where_they_sat_and_nobody_plays_there_until_it_is_said_who_does():
    text = "@ 2\np\n@ 1\n: Erik, Bodil, Carl, Dorthe\np\n@ 2\np\n: Anders, Fie, Gerda, Hansen\np"
    (change,) = [line for line in evening_of(text) if isinstance(line.meaning, Seats)]

    assert (change.table, change.meaning.left) == (1, (2,))
    assert faults(text) == [
        (7, "Nobody sits at table 2."),
        (8, "“Hansen” is not on the club's list: put them there first."),
    ]


def test_nobody_sits_down_twice_in_one_change():
    text = ": Erik, Bodil, Carl, Dorthe\n@ 2\n: Anders, Erik, Fie, Gerda\np\np"

    assert faults(text) == [(3, "Erik sits down at table 1 too.")]


def test_of_the_deals_at_a_table_where_nobody_sits_the_first_is_a_fault():
    text = "@ 3\np\n@ 4\np\n@ 3\np\np\n@ 1\n18x\np\n@ 3\n: Anders, Bodil, Carl, Dorthe\np"

    assert [place for place, _ in faults(text)] == [2, 4, 9]
    assert [line.table for line in evening_of(text)] == [3, 4, 1, 1, 3, 3]


@pytest.mark.parametrize(
    ("line", "at", "sentence"),
    [
        ("@ 0", 2, "At “0” a table from 1 to 30 was expected."),
        ("@31", 1, "At “31” a table from 1 to 30 was expected."),
        (" @  two ", 4, "At “two” a table from 1 to 30 was expected."),
        ("@ 2 183", 2, "At “2 183” a table from 1 to 30 was expected."),
        ("@ ²", 2, "At “²” a table from 1 to 30 was expected."),
        ("@", 1, "After “@” a table from 1 to 30 is missing."),
    ],
)
def test_a_table_that_cannot_be_is_a_fault_at_its_character(line, at, sentence):
    fault, deal = evening_of(f"{line}\np")

    assert (fault.meaning.at, str(fault.meaning)) == (at, sentence)
    assert deal.table == 1


def write(evening, first, way="dealer"):
    """The lines of deals, each with its table and its players."""
    courses = Courses({1: Course(first, first[0], way=way)}, way=way)
    names = {player: player for player in EVERYBODY}
    written = [write_deal(table, notation(), deal, players, courses, names) for table, deal, players in evening]
    return [line for lines in written for line in lines]


def an_evening(draw, tables):
    """Deals of an evening in order, people coming, leaving and changing tables between them: table, deal, players."""
    rules, sits = table_of(WIKIPEDIA), {}
    for _ in range(draw(st.integers(0, 16))):
        if not sits or draw(st.booleans()):
            order = draw(st.permutations(EVERYBODY))
            sizes = draw(st.lists(st.integers(4, 7), min_size=1, max_size=tables))
            ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
            numbers = draw(st.permutations(range(1, tables + 1)))
            seated = {n: order[end - size : end] for n, size, end in zip(numbers, sizes, ends, strict=False)}
            sits = {n: tuple(players) for n, players in seated.items() if len(players) >= 4} or sits
        number = draw(st.sampled_from(sorted(sits)))
        players = sits[number]
        dealer, *others = draw(st.permutations(players))
        sits_out = [dealer, *others][: len(players) - 4] if len(players) > 5 else []
        a, b, *_ = [player for player in players if player not in (sits_out or [dealer])]
        facts = {"kind": "trick", "level": 8, "attachment": "plain", "declarer": a, "partner": b, "tricks": 9}
        kinds = [facts, {"kind": "passed_out"}, {"kind": "not_played", "cause": "redeal"}]
        deal = {**draw(st.sampled_from(kinds)), "dealer": dealer, "sits_out": sits_out}
        if draw(st.integers(0, 5)) == 0:
            deal = {"kind": "adjustment", "amounts": {players[0]: "1", players[1]: "-1"}, "reason": "kaffe"}
        yield number, read_deal(deal, rules, players), players


@given(data=st.data(), way=st.sampled_from(["dealer", "even"]), tables=st.integers(1, 3))
def test_an_evening_whose_seats_change_is_the_same_evening_read_back(data, way, tables):
    evening = list(an_evening(data.draw, tables))
    first = next((players for number, _, players in evening if number == 1), FOUR)
    sat_before = data.draw(st.sampled_from([{}, {2: AWAY}, {2: AWAY, 3: ("Holger", "Inga", "Jens", "Kaj")}]))

    lines = write(evening, first, way)

    read = evening_of(
        "\n".join(lines), way=way, **{f"t{n}": players for n, players in {1: first, **sat_before}.items()}
    )
    deals = [(line.table, line.meaning, line.players) for line in read if not isinstance(line.meaning, Seats)]
    assert deals == evening
