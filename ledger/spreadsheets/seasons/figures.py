"""What the lists of a book share: names by number, the sums of the postings, and how wide points are."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from ledger.rules.site.labels import Label, Say
from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.season_book import HOUSE, PostingRow, SeasonBook
from ledger.spreadsheets.site.looks import decimals_needed


class Posted:
    """The sums of the postings by player number, counted as they go by; every figure is in units.

    `everything` counts all of them, `of_evenings` and `of_deals` those that belong to one; `largest` is the largest
    figure, regardless of its sign.
    """

    def __init__(self) -> None:
        self.everything: Counter[int] = Counter()
        self.of_evenings: Counter[int] = Counter()
        self.of_deals: Counter[int] = Counter()
        self.largest = 0

    def add(self, posting: PostingRow) -> None:
        """Count one more posting."""
        number, units = posting.player_number, posting.units
        self.everything[number] += units
        if posting.evening is not None:
            self.of_evenings[number] += units
        if posting.deal is not None:
            self.of_deals[number] += units
        self.largest = max(self.largest, units, -units)


class EveningSums(NamedTuple):
    """The evenings of a book in brief: how many, the largest figure, its sign left out, and the opening balances.

    `openings` are the units by the number of their evening.
    """

    evenings: int
    largest: int
    has_house: bool
    has_doubt: bool
    openings: Mapping[int, Mapping[int, int]]


class Figures:
    """A book with what its lists need, once its postings have been counted; every figure is in units."""

    def __init__(self, book: SeasonBook, posted: Posted, say: Say) -> None:
        self.book = book
        self.posted = posted
        self._say = say

    def words(self, label: Label | None) -> str:
        """A label in the language of the file; nothing for none."""
        return self._say(label) if label else ""

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of every player and of the house, by number."""
        return {HOUSE: self.words(wording.HOUSE_NAME)} | {player.number: player.name for player in self.book.players}

    @cached_property
    def has_house(self) -> bool:
        """Whether the house takes part in this season."""
        standings = (standing.player_number for standing in self.book.standings)
        return HOUSE in self.posted.everything or HOUSE in standings or self.evening_sums.has_house

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers with a column of their own: the players in the book's order, then the house if it plays."""
        players = tuple(player.number for player in self.book.players)
        return (*players, HOUSE) if self.has_house else players

    @cached_property
    def points_width(self) -> float:
        """The width, in characters, of a column that shows every figure and fits a heading with its button."""
        standings = (abs(standing.units) for standing in self.book.standings)
        largest = max(self.posted.largest, self.evening_sums.largest, *standings)
        widest = f"+{largest // self.book.unit_denominator:,}"
        return max(11, len(widest) + decimals_needed(self.book.unit_denominator) + 4)

    @cached_property
    def evening_sums(self) -> EveningSums:
        """The sums of the evenings, on which the columns of the lists depend."""
        evenings = largest = 0
        has_house = has_doubt = False
        openings: dict[int, Mapping[int, int]] = {}
        for evening in self.book.evenings:
            evenings += not evening.is_opening
            if evening.is_opening:
                openings[evening.number] = evening.totals
            largest = max(largest, *map(abs, evening.totals.values()), 0)
            has_house = has_house or HOUSE in evening.totals
            has_doubt = has_doubt or evening.is_in_doubt
        return EveningSums(evenings, largest, has_house, has_doubt, openings)
