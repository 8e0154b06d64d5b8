"""The hidden sheet says what a workbook was made from, out of sight and without touching the other sheets."""

import json
from dataclasses import replace
from typing import Any

from openpyxl.utils.escape import unescape

from ledger.spreadsheets.seasons.season_book import BookOrigin, SeasonBook
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import season_book

DEAL = {"table": 1, "players": [1, 2, 3, 4], "prices": 0, "deal": {"kind": "passed_out", "note": "_x0041_ & <b>"}}


def _with_origin() -> SeasonBook:
    book = season_book()
    origin = BookOrigin(3, 11, "2025-09-01", {player.number: player.number + 40 for player in book.players}, ("ab",))
    return replace(book, origin=origin, deals=[deal._replace(origin=DEAL) for deal in book.deals])


def _records(kind: str) -> list[dict[str, Any]]:
    sheet = reading.open_workbook(written_file(_with_origin()))["whistklub"]
    return [json.loads(unescape(text.value)) for word, text in sheet.iter_rows() if word.value == kind]


def test_it_says_which_book_it_was_and_who_everybody_is() -> None:
    book = season_book()

    assert _records("book") == [
        {
            "format": 1,
            "season": 3,
            "entries": 11,
            "head": book.head_digest,
            "name": book.season,
            "starts_on": "2025-09-01",
            "prices": ["ab"],
        }
    ]
    assert _records("player")[0] == {"number": 1, "own": 41, "name": "Anders Holm", "heading": "Anders Holm"}


def test_it_has_every_deal_as_data_and_the_places_of_the_evenings() -> None:
    deals = list(season_book().deals)

    assert [(deal["evening"], deal["number"]) for deal in _records("deal")] == [
        (deal.evening, deal.number) for deal in deals
    ]
    assert _records("deal")[0] == {"evening": 1, "number": 1, **DEAL}
    assert {row["number"]: row["place"] for row in _records("evening")} == {
        evening.number: evening.place_name for evening in season_book().evenings if evening.place_name
    }


def test_it_is_hidden_and_leaves_every_other_sheet_as_it_was() -> None:
    content = written_file(_with_origin())

    assert reading.open_workbook(content)["whistklub"].sheet_state == "hidden"
    cells = reading.everything(content)
    del cells["whistklub"]
    assert cells == reading.everything(written_file(season_book()))
