"""The workbook of a verdict: the book's own cells, coloured and commented in place, and nothing in them runs."""

from datetime import date
from fractions import Fraction
from io import BytesIO

from openpyxl import load_workbook

from ledger.spreadsheets.imports.old_book import CellRemark, OldSheet, RemarkColour, write_verdict_book

HOSTILE = '=HYPERLINK("https://example.org")\x00'
WORDS = ("Remarks", {RemarkColour.DOUBT: "In doubt"}, ["Sheet", "Cell", "Remark", "Becomes"])


def test_cells_keep_their_place_and_value_and_texts_stay_texts():
    row = (HOSTILE, -4, Fraction(1, 8), date(2014, 3, 12), None, 10**20, "#N/A")
    remark = CellRemark("Ark/1", "B3", 3, 2, 3, HOSTILE, HOSTILE, RemarkColour.DOUBT)

    content = write_verdict_book(*WORDS, [remark], [OldSheet("Ark/1", [(3, row)]), OldSheet("", [])])

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
    assert [cell.fill.fgColor.rgb[-6:] for cell in sheet[3]][1:3] == [RemarkColour.DOUBT.value] * 2


def test_a_remark_beyond_the_last_cell_has_a_cell_of_its_own():
    remark = CellRemark("Ark", "D2", 2, 4, 4, "missing", "Left out", RemarkColour.ADVICE)

    book = load_workbook(BytesIO(write_verdict_book(*WORDS, [remark], [OldSheet("Ark", [(2, ("x",))])])))

    assert book["Ark"]["D2"].comment.text == "missing"
