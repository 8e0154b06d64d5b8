"""What every kind of deal knows about itself; a kind is a subclass of `Deal` in a module of its own."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any, ClassVar, Self

from ledger.rules.deals.keyboard_parts import NOTE, UNKNOWN, Away, Data, LineWriter, Names, Parse, Parts
from ledger.rules.deals.payout import Gains, Teller
from ledger.rules.deals.seating import SEATING_KEYS, Seating, read_seating
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, same
from ledger.rules.site.refusal import Refusal, gettext_noop

Words = Mapping[str, Mapping[str, str]]
"""The shortest names of a table, by what they are and code: {"nolo": {"sol": "s"}}."""


class PlaceInLine(IntEnum):
    """Where in a keyboard line something stands, and so on the sheet too."""

    DECLARER = 1
    CONTRACT = 2
    EXTRAS = 3
    PARTNER = 4
    RESULT = 5
    OTHER = 6
    AWAY = 7


@dataclass(frozen=True)
class BoxGroup:
    """Boxes that stand under one heading, with its place; several kinds of deal may share one."""

    code: str
    heading: Label
    place: PlaceInLine


DECLARER = BoxGroup("declarer", Phrase("Declarer"), PlaceInLine.DECLARER)
PARTNER = BoxGroup("partner", Phrase("Partner"), PlaceInLine.PARTNER)
EACH = BoxGroup("each", Phrase("Tricks, each"), PlaceInLine.RESULT)
OTHER = BoxGroup("other", Phrase("Other"), PlaceInLine.OTHER)


@dataclass(frozen=True)
class Box:
    """One box: its letters, as typed on the keyboard line, their meaning, and the seat they name, if any.

    A `written` box takes a number; `text` then stands small beside it.
    """

    text: str
    meaning: Label | None = None
    seat: int | None = None
    written: bool = False


GroupedBoxes = Iterator[tuple[BoxGroup, Box]]


def seat_boxes(group: BoxGroup, seats: int, *, written: bool = False) -> GroupedBoxes:
    """A box for every seat."""
    return ((group, Box(str(seat), seat=seat, written=written)) for seat in range(1, seats + 1))


Given = Mapping[str, object]  # a deal as data, not yet read
Facts = Mapping[str, Any]  # what was read, by field

LONGEST_NOTE = 200
FAR = 4  # tricks from the contract, where a result is asked about

ON_PAPER = ("deal", "passed_out")  # what counts as that has a row on a paper sheet, and adds to its control sum
WITH_SOMEBODY = "declaring"  # with a partner or alone, which is not known

# What players are in a contract, as their figures name it.
DECLARER_AND_PARTNER: Mapping[str, Label] = MappingProxyType(
    {
        "declarer": Phrase("Declarer with a partner"),
        "alone": Phrase("Declarer alone"),
        WITH_SOMEBODY: Phrase("Declarer, partner not known"),
        "partner": Phrase("Partner"),
    }
)
EVERYBODY: Mapping[str, Label] = MappingProxyType({"player": Phrase("Everybody plays")})
NO_PARTS: Mapping[str, Any] = MappingProxyType({})

NO_PARTNER_HERE = gettext_noop("This contract is played without a partner.")
PARTNER_NEEDED = gettext_noop("Choose a partner.")
ALL_TRICKS = gettext_noop("The tricks must add up to %(tricks)d.")
EVERYONE_TRICKS = gettext_noop("Give the tricks of everyone who plays.")
ALL_OR_NONE = gettext_noop("%(tricks)d tricks: is that right?")


class PriceMissing(Refusal):
    """Refusal of a deal without a price; `path` is that of the price in the scoring table's document."""

    def __init__(self, path: str, contract: Label) -> None:
        super().__init__(gettext_noop("The scoring table has no price for %(contract)s yet."), contract=contract)
        self.path = path


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(ABC):
    """One deal as frozen facts; what they are worth is for the tariff to say.

    `required` and `optional` are the kind's keys in a deal as data. Of those, `player_keys` hold one player,
    `group_keys` lists of players or of such lists, and `share_keys` a value by player.

    `counts_as` is the kind of its entry: a "deal" that was played, "passed_out", "not_played" (the same
    dealer deals again), or an "adjustment", which does not move the deal on. Nobody wins or loses in what was passed
    out or not played. A kind that is not `is_priced`
    is worth the same under any prices; in one that is not `is_dealt` nobody dealt, and all at the table take part.
    `mark` begins its keyboard line, if it has a mark of its own. `offered_by` is the part of a scoring table without
    which no deal of the kind can be entered.

    `parts` are those that players may have in its contract, as figures name them: their roles, but that a
    declarer without a partner is "alone", and that `parts_by_role` may give a role another name. The code of its
    contract stands under `key_of_contract` in a deal as data.
    """

    kind: ClassVar[str]
    required: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = ()
    player_keys: ClassVar[tuple[str, ...]] = ()
    group_keys: ClassVar[tuple[str, ...]] = ()
    share_keys: ClassVar[tuple[str, ...]] = ()
    counts_as: ClassVar[str] = "deal"
    is_priced: ClassVar[bool] = True
    is_dealt: ClassVar[bool] = True
    parts: ClassVar[Mapping[str, Label]] = DECLARER_AND_PARTNER
    parts_by_role: ClassVar[Mapping[str, str]] = NO_PARTS
    key_of_contract: ClassVar[str] = ""
    mark: ClassVar[str] = ""
    offered_by: ClassVar[str] = ""

    dealer: str | None = None
    sits_out: tuple[str, ...] = ()
    note: str | None = None

    # --- in and out of JSON

    @classmethod
    def is_offered(cls, scoring_table: ScoringRules) -> bool:
        """Whether a deal of this kind can be entered under a scoring table."""
        return not cls.offered_by or bool(getattr(scoring_table, cls.offered_by))

    @classmethod
    def read(cls, data: Given, scoring_table: ScoringRules, players: tuple[str, ...]) -> Self:
        """Read a deal of this kind.

        Raises Refusal with the key at fault as its field.
        """
        optional = (*cls.optional, *SEATING_KEYS, "note")
        given = fields.record(data, None, required=("kind", *cls.required), optional=optional)
        seating = read_seating(given, scoring_table, players)
        facts = cls.read_facts(given, scoring_table, seating)
        note = given.get("note")
        if note is not None:
            note = " ".join(fields.words(note, "note", LONGEST_NOTE).split())
        return cls(**facts, dealer=seating.dealer, sits_out=seating.sits_out, note=note)

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        """Read the facts particular to this kind, by field.

        Raises Refusal if one is wrong or missing.
        """
        return {}

    def data(self) -> dict[str, Any]:
        """The deal as plain JSON values."""
        seating = {"sits_out": list(self.sits_out)} if self.sits_out else {}
        dealer, note = self.filled_fields("dealer"), self.filled_fields("note")
        return {"kind": self.kind, **self.facts(), **dealer, **seating, **note}

    def facts(self) -> dict[str, Any]:
        """The facts particular to this kind, as plain JSON values."""
        return self.filled_fields(*self.required, *self.optional)

    def filled_fields(self, *names: str) -> dict[str, Any]:
        """Those of the named fields that are not None."""
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    # --- as a keyboard line

    @classmethod
    def names_in_line(cls, scoring_table: ScoringRules) -> Mapping[str, Names]:
        """The names of a scoring table that its lines may give, by what they name and code."""
        return {}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """Every way to read a deal of this kind, as data, from an index of a line on, each with its end."""
        raise NotImplementedError

    @classmethod
    def read_whole_line(cls, parts: Parts) -> Iterator[Data]:
        """Every reading of the whole line as a deal of this kind, as data."""
        for facts, at in cls.read_line(parts, parts.space(0)):
            for data, end in parts.in_turn(facts, at, parts.dealer, parts.away):
                if parts.ends(end):
                    note = {"note": parts.note} if parts.note else {}
                    yield {**data, **note}

    def write_line(self, writer: LineWriter) -> str:
        """The shortest line of the deal, without who deals, who sits out, and the note."""
        raise NotImplementedError

    def write_whole_line(self, writer: LineWriter, expected: str | None, away: Away) -> str:
        """The shortest line that reads back as the same deal if `expected` would deal.

        `away` gives who sits out, by dealer.
        """
        dealt = ""
        if self.dealer != expected:
            seat = writer.seats[self.dealer] if self.dealer else UNKNOWN
            dealt = f" @{seat}"
        usually_out = away(self.dealer) if self.dealer else ()
        is_usual = self.sits_out == usually_out
        named = "" if is_usual else f" ~{''.join(writer.seats[player] for player in self.sits_out)}"
        note = f" {NOTE} {self.note}" if self.note else ""
        return f"{self.write_line(writer)}{dealt}{named}{note}"

    # --- on a paper sheet

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        """The boxes in which a deal of this kind is ticked or written, in the order of its line."""
        return iter(())

    # --- what it pays, and why

    def players_in_play(self, scoring_table: ScoringRules, players: Sequence[str]) -> tuple[str, ...]:
        """The players of the deal in seat order, without those who sit out."""
        if not self.is_dealt:
            return tuple(players)
        sits_out = self.sits_out
        if not sits_out:
            if len(players) <= scoring_table.seats.max or not self.dealer:
                return tuple(players)
            # That the dealer alone sits out, as among five, is not said in a deal.
            sits_out = (self.dealer,)
        return tuple(player for player in players if player not in sits_out)

    @abstractmethod
    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """What the players in play win or lose, and their roles.

        Raises Refusal without a price.
        """

    @abstractmethod
    def sentence(self, teller: Teller) -> Label:
        """Who did what, and who paid, without arithmetic and without a full stop."""

    def explain(self, teller: Teller) -> Label:
        """What the deal paid and why, with its arithmetic if it has any, without a full stop."""
        return self.sentence(teller)

    def price_path(self, scoring_table: ScoringRules) -> str:
        """The path of the price that settles it in the scoring table's document."""
        return f"{self.kind}.price"

    def price_missing(self, scoring_table: ScoringRules) -> "PriceMissing":
        """The Refusal of a deal for which the scoring table has no price yet."""
        return PriceMissing(self.price_path(scoring_table), self.name(scoring_table))

    # --- in words

    def name(self, scoring_table: ScoringRules) -> Label:
        """The contract as players say it: "9 vip i 2.", "Sol", "Passet rundt", "Jernhånd"."""
        code = getattr(self, self.key_of_contract) if self.key_of_contract else ""
        return self.contract_labels(scoring_table)[code]

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        """The names of contracts without their levels, by their code in a deal as data; "" if there is only one."""
        return {}

    @classmethod
    def contract_codes(cls, scoring_table: ScoringRules) -> Sequence[str]:
        """The codes of the contracts that can be played under a scoring table; others may have names all the same."""
        return tuple(cls.contract_labels(scoring_table))

    def result(self, scoring_table: ScoringRules) -> Label:
        """The result: "+1", "=", "-2" in tricks against the contract; one for each nolo player; "8-5" for pairs."""
        return same("")

    def result_in_words(self, scoring_table: ScoringRules, names: Mapping[str, str]) -> Label:
        """The result as a list says it: "2 over", "Lilly hjem, Palle bet"; nothing where tricks and points do.

        `names` gives each player's name.
        """
        return same("")

    # --- what can happen, and what seldom does

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["Deal"]:
        """Every outcome of this kind as a deal of exactly these players; the first of them declares."""
        return iter(())

    @classmethod
    def outcomes_to_check(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["Deal"]:
        """The outcomes that a checker of the scoring table settles; the others only scale their amounts."""
        return cls.outcomes(scoring_table, players)

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["Deal"]:
        """A few deals of these players that show how a scoring table pays this kind, plain ones first."""
        return iter(())

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Questions about a result so rare that a slip of the thumb is likelier, the most important first.

        The first is asked once before the deal is saved. It never refuses: answered once, the deal is saved.
        """
        return iter(())

    # --- how it counts: asked of a deal as data, as the book keeps it

    @classmethod
    def own_tricks(cls, data: Mapping[str, Any]) -> Mapping[str, int]:
        """Each player's own tricks, in kinds where they count."""
        return {}

    @classmethod
    def tricks_taken(cls, data: Mapping[str, Any]) -> Sequence[int]:
        """The tricks shown in a list: of the declarer's side, of each player on a nolo, or of each pair."""
        return list(cls.own_tricks(data).values())

    @classmethod
    def tricks_written(cls, data: Mapping[str, Any]) -> int:
        """The tricks that the deal adds to the control sum at the foot of a paper sheet."""
        return sum(cls.tricks_taken(data))


def gains_of_side(
    in_play: Sequence[str], declarer: str, partner: str | None, amount: int, key: str | None = None
) -> Gains:
    """What everybody gets where every opponent pays `amount` to the declarer, who may have a partner.

    The side shares it equally, multiplied and never divided. `key` is the price's, where a table has one.
    """
    units = dict.fromkeys(in_play, -amount)
    if partner is None:
        units[declarer] = amount * (len(in_play) - 1)
    else:
        units[declarer] = units[partner] = amount * ((len(in_play) - 2) // 2)
    return units, roles_of(in_play, declarer, partner), key


def roles_of(in_play: Sequence[str], declarer: str, partner: str | None = None) -> dict[str, str]:
    """Roles by player: the declarer, perhaps a partner, and the defenders."""
    roles = dict.fromkeys(in_play, "defender")
    roles[declarer] = "declarer"
    if partner is not None:
        roles[partner] = "partner"
    return roles


def difference(tricks: int) -> str:
    """Tricks against the contract: "+1", "=", "-2"."""
    return f"{tricks:+d}" if tricks else "="


def all_or_none(most: int, tricks: int) -> Iterator[Remark]:
    """The question about a deal in which one side or one player took every trick."""
    if most == tricks:
        yield question(ALL_OR_NONE, tricks=most)


def question(message: str, **params: object) -> Remark:
    """A question that is asked once and never refuses."""
    return Remark.of(None, message, is_error=False, **params)
