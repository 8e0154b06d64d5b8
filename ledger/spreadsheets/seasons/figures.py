"""A season's book with what its sheets share: who stands where, what they are called, and everybody's course."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter

from openpyxl import Workbook

from ledger.rules.site.labels import Label, Phrase, Say, catalogue_of
from ledger.rules.site.points import decimals_needed, decimals_of, in_points
from ledger.spreadsheets.seasons.season_book import HOUSE, SeasonBook
from ledger.spreadsheets.seasons.wording import HOUSE_NAME
from ledger.spreadsheets.site.house_style import FIGURE_WIDTH, named_styles
from ledger.spreadsheets.site.safe_text import unique_headings
from ledger.spreadsheets.site.sheet import Cell, StyledColumn, WrittenSheet, in_footer


class Figures:
    """A book in a language such as "da" or "da+fractions", and the workbook that is made of it.

    `order` is the numbers of the players in the order of the standings, the house last if it plays. By number are
    `names`, no two alike even to a formula, which does not tell "Bo" from "BO"; `units` in the standings, the house's
    by the evenings; and `courses`, everybody's points from 0 on, after each evening. `played` leaves out opening
    balances.
    """

    def __init__(self, book: SeasonBook, language: str) -> None:
        self.book = book
        self.say: Say = itemgetter(language)
        self.posted: Counter[int] = Counter()
        for posting in book.postings:
            self.posted[posting.player_number] += posting.units
        self.units = Counter({row.player_number: row.units for row in book.standings})
        self.order = list(dict.fromkeys([*self.units, *book.names]))
        if HOUSE in self.posted:
            self.order.append(HOUSE)
            self.units[HOUSE] = sum(row.totals.get(HOUSE, 0) for row in book.evenings)
        names = {**book.names, HOUSE: self.say(HOUSE_NAME)}
        self.names = dict(zip(self.order, unique_headings(names[number] for number in self.order), strict=True))
        self.courses = {number: list(self._course(number)) for number in self.order}
        self.played = [row for row in book.evenings if row.totals and not row.is_opening]
        in_fractions = catalogue_of(language).in_fractions or decimals_needed(book.unit_denominator) is None
        units = [posting.units for posting in book.postings]
        decimals = None if in_fractions else decimals_of(units, book.unit_denominator)
        largest = max((abs(points) for course in self.courses.values() for points in course), default=0)
        behind = 2 * len(str(book.unit_denominator)) if decimals is None else decimals
        # A number that does not fit is shown as crosses.
        self.points_width = max(FIGURE_WIDTH, len(str(int(largest))) + behind + 4)
        self.workbook = Workbook(write_only=True)
        for style in named_styles(decimals, book.unit_denominator):
            self.workbook.add_named_style(style)

    @property
    def is_balanced(self) -> bool:
        """Whether the postings sum to zero and come to the standings."""
        return self.posted == self.units and not self.posted.total()

    def points(self, units: int) -> float:
        """Units as a number in a cell."""
        return units / self.book.unit_denominator

    def points_by_player(self, units: Mapping[int, int], strong: Collection[int]) -> Iterator[Cell]:
        """The points of each in `order`, in bold for some; None for who was not there."""
        for number in self.order:
            points = self.points(units[number]) if number in units else None
            yield (points, "strong points") if number in strong else points

    def points_in_words(self, units: int) -> Label:
        """Units as part of a sentence, with their sign."""
        return in_points(units, self.book.unit_denominator, signed=True)

    def player_columns(self, style: str = "points") -> list[StyledColumn]:
        """A column of points for each in `order`."""
        return [StyledColumn(self.names[number], style, self.points_width) for number in self.order]

    def add_sheet(
        self, title: Label, columns: Sequence[StyledColumn], *, is_upright: bool = True, is_one_page: bool = True
    ) -> WrittenSheet:
        """A new sheet of the workbook, as wide as these columns, with club, season, day and page below each page."""
        sheet = WrittenSheet(self.workbook, title, columns, self.say)
        whose = in_footer(f"{self.book.club} · {self.book.season}")
        day = f"{self.book.made_at:%d-%m-%Y}"
        footer = whose, day, self.say(Phrase("Page &P of &N"))
        sheet.set_paper(footer, is_upright=is_upright, is_one_page=is_one_page)
        return sheet

    def _course(self, number: int) -> Iterator[float]:
        return map(self.points, accumulate((row.totals.get(number, 0) for row in self.book.evenings), initial=0))
