"""A season's book with what its sheets share: who stands where, what they are called, and everybody's course."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter

from openpyxl import Workbook
from openpyxl.styles import NamedStyle

from ledger.rules.site.labels import Label, Say
from ledger.rules.site.phrases import phrases_in
from ledger.rules.site.points import decimals_needed, decimals_of, in_points
from ledger.spreadsheets.seasons.season_book import HOUSE, EveningRow, SeasonBook
from ledger.spreadsheets.seasons.wording import HOUSE_NAME, PAGE_NUMBER
from ledger.spreadsheets.site.house_style import FIGURE_WIDTH, mixed_format, named_styles, points_format
from ledger.spreadsheets.site.safe_text import unique_headings
from ledger.spreadsheets.site.sheet import Cell, StyledColumn, WrittenSheet, in_footer


class Figures:
    """A book in a language such as "da" or "da+fractions", and the workbook that is made of it.

    `order` is the numbers of the players in the order of the standings, the house last if it plays.
    """

    def __init__(self, book: SeasonBook, language: str) -> None:
        self.book = book
        self.say: Say = itemgetter(language)
        self.posted: Counter[int] = Counter()
        for posting in book.postings:
            self.posted[posting.player_number] += posting.units
        placed = [row.player_number for row in book.standings]
        others = [player.number for player in book.players if player.number not in placed]
        self.order = [*placed, *others]
        if HOUSE in self.posted:
            self.order.append(HOUSE)
        self.workbook = Workbook(write_only=True)
        self.decimals = self._decimals(in_fractions=phrases_in(language).in_fractions)
        for style in self._styles():
            self.workbook.add_named_style(style)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Everybody's name by number, no two alike even to a formula, which does not tell "Bo" from "BO"."""
        names = {player.number: player.name for player in self.book.players} | {HOUSE: self.say(HOUSE_NAME)}
        return dict(zip(self.order, unique_headings(names[number] for number in self.order), strict=True))

    @cached_property
    def units(self) -> Mapping[int, int]:
        """Everybody's units in the standings, and the house's by the evenings."""
        units = dict.fromkeys(self.order, 0)
        for row in self.book.standings:
            units[row.player_number] = row.units
        if HOUSE in units:
            units[HOUSE] = sum(self._by_evening(HOUSE))
        return units

    @cached_property
    def courses(self) -> Mapping[int, list[float]]:
        """Everybody's points from 0 on, after each evening."""
        return {
            number: [self.points(units) for units in accumulate(self._by_evening(number), initial=0)]
            for number in self.order
        }

    @cached_property
    def played(self) -> list[EveningRow]:
        """The evenings on which anybody won or lost, or might have, without opening balances."""
        return [row for row in self.book.evenings if row.totals and not row.is_opening]

    @property
    def is_balanced(self) -> bool:
        """Whether the postings sum to zero and come to the standings."""
        return self.posted == Counter(self.units) and not self.posted.total()

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

    @cached_property
    def points_width(self) -> float:
        """The width of a column of points: a number that does not fit is shown as crosses."""
        largest = max((abs(points) for course in self.courses.values() for points in course), default=0)
        behind = 2 * len(str(self.book.unit_denominator)) if self.decimals is None else self.decimals
        return max(FIGURE_WIDTH, len(str(int(largest))) + behind + 4)

    def player_columns(self, style: str = "points") -> list[StyledColumn]:
        """A column of points for each in `order`."""
        return [StyledColumn(self.names[number], style, self.points_width) for number in self.order]

    def add_sheet(
        self, title: Label, columns: Sequence[StyledColumn], *, is_upright: bool = True, is_one_page: bool = True
    ) -> WrittenSheet:
        """A new sheet of the workbook, as wide as these columns, with club, season, day and page below each page."""
        sheet = WrittenSheet(self.workbook, title, columns, self.say)
        whose = f"{in_footer(self.book.club)} · {in_footer(self.book.season)}"
        footer = whose, f"{self.book.made_at:%d-%m-%Y}", self.say(PAGE_NUMBER)
        sheet.set_paper(footer, is_upright=is_upright, is_one_page=is_one_page)
        return sheet

    def _decimals(self, *, in_fractions: bool) -> int | None:
        """As many decimals as any of the points needs; None for fractions, also where no decimals are exact."""
        denominator = self.book.unit_denominator
        if in_fractions or decimals_needed(denominator) is None:
            return None
        return decimals_of([posting.units for posting in self.book.postings], denominator)

    def _styles(self) -> list[NamedStyle]:
        denominator = self.book.unit_denominator
        prices = mixed_format(denominator) if self.decimals is None else "General"
        return named_styles(points_format(self.decimals, denominator), prices)

    def _by_evening(self, number: int) -> list[int]:
        return [row.totals.get(number, 0) for row in self.book.evenings]
