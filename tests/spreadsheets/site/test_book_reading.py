"""Workbooks handed in by strangers: read as text, or refused at once."""

import io
import random
import tracemalloc
import zipfile
from contextlib import suppress
from zipfile import ZIP_STORED, ZipFile

import pytest
from openpyxl import Workbook

from ledger.spreadsheets.site.book_reading import UnreadableCell, read_book
from ledger.spreadsheets.site.sheet_cells import CellFault
from ledger.spreadsheets.site.zipped_parts import Limits, UnreadableBook
from tests.spreadsheets.site.workbooks import (
    SHEET,
    far_larger_than_it_says,
    parts_with,
    sheets,
    zip_parts,
)
from tests.support.processor import at_most

LIMITS = Limits(packed=1_000_000, unzipped=5_000_000, tags=150_000, attributes=300_000, rows=2_000, columns=60)


def read(content):
    return read_book(content, LIMITS)


def cells_of(rows, texts=""):
    (sheet,) = read(zip_parts(parts_with(rows, texts)))
    return sheet.cells


# --- what a cell says


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('<c r="A1"><v>0.125</v></c>', "0.125"),
        ('<c r="A1"><v>0.30000000000000004</v></c>', "0.3"),
        ('<c r="A1"><v>1.5E2</v></c>', "150"),
        ('<c r="A1"><v>1E300</v></c>', "1E+300"),
        ('<c r="A1"><v>7</v></c>', "7"),
        ('<c r="A1" s="3"><v>-7.50</v></c>', "-7.5"),
        ('<c r="A1" t="b"><v>1</v></c>', "true"),
        ('<c r="A1" t="str"><f>A2</f><v>1/8</v></c>', "1/8"),
        ('<c r="A1" t="s"><v>0</v></c>', "to_tre x0041_"),
        ('<c r="A1" t="inlineStr"><is><r><t>1</t></r><r><t>/8</t></r><rPh><t>nej</t></rPh></is></c>', "1/8"),
        ('<c t="inlineStr"><is><t>uden adresse</t></is></c>', "uden adresse"),
    ],
)
def test_a_cell_is_read_as_exact_text(cell, text):
    shared = "<si><r><t>to</t></r><r><t>_x005F_tre x0041_</t></r></si>"

    assert cells_of(f'<row r="1">{cell}</row>', shared) == {(1, 1): text}


@pytest.mark.parametrize(
    ("cell", "fault", "text"),
    [
        ('<c r="B3" s="1"><v>46235</v></c>', CellFault.DATE, "46235"),
        ('<c r="B3" s="2"><v>46235</v></c>', CellFault.DATE, "46235"),
        ('<c r="B3" t="d"><v>2026-08-01</v></c>', CellFault.DATE, "2026-08-01"),
        ('<c r="B3" t="e"><v>#REF!</v></c>', CellFault.ERROR, "#REF!"),
        ('<c r="B3"><f>1+1</f></c>', CellFault.NO_RESULT, ""),
        ('<c r="B3"><f>1+1</f><v/></c>', CellFault.NO_RESULT, ""),
        (f'<c r="B3"><v>{"9" * 100_000}</v></c>', CellFault.TOO_LONG, ""),
        (f'<c r="B3" t="inlineStr"><is><t>{"x" * 40_000}</t></is></c>', CellFault.TOO_LONG, ""),
    ],
)
def test_a_cell_that_is_no_text_is_refused_with_its_place(cell, fault, text):
    with pytest.raises(UnreadableCell) as refused:
        cells_of(f'<row r="3">{cell}</row>')

    refusal = refused.value
    assert (refusal.sheet, refusal.row, refusal.column, refusal.fault, refusal.text) == ("Ark", 3, 2, fault, text)


def test_a_long_text_is_refused_where_it_stands_however_many_cells_refer_to_it():
    with pytest.raises(UnreadableCell) as refused:
        cells_of('<row r="3">' + '<c t="s"><v>0</v></c>' * 60 + "</row>", f"<si><t>{'x' * 40_000}</t></si>")

    assert (refused.value.row, refused.value.column, refused.value.fault) == (3, 1, CellFault.TOO_LONG)


@pytest.mark.parametrize(
    ("reference", "row", "column"),
    [("XFD1", 1, 16_384), ("A1048576", 1_048_576, 1), ("BI7", 7, 61), ("A2001", 2001, 1)],
)
def test_what_stands_too_far_out_is_refused_where_it_stands(reference, row, column):
    with pytest.raises(UnreadableCell) as refused:
        cells_of(f'<row r="{row}"><c r="{reference}"><v>1</v></c></row>')

    assert (refused.value.row, refused.value.column, refused.value.fault) == (row, column, CellFault.FAR_OUT)


# --- files that are made to be slow, or spoiled


def empty_workbook():
    content = io.BytesIO()
    Workbook().save(content)
    return content.getvalue()


def test_a_part_far_larger_than_it_says_takes_no_memory():
    content = far_larger_than_it_says(100)
    tracemalloc.start()
    with suppress(UnreadableBook):
        read(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 10_000_000


def test_what_a_sheet_claims_of_its_size_and_styled_empty_cells_far_away_do_not_matter():
    rows = '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="1"/></row><row r="1048576" s="1"/>'
    parts = parts_with(rows)
    parts[SHEET] = parts[SHEET].replace("A1:A1", "A1:XFD1048576")

    assert read(zip_parts(parts))[0].cells == {(2, 1): "1"}


def test_a_workbook_as_full_as_it_may_be_is_read_in_a_second_or_so():
    row = "<row>" + "<c><v>1</v></c>" * 36 + "</row>"
    parts = sheets(40) | {f"xl/worksheets/sheet{n}.xml": f"<a>{row * 25}</a>" for n in range(40)}

    with at_most(seconds=2):
        book = read(zip_parts(parts))

    assert sum(len(sheet.cells) for sheet in book) == 40 * 25 * 36


def test_a_spoiled_file_is_read_or_refused_but_never_breaks_anything():
    """Bytes changed anywhere in a real file, unzipped so that they reach the XML too."""
    sound = io.BytesIO()
    with ZipFile(io.BytesIO(empty_workbook())) as archive, ZipFile(sound, "w", ZIP_STORED) as plain:
        for name in archive.namelist():
            plain.writestr(zipfile.ZipInfo(name), archive.read(name))
    dice = random.Random(7)
    for _ in range(400):
        content = bytearray(sound.getvalue())
        for _ in range(dice.randint(1, 6)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        with suppress(UnreadableBook, UnreadableCell):
            read(bytes(content))
