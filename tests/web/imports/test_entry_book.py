"""The workbook to type deals in, from the site to the table and back into the book."""

import json
from datetime import date
from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import Entry, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.imports import entry_book
from ledger.rules.imports.written.cells import BookRow, BookSheet
from ledger.rules.imports.written.columns import entry_map
from ledger.spreadsheets.imports.entry_book import FIRST_DEAL, write_entry_book
from tests.spreadsheets.imports.entry.typing import DAY, type_in
from tests.spreadsheets.imports.workbooks import file_of
from tests.support.people import version_of
from tests.web.imports.test_imports import PAGE, fields_of, hand_in, send

pytestmark = pytest.mark.django_db

FOUR = ("Bodil", "Carl", "Dorthe", "Emil")


@pytest.fixture
def content(club):
    """The club's workbook, with a few rows for one evening."""
    return write_entry_book(entry_book(club=club, version=version_of(club)), "da", evenings=1, deals=5)


def fill_in(content, club, rows, players=FOUR):
    """The workbook with rows typed in."""
    return type_in(content, entry_book(club=club, version=version_of(club)), rows, players)


def book_typed(secretary, content, club, rows, players=FOUR):
    """Hand in what was typed, and book it as its page proposes."""
    return send(secretary, hand_in(secretary, fill_in(content, club, rows, players))["Location"], book="1")


ROWS = [
    {"declarer": "Bodil", "contract": "9", "attachment": "Vip 2", "partner": "Dorthe", "tricks": 8, "note": "tæt"},
    {"declarer": "Carl", "contract": "Sol", "tricks": 1, "tricks_of": {"Emil": 3}},
    {"contract": "Passet rundt"},
    {"declarer": "Emil", "contract": "10", "partner": "Katten", "tricks": 10},
]


def test_the_board_fetches_the_workbook_in_the_clubs_language(secretary, club):
    response = secretary.get(f"{PAGE}entry.xlsx")

    assert response["Content-Disposition"] == 'attachment; filename="torsdagsklubben-entry.xlsx"'
    titles = load_workbook(BytesIO(response.content), read_only=True).sheetnames
    assert titles == [*(f"Aften {number}" for number in range(1, 7)), "Lister", "whistklub"]
    for page in ("imports/", "menu/"):
        assert f"{PAGE}entry.xlsx" in secretary.get(f"/torsdagsklubben/{page}").content.decode()


def test_what_was_typed_at_the_table_becomes_deals_with_nothing_to_answer(secretary, club, content):
    page = hand_in(secretary, fill_in(content, club, ROWS))["Location"]

    page_of_rows = secretary.get(page)
    assert page.endswith("/rows/")
    assert secretary.get(page.removesuffix("rows/"))["Location"] == page  # its columns are not asked about
    assert (
        len(page_of_rows.context["looked"].verdicts),
        page_of_rows.context["full_count"],
        page_of_rows.context["form"].questions,
    ) == (4, 4, {})
    made = secretary.post(page, {**fields_of(page_of_rows), "book": "1"})
    assert made["Location"] == f"{PAGE}1/"
    entries = list(Entry.objects.order_by("sequence"))
    assert [entry.kind for entry in entries] == ["deal", "deal", "passed_out", "deal"]
    assert (entries[0].deal["note"], entries[1].deal["participants"][1]["tricks"]) == ("tæt", 3)
    assert entries[3].deal["alone"] == "ace_in_cat"
    assert {entry.evening.date for entry in entries} == {DAY}
    assert audit().findings == ()


def test_a_mended_copy_takes_the_place_of_the_one_before_it(secretary, club, content):
    for tricks in (8, 9):
        page = hand_in(secretary, fill_in(content, club, [{**ROWS[0], "tricks": tricks}]))["Location"]

    [draft] = club.book_drafts.all()
    assert page == f"{PAGE}drafts/{draft.pk}/rows/"


def test_it_is_no_old_book_and_does_not_offer_to_close_the_running_season(treasurer, club, content):
    html = treasurer.get(book_typed(treasurer, content, club, ROWS)["Location"]).content.decode()
    assert "Workbook 1" in html and "Old book 1" not in html
    assert "Close the old seasons" not in html


def test_it_belongs_to_the_clubs_season_whatever_that_is_called(secretary, club, content):
    season = club.seasons.get()
    Season.objects.filter(pk=season.pk).update(name="13. sæson", starts_on=date(2026, 1, 1))

    book_typed(secretary, content, club, ROWS)

    evening = Entry.objects.first().evening
    assert (evening.season, evening.imported.name) == (season, "")


def test_five_at_the_table_are_all_there_and_the_dealer_sits_out(secretary, club, content):
    book_typed(secretary, content, club, [{**ROWS[0], "dealer": "Frida"}], ("Frida", *FOUR))

    entry = Entry.objects.get()
    roles = dict(entry.postings.values_list("player__name", "role"))
    assert (roles["Frida"], len(roles)) == ("sits_out", 5)


def test_a_guest_is_asked_about_and_added(secretary, club, content):
    handed_in = fill_in(content, club, ROWS[:1], ("Bodil", "Carl", "Dorthe", "=1+1"))
    page = hand_in(secretary, handed_in)["Location"]
    page_of_rows = secretary.get(page)
    assert [question.name for question in page_of_rows.context["form"].questions.values()] == ["=1+1"]

    secretary.post(page, {**fields_of(page_of_rows), "name0": "+", "book": "1"})

    assert Entry.objects.get().postings.filter(player__name="=1+1").exists()


def test_a_workbook_in_which_nothing_is_typed_yet_is_told_so(secretary, club, content):
    only_seated = fill_in(content, club, [])

    for handed_in in (content, only_seated):
        [why] = hand_in(secretary, handed_in).context["form"].errors["file"]
        assert why.startswith("Nothing is typed in this workbook yet.")


def test_what_an_earlier_release_worked_out_in_a_column_is_left_aside(secretary, club, content):
    workbook = load_workbook(BytesIO(fill_in(content, club, ROWS[:1])))
    mark = workbook["whistklub"]["B1"]
    facts = json.loads(mark.value)
    facts["columns"]["AZ"] = "line"
    mark.value = json.dumps(facts)
    workbook.worksheets[0][f"AZ{FIRST_DEAL}"].value = "?G Meldingen kræver en makker"

    page = hand_in(secretary, file_of(workbook))["Location"]

    assert secretary.get(page).context["full_count"] == 1


def test_a_hidden_sheet_that_says_nonsense_leaves_the_file_as_any_other():
    for text in ("", "{", "[]", '{"header_row": 1}', '{"header_row": 1, "heading": "Nr", "chairs": 3, "columns": {}}'):
        sheets = [BookSheet("Ark", [BookRow(1, ("Nr", "Anna"))]), BookSheet("whistklub", [BookRow(1, ("entry", text))])]
        assert entry_map(sheets) is None
    assert entry_map([BookSheet("whistklub", [BookRow(1, ("book", "{}"))])]) is None
