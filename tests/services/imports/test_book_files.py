"""An old book that is handed in is read apart; what would hurt is a sentence within the limits of its process."""

import pytest

from ledger.rules.imports.written.cells import BookSheet, sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.site.reader_process import MEMORY, SECONDS
from ledger.services.site.reading_apart import read_apart
from ledger.spreadsheets.imports.old_book import read_book
from tests.services.imports.hostile_books import A_FEW, EVERY, READ
from tests.services.site import readers
from tests.services.site.test_reading_apart import processor_seconds
from tests.spreadsheets.imports.workbooks import parts_with, zip_parts

A_BOOK = parts_with('<row r="2"><c r="B2"><v>0.125</v></c><c r="C2" s="1"><v>41710</v></c></row>')
FOUR = [*A_FEW][:4]
THE_OTHERS = [name for name in EVERY if name not in FOUR]


def read_sheets(data: bytes) -> tuple[BookSheet, ...]:
    return sheets_of(read_apart(read_book, data))


def test_a_book_comes_back_with_its_numbers_and_days() -> None:
    [sheet] = read_sheets(zip_parts(A_BOOK))

    assert [sheet.rows[0].text(column) for column in (1, 2, 3, 4)] == ["", "1/8", "2014-03-12", ""]
    assert (sheet.title, sheet.rows[0].number) == ("Ark", 2)


def test_a_text_file_of_too_many_lines_is_told_by_its_first_sheet_row_and_column() -> None:
    with pytest.raises(Refusal) as refused:
        read_sheets(b"a;\n" * 20_001)

    assert str(refused.value).startswith("Sheet 1, row 20001, column A: ")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", [*FOUR, *(pytest.param(name, marks=pytest.mark.long) for name in THE_OTHERS)])
def test_a_hostile_file_is_read_or_answered_with_its_sentence_within_the_limits(name: str) -> None:
    make, beginning = EVERY[name]
    content, before = make(), processor_seconds()

    try:
        outcome, _seconds, peak = read_apart(readers.weigh_old_book, content)
    except Refusal as refusal:
        outcome, peak = str(refusal), 0

    sentence = READ if isinstance(outcome, int) else outcome
    assert sentence.startswith(beginning), sentence
    assert processor_seconds() - before < SECONDS
    assert peak < MEMORY
