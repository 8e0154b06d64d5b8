"""A scoring table as typed facts: the sheet on the club's wall, read and checked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.vocabulary import Label


class MissingPrice(NamedTuple):
    """A price that the club has not typed yet, by its path in the document."""

    path: str
    label: Label


@dataclass(frozen=True)
class Seats:
    """How few and how many players play a deal."""

    min: int
    max: int


@dataclass(frozen=True)
class Column:
    """One column of the sheet: an attachment, for vip perhaps with its turn, and how it is played."""

    code: str
    attachment: str
    vip_turn: int | None
    label: Label
    trump: str  # chosen | clubs | spades | none | turned
    alone: str  # never | forced | possible
    tricks_played: int


@dataclass(frozen=True)
class Price:
    """What each opponent pays or receives, in units: `made` + `over` per overtrick, `lost` + `under` per undertrick."""

    made: int
    over: int
    lost: int
    under: int


@dataclass(frozen=True)
class NoloPrice:
    """What each opponent pays or receives, in units: `less` per trick below the limit, `off` per trick outside it."""

    made: int
    less: int
    lost: int
    off: int


@dataclass(frozen=True)
class Nolo:
    """A contract to take few tricks, alone or as a pair."""

    code: str
    label: Label
    min_tricks: int
    max_tricks: int
    side: str  # alone | pair
    price: NoloPrice | None


@dataclass(frozen=True)
class Multiplier:
    """A factor on every price of an attachment when a given trump was recorded."""

    attachment: str
    trump: str
    factor: int


@dataclass(frozen=True)
class Pot:
    """Everyone for himself: a price in units per trick above the fewest, shared by those with the fewest."""

    label: Label
    price: int | None


@dataclass(frozen=True)
class Book:
    """Two pairs: a price in units per trick that a pair takes above the book."""

    label: Label
    tricks: int
    price: int


@dataclass(frozen=True)
class RoleRow:
    """One outcome of a game paid by role: units to each of the maker's side and to each other, by number of players."""

    code: str
    label: Label
    side: str  # alone | pair | any
    maker: Mapping[int, int]
    others: Mapping[int, int]


@dataclass(frozen=True)
class Table:
    """A whole scoring table; prices are integer units of 1/`unit_denominator` point, per opponent.

    `prices` has a row per level and in it a cell per column code, None where the club has typed nothing yet.
    """

    code: str
    name: Label
    source: str
    readings: tuple[Label, ...]
    unit_denominator: int
    seats: Seats
    partner: str  # called | fixed
    zero_sum: bool
    tricks: int
    rules: Mapping[str, str]
    choices: Mapping[str, Mapping[str, Label]]
    columns: tuple[Column, ...]
    prices: Mapping[int, Mapping[str, Price | None]]
    multipliers: tuple[Multiplier, ...]
    nolo: Mapping[str, Nolo]
    free_for_all: Pot | None
    pair_book: Book | None
    roles: Mapping[str, RoleRow]
    ladder: tuple[str, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that can be bid, lowest first."""
        return tuple(self.prices)

    @property
    def attachments(self) -> tuple[str, ...]:
        """The attachments that can be bid, in the order of the columns."""
        return tuple(dict.fromkeys(column.attachment for column in self.columns))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of deal that can be entered, in the order a form shows them."""
        offered = {
            "trick": bool(self.columns),
            "nolo": bool(self.nolo),
            "free_for_all": self.free_for_all is not None,
            "pair_book": self.pair_book is not None,
            "role_table": bool(self.roles),
            "passed_out": True,
            "adjustment": True,
        }
        return tuple(kind for kind, given in offered.items() if given)

    @property
    def missing_prices(self) -> tuple[MissingPrice, ...]:
        """The prices still to be typed, in the order of the sheet."""
        return (*self._missing_cells(), *self._missing_contracts())

    def column(self, attachment: str, vip_turn: int | None) -> Column | None:
        """The column that prices an attachment; a column without a turn prices every turn."""
        for column in self.columns:
            if column.attachment == attachment and column.vip_turn in (None, vip_turn):
                return column
        return None

    def factor(self, attachment: str, trump: str | None) -> int:
        """How many times the price counts when this trump was recorded."""
        for multiplier in self.multipliers:
            if (multiplier.attachment, multiplier.trump) == (attachment, trump):
                return multiplier.factor
        return 1

    def _missing_cells(self) -> Iterator[MissingPrice]:
        for level, row in self.prices.items():
            for column in self.columns:
                if row[column.code] is None:
                    label = Label(f"{level} {column.label.da}", f"{level} {column.label.en}")
                    yield MissingPrice(f"values.{level}.{column.code}", label)

    def _missing_contracts(self) -> Iterator[MissingPrice]:
        for nolo in self.nolo.values():
            if nolo.price is None:
                yield MissingPrice(f"nolo.{nolo.code}.made", nolo.label)
        if self.free_for_all and self.free_for_all.price is None:
            yield MissingPrice("free_for_all.price", self.free_for_all.label)
