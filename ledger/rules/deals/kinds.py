"""The kinds of deal as frozen facts; what a fact is worth is the tariff's business."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickDeal:
    """A contract to take at least `level` tricks; `tricks` were taken by the declaring side.

    `called_by` called the ace where it was not the declarer: in a vip the first to bid it calls, before it is turned.
    """

    kind: ClassVar[str] = "trick"
    level: int
    attachment: str
    declarer: str
    partner: str | None
    tricks: int
    vip_turn: int | None = None
    trump: str | None = None
    flag: str | None = None
    alone: str | None = None
    called_by: str | None = None
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """One player on a nolo contract and the tricks that player (or, for a pair, that pair) took."""

    player: str
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoloDeal:
    """A contract to take few tricks; the first participant bid it, the others went along.

    Play is `stopped` when it is lost, so that the tricks are those taken until then.
    """

    kind: ClassVar[str] = "nolo"
    contract: str
    participants: tuple[Participant, ...]
    stopped: bool = False
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOut:
    """Everybody passed: a row without points."""

    kind: ClassVar[str] = "passed_out"
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPlayed:
    """Cards that were dealt and never played, and the cause: a row without points; the same dealer deals again."""

    kind: ClassVar[str] = "not_played"
    cause: str
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeForAll:
    """Everyone for himself, with as few tricks as possible."""

    kind: ClassVar[str] = "free_for_all"
    tricks: Mapping[str, int]
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBook:
    """Two pairs and the tricks that each of them took."""

    kind: ClassVar[str] = "pair_book"
    pairs: tuple[tuple[str, str], tuple[str, str]]
    pair_tricks: tuple[int, int]
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTable:
    """A deal paid by the role of each player: the maker, perhaps a partner, and the outcome."""

    kind: ClassVar[str] = "role_table"
    maker: str
    partner: str | None
    outcome: str
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Points moved by agreement, with the reason: `amounts` as they were typed, `units` as they count."""

    kind: ClassVar[str] = "adjustment"
    amounts: Mapping[str, int | str]
    reason: str
    units: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A penalty of the table that a player of the deal has to pay."""

    kind: ClassVar[str] = "penalty"
    penalty: str
    player: str
    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None


Deal = TrickDeal | Fault | NoloDeal | PassedOut | NotPlayed | FreeForAll | PairBook | RoleTable | Adjustment
