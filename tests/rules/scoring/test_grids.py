"""A table in cells: whatever is written is read back, and every fault has its cell."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.scoring.document import PRESETS, modern, preset, read_scoring_table
from ledger.rules.scoring.editor.grids import place_of, price, read_grids, text_of, write_grids
from ledger.rules.site.refusal import Refusal
from tests.rules.scoring.document.documents import documents


def in_cells(document):
    return {grid.key: grid.rows for grid in write_grids(document)}


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_written_in_cells_is_read_back_unchanged(code):
    assert read_grids(in_cells(preset(code))) == preset(code)


@given(documents())
def test_any_readable_document_comes_back_as_the_same_table(document):
    try:
        scoring_table = read_scoring_table(document)
    except Refusal:
        return

    back = read_grids(in_cells(modern(document)))

    assert read_scoring_table(back) == scoring_table
    assert read_grids(in_cells(back)) == back


@given(st.data())
def test_what_was_typed_is_kept_even_where_it_cannot_be_read(data):
    document = preset("esmakker-wikipedia")
    level = data.draw(st.sampled_from(list(document["values"])))
    typed = data.draw(st.text("0123456789/,.+-x ½", min_size=1).map(str.strip).filter(bool))
    cells = in_cells(document)
    at = [row[0] for row in cells["values"]].index(level)
    cells["values"] = [*cells["values"][:at], (level, typed, *cells["values"][at][2:]), *cells["values"][at + 1 :]]

    once = read_grids(cells)
    second = read_grids(in_cells(once))

    assert second == once
    assert once["values"][level][1:] == document["values"][level][1:]


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


def test_four_numbers_are_written_as_they_are_typed():
    four = {"made": 73, "over": 1, "lost": 73, "under": 5}

    assert text_of(four) == "73 +1 / -73 -5"
    assert price(text_of(four)) == four


def test_an_extra_that_always_counts_and_a_price_without_a_name_are_kept():
    cells = in_cells(preset("it-whist"))
    cells["multipliers"] = [("Altid", "Always", "", "", "", "", "", "", "2", "")]
    cells["facts"] = [*cells["facts"], ("pair_book.price", "3")]

    document = read_grids(cells)

    assert document["multipliers"] == [{"when": {}, "label": {"da": "Altid", "en": "Always"}, "mult": 2}]
    assert document["pair_book"] == {"price": 3}


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
        ("esmakker-wikipedia", ("choices", "lost", "under", "da"), " ", ("choices", 1, 2)),
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


def test_rows_without_text_are_left_out():
    cells = in_cells(preset("it-whist"))
    cells["nolo"] = [*cells["nolo"], ("", " ", "")]

    assert read_grids(cells) == preset("it-whist")
