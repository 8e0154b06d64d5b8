"""Old books in ten layouts by the pages: thirty planted errors in 900 rows, and what is booked of the rest."""

from collections.abc import Iterator
from datetime import date
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from ledger.models import ImportedDeal
from ledger.queries.book.audit.audit import audit
from ledger.rules.deals.settling import with_players
from ledger.rules.scoring.document import preset
from ledger.services.scoring import publish_version
from ledger.spreadsheets.imports.old_book import DOUBT
from tests.rules.imports.old_books import CHANGED, LAYOUTS, MADE_IN_MID_LIFE, PLAYERS, OldBook, plant_errors
from tests.rules.imports.test_verdict import OWN_TRICKS_KNOWN, essence_of
from tests.support.people import anna, make_club, signed
from tests.web.conftest import Visitor
from tests.web.imports.test_imports import hand_in, send

pytestmark = pytest.mark.django_db

PRESET = "call-ace-whist-quarter"
LONG_AGO = date(1990, 1, 1)


# A book of a layout, the cells that its page doubts, and the deals that were booked, by sheet and row.
BroughtIn = tuple[OldBook, list[tuple[str, str]], dict[tuple[str, int], dict[str, Any]]]


def bring_in(layout: str) -> BroughtIn:
    """Hand a book in, say what every page proposes, fetch the verdict, and book what is in order."""
    club = make_club(layout, preset=PRESET, players=PLAYERS)
    publish_prices_of(layout, club)
    secretary = Visitor()
    secretary.force_login(anna(club))
    book = LAYOUTS[layout](Random(1))
    plant_errors(layout, book)
    page = hand_in(secretary, book.as_workbook(), club.slug)["Location"]
    rows = send(secretary, page)["Location"]
    send(secretary, rows, **likely_names(secretary, rows))
    doubted = list(cells_in_red(secretary.get(rows + "workbook.xlsx").content))
    booked = send(secretary, rows, book="1", **likely_days(secretary, rows))
    assert booked.status_code == 302, booked.context["form"].errors
    titles = list(book.sheets)
    imported = ImportedDeal.objects.filter(book_import__club=club).select_related("entry")
    names = {str(player.pk): player.name for player in club.players.all()}
    deals = {(titles[row.sheet - 1], row.row): with_players(row.entry.deal, names.__getitem__) for row in imported}
    return book, doubted, deals


def publish_prices_of(layout: str, club: Any) -> None:
    """Publish the prices by which a layout's book was kept, where they are not the preset's."""
    document = preset(PRESET)
    scoring_table = club.scoring_tables.get()

    def publish(changes: dict[str, Any], day: Any) -> None:
        publish_version(
            scoring_table=scoring_table, document={**document, **changes}, in_force_from=day, **signed(club)
        )

    if layout == "danish_decimals":
        publish(times(document, lambda price: f"{price}/4") | {"unit_denominator": 4}, LONG_AGO)
    if layout == "changed_prices":
        publish(times(document, lambda price: price * MADE_IN_MID_LIFE), LONG_AGO)
        publish({}, CHANGED)


def times(document: dict[str, Any], change: Any) -> dict[str, Any]:
    values = {level: [change(price) for price in row] for level, row in document["values"].items()}
    return {"values": values, "nolo": [{**row, "made": change(row["made"])} for row in document["nolo"]]}


def likely_names(secretary: Client, rows: str) -> dict[str, str]:
    """The first suggestion for each name that is asked about, and no day."""
    form = secretary.get(rows).context["form"]
    names = {name: field.choices[1][0] for name, field in form.fields.items() if name.startswith("name")}
    return names | {name: "" for name in form.fields if name.startswith("day-")}


def likely_days(secretary: Client, rows: str) -> dict[str, str]:
    """The likely day of each evening whose day is missing or out of order."""
    form = secretary.get(rows).context["form"]
    unsure_days = form.looked.unsure_days
    return {form.row_name("day", unsure.first): unsure.likely.isoformat() for unsure in unsure_days if unsure.likely}


def cells_in_red(content: bytes) -> Iterator[tuple[str, str]]:
    """The first cells of what a verdict's workbook doubts, by sheet."""
    for sheet in load_workbook(BytesIO(content)).worksheets[1:]:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.comment and cell.fill.fgColor.rgb.endswith(DOUBT):
                    yield sheet.title, cell.coordinate


def rows_of(cells: list[tuple[str, str]]) -> set[tuple[str, int]]:
    return {(sheet, int(cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))) for sheet, cell in cells}


def compare(brought: BroughtIn) -> tuple[int, int]:
    """How many deals have the side and tricks that were played, of how many rows without an error; none has others."""
    book, doubted, deals = brought
    known = payable = 0
    rows_in_doubt = rows_of(doubted)
    for place, deal in zip(book.places, book.deals, strict=True):
        if place in rows_in_doubt:
            continue
        payable += 1
        booked = deals.get(place)
        if booked is not None and booked["kind"] != "points_only":
            assert essence_of(booked) == essence_of(deal.data), (place, booked, deal)
            known += 1
    return known, payable


@pytest.mark.long
def test_thirty_errors_in_900_rows_are_found_by_cell_no_sound_row_is_refused_and_nearly_all_are_deals() -> None:
    brought = [bring_in(layout) for layout in LAYOUTS]

    assert sum(len(book.deals) for book, _doubted, _deals in brought) == 900
    assert sum(len(book.errors) for book, _doubted, _deals in brought) == 30
    for book, doubted, _deals in brought:
        planted = [(error.sheet, error.cell) for error in book.errors]
        assert rows_of(doubted) == rows_of(planted), (doubted, book.errors)
        assert len(doubted) == 3
    counts = [compare(book_in) for book_in in brought if book_in[0].columns.get("contract")]
    known, payable = map(sum, zip(*counts, strict=True))
    assert known * 100 >= payable * OWN_TRICKS_KNOWN, (known, payable)
    assert audit().findings == ()
