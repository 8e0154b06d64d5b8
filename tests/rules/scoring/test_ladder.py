"""What beats what: the ladders of the sources, step by step, and an order drawn for the evening."""

from itertools import permutations
from random import Random

import pytest

from ledger.rules.scoring.document import PRESETS, preset, read_scoring_table, table_from
from ledger.rules.scoring.ladder import attachment_order, draw_order, ladder
from ledger.rules.scoring.scoring_table import bid_name
from ledger.rules.scoring.wall.comparing import word_changes
from ledger.rules.site.refusal import Refusal
from tests.support.refusing import refused_at

WITH_LADDER = [code for code in PRESETS if table_from(code).ladder]


def rungs(code, drawn=(), language="da"):
    return [", ".join(bid[language] for bid in rung.bids) for rung in ladder(table_from(code), drawn)]


@pytest.mark.parametrize(
    ("code", "drawn", "language", "first", "expected"),
    [
        (
            *("call-ace-whist", (), "da", 3),
            ["8 vip, 8 stærke, 8 gode, 8 halve, 8 sans", "9", "Sol", "9 vip, 9 stærke, 9 gode, 9 halve, 9 sans"],
        ),
        (
            *("call-ace-whist-quarter", (), "en", 0),
            ["7", "7 vip", "7 gode", "7 sans", "7 halve", "8", "Sol", "8 vip", "8 gode"],
        ),
        ("whistklubben", (), "da", 0, ["8", "8 vip, 8 stærke, 8 gode, 8 halve, 8 sans", "9"]),
        (
            *("whistklubben", ("sans", "vip", "halve"), "da", 0),
            ["8", "8 sans", "8 stærke", "8 gode", "8 vip", "8 halve", "9", "Sol", "9 sans"],
        ),
    ],
    ids=["attachments share a rung", "each has its own", "before the draw they share one", "in the places drawn for"],
)
def test_attachments_beat_one_another_where_the_ladder_or_the_draw_says_so(code, drawn, language, first, expected):
    assert rungs(code, drawn, language)[first : first + len(expected)] == expected


def test_a_contract_with_a_step_of_its_own_is_no_part_of_the_plus():
    seven = ladder(table_from("esmakker-wikipedia"))[1]

    assert seven.step == "7+"
    assert [bid["da"] for bid in seven.bids] == ["7 gode", "7 stærke", "7 halve", "7 sans", "7 vip"]


def test_every_order_of_the_attachments_that_are_drawn_can_come():
    scoring_table = table_from("whistklubben")
    orders = {draw_order(scoring_table, Random(seed)) for seed in range(60)}

    assert orders == {*permutations(("vip", "halve", "sans"))}
    assert draw_order(scoring_table, Random(7)) == draw_order(scoring_table, Random(7))
    assert attachment_order(scoring_table, ["sans", "vip", "halve"]) == (
        *("plain", "sans", "staerke", "gode", "vip", "halve"),
    )


@pytest.mark.parametrize(
    "ask", [lambda fixed: draw_order(fixed, Random(1)), lambda fixed: ladder(fixed, ["vip"])], ids=["draw", "drawn"]
)
def test_nothing_is_drawn_where_the_order_is_fixed(ask):
    with pytest.raises(Refusal):
        ask(table_from("call-ace-whist"))


@pytest.mark.parametrize(
    "drawn", [["vip"], ["vip", "halve", "gode"], ["vip", "halve", "sans", "gode"], ["vip", "vip", "sans"]]
)
def test_a_draw_holds_each_of_the_drawn_attachments_once(drawn):
    with refused_at("drawn"):
        ladder(table_from("whistklubben"), drawn)


@pytest.mark.parametrize("code", WITH_LADDER)
def test_every_contract_stands_on_one_rung(code):
    scoring_table = table_from(code)
    unranked = {"ren_bordlaegger_med_snak"} if code == "esmakker-wikipedia" else set()
    bids = [bid["da"] for rung in ladder(scoring_table) for bid in rung.bids]

    every = {
        bid_name(scoring_table, level, column)["da"]
        for level in scoring_table.levels
        for column in scoring_table.columns
    }
    contracts = {nolo.label["da"] for code, nolo in scoring_table.nolo.items() if code not in unranked}
    assert set(bids) == every | contracts
    assert len(bids) == len(set(bids))


def test_a_table_without_a_ladder_has_no_rungs():
    assert ladder(table_from("it-whist")) == ()


def test_a_step_without_a_column_of_its_own_is_called_by_its_code():
    document = preset("es-makker-2i9") | {"ladder": ["9"]}

    assert [bid["da"] for bid in ladder(read_scoring_table(document))[0].bids] == ["9"]


def test_a_changed_draw_is_a_change_of_the_ladder():
    before, after = preset("whistklubben"), preset("whistklubben") | {"drawn": ["vip", "sans"]}
    [change] = word_changes(read_scoring_table(before), read_scoring_table(after))

    assert change.code == "ladder"
    assert change.after["da"].endswith("13, 13+ (trækkes hver aften: vip, sans)")
    assert change.before["en"].endswith("13, 13+ (drawn each evening: vip, halve, sans)")
