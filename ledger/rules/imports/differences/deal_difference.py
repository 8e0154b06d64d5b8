"""One deal that a workbook has otherwise than the book: what becomes of it, and what speaks against that."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices
from ledger.rules.imports.differences.origin import Place
from ledger.rules.imports.differences.typed_rows import TypedRow
from ledger.rules.imports.plan import DealData
from ledger.rules.imports.written.sheets import CellPlace
from ledger.rules.site.refusal import Refusal


class ChangeKind(Enum):
    """What becomes of a deal if a difference is taken."""

    NEW = "new"
    CHANGED = "changed"
    MISSING = "missing"


class DoubtKind(Enum):
    """Why a difference is not taken unasked; those that rule it out come last."""

    BOTH = "both"  # changed on the site too
    NOT_ZERO = "not_zero"
    OTHER_PRICE = "other_price"
    TWICE = "twice"  # the number or the day is there already
    GONE = "gone"  # missing from the file
    UNKNOWN_NAME = "unknown_name"
    UNREADABLE = "unreadable"
    CLOSED = "closed"


RULES_OUT = {DoubtKind.UNKNOWN_NAME, DoubtKind.UNREADABLE, DoubtKind.CLOSED}


@dataclass(frozen=True)
class DealDoubt:
    """One thing that speaks against a difference, with the cell it is about if there is one."""

    kind: DoubtKind
    refusal: Refusal
    cell: CellPlace | None = None


@dataclass(frozen=True)
class NewDeal:
    """The deal that a difference books, with who was at the table.

    New deals of an evening get its next numbers, in the order of `number`, those without one last. One that `is_void`
    is voided as soon as it is there.
    """

    deal: DealData
    players: tuple[str, ...]
    table: int
    prices: DealPrices
    evening: int | None
    day: date
    number: int | None
    is_void: bool = False

    @property
    def as_booked(self) -> BookDeal:
        """The deal as the book will have it."""
        return BookDeal(self.deal, self.players, self.table, self.day, self.prices)


@dataclass(frozen=True)
class DealDifference:
    """One deal that the file has otherwise than the book: before, after, which columns, and what speaks against it."""

    kind: ChangeKind
    key: str
    place: Place | None
    row: TypedRow | None = None
    before: BookDeal | None = None
    after: NewDeal | None = None
    columns: tuple[str, ...] = ()
    doubts: tuple[DealDoubt, ...] = ()

    @property
    def can_be_taken(self) -> bool:
        """Whether it can be booked at all."""
        return not any(doubt.kind in RULES_OUT for doubt in self.doubts)

    @property
    def is_sound(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.doubts
