"""A scoring table's document as grids of cells, typed over and read back."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.scoring.document import PRESETS, modern, preset, read_scoring_table
from ledger.rules.scoring.editor.drafting import (
    add_bid,
    add_row,
    blank_table,
    move_row,
    paste,
    set_ladder,
)
from ledger.rules.scoring.editor.grids import (
    bid_code,
    bids,
    grids,
    in_the_other_language,
    place_of,
    price,
    text_in,
    type_cells,
)
from ledger.rules.site.refusal import Refusal
from tests.rules.scoring.document.documents import documents
from tests.support.refusing import refused_at


def type_again(document):
    """A document after every cell that a page shows was typed as it stands, but the names: one follows the other."""
    texts = {
        (key, row, column): text_in(record, heading.key)
        for key, rows in grids(document).items()
        for row, cells in enumerate(rows)
        for column, (record, heading) in enumerate(cells)
        if heading.label and in_the_other_language(heading.key) is None
    }
    return type_cells(document, texts)


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_of_which_every_cell_is_typed_as_it_stands_is_unchanged(code):
    assert type_again(preset(code)) == preset(code)


@given(documents())
def test_any_readable_document_comes_back_as_the_same_table(document):
    try:
        scoring_table = read_scoring_table(document)
    except Refusal:
        return

    back = type_again(modern(document))

    assert read_scoring_table(back) == scoring_table
    assert type_again(back) == back


@given(st.data())
def test_what_was_typed_is_kept_even_where_it_cannot_be_read(data):
    document = preset("esmakker-wikipedia")
    row = data.draw(st.integers(0, len(document["values"]) - 1))
    typed = data.draw(st.text("0123456789/,.+-x ½", min_size=1).map(str.strip).filter(bool))

    once = type_cells(document, {("values", row, 1): typed})

    level = str(7 + row)
    assert type_again(once) == once
    assert once["values"].pop(level)[1:] == document["values"].pop(level)[1:]
    assert once == document


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("4", 4),
        ("1/8", "1/8"),
        ("2/16", "1/8"),
        ("0,25", "1/4"),
        ("1½", "3/2"),
        ("73 +1 / -73 -5", {"made": 73, "over": 1, "lost": 73, "under": 5}),
        ("73+1/-73-5", {"made": 73, "over": 1, "lost": 73, "under": 5}),
        ("1/8+1/8/-0-1/4", {"made": "1/8", "over": "1/8", "lost": 0, "under": "1/4"}),
        ("½ + ¼/-1½ -1 1/2", {"made": "1/2", "over": "1/4", "lost": "3/2", "under": "3/2"}),
        ("fire", "fire"),
        ("0,333333333333333", "0,333333333333333"),
        ("73+1", "73+1"),
    ],
)
def test_a_price_is_one_number_or_four(typed, value):
    assert price(typed) == value


def test_an_extra_that_always_counts_is_kept():
    document = preset("it-whist")
    document["multipliers"] = [{"when": {"trump": "clubs"}, "label": {"da": "Altid", "en": "Always"}, "mult": 2}]
    place = place_of("multipliers.0.when.trump", document)

    always = type_cells(document, {place: ""})

    assert always["multipliers"] == [{"when": {}, "label": {"da": "Altid", "en": "Always"}, "mult": 2}]


@pytest.mark.parametrize(
    ("preset_code", "path", "value", "place"),
    [
        ("esmakker-wikipedia", ("values", "9", 7), "to", ("values", 2, 8)),
        ("esmakker-wikipedia", ("nolo", 1, "max_tricks"), 14, ("nolo", 1, 4)),
        ("esmakker-wikipedia", ("nolo", 1, "made"), "x", ("nolo", 1, 6)),
        ("esmakker-wikipedia", ("rules", "lost"), "never", ("facts", 11, 1)),
        ("esmakker-wikipedia", ("columns", 2, "trump"), "stars", ("columns", 2, 5)),
        ("esmakker-wikipedia", ("unit_denominator",), "8", ("facts", 4, 1)),
        ("esmakker-wikipedia", ("multipliers", 0, "when", "trump"), "stars", ("multipliers", 0, 4)),
        ("esmakker-wikipedia", ("ladder", 3), "14", ("ladder", 3, 0)),
        ("call-ace-euchre", ("roles", 1, "maker", "5"), -1, ("roles", 1, 6)),
        ("es-makker-points", ("tricks_map", "13"), 27, ("tricks_map", 0, 1)),
        ("whist-scoreboard", ("penalties", 0, "offender"), "x", ("penalties", 0, 3)),
        ("whistklubben", ("drawn", 1), "x", ("facts", 29, 1)),
    ],
)
def test_a_fault_is_found_in_its_cell(preset_code, path, value, place):
    document = copy.deepcopy(preset(preset_code))
    *parents, last = path
    spoiled = document
    for part in parents:
        spoiled = spoiled[part]
    spoiled[last] = value

    with pytest.raises(Refusal) as refused:
        read_scoring_table(document)

    assert place_of(refused.value.field, document) == place


def test_a_fault_of_the_whole_has_no_cell():
    assert place_of("nothing.known", preset("it-whist")) is None


def test_what_is_emptied_is_left_out():
    document = preset("it-whist") | {"overrides": [{"level": 7, "tricks": 13, "amount": 5}], "pair_book": None}
    places = [("overrides", 0, column) for column in range(4)]

    assert type_cells(document, dict.fromkeys(places, " ")) == preset("it-whist")


# The ladder by the names of its contracts, in both languages, typed, pasted, chosen and moved.


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
    typed = {("ladder", row, 0): name for row, name in enumerate(("7", "Sol", "7 Vip", "Dobbelt bordlægger"))}

    assert type_cells(QUARTER, typed)["ladder"][:4] == ["7", "sol", "7 vip", "dobbelt_bordlaegger"]


def test_a_count_that_is_cleared_to_be_typed_anew_keeps_its_row():
    cleared = type_cells(preset("it-whist") | {"tricks_map": {"13": 14}}, {("tricks_map", 0, 1): ""})

    assert place_of("tricks_map.13", cleared) == ("tricks_map", 0, 1)
    assert type_cells(cleared, {("tricks_map", 0, 1): "15"})["tricks_map"] == {"13": 15}


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

    assert paste(blank, wide, 0, 0)[1] == (2, 2)
    assert paste(blank, wide, 1, 2)[1] == (3, 4)
    assert paste(blank, "1\t2\t3", 0, 0)[1] == (0, 0)
    assert paste(blank, wide, 0, 0)[0]["values"]["13"] == [1, 1, 1]
