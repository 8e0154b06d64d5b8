"""What the workbook to type deals in is made of: players, contracts, and every outcome with its line and its prices."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from ledger.rules.site.labels import Label

MARK_SHEET = "whistklub"  # hidden, as in every workbook of the site; its first word says which one it is
MARK = "entry"
PRICE_MISSING = "–"  # a text, so that no formula counts with it


class EntryKind(IntEnum):
    """How the formulas of a row pay its contract."""

    TRICKS = 1  # a side against the others
    NOLO = 2  # everybody on it for themselves
    PAIR_NOLO = 3
    FREE_FOR_ALL = 4
    PAIR_BOOK = 5
    ROLES = 6
    NO_POINTS = 7
    PENALTY = 8


class PartnerRule(IntEnum):
    """Who may be named as the partner of a contract."""

    NOBODY = 0
    NEEDED = 1
    OR_ALONE = 2  # a partner, or why there is none
    IF_ANY = 3
    ALONE = 4  # nobody, and the declarer is paid as one alone


@dataclass(frozen=True)
class EntryContract:
    """A contract that can be chosen, or an attachment: its rule for the partner, and the tricks that are played."""

    label: Label
    kind: EntryKind
    partner: PartnerRule
    most_tricks: int


@dataclass(frozen=True)
class EntryOutcome:
    """What an outcome pays, in units by tricks, or by the number of players.

    `place` has the places of its contract, attachment, trump and knock in their lists, from 1, 0 for none, and whether
    the declarer is alone. One that pays two sides has a second outcome right behind it. `line` is what a keyboard line
    says of it. `words` are the contract, attachment, trump, knock, and who is paid.
    """

    place: tuple[int, int, int, int, int]
    line: str
    words: tuple[Label | None, ...]
    amounts: Sequence[int | None]


@dataclass(frozen=True)
class EntryBook:
    """A club's workbook to type deals in; `made_at` is an aware time, by which the file is dated.

    `seats` are how few and how many play; `chairs` at most sit at a table. `tricks` are those of a deal. The pairs of
    one with `pairs` are fixed. Who goes along on a nolo settles with all if `joined` is "independent", with those who
    do not if "outsiders", and cannot if "single". What the points lack to add up is the house's if it `has_house`.
    """

    club: str
    scoring_table: str
    made_at: datetime
    unit_denominator: int
    seats: tuple[int, int]
    chairs: int
    tricks: int
    pairs: bool
    joined: str
    has_house: bool
    players: Sequence[str]
    contracts: Sequence[EntryContract]
    attachments: Sequence[EntryContract]
    trumps: Sequence[Label]
    flags: Sequence[Label]
    outcomes: Sequence[EntryOutcome]

    def has(self, *kinds: EntryKind) -> bool:
        """Whether a contract of any of these kinds can be chosen."""
        return any(contract.kind in kinds for contract in self.contracts)

    @property
    def has_partner(self) -> bool:
        """Whether a partner is ever named."""
        rules = {contract.partner for contract in (*self.contracts, *self.attachments)}
        return not self.pairs and bool(rules - {PartnerRule.NOBODY, PartnerRule.ALONE})

    @property
    def has_tricks_of_each(self) -> bool:
        """Whether the tricks of others than the declarer's side are ever written."""
        return self.has(EntryKind.FREE_FOR_ALL) or (self.has(EntryKind.NOLO) and self.joined != "single")
