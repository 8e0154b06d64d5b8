"""Points moved by agreement."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ledger.rules.deals.keyboard_parts import AMOUNT, NOTE, REASON, Away, Data, LineWriter, Parts
from ledger.rules.deals.kinds.deal import Deal, Given
from ledger.rules.deals.payout import Gains, Teller
from ledger.rules.deals.seating import read_player
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, join, same
from ledger.rules.site.points import points_text, read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_REASON = 200
TYPED_AMOUNT = re.compile(r"[+-]?[\d.,/]+")
USUAL_AMOUNT = re.compile(r"[+-]?(\d+([.,]\d+)?|\d+/\d+)", re.ASCII)

ADJUSTMENT = Phrase("Adjustment")
OPENING = Phrase("Opening balances")
MARKS = {"opening": "!", "totals": "="}  # behind the mark of the line


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment(Deal):
    """Points moved by agreement, with the reason: `amounts` as typed, `units` as read, by player in the table's order.

    An `opening` is what a club brings along from another book: the house has what the amounts lack to add up to 0.
    `totals` are what everybody won on an evening of which no deals were kept; they need no reason, and `house` is what
    those of an old book lacked to add up to 0, in points.
    """

    kind: ClassVar[str] = "adjustment"
    required: ClassVar[tuple[str, ...]] = ("amounts", "reason")
    optional: ClassVar[tuple[str, ...]] = ("opening", "totals", "house")
    share_keys: ClassVar[tuple[str, ...]] = ("amounts",)
    counts_as: ClassVar[str] = "adjustment"
    mark: ClassVar[str] = "="
    is_priced: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False

    amounts: Mapping[str, int | str]
    reason: str
    units: Mapping[str, int]
    opening: bool = False
    totals: bool = False
    house: int | str = 0

    @classmethod
    def read(cls, data: Given, scoring_table: ScoringRules, players: tuple[str, ...]) -> Self:
        """Read the amounts and the reason.

        Raises Refusal unless they add up to 0, or are opening balances.
        """
        asked = ("amounts",) if data.get("totals") else cls.required
        given = fields.record(data, None, required=("kind", *asked), optional=("reason", *cls.optional))
        opening = given.get("opening") is not None and fields.boolean(given["opening"], "opening")
        totals = not opening and given.get("totals") is not None and fields.boolean(given["totals"], "totals")
        typed = fields.record(given["amounts"], "amounts", optional=None)
        amounts = {
            read_player(player, "amounts", players): typed_amount(amount, f"amounts.{player}")
            for player, amount in typed.items()
        }
        if len(amounts) < 2 - opening:
            raise Refusal(gettext_noop("Give at least two players an amount."), "amounts")
        units = {
            player: read_points(str(amount), scoring_table.unit_denominator, f"amounts.{player}")
            for player, amount in amounts.items()
        }
        house = typed_amount(given.get("house", 0), "house") if totals else 0
        lacking = read_points(str(house), scoring_table.unit_denominator, "house")
        if sum(units.values()) + lacking and not opening:
            raise Refusal(gettext_noop("The amounts must add up to 0."), "amounts")
        is_said = given.get("reason") or not totals
        reason = fields.words(given.get("reason"), "reason", LONGEST_REASON) if is_said else ""
        in_order = {player: units[player] for player in players if player in units}
        return cls(amounts=amounts, reason=reason, units=in_order, opening=opening, totals=totals, house=house)

    def facts(self) -> dict[str, Any]:
        flags = {flag: True for flag in MARKS if getattr(self, flag)}
        besides = {"reason": self.reason, "house": self.house}
        return {"amounts": dict(self.amounts), **{key: value for key, value in besides.items() if value}, **flags}

    @classmethod
    def read_whole_line(cls, parts: Parts) -> Iterator[Data]:
        """An amount for each seat behind the mark, a full stop for none, and the reason: "= -1 1 . . ; aftalt".

        Opening balances have a mark of their own behind it, "=! 12 -4 . 7 ; primo", and an evening's points, "== 4 -4".
        """
        at = parts.space(0)
        if not parts.text.startswith(cls.mark, at):
            return
        at += len(cls.mark)
        flags = {flag: True for flag, mark in MARKS.items() if parts.text.startswith(mark, at)}
        for amounts, after_amounts in parts.by_seat(at + len(flags), TYPED_AMOUNT, AMOUNT):
            end = parts.space(after_amounts)
            if end == len(parts.text) and (parts.note or "totals" in flags):
                yield {"kind": cls.kind, "amounts": amounts, "reason": parts.note, **flags}
            else:
                parts.miss(end, REASON)

    def write_whole_line(self, writer: LineWriter, expected: str | None, away: Away) -> str:
        """An amount for each seat, and the reason on one line; nobody dealt."""
        unit = writer.scoring_table.unit_denominator
        amounts = (self._amount_written(player, unit) if player in self.amounts else "." for player in writer.seats)
        reason = re.sub(r"[\t\r\n]+", " ", self.reason)
        marks = "".join(mark for flag, mark in MARKS.items() if getattr(self, flag))
        line = f"{self.mark}{marks} {' '.join(amounts)}"
        return f"{line} {NOTE} {reason}" if reason else line

    def _amount_written(self, player: str, unit_denominator: int) -> str:
        """An amount as typed, or as exact text if that is not one plain number."""
        typed = str(self.amounts[player]).strip().replace("\N{MINUS SIGN}", "-")
        return typed if USUAL_AMOUNT.fullmatch(typed) else points_text(self.units[player], unit_denominator)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        return {**dict.fromkeys(in_play, 0), **self.units}, dict.fromkeys(in_play, "player"), None

    def sentence(self, teller: Teller) -> Label:
        """The reason, and what each was given: "Regulering: aftalt (Anders −1, Bodil +1)"."""
        told = teller.amounts(self.units)
        if self.reason:
            told = join([same(f"{self.reason} ("), told, same(")")], "")
        return teller.after_contract(told)

    def name(self, scoring_table: ScoringRules) -> Label:
        if self.totals:
            return Phrase("The evening's points")
        return OPENING if self.opening else ADJUSTMENT

    def result_in_words(self, scoring_table: ScoringRules, names: Mapping[str, str]) -> Label:
        return same(self.reason)


def typed_amount(value: object, field: str) -> int | str:
    """An amount as typed: a text, or a whole number that is not too long.

    Raises Refusal for anything else.
    """
    if isinstance(value, str):
        return value
    if type(value) is int and abs(value) < 10**fields.MOST_DIGITS:
        return value
    raise Refusal(gettext_noop('Write amounts as whole numbers or as text such as "-0,25".'), field)
