"""The two sides that a workbook is compared with: the club's deals as the file was made from them, and as they are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices
from ledger.rules.imports.differences.name_book import NameBook
from ledger.rules.imports.differences.origin import Place


@dataclass(frozen=True)
class KnownEvening:
    """An evening of the book that a new deal may join: its day, its prices, and who sits at each table now."""

    number: int
    day: date
    prices: DealPrices
    tables: Mapping[int, tuple[str, ...]]
    is_closed: bool = False


@dataclass(frozen=True)
class BookSides:
    """The two sides of the club's own book, and what a new deal needs to know of it.

    `base` are the deals as the file was made from them, `now` as they stand. Both are empty of deals that the club does
    not have: those of another club's file are in `brought`. `evenings` are the club's by number, `days` the days of the
    season's evenings. Those of a long season may be read as they are asked for, some evenings at a time: whoever goes
    through them goes by evenings. `prices_on` gives the prices of a day, those with a digest if the club has them.
    """

    base: Mapping[Place, BookDeal]
    now: Mapping[Place, BookDeal]
    brought: Mapping[Place, BookDeal]
    evenings: Mapping[int, KnownEvening]
    days: frozenset[date]
    prices_on: Callable[[date], DealPrices]
    names: NameBook
