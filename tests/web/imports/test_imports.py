"""The whole way of an old book by its pages: handed in, columns, names, rows, booked, and taken out again."""

import re
from datetime import date
from hashlib import sha256
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from ledger.models import BookDraft, BookImport, Entry, Evening, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.seasons.standings import standings
from ledger.rules.imports.written.headings import with_dates_down
from ledger.services.imports import booking
from ledger.services.imports.drafts import start_book_draft
from ledger.services.seasons import close_season
from ledger.spreadsheets.imports.old_book import read_book
from tests.commands.test_import_book import BOOK
from tests.services.imports.old_books import bring_in, full_row, points_row
from tests.services.imports.test_carrying_on import Killed, die
from tests.spreadsheets.imports.workbooks import file_of, file_with
from tests.support.people import signed
from tests.web.reading import page as page_text

pytestmark = pytest.mark.django_db

PAGE = "/torsdagsklubben/imports/"


def named_file(content):
    """The name and the bytes of a workbook, or of a text."""
    return ("gammel.csv", content.encode()) if isinstance(content, str) else ("gammel.xlsx", content)


def hand_in(visitor, content=BOOK, slug="torsdagsklubben"):
    """Hand in a workbook, or a text."""
    return visitor.post(f"/{slug}/imports/", {"file": SimpleUploadedFile(*named_file(content))})


def start_draft(club, content=BOOK):
    """The address of a file that is looked through, begun without its page, and so without a process to read it."""
    name, data = named_file(content)
    sheets = [*map(with_dates_down, read_book(data))]
    facts = {"file_name": name, "digest": sha256(data).hexdigest(), "sheets": sheets}
    draft = start_book_draft(club=club, **facts, **signed(club))
    return f"/{club.slug}/imports/drafts/{draft.pk}/"


def fields_of(response):
    """What the page's form holds as it was drawn."""
    form = response.context["form"]
    fields = [field for part in [form, *getattr(form, "layouts", ())] for field in part]
    return {field.html_name: field.value() for field in fields if field.value() not in (None, "")}


def layout_of(response, at=0):
    """The form of one layout on the page of the columns."""
    return response.context["form"].layouts[at]


def send(secretary, page, **fields):
    return secretary.post(page, {**fields_of(secretary.get(page)), **fields})


@pytest.fixture
def rows_page(secretary, club):
    """The page of the rows, once the columns are as the headings suggest and Bo is Bodil."""
    rows = send(secretary, start_draft(club))["Location"]
    send(secretary, rows, name0=str(club.players.get(name="Bodil").pk))
    return rows


def test_what_two_columns_hold_is_said_beside_the_second_and_so_is_that_no_points_are_anywhere(secretary, club):
    page = start_draft(club)
    fields = fields_of(secretary.get(page))

    twice = secretary.post(page, {**fields, "0-column2": "date"})
    none = secretary.post(page, {name: "-" if held == "points" else held for name, held in fields.items()})

    assert layout_of(twice).errors == {"column2": ["“Date” is in column A already."]}
    assert "“Date” is in column A already." in page_text(twice)
    assert fields_of(twice)["0-column2"] == "date"
    assert (none.status_code, [*layout_of(none).errors]) == (200, ["column6"])


def test_cells_are_shown_with_days_and_decimals_as_readers_write_them(secretary, club):
    rows = [[date(2014, 3, day), 0.125, -0.125, 2.5, 2.5] for day in (12, 19, 26)]
    page = start_draft(club, file_with([["Dato", "Bo", "Carl", "Dorthe", "Emil"], *rows]))

    fields = layout_of(secretary.get(page)).fields
    row = secretary.get(send(secretary, page)["Location"]).context["form"].kinds[0].rows[0]

    assert fields["column1"].help_text == "12 Mar 2014 · 19 Mar 2014 · 26 Mar 2014"
    assert [text for text, _is_wrong in row["cells"]] == ["12 Mar 2014", "0.125", "−0.125", "2.5", "2.5"]


def test_who_is_meant_is_asked_before_anything_is_booked(secretary, club):
    rows = send(secretary, start_draft(club))["Location"]

    refused = secretary.post(rows, {**fields_of(secretary.get(rows)), "book": "1"})

    assert refused.context["form"].errors["name0"]
    assert Entry.objects.count() == 0


def test_a_book_is_looked_through_booked_and_taken_out_again(secretary, club, rows_page):
    page = secretary.get(rows_page)
    assert "I3: " in page.content.decode()
    assert (len(page.context["looked"].verdicts), page.context["left_count"]) == (4, 1)

    booked = send(secretary, rows_page, book="1")

    season = Season.objects.get(name="2013/14")
    assert {row.name: row.deals for row in standings(season=season)} == dict.fromkeys(
        ("Bodil", "Carl", "Dorthe", "Emil"), 3
    )
    assert BookDraft.objects.count() == 0
    assert "gammel.csv" in secretary.get(PAGE).content.decode()
    undone = send(secretary, booked["Location"])
    assert undone.status_code == 302
    assert (Evening.objects.filter(season=season).count(), standings(season=season)) == (0, [])
    assert BookImport.objects.get().undone_at
    assert audit().findings == ()


def season_and_player_on(secretary, place):
    """Whether a page lists, or offers to choose, the season and the player of the test below."""
    html = secretary.get(f"/torsdagsklubben/{place}").content.decode()
    html = "".join(re.findall(r"<option.*?</option>", html)) if place == "log/" else html
    return "2013/14" in html, "Gerda" in html


