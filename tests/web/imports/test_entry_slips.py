"""The slips of a secretary who types at the table: each is named by its cell, and no deal is booked twice."""

from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import Club, Entry, Evening
from ledger.queries.book.audit.audit import audit
from ledger.queries.imports import entry_book
from ledger.services.deals import correct_deal, void_deal
from ledger.spreadsheets.imports.entry_book import (
    DATE_CELL,
    FIRST_DEAL,
    HEADER_ROW,
    TABLE_CELL,
    columns_of,
    write_entry_book,
)
from ledger.templatetags.ledger_labels import label_text
from tests.spreadsheets.imports.entry.typing import DAY, type_in
from tests.spreadsheets.imports.workbooks import file_of
from tests.support.people import change, version_of
from tests.web.imports.test_entry_book import FOUR, ROWS
from tests.web.imports.test_imports import fields_of, start_draft

pytestmark = pytest.mark.django_db
OTHERS = ("Frida", "Gudrun", "Hans", "Inge")
OTHER_ROWS = [
    {"declarer": "Frida", "contract": "9", "attachment": "Vip 2", "partner": "Inge", "tricks": 8},
    {"contract": "Passet rundt"},
]


@pytest.fixture
def content(club):
    """The club's workbook, for three tables or evenings."""
    return write_entry_book(entry_book(club=club, version=version_of(club)), "da", evenings=3, deals=5)


def type_tables(content, club, *tables, day=DAY):
    """The workbook with what was typed on its sheets, each as (players, rows)."""
    book = entry_book(club=club, version=version_of(club))
    for at, (players, rows) in enumerate(tables):
        content = type_in(content, book, rows, players, sheet=f"Aften {at + 1}")
    workbook = load_workbook(BytesIO(content))
    for sheet, _table in zip(workbook.worksheets, tables, strict=False):
        sheet[DATE_CELL].value = day
    return workbook, columns_of(book)


def open_rows(secretary, content):
    """The page of a file's rows, and its address."""
    page = f"{start_draft(Club.objects.get(), content)}rows/"
    return secretary.get(page), page


def open_tables(secretary, content, club, *tables, day=DAY):
    """The page of the rows of what was typed on the sheets of a workbook, and its address."""
    workbook, _columns = type_tables(content, club, *tables, day=day)
    return open_rows(secretary, file_of(workbook))


def guests_of(page_of_rows):
    """The answers by which everybody who is asked about is somebody new."""
    return dict.fromkeys(page_of_rows.context["form"].questions, "+")


def findings_of(page_of_rows):
    """What the page says, by cell."""
    verdicts = page_of_rows.context["form"].looked.verdicts
    return [(about.place.cell, label_text(about.label)) for verdict in verdicts for about in verdict.findings]


def book(secretary, page_of_rows, page, **fields):
    return secretary.post(page, {**fields_of(page_of_rows), **fields, "book": "1"})


def test_two_tables_on_one_day_are_one_evening(secretary, club, content):
    page_of_rows, page = open_tables(secretary, content, club, (FOUR, ROWS), (OTHERS, OTHER_ROWS))
    book(secretary, page_of_rows, page, **guests_of(page_of_rows))

    evening = Evening.objects.get()
    assert [(entry.number, entry.table_number) for entry in Entry.objects.order_by("number")] == [
        (1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2),
    ]  # fmt: skip
    seats = evening.seats.order_by("table_number", "position").values_list("table_number", "player__name")
    assert list(seats) == [*((1, name) for name in FOUR), *((2, name) for name in OTHERS)]
    assert audit().findings == ()


@pytest.mark.long
def test_who_comes_late_goes_on_on_the_next_sheet_at_the_same_table(secretary, club, content):
    late = (*FOUR, "Frida")
    page_of_rows, page = open_tables(secretary, content, club, (FOUR, ROWS), (late, [{**ROWS[3], "dealer": "Bodil"}]))
    book(secretary, page_of_rows, page, name0="+")

    assert {entry.table_number for entry in Entry.objects.all()} == {1}
    assert Evening.objects.get().seats.count() == 5


