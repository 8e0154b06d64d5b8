"""What the lists of a book share: names by number, what the postings say about each player, and how wide points are."""

from collections.abc import Callable, Iterator
from functools import cached_property

from ledger.spreadsheets import wording
from ledger.spreadsheets.layouts import Words
from ledger.spreadsheets.looks import decimals_needed
from ledger.spreadsheets.season_book import HOUSE, PostingRow, SeasonBook


class Figures:
    """A book with the answers its lists need; every figure is in units."""

    def __init__(self, book: SeasonBook) -> None:
        self.book = book

    def words(self, words: Words) -> str:
        """`words` in the book's language."""
        return words.in_language(self.book.language)

    @cached_property
    def names(self) -> dict[int, str]:
        """Every player's name and the house's, by number."""
        return {HOUSE: self.words(wording.HOUSE_NAME)} | {player.number: player.name for player in self.book.players}

    @cached_property
    def has_house(self) -> bool:
        """Whether the house takes part in this season at all."""
        return any(number == HOUSE for number, _ in self._all_units())

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that get a column of their own: the players in the book's order, then the house if it plays."""
        players = tuple(player.number for player in self.book.players)
        return (*players, HOUSE) if self.has_house else players

    @cached_property
    def points_width(self) -> float:
        """A column width, in characters, that shows every figure of the book and fits a heading with its button."""
        largest = max((abs(units) for _, units in self._all_units()), default=0) // self.book.unit_denominator
        return max(11, len(f"+{largest:,}") + decimals_needed(self.book.unit_denominator) + 4)

    @cached_property
    def balances(self) -> dict[int, int]:
        """The sum of all postings for each number."""
        return self.posted(lambda _: True)

    def posted(self, chosen: Callable[[PostingRow], bool]) -> dict[int, int]:
        """The sum of the `chosen` postings for each number; 0 for a player without any."""
        sums = dict.fromkeys(self.names, 0)
        for posting in self.book.postings:
            if chosen(posting):
                sums[posting.player_number] = sums.get(posting.player_number, 0) + posting.units
        return sums

    def _all_units(self) -> Iterator[tuple[int, int]]:
        for posting in self.book.postings:
            yield posting.player_number, posting.units
        for standing in self.book.standings:
            yield standing.player_number, standing.units
        for evening in self.book.evenings:
            yield from evening.totals.items()
        for deal in self.book.deals:
            yield from deal.units.items()
