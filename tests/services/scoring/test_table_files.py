"""A scoring table as files: what goes out comes back unchanged, and a fault is named by its place."""

import io
import json
from datetime import UTC, datetime
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from openpyxl import load_workbook

from ledger.queries.scoring.table_files import table_sheets
from ledger.rules.scoring.document import modern, read_scoring_table
from ledger.rules.scoring.editor.json_text import json_text
from ledger.rules.scoring.presets import PRESETS, preset
from ledger.rules.site.refusal import Refusal, in_english
from ledger.services.scoring.table_files import document_from_file
from ledger.spreadsheets.scoring.table_book import ScoringTableBook
from ledger.spreadsheets.scoring.table_writing import write_table_book
from tests.conftest import Convert
from tests.rules.scoring.document.documents import documents
from tests.rules.site.languages import values_in
from tests.support import presets
from tests.support.processor import at_most

MADE_AT = datetime(2026, 9, 3, tzinfo=UTC)


def book_of(document, language="da"):
    """The file of a document."""
    sheets = table_sheets(document)
    return write_table_book(ScoringTableBook("Takst", MADE_AT, sheets), language)


@cache
def book_of_preset(code, language):
    return book_of(preset(code), language)


# --- out and back


A_FEW = [(code, ("da", "en")[at % 2]) for at, code in enumerate(presets.A_FEW)]
THE_OTHERS = [
    pytest.param(*either, marks=pytest.mark.long) for either in product(PRESETS, ("da", "en")) if either not in A_FEW
]


@pytest.mark.parametrize(("code", "language"), [*A_FEW, *THE_OTHERS])
def test_a_preset_comes_back_unchanged(code, language):
    assert document_from_file(book_of_preset(code, language)) == preset(code)


@settings(max_examples=6)
@given(documents())
def test_a_readable_document_comes_back_as_the_same_table_and_in_the_end_as_the_same_document(document):
    """A price may be spelled anew, 1/2 for 0,5; that spelling stays."""
    try:
        scoring_table = read_scoring_table(document)
    except Refusal:
        return

    back = document_from_file(book_of(modern(document)))

    assert read_scoring_table(back) == scoring_table
    assert document_from_file(book_of(back)) == back


@pytest.mark.parametrize(
    ("code", "first", "last"),
    [("esmakker-wikipedia", "1/8", 2), pytest.param("es-makker-points", "0 +0 / -0 -0", None, marks=pytest.mark.long)],
)
def test_a_workbook_that_a_spreadsheet_program_saved_again_comes_back_unchanged(convert: Convert, code, first, last):
    """The prices have the format of text, so that no program takes 1/8 for a date."""
    saved = convert(book_of(preset(code)), "xlsx")

    assert document_from_file(saved) == preset(code)
    sheet = load_workbook(io.BytesIO(saved))["Takst"]
    assert (sheet["B2"].value, sheet["B2"].number_format, sheet["J3"].value) == (first, "@", last)
    assert sheet.column_dimensions["B"].number_format == "@"  # and so have the rows below


def test_equal_tables_are_equal_files():
    assert book_of(preset("it-whist")) == book_of(preset("it-whist"))


@pytest.mark.parametrize("code", ["whistklubben", "call-ace-euchre"])
def test_json_comes_back_unchanged_whatever_its_encoding(code):
    text = json_text(preset(code))

    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert document_from_file(text.encode(encoding)) == preset(code)


# --- a workbook that somebody has been at


@cache
def opened_workbook():
    """One workbook for all who change a single cell of it and put it back."""
    return load_workbook(io.BytesIO(book_of_preset("esmakker-wikipedia", "da")))


class Sheets:
    """A workbook opened, changed and handed in again."""

    def __init__(self, code="esmakker-wikipedia", language="da", workbook=None):
        self.workbook = workbook or load_workbook(io.BytesIO(book_of_preset(code, language)))

    def __getitem__(self, title):
        return self.workbook[title]

    def read(self):
        content = io.BytesIO()
        self.workbook.save(content)
        return document_from_file(content.getvalue())

    def refusal(self, language="da"):
        with pytest.raises(Refusal) as refused:
            self.read()
        return in_english(refused.value.message, values_in(language, refused.value.params))


