"""Any workbook or separated text is read as rows of values, exact numbers and days among them, or refused."""

from datetime import date
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import Workbook

from ledger.spreadsheets.imports.old_book import read_old_book
from ledger.spreadsheets.site.book_reading import UnreadableCell
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook
from tests.spreadsheets.site.workbooks import BOOK, BOOK_RELS, RELATION, parts_with, zip_parts

LIMITS = Limits(packed=10**6, unzipped=10**7, tags=10**5, attributes=10**5, rows=5000, columns=60)
ROWS = "Dato;Nr;Anna;Bodil\r\n12/3-14;1;0,5;-0,5\r\n;;;\r\n\r\nBoså;2;1;-1\r\n"
VALUES = [(1, ("Dato", "Nr", "Anna", "Bodil")), (2, ("12/3-14", "1", "0,5", "-0,5")), (5, ("Boså", "2", "1", "-1"))]


def rows_of(data: bytes) -> list[tuple[int, tuple[object, ...]]]:
    [sheet] = read_old_book(data, LIMITS)
    return [(number, tuple(values)) for number, values in sheet.rows]


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
    sheet.merge_cells("A2:A4")
    book.save(content := BytesIO())

    [read] = read_old_book(content.getvalue(), LIMITS)

    assert [(number, tuple(values)) for number, values in read.rows] == [
        (1, ("Dato", "Point")),
        (2, (date(2014, 3, 12), Fraction(1, 8), None, "9 vip")),
        (4, (None, Fraction(3, 10))),
    ]
    assert (read.title, list(read.merged)) == ("Sheet", [(2, 1, 4, 1)])


def test_a_formula_is_its_result_and_an_error_its_text() -> None:
    cells = '<c r="B2"><f>1+1</f><v>2</v></c><c r="C2" t="e"><v>#REF!</v></c><c r="D2" t="str"><f>A1</f><v>Anna</v></c>'

    assert rows_in(f'<row r="2">{cells}</row>') == [(2, (None, 2, "#REF!", "Anna"))]


def test_days_that_count_from_1904_are_read_so() -> None:
    day = '<row r="1"><c r="A1" s="1"><v>40248</v></c></row>'
    counts = {"xl/workbook.xml": BOOK.replace("<sheets>", '<workbookPr date1904="1"/><sheets>')}

    assert rows_in(day) == [(1, (date(2010, 3, 11),))]
    assert rows_in(day, **counts) == [(1, (date(2014, 3, 12),))]


@pytest.mark.parametrize(
    ("cell", "place", "fault"),
    [
        ('<row r="5"><c r="B5"><f>1+1</f></c></row>', (5, 2), "a formula without a result"),
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', (1048576, 16384), "beyond the last row or column"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(cell: str, place: tuple[int, int], fault: str) -> None:
    with pytest.raises(UnreadableCell) as refused:
        rows_in(cell)

    assert (refused.value.sheet, refused.value.row, refused.value.column) == ("Ark", *place)
    assert refused.value.fault.value == fault


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", BookFault.NO_WORKBOOK),
        (b"\x00\x01\x02;;;", BookFault.NO_WORKBOOK),
        (b"<html><table><tr><td>1;2</td></tr></table></html>", BookFault.NO_WORKBOOK),
        (b"one column only\nof words\n", BookFault.NO_WORKBOOK),
        (b"a;b\n" * 300_000, BookFault.TOO_LARGE),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), BookFault.OLD_EXCEL),
    ],
)
def test_what_is_no_book_is_refused(data: bytes, fault: BookFault) -> None:
    with pytest.raises(UnreadableBook) as refused:
        read_old_book(data, LIMITS)

    assert refused.value.fault is fault


def test_a_text_with_too_many_rows_is_refused_where_it_goes_on() -> None:
    with pytest.raises(UnreadableCell) as refused:
        read_old_book(b"a;b\n" * 5001, LIMITS)

    assert refused.value.row == 5001


def test_a_book_that_takes_numbers_from_other_files_is_refused() -> None:
    link = f'<Relationship Id="r9" Type="{RELATION}/externalLink" Target="externalLinks/externalLink1.xml"/>'
    parts = {"xl/_rels/workbook.xml.rels": BOOK_RELS.replace("</Relationships>", f"{link}</Relationships>")}

    with pytest.raises(UnreadableBook) as refused:
        rows_in('<row r="1"><c r="A1"><v>7</v></c></row>', **parts)

    assert refused.value.fault is BookFault.LINKED