def test_what_an_import_made_leaves_the_lists_with_it_and_comes_back_when_it_is_used(secretary, club):
    page = start_draft(club, BOOK.replace("Dorthe", "Gerda"))
    rows = send(secretary, page)["Location"]
    asked = {field.label: field.html_name for field in secretary.get(rows).context["form"].name_fields}
    who = {asked["Bo"]: str(club.players.get(name="Bodil").pk), asked["Gerda"]: "+"}
    booked = send(secretary, rows, book="1", **who)["Location"]
    lists = ("seasons/", "standings/", "players/", "evenings/new/", "players/bodil/same/", "imports/list/", "log/")
    told = [season_and_player_on(secretary, place) for place in lists]
    assert any(season for season, _player in told) and any(player for _season, player in told), told

    send(secretary, booked)

    assert {place: season_and_player_on(secretary, place) for place in lists} == dict.fromkeys(lists, (False, False))
    assert [season.name for season in seasons_of(club=club)] == ["2026/27"]  # which has no evening either
    secretary.post("/torsdagsklubben/players/add/", {"players": "Gerda"})
    assert "Gerda" in secretary.get("/torsdagsklubben/players/").content.decode()
    assert (club.players.filter(name="Gerda").count(), audit().findings) == (1, ())


def test_a_row_in_doubt_is_booked_if_chosen_and_listed_with_the_import(secretary, club, rows_page):
    booked = send(secretary, rows_page, book="1", **{"row-1-3": "book"})

    assert Entry.objects.filter(imported__doubt="").count() == 3
    page = secretary.get(booked["Location"]).content.decode()
    assert "row 3" in page and "The points do not add up to 0" in page


def test_the_same_file_is_not_looked_through_twice(secretary, club, rows_page):
    assert hand_in(secretary)["Location"] + "rows/" == rows_page
    send(secretary, rows_page, book="1")

    assert hand_in(secretary).context["form"].errors["file"]


def test_a_file_is_given_up(secretary, club):
    page = start_draft(club)

    secretary.post(page + "give-up/")

    assert BookDraft.objects.count() == 0
    assert secretary.get(page).status_code == 404


def test_what_is_no_book_is_refused_beside_the_field(secretary, club):
    assert hand_in(secretary, "<html></html>").context["form"].errors["file"]


def test_a_sheet_without_points_is_refused_as_a_whole_with_the_reason(secretary, club):
    page = start_draft(club, "Dato;Melder;Melding;Makker;Stik\n12-03-2014;Bodil;9;Carl;10\n")
    held = dict(enumerate(("date", "declarer", "contract", "partner", "tricks"), 1))

    refused = send(secretary, page, **{f"0-column{column}": what for column, what in held.items()})

    [[where, [why]]] = layout_of(refused).errors.items()
    assert where == "__all__"
    assert "The sheet lacks" in page_text(refused)
    assert why == "The sheet lacks the points of each player. Without them we do not know who sat at the table."


def test_a_book_that_was_stopped_says_how_far_it_is_and_its_button_books_the_rest(secretary, club, rows_page):
    with pytest.raises(Killed), patch.object(booking.time, "sleep", die):
        send(secretary, rows_page, book="1")
    made = BookImport.objects.get()
    page = f"{PAGE}{made.number}/"

    stopped = secretary.get(page)

    assert made.imported_deals.count() < made.deals == 3
    assert f"Deals booked so far: {made.imported_deals.count()} of 3." in page_text(stopped)
    assert f'href="{rows_page}"' in stopped.content.decode()
    assert send(secretary, rows_page, book="1")["Location"] == page
    finished = secretary.get(page)
    assert "so far" not in page_text(finished)
    assert (BookDraft.objects.count(), made.imported_deals.count(), audit().findings) == (0, 3, ())


def test_so_does_the_same_file_handed_in_again_where_it_was_given_up_meanwhile(secretary, club, rows_page):
    with pytest.raises(Killed), patch.object(booking.time, "sleep", die):
        send(secretary, rows_page, book="1")
    BookDraft.objects.all().delete()
    made = BookImport.objects.get()

    assert "Hand the same file in again" in page_text(secretary.get(f"{PAGE}{made.number}/"))
    rows = send(secretary, hand_in(secretary)["Location"])["Location"]
    booked = send(secretary, rows, book="1")

    assert booked["Location"] == f"{PAGE}{made.number}/"
    assert (made.imported_deals.count(), audit().findings) == (3, ())


def test_a_sheet_without_deals_is_left_out_unless_it_is_asked_for(secretary, club):
    book = Workbook()
    for line in BOOK.splitlines():
        book.active.append([int(text) if text.lstrip("-").isdigit() else text for text in line.split(";")])
    book.create_sheet("Noter").append(["Bo", "skylder", "øl"])
    page = start_draft(club, file_of(book))

    form = secretary.get(page).context["form"]
    assert [layout.is_unknown for layout in form.layouts] == [False, True]

    send(secretary, page)
    assert BookDraft.objects.get().map["sheets"]["Noter"] is None
    fields = {name: value for name, value in fields_of(secretary.get(page)).items() if name != "1-skip"}
    refused = secretary.post(page, fields)
    assert layout_of(refused, 1).errors


def test_the_import_leads_the_treasurer_to_the_closing_of_each_season_that_is_open(treasurer, club):
    made = bring_in(club, [full_row(2)], [points_row(3)])
    page = f"{PAGE}{made.number}/"
    season = Season.objects.get(name="2013/14")
    form, sheet = (f"/torsdagsklubben/seasons/{season.slug}/{place}/" for place in ("close", "closing"))
    html = treasurer.get(page).content.decode()
    assert form in html and sheet not in html

    close_season(season=season, entry_count=season.entry_count, **signed(club))

    html = treasurer.get(page).content.decode()
    assert sheet in html and form not in html and "can no longer be taken out" in html