def test_sheets_columns_and_rows_may_stand_in_any_order_with_gaps_and_a_title():
    book = Sheets()
    book.workbook.move_sheet("Kolonner", -3)
    book["Takst"].insert_rows(1, 3)
    book["Takst"].move_range("A7:J7", rows=10)
    book["Nolo"].insert_cols(3)
    book["Nolo"].insert_rows(4)
    book["Nolo"]["A4"] = "  "
    book["Regler"].move_range("A2:B2", rows=40)

    assert book.read() == preset("esmakker-wikipedia")


def test_the_two_languages_may_be_mixed_and_a_column_nobody_uses_may_be_gone():
    book = Sheets()
    book["Takst"].title = "prices"
    book["Regler"]["A1"] = "Rule"
    book["Regler"]["A11"] = "The game sums to 0"
    book["Regler"]["B11"] = True
    book["Kolonner"]["F2"] = "chosen"
    book["Kolonner"].delete_cols(8, 2)
    del book.workbook["Straffe"]
    book.workbook.create_sheet("Ark1")

    assert book.read() == preset("esmakker-wikipedia")


def test_a_workbook_of_a_former_release_is_read_though_its_words_have_changed():
    book = Sheets()
    names = [cell.value for cell in book["Regler"]["A"]]
    book["Regler"].cell(names.index("Tabt melding") + 1, 2).value = "V x (1 + undertræk)"
    book["Regler"].cell(names.index("Beløb pr. bet") + 1, 1).value = "Beløb pr. undertræk"

    assert book.read() == preset("esmakker-wikipedia")


def test_prices_are_read_exactly_however_a_program_keeps_them():
    book = Sheets()
    book["Takst"]["B2"] = 0.125
    book["Takst"]["C2"] = 0.1 + 0.15
    book["Takst"]["D2"] = "0,25"
    book["Takst"]["E2"] = "¼"
    book["Takst"]["F2"] = " 2/8 "

    assert book.read() == preset("esmakker-wikipedia")


def test_a_new_column_without_a_heading_among_the_prices_has_none_yet():
    book = Sheets()
    book["Kolonner"].append(["Egen", "Own", "egen", "egen", None, "vælges", "kan være"])

    assert book.read()["values"]["7"][9] is None


@pytest.mark.parametrize(
    ("sheet", "cell", "value", "sentence"),
    [
        ("Takst", "H5", "to", "Sheet Takst, row 5, column H: “to” is not a number of points. Write for example"),
        ("Takst", "B2", "1/3", "Sheet Takst, row 2, column B: Points are counted in steps of 1/8 here; 1/3 does"),
        ("Takst", "B2", 1 / 3, "Sheet Takst, row 2, column B: Points are counted in steps of 1/8 here; 0.333"),
        ("Takst", "B2", -1, "Sheet Takst, row 2, column B: Give a whole number from 0 to 1000000."),
        ("Takst", "B2", MADE_AT.date(), "Sheet Takst, row 2, column B: The cell holds a date. Format it as"),
        ("Takst", "C4", "#REF!", "Sheet Takst, row 4, column C: The cell holds the error #REF!."),
        ("Takst", "C4", "=B4*2", "Sheet Takst, row 4, column C: The formula has no result. Open the workbook and"),
        ("Takst", "A3", 7, "Sheet Takst, row 3, column A: “7” is given twice."),
        ("Takst", "A3", None, "Sheet Takst, row 3, column A: Fill in this cell."),
        ("Takst", "A8", "14", "Sheet Takst, row 8, column A: A level is a whole number from 1 to 13."),
        ("Takst", "C1", "Godt", "Sheet Takst, row 1, column C: This sheet has no heading called “Godt”."),
        ("Takst", "C1", "Alm.", "Sheet Takst, row 1, column C: “Alm.” is given twice."),
        ("Takst", "M9", "husk", "Sheet Takst, row 9, column M: This column has no heading."),
        ("Nolo", "E3", 14, "Sheet Nolo, row 3, column E: Give a whole number from 0 to 13."),
        ("Nolo", "F3", "på bordet", "Sheet Nolo, row 3, column F: Choose one of: alene, som par."),
        ("Nolo", "C3", None, "Sheet Nolo, row 3, column C: Fill in this cell."),
        ("Nolo", "C3", "sol", "Sheet Nolo, row 2, column A: “sol” is given twice."),
        ("Regler", "B6", "otte", "Sheet Regler, row 6, column B: Give a whole number from 1 to 5040."),
        ("Regler", "B11", "måske", "Sheet Regler, row 11, column B: Choose one of: ja, nej."),
        ("Regler", "B13", "aldrig", "Sheet Regler, row 13, column B: Choose one of: V × (1 + bet), V × bet"),
        ("Regler", "A30", "Vejret", "Sheet Regler, row 30, column A: A scoring table has no rule called “Vejret”."),
        ("Regler", "A30", "Code", "Sheet Regler, row 30, column A: “Code” is given twice."),
        ("Kolonner", "F4", "stjerner", "Sheet Kolonner, row 4, column F: Choose one of: vælges, klør, spar, uden"),
        ("Meldingernes rækkefølge", "A5", "14", "Sheet Meldingernes rækkefølge, row 5, column A: “14” is no contract"),
        ("Læsninger af kilden", "B3", None, "Sheet Læsninger af kilden, row 3, column B: Fill in this cell."),
        ("Valg, tabellen tilbyder", "C3", " ", "Sheet Valg, tabellen tilbyder, row 3, column C: Fill in"),
        ("Valg, tabellen tilbyder", "B3", "one_plus", "Sheet Valg, tabellen tilbyder, row 3, column A: “Tabt meld"),
        ("Enkelte beløb", "A2", 9, "Sheet Enkelte beløb, row 2, column C: Fill in this cell."),
    ],
)
def test_a_fault_is_named_by_its_sheet_row_and_column(sheet, cell, value, sentence):
    book = Sheets(workbook=opened_workbook())
    changed = book[sheet][cell]
    before, changed.value = changed.value, value

    refusal = book.refusal()
    changed.value = before

    assert refusal.startswith(sentence)


