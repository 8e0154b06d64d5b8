"""A scoring table's workbook as it is handed out."""

from datetime import UTC, datetime

from ledger.rules.site.phrases import phrases_in
from ledger.services.scoring.table_files import LIMITS
from ledger.spreadsheets.scoring.table_book import Holds, ScoringTableBook, ScoringTableSheet, SheetColumn
from ledger.spreadsheets.scoring.table_writing import write_table_book
from ledger.spreadsheets.site.book_reading import read_book
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY


def book_with(sheet, language="da"):
    return ScoringTableBook("Takst", phrases_in(language).say, datetime(2026, 9, 3, tzinfo=UTC), (sheet,))


def test_what_is_written_is_read_back_whatever_it_is():
    texts = [" ".join(name.split("\r"))[:32_767] for name in NASTY]
    sheet = ScoringTableSheet(
        "Ark", (SheetColumn("Navn", Holds.AMOUNTS), SheetColumn("x")), [[text, 7] for text in texts]
    )

    found = read_book(write_table_book(book_with(sheet)), LIMITS)[0].cells

    assert [found.get((row, 1), "") for row in range(2, len(texts) + 2)] == texts
    assert found[2, 2] == "7"


def test_a_cell_has_a_format_and_choices_that_fit_it():
    columns = (
        SheetColumn("Trin", Holds.NUMBERS),
        SheetColumn("Pris", Holds.AMOUNTS),
        SheetColumn("Farve", choices=("a, b", "c")),
    )
    sheet = ScoringTableSheet("Takst", columns, [[7, 4, "c"], [8, "1/8", ""]], choices=[(), ("ja", "nej")], frozen=1)

    workbook = reading.opened(write_table_book(book_with(sheet)))

    written = workbook["Takst"]
    assert [[cell.value for cell in row] for row in written.rows] == [
        ["Trin", "Pris", "Farve"],
        [7, 4, "c"],
        [8, "1/8", None],
    ]
    assert [written[cell].number_format for cell in ("A2", "B2", "B3", "C2")] == ["0", "@", "@", "@"]
    assert (written.freeze_panes, written.print_title_rows) == ("B2", "$1:$1")
    rules = {str(rule.sqref): rule.formula1 for rule in written.data_validations.dataValidation}
    assert rules == {"C2:C204": "'Valgmuligheder'!$A$1:$A$2", "C3": "'Valgmuligheder'!$A$3:$A$4"}
    assert [cell.value for cell in workbook["Valgmuligheder"]["A"]] == ["a, b", "c", "ja", "nej"]
    assert workbook["Valgmuligheder"].sheet_state == "hidden"
