"""A scoring table as typed facts: the sheet on the club's wall, read, checked, its contracts named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ledger.rules.site.labels import Changed, Label, Phrase, join, same

ATTACHMENTS: Mapping[str, Label] = {
    "plain": Phrase("plain"),
    "vip": Phrase("vip"),
    "gode": Phrase("gode"),
    "staerke": Phrase("stærke"),
    "halve": Phrase("halve"),
    "sans": Phrase("sans"),
    "kvarte": Phrase("kvarte"),
}

NOLO: Mapping[str, Label] = {
    "sol": Phrase("Sol"),
    "ren_sol": Phrase("Ren sol"),
    "bordlaegger": Phrase("Bordlægger"),
    "ren_bordlaegger": Phrase("Ren bordlægger"),
    "dobbelt_bordlaegger": Phrase("Dobbelt bordlægger"),
    "ren_bordlaegger_med_snak": Phrase("Ren bordlægger med snak"),
}

SUITS = ("clubs", "spades", "hearts", "diamonds")
TRUMPS: Mapping[str, Label] = {
    "clubs": Phrase("clubs"),
    "spades": Phrase("spades"),
    "hearts": Phrase("hearts"),
    "diamonds": Phrase("diamonds"),
    "none": Phrase("no trump"),
}

ALONE: Mapping[str, Label] = {
    "declared": Phrase("alone"),
    "self_called": Phrase("own partner"),
    "ace_in_cat": Phrase("ace in the cat"),
}

CAUSES: Mapping[str, Label] = {  # why a deal was not played
    "redeal": Phrase("Redeal"),
    "iron_hand": Phrase("Iron hand"),
    "misdeal": Phrase("Misdeal"),
}

ROLES: Mapping[str, Label] = {
    "declarer": Phrase("declarer"),
    "partner": Phrase("partner"),
    "defender": Phrase("defender"),
    "joiner": Phrase("goes along"),
    "player": Phrase("player"),
    "sits_out": Phrase("sits out"),
}

VIP_TURNS = (1, 2, 3)


@dataclass(frozen=True)
class PlayerRange:
    """How few and how many players play a deal."""

    min: int
    max: int


@dataclass(frozen=True)
class Column:
    """One column of the sheet: an attachment, perhaps with a turn of vip, and how it is played.

    `parts` are the attachments that a combined one, such as "halve_gode", consists of.
    """

    code: str
    attachment: str
    vip_turn: int | None
    label: Label
    trump: str  # chosen | clubs | spades | none | turned
    alone: str  # never | forced | possible
    tricks_played: int
    parts: tuple[str, ...] = ()

    def bears(self, attachment: str | None) -> bool:
        """Whether the column has this attachment, alone or combined; True for None."""
        return attachment in (None, self.attachment, *self.parts)


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

    def is_priced_by_tricks(self, *, made: bool) -> bool:
        """Whether the contract made, or lost, is worth more or less by its tricks."""
        return self.price is not None and bool(self.price.less if made else self.price.off)


@dataclass(frozen=True)
class When:
    """The outcomes that a multiplier applies to; None leaves a condition open, `tricks` are those taken."""

    attachment: str | None = None
    turn: int | None = None
    trump: str | None = None
    tricks: int | None = None
    flag: str | None = None
    result: str | None = None  # made | lost


@dataclass(frozen=True)
class Multiplier:
    """Multiplies an amount by `mult` and then adds `add` units, if its conditions hold; `label` explains it.

    Without a label the trump explains it.
    """

    when: When
    mult: int = 1
    add: int = 0
    label: Label | None = None


@dataclass(frozen=True)
class Penalty:
    """A fault's units: the offender's (negative), and those of each of the others in the deal."""

    code: str
    label: Label
    offender: int
    other: int


@dataclass(frozen=True)
class FreeForAllPrice:
    """Everyone for themselves: units per trick above the fewest, shared by those with the fewest."""

    label: Label
    price: int | None


@dataclass(frozen=True)
class PairBookPrice:
    """Two pairs: units per trick that a pair takes above the book."""

    label: Label
    tricks: int
    price: int


@dataclass(frozen=True)
class RoleRow:
    """An outcome paid by role: units for each of the maker's side and for each of the others, by number of players."""

    code: str
    label: Label
    side: str  # alone | pair | any
    maker: Mapping[int, int]
    others: Mapping[int, int]


