"""A season's own workbook that is handed in: in a club with deals a word, in one without an old book."""

from datetime import date
from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import BookDraft, Entry
from ledger.queries.seasons.standings import standings
from tests.services.imports.workbooks import save_again, workbook_of
from tests.spreadsheets.imports.workbooks import file_of
from tests.support.people import anna, make_club, make_evening, nolo, record, season_of, trick
from tests.web.conftest import Visitor
from tests.web.imports.test_imports import fields_of, hand_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture(name="played")
def season_played(club):
    """A season of two evenings with three deals each."""
    for day in (1, 2):
        evening = make_evening(club, day=date(2026, 9, day))
        record(evening, trick(evening, "Bodil", "Carl", 7, level=9, attachment="vip", vip_turn=2))
        record(evening, nolo(evening, "sol", {"Emil": 1}))
        record(evening, trick(evening, "Carl", "Emil", 9, level=9, attachment="gode"))
    return season_of(club)


@pytest.fixture(name="empty")
def club_without_deals():
    """A club that has no deals yet."""
    return make_club("Onsdagsklubben", founder="olga")


@pytest.fixture
def olga(empty):
    """Its secretary."""
    visitor = Visitor()
    visitor.force_login(anna(empty))
    return visitor


def test_a_mistake_is_corrected_on_the_site_and_not_in_the_workbook(secretary, club, played):
    refused = hand_in(secretary, workbook_of(played))

    [sentence] = refused.context["form"].errors["file"]
    assert sentence.startswith("This is a season's workbook that was fetched here. A mistake is corrected on the site")
    assert BookDraft.objects.count() == 0


@pytest.mark.parametrize("language", ["da", "en"])
def test_in_a_club_without_deals_it_brings_the_whole_season_in(empty, olga, played, language):
    page = hand_in(olga, save_again(workbook_of(played, language)), empty.slug)["Location"]
    rows = send(olga, page)["Location"]
    page_of_rows = olga.get(rows)
    assert (len(page_of_rows.context["looked"].verdicts), page_of_rows.context["full_count"]) == (6, 6)
    booked = olga.post(rows, {**fields_of(page_of_rows), "book": "1"})

    assert booked.status_code == 302
    season = empty.seasons.get(name="2026/27")
    assert [(row.name, row.points) for row in standings(season=season)] == [
        (row.name, row.points) for row in standings(season=played)
    ]
    assert Entry.objects.filter(season=season).values("evening").distinct().count() == 2


def test_the_tricks_of_two_who_went_nolo_together_are_no_fraction(club, played, empty, olga):
    evening = make_evening(club, day=date(2026, 9, 4))
    record(evening, nolo(evening, "sol", {"Emil": 4, "Bodil": 2}))
    page = hand_in(olga, save_again(workbook_of(played)), empty.slug)["Location"]
    rows = send(olga, page)["Location"]
    assert olga.get(rows).context["form"].kinds == []
    olga.post(rows, {**fields_of(olga.get(rows)), "book": "1"})

    season = empty.seasons.get(name="2026/27")
    assert {row.name: row.points for row in standings(season=season)} == {
        row.name: row.points for row in standings(season=played)
    }


def test_its_sheet_of_deals_alone_is_an_old_book(secretary, club, played):
    book = load_workbook(BytesIO(save_again(workbook_of(played))))
    for title in book.sheetnames:
        if title != "Spil":
            del book[title]

    page = hand_in(secretary, file_of(book))["Location"]
    rows = secretary.get(send(secretary, page)["Location"])

    assert (len(rows.context["looked"].verdicts), rows.context["full_count"]) == (6, 6)
