"""Everything that the season's workbook shows, as plain values.

Points are integer units throughout: `units / SeasonBook.unit_denominator` is the figure that a reader sees. A mapping
from player number to units may hold the house under `HOUSE`; a player who was not there is absent from it, and one who
was there and won nothing has 0. Names and other texts are shown exactly as they were typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from ledger.rules.site.labels import Label

PriceCell = Label | int | None
NOTHING: Mapping[str, Any] = MappingProxyType({})

HOUSE = 0
"""The player number of the house, which pays or receives where a game is not zero-sum between the players."""


@dataclass(frozen=True)
class BookPlayer:
    """A player of the season; `number` is 1 or more and unique within the book."""

    number: int
    name: str


@dataclass(frozen=True)
class StandingRow:
    """A player's place; `units` is the balance, and ties share a place. Some of it may come from a deal in doubt."""

    place: int
    player_number: int
    evenings: int
    deals: int
    units: int
    is_in_doubt: bool = False


@dataclass(frozen=True)
class EveningRow:
    """An evening: how many deals count, and each attending player's bottom line in units.

    While it is approved, `approved_entry` is the number of the book's last entry at that moment, and `fingerprint` the
    start of that entry's digest, as on the evening's page; otherwise None and "". Opening balances have a row too:
    their points count, and they are no evening.
    """

    number: int
    date: date
    place_name: str
    deals: int
    totals: Mapping[int, int]
    approved_entry: int | None
    fingerprint: str
    is_opening: bool = False
    is_in_doubt: bool = False


class DealRow(NamedTuple):
    """A numbered deal of an evening as it stands today.

    `table` is where it was played, 1 on an evening with one table. `units` is what the deal is worth in the book now,
    empty for a void deal. `attachment` is that of a contract that has one, and `vip_turn` the turn in which its vip was
    won; `going_along` are those who went along on a nolo. `tricks` is a number, or a text if several took part
    ("1 / 3"). `why` explains the figures in words, and `note` is what was written beside the deal. `status` is empty
    for a deal that was never changed, otherwise a word such as "rettet" or "annulleret", and `reason` says why.
    `sides` are the numbers of those who declared and of their partners, None for an adjustment, which is no deal.
    `origin` is what the hidden sheet says of it: the deal as data, who was at the table, and at whose prices.
    """

    evening: int
    number: int
    date: date
    table: int
    dealer: str
    declarer: str
    contract: Label
    attachment: Label | None
    vip_turn: int | None
    partner: str
    going_along: str
    tricks: int | str | None
    result: Label
    why: Label
    note: str
    units: Mapping[int, int]
    status: Label | None
    reason: str
    recorded_by: str
    sides: tuple[tuple[int, ...], tuple[int, ...]] | None
    origin: Mapping[str, Any] = NOTHING


@dataclass(frozen=True)
class PrizeRow:
    """A prize of the closed season: what it is for, its title and gift ("" for none), and the names of its winners."""

    name: Label
    title: str
    gift: str
    winners: tuple[str, ...]


class PostingRow(NamedTuple):
    """A posting of the ledger for a player, or for the house, whose `player_number` is `HOUSE`.

    `sequence` is the number of the entry in the season's book. `evening` and `deal` are None for what belongs to none;
    a posting with a deal number belongs to the `DealRow` of that number, its reversals included.
    """

    sequence: int
    date: date
    evening: int | None
    deal: int | None
    player_number: int
    text: Label
    units: int


class CorrectionRow(NamedTuple):
    """A change of a deal of the book: corrected, voided or restored.

    `before` and `after` are the deal in a few words, None while there is none: a voided deal has nothing after it, one
    that is restored nothing before. `moved` tells for whom the points are others, from what to what.
    """

    evening: int
    number: int
    date: date
    status: Label
    before: Label | None
    after: Label | None
    moved: Label | None
    reason: str
    recorded_by: str


@dataclass(frozen=True)
class PricedScoringTable:
    """A version of a scoring table that priced deals this season, as on the club's wall.

    `columns` are the headings, the contracts' first. `rows` are as wide as `columns`: a contract's name, then its
    prices, where an int is units, a text stands as it is ("efter aftale") and None is an empty cell.
    """

    name: str
    version: int
    in_force_from: date
    columns: tuple[Label, ...]
    rows: tuple[tuple[PriceCell, ...], ...]
    notes: tuple[Label, ...]


@dataclass(frozen=True)
class BookOrigin:
    """What a workbook was made from: the club's own number of the season, and how many entries its book had.

    `starts_on` is the season's first day as ISO text. `players` are the club's own numbers by those of the workbook,
    `prices` the digests of the versions to which deals refer by their place among them.
    """

    season: int
    entries: int
    starts_on: str
    players: Mapping[int, int]
    prices: tuple[str, ...]


@dataclass(frozen=True)
class SeasonBook:
    """A whole season, ready to be written.

    `evenings`, `deals`, `postings` and `corrections` may be of any length, and need not be in memory: the evenings are
    iterated twice, the others once. `deal_count` says how many deals were played, and what else stands. `made_at` is an
    aware time in the club's own zone, shown as that zone's wall clock. `head_digest` is the fingerprint of the book's
    last line, empty for a book without lines. `prizes` are those that were won when the season was closed. Without an
    `origin` the workbook cannot be handed in again. One that `is_being_imported` says that more may be on its way into
    the book, or out of it.
    """

    club: str
    season: str
    made_at: datetime
    made_by: str
    unit_denominator: int
    players: tuple[BookPlayer, ...]
    standings: tuple[StandingRow, ...]
    deal_count: Label
    evenings: Iterable[EveningRow]
    deals: Iterable[DealRow]
    postings: Iterable[PostingRow]
    corrections: Iterable[CorrectionRow]
    prices: tuple[PricedScoringTable, ...]
    prizes: tuple[PrizeRow, ...]
    head_digest: str
    origin: BookOrigin | None = None
    is_being_imported: bool = False
