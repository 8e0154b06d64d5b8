"""Everything that the season's workbook shows, with what its sheets share.

Points are integer units throughout: `units / SeasonBook.unit_denominator` is the figure that a reader sees. A player is
a number, other than `HOUSE`. A mapping from players to units may hold the house too; a player who was not there is
absent from it, and one who was there and won nothing has 0. Names and other texts are shown exactly as they were typed.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from openpyxl import Workbook

from ledger.rules.site.labels import Label, Phrase, Say, catalogue_of
from ledger.rules.site.points import decimals_needed, decimals_of, in_points
from ledger.spreadsheets.site import (
    FIGURE_WIDTH,
    Cell,
    StyledColumn,
    WrittenSheet,
    in_footer,
    named_styles,
    unique_headings,
)

PriceCell = Label | int | None

HOUSE = 0  # as a player: the house, which pays or receives where a game is not zero-sum between the players


@dataclass(frozen=True)
class StandingRow:
    """A player's row in the standings, with the counts of the site; `units` is the balance.

    `place` is that of the site's standings, None for whoever has too few evenings for one; ties share a place.
    `counted` are the points that the place is by, if a rule of the club's counts others than all.
    """

    place: int | None
    player: int
    evenings: int
    deals: int
    units: int
    is_on_podium: bool = False
    counted: Fraction | None = None


@dataclass(frozen=True)
class EveningRow:
    """An evening: how many deals count, and each attending player's bottom line in units.

    While it is approved, `fingerprint` is the start of the digest of the book's last entry at that moment, as on the
    evening's page; otherwise "". Opening balances have a row too: their points count, and they are no evening. Of one
    that `is_totals` only the points were kept.
    """

    number: int
    date: date
    place_name: str
    deals: int
    totals: Mapping[int, int]
    fingerprint: str
    is_opening: bool = False
    is_totals: bool = False


class DealRow(NamedTuple):
    """A numbered deal of an evening as it stands today; a void one has no row.

    `partner` may also be why there is none, or who went along. `tricks` is a number, or a text if several took part
    ("1 / 3"). `result` is in words, and `status` what was last done to the deal: "rettet", or None if nothing was.
    `units` is what the deal is worth, without those who sat out. `declarers` and `partners` are players.
    """

    evening: int
    number: int
    date: date
    dealer: str
    declarer: str
    contract: Label
    partner: Label
    tricks: int | str
    result: Label
    status: Label | None
    note: str
    units: Mapping[int, int]
    declarers: tuple[int, ...]
    partners: tuple[int, ...]


class PostingRow(NamedTuple):
    """A posting of the ledger for a player, or for the `HOUSE`; `sequence` is the number of its entry in the book."""

    sequence: int
    date: date
    evening: int
    deal: int
    player: int
    text: Label
    units: int


@dataclass(frozen=True)
class PricedScoringTable:
    """A version of a scoring table that priced deals this season, as on the club's wall.

    `columns` are the headings, the contracts' first. `rows` are as wide as `columns`: a contract's name, then its
    prices, where an int is units, a text stands as it is ("efter aftale") and None is an empty cell.
    """

    title: Label
    columns: tuple[Label, ...]
    rows: tuple[tuple[PriceCell, ...], ...]
    notes: tuple[Label, ...]


@dataclass(frozen=True)
class SeasonBook:
    """A whole season, ready to be written.

    `names` are the players', in order. `in_numbers` says how much was played, and `sentences` who leads or has won, and
    what else is told of the season. `made_at` is an aware time in the club's own zone. `head_digest` is the fingerprint
    of the book's last entry, empty for a book without entries. `corrections` tells what was changed, and `prizes` who
    won what when the season was closed, each in a sentence.
    """

    club: str
    season: str
    is_closed: bool
    made_at: datetime
    unit_denominator: int
    names: Mapping[int, str]
    standings: tuple[StandingRow, ...]
    in_numbers: Label
    sentences: tuple[Label, ...]
    evenings: tuple[EveningRow, ...]
    deals: tuple[DealRow, ...]
    postings: tuple[PostingRow, ...]
    corrections: tuple[Label, ...]
    prices: tuple[PricedScoringTable, ...]
    prizes: tuple[Label, ...]
    head_digest: str


EVENINGS = Phrase("Evenings")
DEALS = Phrase("Deals")
CONTROL = Phrase("Control")
POSTINGS = Phrase("Postings")
HOUSE_NAME = Phrase("The house")
EVENING = Phrase("Evening")
DEAL = Phrase("Deal")
DATE = Phrase("Date")
PLAYER = Phrase("Player")
POINTS = Phrase("Points")
TOTAL = Phrase("Total")


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
            self.posted[posting.player] += posting.units
        self.units = Counter({row.player: row.units for row in book.standings})
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
            if number in strong:
                yield points, "strong points"
            else:
                yield points

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
