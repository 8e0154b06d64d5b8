"""The ladder by the names of its contracts, in both languages, typed, pasted, chosen and moved."""

import pytest

from ledger.rules.scoring.document import PRESETS, preset, read_scoring_table
from ledger.rules.scoring.editor.drafting import (
    add_bid,
    add_row,
    blank_table,
    cells_left_out,
    move_row,
    paste,
    set_ladder,
)
from ledger.rules.scoring.editor.grids import bid_code, bids, read_grids, write_grids
from ledger.rules.site.refusal import Refusal
from tests.support.refusing import refused_at

QUARTER = preset("call-ace-whist-quarter")  # seed 001


@pytest.mark.parametrize("language", ["da", "en"])
@pytest.mark.parametrize("code", [code for code in PRESETS if preset(code).get("ladder")])
def test_every_ladder_is_read_back_by_its_names_in_both_languages(code, language):
    document = preset(code)
    names = {code: name[language] for code, name in bids(document).items()}
    text = "\n".join(names.get(step, step) for step in document["ladder"])

    second = set_ladder({**document, "ladder": []}, text)

    assert second["ladder"] == document["ladder"]
    assert len(set(names.values())) == len(names)
    read_scoring_table(second)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Sol", "sol"),
        ("ren  SOL", "ren_sol"),
        ("Bordlægger", "bordlaegger"),
        ("7 Kvarte", "7 kvarte"),
        ("7 kvarte", "7 kvarte"),
        ("7 alm.", "7"),
        ("7 plain", "7 plain"),
        ("12", "12"),
        ("9+", "9+"),
        ("dobbelt bordlægger", "dobbelt_bordlaegger"),
        ("Grand", "Grand"),
    ],
)
def test_a_contract_is_known_by_what_it_is_called(text, code):
    assert bid_code(QUARTER, text) == code


def test_a_vip_of_several_turns_is_one_bid():
    names = bids(preset("esmakker-wikipedia"))

    assert (names["9 vip"]["da"], bid_code(preset("esmakker-wikipedia"), "9 Vip 2")) == ("9 vip", "9 vip")


def test_names_typed_in_the_cells_become_contracts_in_whatever_file_they_come():
    grids = {grid.key: [list(row) for row in grid.rows] for grid in write_grids(QUARTER)}
    grids["ladder"] = [[name] for name in ("7", "Sol", "7 Vip", "Dobbelt bordlægger")]

    assert read_grids(grids)["ladder"] == ["7", "sol", "7 vip", "dobbelt_bordlaegger"]


def test_a_plain_contract_may_be_called_so():
    assert set_ladder(QUARTER, "7 plain\n8 alm.\n9+\n10")["ladder"] == ["7", "8", "9+", "10"]


def test_a_line_that_is_no_contract_is_named_and_nothing_is_changed():
    with pytest.raises(Refusal) as refused:
        set_ladder(QUARTER, "Sol\nGrand\n7 kvarte\n14")

    assert (refused.value.field, refused.value.params["names"]) == ("bids", "Grand”, “14")


def test_a_contract_is_put_last_once_and_moved_up_and_down():
    document = add_bid(set_ladder(QUARTER, "7\nSol"), "7 vip")
    assert document["ladder"] == ["7", "sol", "7 vip"]
    for code in ("sol", "grand", ""):
        with refused_at("bid"):
            add_bid(document, code)

    assert move_row(document, "ladder", 2, -1)["ladder"] == ["7", "7 vip", "sol"]
    assert move_row(document, "ladder", 0, 1)["ladder"] == ["sol", "7", "7 vip"]
    assert move_row(document, "ladder", 0, -1) == move_row(document, "ladder", 2, 1) == document
    assert move_row(document, "ladder", 9, 1) == move_row(document, "values", 0, 1) == document
    assert add_row(document, "ladder") == document


def test_a_paste_says_how_much_of_it_lies_outside_the_sheet():
    blank = blank_table("Vores", "klubben")  # seven levels, three columns
    wide = "\n".join("\t".join(["1"] * 5) for _ in range(9))

    assert cells_left_out(blank, wide, 0, 0) == (2, 2)
    assert cells_left_out(blank, wide, 1, 2) == (3, 4)
    assert cells_left_out(blank, "1\t2\t3", 0, 0) == (0, 0)
    assert paste(blank, wide, 0, 0)["values"]["13"] == [1, 1, 1]