def test_what_is_not_there_at_all_is_named():
    no_sheet, no_row, no_column, odd, twice = (Sheets() for _ in range(5))
    del no_sheet.workbook["Regler"]
    no_row["Regler"].delete_rows(6)
    no_column["Kolonner"].delete_cols(6)
    odd.workbook.create_sheet("Noter")["A1"] = "husk"
    twice.workbook.create_sheet("Prices")["A1"] = "Level"

    assert no_sheet.refusal() == "The workbook has no sheet called “Regler”."
    assert no_row.refusal() == "The sheet Regler has no row called “Mindste del af et point: 1/…”."
    assert no_column.refusal() == "The sheet Kolonner has no column called “Trumf”."
    assert odd.refusal() == "A scoring table has no sheet called “Noter”."
    assert twice.refusal() == "The sheet “Prices” is there twice."


def test_choices_are_offered_in_the_readers_language():
    book = Sheets(language="en")
    book["Nolo"]["F3"] = "on the table"

    assert book.refusal("en") == "Sheet Nolo, row 3, column F: Choose one of: alone, as a pair."


def test_a_lot_of_columns_is_refused_at_once():
    book = Sheets()
    for row in range(1_000):
        book["Kolonner"].append([f"k{row}", f"k{row}", f"k{row}"])
        book["Enkelte beløb"].append([7, f"k{row}", 1, 1])

    with at_most(seconds=2):
        assert book.refusal() == "Sheet Kolonner, row 42, column A: Give between 0 and 40 values here."


# --- JSON


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ({"colour": "green"}, "colour: “colour” is not known here."),
        ({"values": {"7": ["to"] * 9}}, "values.7.plain: “to” is not a number of points. Write for example"),
        ({"name": {"da": "a\0", "en": "b"}}, "name.da: "),
        ({"\ud800": 1}, ""),
    ],
)
def test_a_fault_in_json_is_named_by_its_path(spoil, sentence):
    with pytest.raises(Refusal) as refused:
        document_from_file(json.dumps(preset("esmakker-wikipedia") | spoil).encode())

    assert str(refused.value).startswith(sentence)
    assert str(refused.value).encode()


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b"{}", b'{"code": 0.5}', b"\xff\xfe{\0", b'{"name": "\xe6"}', b"[" * 9_000]
)
def test_json_of_something_else_is_refused(data):
    with pytest.raises(Refusal):
        document_from_file(data)