@pytest.mark.long
def test_tables_that_were_mixed_are_told_apart_by_their_numbers(secretary, club, content):
    mixed = (*FOUR[:2], *OTHERS[:2])
    workbook, _columns = type_tables(
        content, club, (FOUR, ROWS), (OTHERS, OTHER_ROWS[:1]), (mixed, [{**OTHER_ROWS[0], "partner": "Carl"}])
    )
    for sheet, number in zip(workbook.worksheets, (1, 2, 2), strict=False):
        sheet[TABLE_CELL].value = number

    page_of_rows, page = open_rows(secretary, file_of(workbook))
    book(secretary, page_of_rows, page, **guests_of(page_of_rows))

    assert [entry.table_number for entry in Entry.objects.order_by("number")] == [1, 1, 1, 1, 2, 2]
    assert Evening.objects.get().seats.filter(table_number=2).count() == 4


def test_the_workbook_is_handed_in_again_next_week_and_no_deal_is_booked_twice(secretary, club, content):
    workbook, columns = type_tables(content, club, (FOUR, ROWS))
    book(secretary, *open_rows(secretary, file_of(workbook)))
    sheet = workbook.worksheets[0]
    sheet.cell(FIRST_DEAL + 1, columns.of["tricks"]).value = 0  # a slip that was mended meanwhile
    late = {"declarer": "Dorthe", "contract": "9", "partner": "Carl", "tricks": 9}
    for what, value in late.items():
        sheet.cell(FIRST_DEAL + 4, columns.of[what]).value = value

    page_of_rows, page = open_rows(secretary, file_of(workbook))

    there, otherwise = (
        "Klubbens regnskab har allerede dette spil fra den dag.",
        "Klubbens regnskab har et andet spil fra denne række: ret det der, på spillets side.",
    )
    assert findings_of(page_of_rows) == [("A5", there), ("A6", otherwise), ("A7", there), ("A8", there)]
    assert page_of_rows.context["full_count"] == 1
    book(secretary, page_of_rows, page, another="on")
    assert Entry.objects.count() == 5


def test_a_second_file_of_the_same_day_is_another_evening_if_somebody_says_so(secretary, club, content):
    book(secretary, *open_tables(secretary, content, club, (FOUR, ROWS)))
    page_of_rows, page = open_tables(secretary, content, club, (OTHERS, OTHER_ROWS))
    evening = Evening.objects.get()

    assert page_of_rows.context["form"].there == [evening]
    guests = guests_of(page_of_rows)
    refused = book(secretary, page_of_rows, page, **guests)
    assert [*refused.context["form"].errors] == ["another"]
    book(secretary, page_of_rows, page, another="on", **guests)

    assert Evening.objects.filter(date=DAY).count() == 2


def correct_on_the_site(evening):
    entry = evening.entries.get(number=1)
    correct_deal(entry=entry, deal={**entry.deal, "tricks": entry.deal["tricks"] - 1}, change=change(evening))


def void_on_the_site(evening):
    void_deal(entry=evening.entries.get(number=1), change=change(evening))


def move_on_the_site(evening):
    Evening.objects.filter(pk=evening.pk).update(date=DAY - timedelta(days=1))


@pytest.mark.parametrize("change_there", [correct_on_the_site, void_on_the_site, move_on_the_site])
def test_what_was_changed_on_the_site_since_is_not_booked_again(secretary, club, content, change_there):
    workbook, _columns = type_tables(content, club, (FOUR, ROWS))
    book(secretary, *open_rows(secretary, file_of(workbook)))
    change_there(Evening.objects.get())
    workbook.properties.title = "handed in again"

    page_of_rows, _page = open_rows(secretary, file_of(workbook))

    assert [cell for cell, _text in findings_of(page_of_rows)] == ["A5", "A6", "A7", "A8"]
    assert page_of_rows.context["full_count"] == 0


