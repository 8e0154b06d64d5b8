"""Everything that the season's workbook shows, as plain values.

Points are integer units throughout: `units / SeasonBook.unit_denominator` is the figure that a reader sees. A mapping
from player number to units may hold the house under `HOUSE`; a player who was not there is absent from it, and one who
was there and won nothing has 0. Names and other texts are shown exactly as they were typed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.site.labels import Label

PriceCell = Label | int | None

HOUSE = 0
"""The player number of the house, which pays or receives where a game is not zero-sum between the players."""


@dataclass(frozen=True)
class StandingRow:
    """A player's row in the standings, with the counts of the site; `units` is the balance.

    `place` is that of the site's standings, None for whoever has too few evenings for one; ties share a place.
    `counted` are the points that the place is by, if a rule of the club's counts others than all.
    """

    place: int | None
    player_number: int
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
    `units` is what the deal is worth, without those who sat out. `declarers` and `partners` are numbers of players.
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


@dataclass(frozen=True)
class PrizeRow:
    """A prize of the closed season: what it is for, its title and gift ("" for none), and the names of its winners."""

    name: Label
    title: str
    gift: str
    winners: tuple[str, ...]


class PostingRow(NamedTuple):
    """A posting of the ledger for a player, or for the house, whose `player_number` is `HOUSE`.

    `sequence` is the number of the entry in the season's book.
    """

    sequence: int
    date: date
    evening: int
    deal: int
    player_number: int
    text: Label
    units: int


class CorrectionRow(NamedTuple):
    """A change of a deal of the book: corrected, voided or restored.

    `before` and `after` are the deal in a sentence, None while there is none: a voided deal has nothing after it, one
    that is restored nothing before.
    """

    evening: int
    number: int
    status: Label
    before: Label | None
    after: Label | None
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
class SeasonBook:
    """A whole season, ready to be written.

    `names` are the players' by their numbers, from 1. `in_numbers` says how much was played, and `sentences` who leads
    or has won, and what else is told of the season. `made_at` is an aware time in the club's own zone. `head_digest` is
    the fingerprint of the book's last entry, empty for a book without entries. `prizes` are those that were won when
    the season was closed.
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
    corrections: tuple[CorrectionRow, ...]
    prices: tuple[PricedScoringTable, ...]
    prizes: tuple[PrizeRow, ...]
    head_digest: str
