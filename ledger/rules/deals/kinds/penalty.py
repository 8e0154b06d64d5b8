"""A penalty of the scoring table, paid by one player to the others: duestraf."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ledger.rules.deals.keyboard_parts import CONTRACT, LineWriter, Names, Parse, Parts, names_of
from ledger.rules.deals.kinds.deal import Deal, Facts, Given
from ledger.rules.deals.payout import PAYS, Gains, Teller
from ledger.rules.deals.seating import Seating
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Deal):
    """A penalty that a player of the deal has to pay."""

    kind: ClassVar[str] = "penalty"
    required: ClassVar[tuple[str, ...]] = ("penalty", "player")
    player_keys: ClassVar[tuple[str, ...]] = ("player",)
    counts_as: ClassVar[str] = "adjustment"
    mark: ClassVar[str] = "!"
    offered_by: ClassVar[str] = "penalties"

    penalty: str
    player: str

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        penalty = fields.one_of(given["penalty"], "penalty", scoring_table.penalties)
        return {"penalty": penalty, "player": seating.player(given["player"], "player")}

    @classmethod
    def names_in_line(cls, scoring_table: ScoringRules) -> Mapping[str, Names]:
        return {"penalty": {code: names_of(code) for code in scoring_table.penalties}}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """The seat behind the mark, and the penalty if there are several: "!2"."""
        penalties = list(parts.scoring_table.penalties)
        if not penalties or not parts.text.startswith(cls.mark, at):
            return
        for player, end in parts.seat(at + len(cls.mark)):
            if len(penalties) == 1:
                yield {"kind": cls.kind, "penalty": penalties[0], "player": player}, end
            for code, last in parts.codes("penalty", end, CONTRACT):
                yield {"kind": cls.kind, "penalty": code, "player": player}, last

    def write_line(self, writer: LineWriter) -> str:
        marked = f"{self.mark}{writer.seats[self.player]}"
        if len(writer.scoring_table.penalties) == 1:
            return marked
        return f"{marked}{writer.words['penalty'][self.penalty]}"

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """The offender pays each of the others."""
        penalty = tariff.scoring_table.penalties[self.penalty]
        units = dict.fromkeys(in_play, penalty.other) | {self.player: penalty.offender}
        return units, dict.fromkeys(in_play, "defender"), None

    def explain(self, teller: Teller) -> Label:
        return teller.after_contract(teller.amounts(teller.payout.units))

    def sentence(self, teller: Teller) -> Label:
        """That the offender pays the penalty."""
        return teller.tell(teller.say(PAYS, [self.player], amount=teller.bid()), [self.player])

    def price_path(self, scoring_table: ScoringRules) -> str:
        return f"penalties.{list(scoring_table.penalties).index(self.penalty)}"

    def name(self, scoring_table: ScoringRules) -> Label:
        return scoring_table.penalties[self.penalty].label

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["Fault"]:
        for penalty in scoring_table.penalties:
            yield Fault(penalty=penalty, player=players[0])
