"""A deal paid by the role of each player: call-ace euchre."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ledger.rules.deals.keyboard_parts import CONTRACT, LineWriter, Names, Parse, Parts, names_of
from ledger.rules.deals.kinds.deal import (
    DECLARER,
    NO_PARTNER_HERE,
    PARTNER,
    PARTNER_NEEDED,
    Box,
    BoxGroup,
    Deal,
    Facts,
    Given,
    GroupedBoxes,
    PlaceInLine,
    Words,
    roles_of,
    seat_boxes,
)
from ledger.rules.deals.payout import EVERY_TRICK, GOES_DOWN, MAKES_IT, TAKES, Gains, Teller
from ledger.rules.deals.seating import Seating
from ledger.rules.scoring.scoring_table import ALONE, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, join
from ledger.rules.site.refusal import Refusal

OUTCOME = BoxGroup("role", Phrase("Outcome"), PlaceInLine.CONTRACT)

# By the beginnings of the codes that outcomes have in euchre; a club's own are told by their names.
OUTCOMES = {"march": TAKES, "made": MAKES_IT, "euchred": GOES_DOWN}
PLAYERS = Phrase("%(contract)s, %(count)s players: %(paid)s")
PAID = Phrase("%(points)s to %(players)s, paid by the house")
POINT, POINTS = Phrase("1 point"), Phrase("%(count)s points")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTable(Deal):
    """A deal paid by the role of each player: the maker, perhaps a partner, and the outcome."""

    kind: ClassVar[str] = "role_table"
    required: ClassVar[tuple[str, ...]] = ("maker", "outcome")
    optional: ClassVar[tuple[str, ...]] = ("partner",)
    player_keys: ClassVar[tuple[str, ...]] = ("maker", "partner")
    key_of_contract: ClassVar[str] = "outcome"
    offered_by: ClassVar[str] = "roles"

    maker: str
    partner: str | None
    outcome: str

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        return {code: row.label for code, row in scoring_table.roles.items()}

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        maker = seating.player(given["maker"], "maker")
        row = scoring_table.roles[fields.one_of(given["outcome"], "outcome", scoring_table.roles)]
        named = given.get("partner")
        partner = None if named is None else seating.other_player(named, "partner", maker)
        if partner and row.side == "alone":
            raise Refusal(NO_PARTNER_HERE, "partner")
        if not partner and row.side == "pair":
            raise Refusal(PARTNER_NEEDED, "partner")
        return {"maker": maker, "partner": partner, "outcome": row.code}

    def facts(self) -> dict[str, Any]:
        return {"maker": self.maker, "partner": self.partner, "outcome": self.outcome}

    @classmethod
    def names_in_line(cls, scoring_table: ScoringRules) -> Mapping[str, Names]:
        return {"role": {code: names_of(code) for code in scoring_table.roles}}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """The maker's seat, the outcome, and the partner's seat: "1march3"."""
        for maker, after_seat in parts.seat(at):
            for code, end in parts.codes("role", after_seat, CONTRACT):
                data = {"kind": cls.kind, "maker": maker, "outcome": code}
                yield {**data, "partner": None}, end
                for partner, last in parts.seat(end):
                    yield {**data, "partner": partner}, last

    def write_line(self, writer: LineWriter) -> str:
        partner = writer.seats[self.partner] if self.partner else ""
        return f"{writer.seats[self.maker]}{writer.words['role'][self.outcome]}{partner}"

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        yield from seat_boxes(DECLARER, seats)
        for code, row in scoring_table.roles.items():
            yield OUTCOME, Box(words["role"][code], row.label)
        yield from seat_boxes(PARTNER, seats)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """The house pays each by role."""
        key = f"{self.outcome} {len(in_play)}"
        ours, theirs = tariff.roles[key]
        side = (self.maker, self.partner)
        units = {player: ours if player in side else theirs for player in in_play}
        return units, roles_of(in_play, self.maker, self.partner), key

    def explain(self, teller: Teller) -> Label:
        """What the house pays, and to whom."""
        paid = {player: units for player, units in teller.payout.units.items() if units}
        playing = sum(role != "sits_out" for role in teller.payout.roles.values())
        units = max(paid.values(), default=0)
        is_one = units == teller.scoring_table.unit_denominator
        points = POINT if is_one else fill(POINTS, count=teller.points(units))
        phrase = Phrase("%(points)s to %(players)s each, paid by the house") if len(paid) > 1 else PAID
        words = fill(phrase, points=points, players=teller.names_of(list(paid)))
        return fill(PLAYERS, contract=teller.contract, count=playing, paid=words)

    def sentence(self, teller: Teller) -> Label:
        """The outcome of the maker's side."""
        side = [self.maker] if self.partner is None else [self.maker, self.partner]
        clause = OUTCOMES.get(self.outcome.partition("_")[0])
        result = teller.say(clause, side, tricks=EVERY_TRICK) if clause else teller.bid()
        alone = [ALONE["declared"]] if teller.scoring_table.roles[self.outcome].side == "alone" else []
        return teller.tell(join([teller.names_of(side), result, *alone], " "), side)

    def price_path(self, scoring_table: ScoringRules) -> str:
        return f"roles.{list(scoring_table.roles).index(self.outcome)}"

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["RoleTable"]:
        """Every outcome, both alone and with a partner where it allows either."""
        for row in scoring_table.roles.values():
            if row.side != "pair":
                yield RoleTable(maker=players[0], partner=None, outcome=row.code)
            if row.side != "alone":
                yield RoleTable(maker=players[0], partner=players[1], outcome=row.code)

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["RoleTable"]:
        """Every outcome, with a partner where it allows one."""
        for row in scoring_table.roles.values():
            partner = None if row.side == "alone" else players[1]
            yield RoleTable(maker=players[0], partner=partner, outcome=row.code)
