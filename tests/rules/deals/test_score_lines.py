"""One line in, one answer out."""

import json

import pytest

from ledger.rules.deals.settling import score_line
from ledger.rules.scoring.document import preset
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FIVE, FOUR, trick
from tests.support.refusing import refused_at

VIP = trick(9, "vip", 10, vip_turn=2, trump="hearts", dealer="Dorthe")
LINE = {"table": "esmakker-wikipedia", "players": FOUR, "deal": VIP}
EUCHRED = {"kind": "role_table", "maker": "Bodil", "partner": None, "outcome": "euchred"}

NO_TABLE = "Give the code of a scoring table, or a whole scoring table."


def answer(line, language="da"):
    scored = score_line(json.dumps(line).encode())
    return {**scored, "why": scored["why"][language]}


def test_a_line_is_answered_with_points_units_and_the_reason():
    assert answer(LINE) == {
        "points": {"Anders": "4", "Bodil": "4", "Carl": "-4", "Dorthe": "-4"},
        "units": {"Anders": 32, "Bodil": 32, "Carl": -32, "Dorthe": -32},
        "unit_denominator": 8,
        "why": "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
    }


def test_the_reason_may_be_in_english():
    assert (
        answer(LINE, "en")["why"] == "9 vip in the 2nd turn needs 9 tricks, took 10: 2 + 1 × 2 = 4 from each opponent"
    )


def test_the_table_may_be_a_preset_with_options_or_a_whole_document():
    lost = {**VIP, "tricks": 7}
    options = {"preset": "esmakker-wikipedia", "options": {"lost": "under"}}

    assert answer({**LINE, "table": options, "deal": lost})["points"]["Anders"] == "-4"
    assert answer({**LINE, "table": preset("esmakker-wikipedia"), "deal": lost})["points"]["Anders"] == "-6"


def test_where_a_game_is_not_zero_sum_the_house_is_one_more_player():
    scored = answer({"table": "call-ace-euchre", "players": FIVE, "deal": EUCHRED})

    assert scored["units"] == {"Anders": 2, "Bodil": 0, "Carl": 2, "Dorthe": 2, "Erik": 2, "house": -8}
    assert scored["points"]["house"] == "-8"


def test_winners_only_is_paid_by_the_house():
    table = {"preset": "engelsk-whist", "options": {"book": "winners_only"}}
    deal = {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]], "pair_tricks": [9, 4]}

    units = answer({"table": table, "players": FOUR, "deal": deal})["units"]

    assert units == {"Anders": 3, "Bodil": 0, "Carl": 3, "Dorthe": 0, "house": -6}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"\xff\xfe", "The line is not UTF-8 text."),
        (b"not json", "This is not valid JSON. Look at line 1, character 1."),
        (b"[1]", "Give a set of named values here."),
        (b'"text"', "Give a set of named values here."),
        (b"null", "Give a set of named values here."),
        (b"{}", "“table” is missing."),
        (b'{"table": NaN}', 'Write NaN as a whole number, or as text such as "1/8".'),
        (b'{"table": 1, "table": 2}', "“table” is given twice."),
        (b"[" * 100_000, "This is nested too deeply to be read. Look at line 1, character 101."),
        (b'{"table": ' + b"[" * 900 + b"]" * 900 + b', "players": [], "deal": {}}', NO_TABLE),
        (b" " * 900_000 + b"{}", "This is too long to be read."),
    ],
)
def test_a_hostile_line_is_refused_in_a_sentence(line, sentence):
    with pytest.raises(Refusal) as refused:
        score_line(line)

    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("slip", "field"),
    [
        ({"table": "bridge"}, "table"),
        ({"table": None}, "table"),
        ({"players": FOUR[:2]}, "players"),
        ({"players": ["Anders"] * 4}, "players"),
        ({"players": "ABCD"}, "players"),
        ({"deal": None}, "deal"),
        ({"deal": []}, "deal"),
        ({"deal": {}}, "kind"),
        ({"deal": {**VIP, "tricks": 2**70}}, "tricks"),
        ({"deal": {**VIP, "tricks": "\ud800"}}, "tricks"),
        ({"deal": {**VIP, "declarer": {"name": "Anders"}}}, "declarer"),
        ({"colour": "green"}, "colour"),
        ({"table": "call-ace-euchre", "players": ["house", *FOUR], "deal": EUCHRED}, "players"),
    ],
)
def test_a_slip_in_a_line_is_refused_with_its_field(slip, field):
    with refused_at(field):
        answer({**LINE, **slip})
