"""The hidden sheet that says what a season's workbook was made from, so that it can be handed in again.

Each row is a word and a record as JSON: the book as it was, its players, its evenings, and every deal as data.
"""

import json
from typing import IO, Any

from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import BookOrigin, DealRow, EveningRow
from ledger.spreadsheets.seasons.sheets.lists import player_headings
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.row_text import RowText, StyleOf

FORMAT = 1


class OriginText:
    """The rows of the hidden sheet as text, `count` of them so far."""

    def __init__(self, origin: BookOrigin, text: IO[bytes], style_of: StyleOf, figures: Figures) -> None:
        self.text = text
        self.count = 0
        self._rows = RowText(text, style_of, 1)
        # Without a width nothing is wrapped: nobody reads these.
        self._columns = [self._rows.column(Look.LINE)] * 2
        self._origin, self._figures = origin, figures

    def begin(self) -> None:
        """Write what is known of the whole book, once its postings are counted."""
        origin, figures, book = self._origin, self._figures, self._figures.book
        about = {"season": origin.season, "entries": origin.entries, "head": book.head_digest, "name": book.season}
        self._write("book", {"format": FORMAT, **about, "starts_on": origin.starts_on, "prices": list(origin.prices)})
        headings = dict(zip(figures.numbers, player_headings(figures), strict=True))
        for player in book.players:
            facts = {"name": player.name, "heading": headings[player.number]}
            self._write("player", {"number": player.number, "own": origin.players[player.number], **facts})

    def add_evening(self, evening: EveningRow) -> None:
        """Write an evening that has a place; the other facts of it stand beside each deal."""
        if evening.place_name:
            self._write("evening", {"number": evening.number, "place": evening.place_name})

    def add_deal(self, deal: DealRow) -> None:
        """Write a deal as data."""
        self._write("deal", {"evening": deal.evening, "number": deal.number, **deal.origin})

    @property
    def area(self) -> str:
        """The range of the rows."""
        return f"A1:B{self.count}"

    def _write(self, kind: str, facts: dict[str, Any]) -> None:
        self.count += 1
        written = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
        self._rows.write(self.count, (kind, written), self._columns)
