"""A book that was kept elsewhere, read from any workbook or text, given back with the verdict on it."""

from contextlib import suppress
from datetime import date
from fractions import Fraction
from io import BytesIO
from random import Random
from zipfile import ZIP_STORED, ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import CellPlace
from ledger.spreadsheets.imports.old_book import (
    ADVICE,
    DOUBT,
    EMPTY,
    NO_BOOK,
    OLD_EXCEL,
    TOO_LARGE,
    CellRemark,
    read_book,
    write_verdict_book,
)
from tests.spreadsheets.imports.workbooks import BOOK, file_of, file_with, parts_with, zip_parts

ROWS = "Dato;Nr;Anna;Bodil\r\n12/3-14;1;0,5;-0,5\r\n;;;\r\n\r\nBoså;2;1;-1\r\n"
VALUES = [(1, ("Dato", "Nr", "Anna", "Bodil")), (2, ("12/3-14", "1", "0,5", "-0,5")), (5, ("Boså", "2", "1", "-1"))]


def rows_of(data: bytes) -> list[tuple[int, tuple[object, ...]]]:
    [sheet] = sheets_of(read_book(data))
    return [(row.number, tuple(row.values)) for row in sheet.rows]


def rows_in(cells: str, texts: str = "", **parts: str) -> list[tuple[int, tuple[object, ...]]]:
    return rows_of(zip_parts(parts_with(cells, texts) | parts))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_separated_text_is_read_in_the_encodings_of_spreadsheet_programs(encoding: str, separator: str) -> None:
    assert rows_of(ROWS.replace(";", separator).encode(encoding)) == VALUES


def test_a_comma_parts_values_where_nothing_else_does() -> None:
    assert rows_of(b'Dato,Nr,"Bo, den store"\n12/3-14,1,4\n') == [
        (1, ("Dato", "Nr", "Bo, den store")),
        (2, ("12/3-14", "1", "4")),
    ]


def test_a_workbooks_numbers_are_exact_and_its_days_are_days() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Dato", "Point"])
    sheet.append([date(2014, 3, 12), 0.125, None, "9 vip", "  "])
    sheet["B4"] = 0.1 + 0.2

    [read] = sheets_of(read_book(file_of(book)))

    assert [(row.number, tuple(row.values)) for row in read.rows] == [
        (1, ("Dato", "Point")),
        (2, (date(2014, 3, 12), Fraction(1, 8), None, "9 vip")),
        (4, (None, Fraction(3, 10))),
    ]
    assert read.title == "Sheet"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ('<c r="A1"><v>0.125</v></c>', Fraction(1, 8)),
        ('<c r="A1"><v>0.30000000000000004</v></c>', Fraction(3, 10)),
        ('<c r="A1"><v>1.1</v></c>', Fraction(11, 10)),
        ('<c r="A1"><v>1.5E2</v></c>', 150),
        ('<c r="A1"><v>1E300</v></c>', 10**300),
        ('<c r="A1"><v>7</v></c>', 7),
        ('<c r="A1" s="3"><v>-7.50</v></c>', Fraction(-15, 2)),
        ('<c r="A1" t="b"><v>1</v></c>', 1),
        ('<c r="A1" s="1"><v>41710.75</v></c>', date(2014, 3, 12)),
        ('<c r="A1" s="1"><v>0.75</v></c>', "18:00:00"),
        ('<c r="A1" t="d"><v>2014-03-12</v></c>', date(2014, 3, 12)),
        ('<c r="A1" t="str"><f>A2</f><v>1/8</v></c>', "1/8"),
        ('<c r="A1" t="s"><v>0</v></c>', "to_tre"),
        (
            '<c r="A1" t="inlineStr"><is><r><t>1</t></r><r><t>/8</t></r><rPh sb="0" eb="1"><t>nej</t></rPh></is></c>',
            "1/8",
        ),
        ('<c r="A1" t="inlineStr"><is><t>to_x005F_x0041_</t></is></c>', "to_x0041_"),
        ('<c t="inlineStr"><is><t>uden adresse</t></is></c>', "uden adresse"),
    ],
)
def test_a_cell_is_read_exactly(cell: str, value: object) -> None:
    assert rows_in(f'<row r="1">{cell}</row>', "<si><r><t>to</t></r><r><t>_tre</t></r></si>") == [(1, (value,))]


def test_a_formula_is_its_result_and_an_error_its_text() -> None:
    cells = '<c r="B2"><f>1+1</f><v>2</v></c><c r="C2" t="e"><v>#REF!</v></c><c r="D2" t="str"><f>A1</f><v>Anna</v></c>'
    no_text = '<c r="E2" t="str"><f>""</f><v></v></c><c r="F2" s="1"/>'

    assert rows_in(f'<row r="2">{cells}{no_text}</row>') == [(2, (None, 2, "#REF!", "Anna"))]


