"""A deal that was booked in doubt says so wherever it or a sum of it is shown, until somebody corrects or voids it."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import Entry, Evening
from ledger.services.deals import void_deal
from tests.services.imports.old_books import WON, bring_in, full_row, points_row
from tests.support.people import change

pytestmark = pytest.mark.django_db

MARK = "in doubt"
SHORT = {**WON, "Emil": -3}  # a point that nobody lost


@pytest.fixture
def doubtful(club) -> Entry:
    """The second deal of the first of two old evenings."""
    bring_in(club, [full_row(2), points_row(3, SHORT, doubt="sum", house=-1)], [full_row(5)])
    return Entry.objects.get(imported__doubt="sum")


def pages(evening):
    of_evening, season = f"/torsdagsklubben/evenings/{evening.number}/", "season=2013-14"
    return {
        "evening": of_evening,
        "deal": f"{of_evening}deals/2/",
        "season": "/torsdagsklubben/seasons/2013-14/",
        "standings": f"/torsdagsklubben/standings/?{season}",
        "standings of all": "/torsdagsklubben/standings/?all=1",
        "standings of the evening": f"/torsdagsklubben/standings/?{season}&evening={evening.number}",
        "player": f"/torsdagsklubben/players/bodil/?{season}",
        "player of all": "/torsdagsklubben/players/bodil/",
        "deals": "/torsdagsklubben/deals/",
        "deals as CSV": "/torsdagsklubben/deals.csv",
        "standings as CSV": f"/torsdagsklubben/standings/?{season}&csv=list",
        "figures": f"/torsdagsklubben/figures/?{season}",
        "curve": "/torsdagsklubben/seasons/2013-14/curve/",
    }


def marked_among(visitor, pages):
    return {name for name, page in pages.items() if MARK in visitor.get(page).content.decode()}


def test_the_mark_is_seen_wherever_the_deal_or_its_sums_are(visitor, doubtful):
    every = pages(doubtful.evening)

    assert marked_among(visitor, every) == {*every}


def test_the_deal_tells_what_is_in_doubt_and_of_the_house_where_it_has_points(visitor, club, doubtful):
    bring_in(club, [points_row(3, WON, doubt="duplicate")], digest="b" * 64)
    adds_up = Entry.objects.get(imported__doubt="duplicate")

    lacking, whole = (
        visitor.get(f"/torsdagsklubben/evenings/{entry.evening.number}/deals/{entry.number}/").content.decode()
        for entry in (doubtful, adds_up)
    )

    of_house = "was given to the house"
    assert "The points do not add up to 0." in lacking and of_house in lacking
    assert "The number stands twice." in whole and of_house not in whole


def test_the_mark_goes_with_the_doubt(visitor, doubtful):
    void_deal(entry=doubtful, change=change(doubtful.evening))

    assert marked_among(visitor, pages(doubtful.evening)) == set()


def test_what_is_not_in_doubt_is_not_marked(visitor, club, doubtful):
    every = pages(Evening.objects.exclude(pk=doubtful.evening.pk).get())
    of_evening = {name: every[name] for name in ("evening", "standings of the evening", "deal")}

    assert marked_among(visitor, of_evening | {"another player": "/torsdagsklubben/players/frida/"}) == set()


def test_the_workbook_marks_the_deal(visitor, doubtful):
    book = load_workbook(BytesIO(visitor.get("/torsdagsklubben/seasons/2013-14/workbook.xlsx").content))

    marks = {
        sheet.title: marked
        for sheet in book
        if (marked := [cell.value for row in sheet.iter_rows() for cell in row if "in doubt" in str(cell.value)])
    }
    who = "Booked in doubt: deals of evening 1. The points of Bodil, Carl, Emil and Dorthe depend on them."
    assert marks == {"Annual report": [who], "Deals": ["booked in doubt"]}