@pytest.mark.long
def test_a_row_that_was_copied_with_its_number_is_named_by_its_cell(secretary, club, content):
    workbook, columns = type_tables(content, club, (FOUR, ROWS))
    workbook.worksheets[0].cell(FIRST_DEAL + 1, columns.of["number"]).value = 1

    page_of_rows, page = open_rows(secretary, file_of(workbook))

    assert findings_of(page_of_rows) == [("A6", "Aftenen har allerede et spil 1, i række 5. Nok rigtigt: 2.")]
    book(secretary, page_of_rows, page, **{"kind-duplicate": "book"})
    assert [entry.number for entry in Entry.objects.order_by("number")] == [1, 2, 3, 4]
    assert [entry.number for entry in Entry.objects.exclude(imported=None) if entry.imported.doubt] == [2]


@pytest.mark.long
def test_a_sheet_without_its_day_asks_for_it(secretary, club, content):
    page_of_rows, page = open_tables(secretary, content, club, (FOUR, ROWS), day=None)
    refused = book(secretary, page_of_rows, page)

    assert findings_of(page_of_rows)[0] == ("C1", "Her begynder en aften uden dato.")
    assert "Say on which day this was played." in refused.content.decode()
    assert not Entry.objects.exists()
    book(secretary, refused, page, **{"day-1-5": DAY.isoformat()})
    evening = Evening.objects.get()
    assert (evening.date, evening.imported.guessed_day) == (DAY, None)


def test_a_day_that_lies_ahead_is_refused_by_its_sheet_and_row_and_nothing_is_booked(secretary, club, content):
    page_of_rows, page = open_tables(secretary, content, club, (FOUR, ROWS), day=DAY.replace(year=2099))
    refused = book(secretary, page_of_rows, page)

    assert "Sheet 1, row 5: 2099-03-12 lies ahead" in refused.content.decode()
    assert not Entry.objects.exists()


def test_points_that_were_written_under_the_names_are_asked_about(secretary, club, content):
    workbook, columns = type_tables(content, club, (FOUR, [ROWS[0], *ROWS[2:]]))
    # As whoever plays by prices does where nobody has tricks of their own.
    mark = workbook["whistklub"]["B1"]
    mark.value = mark.value.replace('"tricks_of_each": true', '"tricks_of_each": false')
    for column, amount in zip(columns.chairs, (-2, 2, -2, 2), strict=False):
        workbook.worksheets[0].cell(FIRST_DEAL, column).value = amount

    page_of_rows, page = open_rows(secretary, file_of(workbook))
    sentences = page_of_rows.content.decode()

    [(cell, sentence)] = findings_of(page_of_rows)
    assert cell == "I5:L5"
    assert sentence.startswith("Pointene er andre, end taksterne giver for dette spil. Nok rigtigt: Bodil −4, Carl 4")
    assert "Book what the prices pay, marked as in doubt" in sentences
    book(secretary, page_of_rows, page, **{"kind-other_points": "book"})
    first = Entry.objects.order_by("number").first()
    assert first.deal["tricks"] == 8
    assert first.imported.doubt == "other_points"


def test_a_slip_is_named_by_sheet_row_and_column(secretary, club, content):
    skipped: dict[str, object] = {}
    typed, _columns = type_tables(content, club, (FOUR, [ROWS[0], skipped, ROWS[0] | {"partner": None}]))
    typed.worksheets[0].title = "Torsdag"

    page_of_rows, page = open_rows(secretary, file_of(typed))

    why = "Her mangler noget, før det er et helt spil: Meldingen kræver en makker."
    assert findings_of(page_of_rows) == [("G7", why)]
    assert "Sheet Torsdag, row 7" in page_of_rows.content.decode()
    book(secretary, page_of_rows, page)
    assert Entry.objects.count() == 1


@pytest.mark.long
def test_what_was_filled_in_before_cells_were_named_still_comes_in(secretary, club, content):
    workbook, _columns = type_tables(content, club, (FOUR, ROWS))
    mark = workbook["whistklub"]["B1"]
    mark.value = mark.value.replace(', "cells": {"date": "C1", "table": "C2"}', "")
    assert "cells" not in mark.value

    book(secretary, *open_rows(secretary, file_of(workbook)))

    assert Evening.objects.get().date == DAY
    assert HEADER_ROW == 4