def test_days_that_count_from_1904_are_read_so() -> None:
    day = '<row r="1"><c r="A1" s="1"><v>40248</v></c></row>'
    counts = {"xl/workbook.xml": BOOK.replace("<sheets>", '<workbookPr date1904="1"/><sheets>')}

    assert rows_in(day) == [(1, (date(2010, 3, 11),))]
    assert rows_in(day, **counts) == [(1, (date(2014, 3, 12),))]


@pytest.mark.parametrize(
    ("cell", "place", "fault"),
    [
        ('<row r="5"><c r="B5"><f>1+1</f></c></row>', "row 5, column B", "The formula has no result."),
        ('<row r="5"><c r="B5"><f>1+1</f><v/></c></row>', "row 5, column B", "The formula has no result."),
        (
            '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
            "row 1048576, column XFD",
            "A sheet has at most 20,000 rows",
        ),
        ('<row r="20001"><c r="A20001"><v>1</v></c></row>', "row 20001, column A", "A sheet has at most 20,000 rows"),
        ('<row r="7"><c r="KO7"><v>1</v></c></row>', "row 7, column KO", "A sheet has at most 20,000 rows"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(cell: str, place: str, fault: str) -> None:
    with pytest.raises(Refusal) as refused:
        rows_in(cell)

    assert str(refused.value).startswith(f"Sheet Ark, {place}: {fault}")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", NO_BOOK),
        (b"\x00\x01\x02;;;", NO_BOOK),
        (b"<html><table><tr><td>1;2</td></tr></table></html>", NO_BOOK),
        (b"one column only\nof words\n", NO_BOOK),
        (b"\n;\n;;\n", EMPTY),
        (zip_parts(parts_with('<row r="1"><c r="A1" s="1"/></row>')), EMPTY),
        (b"a;b\n" * 1_500_000, TOO_LARGE),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), OLD_EXCEL),
    ],
)
def test_what_is_no_book_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_book(data)

    assert refused.value.message == fault


def test_of_a_seasons_workbook_only_the_deals_are_read() -> None:
    book = Workbook()
    for title in ("Årsberetning", "Spil", "Kontrol", "Posteringer"):
        book.create_sheet(title).append(["=1+1" if title == "Kontrol" else title])

    read = [(sheet["title"], [*sheet["rows"]]) for sheet in read_book(file_of(book))]

    assert [(title, rows) for title, rows in read if rows] == [("Spil", [(1, ["Spil"])])]
    assert len(read) == 5


def test_a_spoiled_file_is_read_or_refused_but_never_breaks_anything() -> None:
    """Bytes changed anywhere in a real file, unzipped so that they reach the XML too."""
    with ZipFile(BytesIO(file_with([["Anna", 1]]))) as archive:
        sound = zip_parts({name: archive.read(name) for name in archive.namelist()}, ZIP_STORED)
    dice = Random(7)
    for _ in range(200):
        content = bytearray(sound)
        for _ in range(dice.randint(1, 6)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        with suppress(Refusal):
            read_book(bytes(content))


# The workbook of a verdict: the book's own cells, coloured and commented in place, and nothing in them runs.


HOSTILE = '=HYPERLINK("https://example.org")\x00'
WORDS = ("Remarks", {DOUBT: "In doubt"}, ["Sheet", "Cell", "Remark", "Becomes"])


def test_cells_keep_their_place_and_value_and_texts_stay_texts():
    row = (HOSTILE, -4, Fraction(1, 8), date(2014, 3, 12), None, 10**20, "#N/A")
    remark = CellRemark(CellPlace("Ark/1", 3, 2, 3), HOSTILE, HOSTILE, DOUBT)

    content = write_verdict_book(*WORDS, [remark], [("Ark/1", [(3, row)]), ("", [])])

    book = load_workbook(BytesIO(content))
    assert book.sheetnames == ["Remarks", "Ark 1", "1"]
    sheet = book["Ark 1"]
    values = [cell.value.date() if cell.is_date else cell.value for cell in sheet[3]]
    assert values == [
        HOSTILE.replace("\x00", "\ufffd"),
        -4,
        0.125,
        date(2014, 3, 12),
        None,
        str(10**20),
        "#N/A",
    ]
    assert {cell.data_type for cells in (*sheet, *book["Remarks"]) for cell in cells} <= {"s", "n", "d"}
    assert [bool(cell.comment) for cell in sheet[3]][:4] == [False, True, False, False]
    assert [cell.fill.fgColor.rgb[-6:] for cell in sheet[3]][1:3] == [DOUBT] * 2


def test_a_remark_beyond_the_last_cell_has_a_cell_of_its_own():
    remark = CellRemark(CellPlace("Ark", 2, 4), "missing", "Left out", ADVICE)

    book = load_workbook(BytesIO(write_verdict_book(*WORDS, [remark], [("Ark", [(2, ("x",))])])))

    assert book["Ark"]["D2"].comment.text == "missing"
