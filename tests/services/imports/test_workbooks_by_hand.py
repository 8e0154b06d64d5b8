"""Whatever hands and programs do to a workbook: it is read by its headings, and never believed about whose it is."""

from collections.abc import Callable
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook

from ledger.models import BookImport, Entry
from ledger.rules.imports.differences.origin import read_origin
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.site.refusal import Refusal
from tests.services.imports.workbooks import (
    column,
    compare,
    in_brief,
    put,
    put_points,
    sheets_in,
    take,
    with_edits,
    with_hidden_fact,
    workbook_of,
)
from tests.support.people import make_club, make_evening, record, season_of, trick

pytestmark = pytest.mark.django_db


@pytest.fixture(name="content")
def workbook_played(club) -> bytes:
    """The workbook of an evening with three deals."""
    evening = make_evening(club)
    for tricks in (8, 9, 10):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    return workbook_of(season_of(club))


def arrange_book(content: bytes, arrange: Callable[[Workbook], object]) -> bytes:
    workbook = load_workbook(BytesIO(content), data_only=True)
    arrange(workbook)
    target = BytesIO()
    workbook.save(target)
    return target.getvalue()


def move_column(workbook: Workbook) -> None:
    sheet = workbook["Spil"]
    at = column(sheet, "Stik")
    cells = [cell[0].value for cell in sheet.iter_rows(min_col=at, max_col=at)]
    sheet.delete_cols(at)
    sheet.insert_cols(1)
    for row, value in enumerate(cells, start=1):
        sheet.cell(row, 1, value)


def sort_backwards(workbook: Workbook) -> None:
    sheet = workbook["Spil"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2, max_row=4)]
    for at, row in enumerate(reversed(rows), start=2):
        for to, value in enumerate(row, start=1):
            sheet.cell(at, to, value)


def write_days_as_text(workbook: Workbook) -> None:
    sheet = workbook["Spil"]
    for row in range(2, 5):
        sheet.cell(row, column(sheet, "Dato"), "3. september 2026")


def write_points_with_commas(workbook: Workbook) -> None:
    sheet = workbook["Spil"]
    for row in range(2, 5):
        for name in ("Bodil", "Carl", "Dorthe", "Emil"):
            cell = sheet.cell(row, column(sheet, name))
            cell.value = f"{cell.value:.3f}".replace(".", ",")


def hide_columns(workbook: Workbook) -> None:
    for letter in "CDEFG":
        workbook["Spil"].column_dimensions[letter].hidden = True


def put_title_above(workbook: Workbook) -> None:
    workbook["Spil"].insert_rows(1, 2)
    workbook["Spil"]["A1"] = "Vores sæson"


def drop_what_is_worked_out(workbook: Workbook) -> None:
    for heading in ("Forklaring", "Resultat", "Sum", "Status"):
        workbook["Spil"].delete_cols(column(workbook["Spil"], heading))


def add_own_columns(workbook: Workbook) -> None:
    workbook["Spil"].insert_cols(3)
    for row, value in enumerate(("Betalt", "ja", 20, "nej"), start=1):
        workbook["Spil"].cell(row, 3, value)


def rename_sheet(workbook: Workbook) -> None:
    workbook["Spil"].title = "Alle vores spil"


def keep_two_sheets(workbook: Workbook) -> None:
    for title in workbook.sheetnames:
        if title not in ("Spil", "whistklub"):
            del workbook[title]


A_FEW = (move_column, sort_backwards, write_points_with_commas)
OTHERS = (
    write_days_as_text, hide_columns, put_title_above, drop_what_is_worked_out, add_own_columns, rename_sheet,
    keep_two_sheets,
)  # fmt: skip


@pytest.mark.parametrize("arrange", [*A_FEW, *(pytest.param(other, marks=pytest.mark.long) for other in OTHERS)])
def test_what_changes_no_deal_is_no_difference(club, content, arrange):
    assert in_brief(compare(club, arrange_book(content, arrange))) == []


def test_a_formula_counts_by_its_result_and_one_without_is_refused_with_its_cell(club, content):
    with pytest.raises(Refusal, match="Sheet Spil, row 2, column L: The formula has no result"):
        compare(club, with_edits(content, lambda sheet: sheet.cell(2, column(sheet, "Stik"), "=4+5")))


def test_a_name_that_looks_like_a_formula_is_a_name_of_nobody(club, content):
    unlike = compare(club, with_edits(content, put(2, Melder="-1+1|cmd")))

    assert in_brief(unlike) == [("changed", (1, 1), ("declarer",), ("unknown_name",))]


def test_without_its_hidden_sheet_it_is_an_old_book_whose_columns_are_guessed(content):
    sheets = sheets_in(arrange_book(content, lambda workbook: workbook.remove(workbook["whistklub"])))

    assert read_origin(sheets) is None
    assert any(guess_map(sheets).sheets.values())


FORGED = [{"entries": 2}, {"season": 77}]


@pytest.mark.parametrize("facts", [{"head": "f" * 64}, *(pytest.param(it, marks=pytest.mark.long) for it in FORGED)])
def test_a_workbook_that_claims_another_book_is_not_believed_and_nothing_of_it_is_ticked(club, content, facts):
    forged = with_hidden_fact(with_edits(content, put(2, Stik=11)), **facts)

    unlike = compare(club, forged)

    assert not unlike.is_ours
    assert all("twice" in doubts for *_, doubts in in_brief(unlike))
    with pytest.raises(Refusal, match="Nothing is chosen"):
        take(club, forged)
    assert (Entry.objects.count(), BookImport.objects.count()) == (3, 0)


def test_another_clubs_workbook_reaches_nothing_of_this_club(club, content):
    other = make_club("Onsdagsklubben", founder="olga")
    evening = make_evening(other)
    record(evening, trick(evening, "Bodil", "Carl", 8))

    unlike = compare(other, content)

    assert not unlike.is_ours
    assert all(difference.before is None for difference in unlike.differences)
    assert set(unlike.players.ids.values()) <= set(other.players.values_list("pk", flat=True))


def test_points_that_were_typed_over_are_told_with_their_cell(club, content):
    unlike = compare(club, with_edits(content, put_points(3, {"Bodil": 7})))

    assert in_brief(unlike) == [("changed", (1, 2), (), ("not_zero", "unreadable"))]
    assert unlike.differences[0].doubts[0].cell.row == 3