@dataclass(frozen=True)
class ScoringRules:
    """A scoring table, read and checked; prices are integer units of 1/`unit_denominator` point, per opponent.

    `prices` maps each level to a price per column code, None where the club has typed nothing yet.
    `overrides` replace the amount of one (level, column code, tricks); negative where the declarer pays.
    `settings` holds the values of the other parameters by key; read one with `Parameter.of`.
    `drawn` are the attachments whose order is drawn for each evening.
    """

    code: str
    name: Label
    source: str
    readings: tuple[Label, ...]
    unit_denominator: int
    seats: PlayerRange
    partner: str  # called | fixed
    zero_sum: bool
    tricks: int
    rules: Mapping[str, str]
    choices: Mapping[str, Mapping[str, Label]]
    columns: tuple[Column, ...]
    prices: Mapping[int, Mapping[str, Price | None]]
    flags: Mapping[str, Label]
    multipliers: tuple[Multiplier, ...]
    overrides: Mapping[tuple[int, str, int], int]
    settings: Mapping[str, Any]
    nolo: Mapping[str, Nolo]
    free_for_all: FreeForAllPrice | None
    pair_book: PairBookPrice | None
    roles: Mapping[str, RoleRow]
    penalties: Mapping[str, Penalty]
    ladder: tuple[str, ...]
    drawn: tuple[str, ...] = ()

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels that can be bid, lowest first."""
        return tuple(self.prices)

    @cached_property
    def attachments(self) -> tuple[str, ...]:
        """The attachments that can be bid, in the order of the columns."""
        return tuple(dict.fromkeys(column.attachment for column in self.columns))

    @property
    def missing_prices(self) -> Mapping[str, Label]:
        """The names of the prices still to be typed by their paths in the document, in the order of the sheet."""
        missing = {}
        for level, row in self.prices.items():
            for column in self.columns:
                if row[column.code] is None:
                    missing[cell_path(level, column)] = named_cell(level, column)
        for nolo in self.nolo.values():
            if nolo.price is None:
                missing[f"nolo.{nolo.code}.made"] = nolo.label
        if self.free_for_all and self.free_for_all.price is None:
            missing["free_for_all.price"] = self.free_for_all.label
        return missing

    @property
    def unpriced(self) -> frozenset[str]:
        """The levels and nolo contracts without any price, as text; none where no contract has one."""
        levels = {str(level) for level, row in self.prices.items() if all(price is None for price in row.values())}
        contracts = {nolo.code for nolo in self.nolo.values() if nolo.price is None}
        unpriced = frozenset(levels | contracts)
        return unpriced if len(unpriced) < len(self.prices) + len(self.nolo) else frozenset()

    def column(self, attachment: str, vip_turn: int | None) -> Column | None:
        """The column that prices an attachment and turn; one without a turn prices every turn."""
        for column in self.columns:
            if column.attachment == attachment and column.vip_turn in (None, vip_turn):
                return column
        return None

    @cached_property
    def usual_column(self) -> str:
        """The code of the column of a contract of which no attachment is said: plain, or the first if none is plain."""
        codes = [column.code for column in self.columns]
        return "plain" if "plain" in codes else next(iter(codes), "")

    @cached_property
    def trumps(self) -> tuple[str, ...]:
        """The trumps that change a price somewhere in the table, in the order of the suits."""
        counted = {trump for attachment in self.attachments for trump in self.counted_trumps(attachment)}
        return tuple(trump for trump in TRUMPS if trump in counted)

    def counted_trumps(self, attachment: str) -> tuple[str, ...]:
        """The trumps that change a price of this attachment, in the order of the multipliers."""
        return tuple(dict.fromkeys(when.trump for when in self._conditions(attachment) if when.trump))

    def counted_flags(self, attachment: str) -> tuple[str, ...]:
        """The flags that change a price of this attachment, in the order of the table."""
        counted = {when.flag for when in self._conditions(attachment)}
        return tuple(flag for flag in self.flags if flag in counted)

    def _conditions(self, attachment: str) -> Iterator[When]:
        """The conditions of the multipliers that can hold for this attachment."""
        bearing = [column for column in self.columns if column.attachment == attachment]
        return (row.when for row in self.multipliers if any(column.bears(row.when.attachment) for column in bearing))


def cell_path(level: int, column: Column) -> str:
    """A cell's path in the document: "values.9.vip2"."""
    return f"values.{level}.{column.code}"


def named_cell(level: int, column: Column) -> Label:
    """A cell's name: "9 Vip 2"."""
    return join([same(str(level)), column.label], " ")


TURNS = {1: Phrase("in the 1st turn"), 2: Phrase("in the 2nd turn"), 3: Phrase("in the 3rd turn")}


def bid_name(scoring_table: ScoringRules, level: int, column: Column) -> Label:
    """A trick contract as it is bid, without its turn: "9", "9 vip"; of a table with one level the column's name."""
    if len(scoring_table.levels) == 1:
        return column.label
    name = same(str(level))
    if column.attachment == "plain":
        return name
    attachment = ATTACHMENTS.get(column.attachment) or Changed(column.label, str.lower)
    if column.parts:
        attachment = join([ATTACHMENTS.get(part, same(part)) for part in column.parts], " + ")
    return join([name, attachment], " ")
