"""A table in the making: begun from nothing, changed row by row, filled by a rule or from a spreadsheet."""

import copy
from fractions import Fraction

import pytest

from ledger.rules.scoring.checker.checking import check_scoring_table, is_hindrance
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.editor.drafting import (
    add_column,
    add_row,
    begun_table,
    blank_table,
    drop_row,
    fill,
    paste,
    set_levels,
)
from tests.support.refusing import refused_at


def blank():
    return blank_table("Vores takst", "Klubben")


def values(document):
    return [row for _level, row in sorted(document["values"].items(), key=lambda row: int(row[0]))]


def test_a_blank_table_can_be_read_and_lacks_every_price():
    scoring_table = read_scoring_table(blank())

    assert len(scoring_table.missing_prices) == 7 * 3 + 4
    assert [column.code for column in scoring_table.columns] == ["plain", "gode", "vip"]


@pytest.mark.parametrize(
    ("nine", "vip", "unit", "row"),
    [
        (3, 6, 8, {"plain": (24, "3"), "vip": (48, "6"), "paahaeng": None}),
        (Fraction(1, 3), Fraction(13, 20), 120, {"plain": (40, "1/3"), "vip": (78, "13/20"), "paahaeng": None}),
        (2, None, 8, {"plain": (16, "2"), "paahaeng": None}),
    ],
)
def test_a_table_is_begun_with_what_a_nine_pays(nine, vip, unit, row):
    document = begun_table("Vores takst", "Klubben", Fraction(nine), vip if vip is None else Fraction(vip))

    scoring_table = read_scoring_table(document)

    priced = {code: price.made for code, price in scoring_table.prices[9].items() if price}
    assert (scoring_table.unit_denominator, list(scoring_table.prices[9])) == (unit, list(row))
    assert priced == {code: cell[0] for code, cell in row.items() if cell}
    typed = [str(cell) for cell in document["values"]["9"] if cell is not None]
    assert typed == [cell[1] for cell in row.values() if cell]
    assert len(scoring_table.missing_prices) == 7 * len(row) - len(priced) + 4
    assert not any(is_hindrance(remark) for remark in check_scoring_table(document))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: add_column(document, "halve", None),
        lambda document: drop_row(document, "columns", 1),
        lambda document: set_levels(document, 8, 12),
        lambda document: fill(document, "1", "2", ["1", "2", "2"], only_empty=True),
        lambda document: paste(document, "1\t2\t2", 0, 0)[0],
        *[lambda document, section=section: add_row(document, section) for section in ("nolo", "penalties", "flags")],
        *[lambda document, section=section: add_row(document, section) for section in ("overrides", "multipliers")],
        lambda document: add_row(document, "tricks_map"),
        lambda document: drop_row(document, "nolo", 0),
    ],
)
def test_every_change_gives_a_readable_table_and_leaves_the_old_one_alone(change):
    before = blank()
    kept = copy.deepcopy(before)

    after = change(before)

    assert before == kept
    assert after != before
    read_scoring_table(after)


def test_an_outcome_is_dropped():
    euchre = preset("call-ace-euchre")

    assert drop_row(euchre, "roles", 0)["roles"] == euchre["roles"][1:]


def test_a_column_is_added_without_prices_and_dropped_with_them():
    priced = preset("it-whist")

    wider = add_column(priced, "kvarte", None)
    back = drop_row(wider, "columns", len(priced["columns"]))

    assert wider["columns"][-1]["alone"] == "forced"
    assert [row[-1] for row in values(wider)] == [None] * len(priced["values"])
    assert back == priced


def test_levels_that_stay_keep_their_prices():
    priced = fill(blank(), "1", "2", ["1", "", ""], only_empty=True)

    assert [row[0] for row in values(set_levels(priced, 6, 8))] == [None, 1, 2]


def test_the_sheet_of_danish_wikipedia_is_a_first_value_a_doubling_and_a_factor_per_column():
    printed = preset("esmakker-wikipedia")
    empty = printed | {"values": {level: [None] * 9 for level in printed["values"]}}

    filled = fill(empty, "1/8", "2", ["1", "2", "2", "2", "2", "2", "2", "4", "8"], only_empty=True)

    assert filled == printed


def test_only_empty_cells_are_filled_unless_all_are_asked_for():
    half, _left_out = paste(blank(), "5", 0, 0)

    assert values(fill(half, "1", "2", ["1", "1", "1"], only_empty=True))[0] == [5, 1, 1]
    assert values(fill(half, "1", "2", ["1", "1", "1"], only_empty=False))[0] == [1, 1, 1]


@pytest.mark.parametrize(
    "block",
    [
        "1\t2\t2\n2\t4\t4\n",
        "1\t2\t2\r\n2\t4\t4\r\n",
        "Trin\tAlm.\tGode\tVip\n7\t1\t2\t2\n8\t2\t4\t4\n",
        "7\t1\t2\t2\n8\t2\t4\t4",
        '"1"\t"2"\t"2"\n2\t4\t4',
    ],
)
def test_a_block_from_a_spreadsheet_fills_the_sheet_with_or_without_its_headings(block):
    assert values(paste(blank(), block, 0, 0)[0])[:3] == [[1, 2, 2], [2, 4, 4], [None, None, None]]


def test_a_block_is_laid_in_from_the_cell_on_and_cut_at_the_edge():
    filled, _left_out = paste(blank(), "1/8\t0,25\tx\n½\t\t9\n", 5, 1)

    assert values(filled)[5:] == [[None, "1/8", "1/4"], [None, "1/2", None]]


def test_a_cell_that_is_no_price_is_kept_and_pointed_out():
    filled, _left_out = paste(blank(), "1\tto\t3", 0, 0)

    assert values(filled)[0] == [1, "to", 3]
    assert "values.7.gode" in [remark.path for remark in check_scoring_table(filled) if remark.is_error]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda document: add_column(document, "plain", None), "attachment"),
        (lambda document: add_column(document, "vip", 1), "attachment"),
        (lambda document: add_column(document, "stars", None), "attachment"),
        (lambda document: set_levels(document, 9, 8), "levels"),
        (lambda document: fill(document, "", "2", ["1"], only_empty=True), "first"),
        (lambda document: fill(document, "x", "2", ["1"], only_empty=True), "first"),
        (lambda document: fill(document, "1", "to", ["1"], only_empty=True), "step"),
        (lambda document: fill(document, "1", "2", ["1", "?"], only_empty=True), "factor.1"),
        (lambda document: paste(document, "", 0, 0), "pasted"),
        (lambda document: paste(document, "Alm.\tGode", 0, 0), "pasted"),
        (lambda document: paste(document, "hej", 0, 0), "pasted"),
        (lambda document: paste(document, "1" * 20_001, 0, 0), "pasted"),
    ],
)
def test_what_cannot_be_done_is_refused_beside_its_field(change, field):
    with refused_at(field):
        change(blank())
