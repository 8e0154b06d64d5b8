"""A scoring table's workbook as it is handed out."""

from datetime import UTC, datetime

from ledger.rules.scoring.parameters.headings import TRUTHS
from ledger.rules.site.labels import same
from ledger.services.scoring.table_files import LIMITS
from ledger.spreadsheets.scoring.table_book import Holds, ScoringTableBook, ScoringTableSheet, SheetColumn
from ledger.spreadsheets.scoring.table_writing import write_table_book
from ledger.spreadsheets.site.book_reading import read_book
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY


def file_of(sheet):
    """The Danish file of a scoring table with one sheet."""
    return write_table_book(ScoringTableBook("Takst", datetime(2026, 9, 3, tzinfo=UTC), (sheet,)), "da")


def test_what_is_written_is_read_back_whatever_it_is():
    texts = [" ".join(name.split("\r"))[:32_767] for name in NASTY]
    sheet = ScoringTableSheet(
        same("Ark"), (SheetColumn(same("Navn"), Holds.AMOUNTS), SheetColumn(same("x"))), [[text, 7] for text in texts]
    )

    cells = read_book(file_of(sheet), LIMITS)[0].cells

    assert [cells.get((row, 1), "") for row in range(2, len(texts) + 2)] == texts
    assert cells[2, 2] == "7"


def test_a_cell_has_a_format_and_choices_that_fit_it():
    columns = (
        SheetColumn(same("Trin"), Holds.NUMBERS),
        SheetColumn(same("Pris"), Holds.AMOUNTS),
        SheetColumn(same("Farve"), choices=(same("a, b"), same("c"))),
    )
    sheet = ScoringTableSheet(
        same("Takst"), columns, [[7, 4, same("c")], [8, "1/8", ""]], choices=[(), tuple(TRUTHS.values())], frozen=1
    )

    workbook = reading.open_workbook(file_of(sheet))

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
