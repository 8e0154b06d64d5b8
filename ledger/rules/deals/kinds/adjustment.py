"""Points moved by agreement."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ledger.rules.deals.keyboard.parts import AMOUNT, REASON, Data, Parts
from ledger.rules.deals.keyboard.writing import NOTE, Away, LineWriter
from ledger.rules.deals.kinds.deal import Deal, Given
from ledger.rules.deals.payout import Gains
from ledger.rules.deals.seating import read_player
from ledger.rules.deals.telling import Teller
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
OF_OPENING = "!"  # behind the mark of the line

NOT_ZERO_SUM = gettext_noop("The amounts must add up to 0.")
AMOUNT_NOT_EXACT = gettext_noop('Write amounts as whole numbers or as text such as "-0,25".')
NO_AMOUNT = gettext_noop("Give at least two players an amount.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment(Deal):
    """Points moved by agreement, with the reason: `amounts` as typed, `units` as read.

    An `opening` is what a club brings along from another book: the house has what the amounts lack to add up to 0.
    """

    kind: ClassVar[str] = "adjustment"
    required: ClassVar[tuple[str, ...]] = ("amounts", "reason")
    optional: ClassVar[tuple[str, ...]] = ("opening",)
    share_keys: ClassVar[tuple[str, ...]] = ("amounts",)
    counts_as: ClassVar[str] = "adjustment"
    has_row: ClassVar[bool] = False
    mark: ClassVar[str] = "="
    is_priced: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False

    amounts: Mapping[str, int | str]
    reason: str
    units: Mapping[str, int]
    opening: bool = False

    @classmethod
    def read(cls, data: Given, scoring_table: ScoringRules, players: tuple[str, ...]) -> Self:
        """Read the amounts and the reason.

        Raises Refusal unless they add up to 0, or are opening balances.
        """
        given = fields.record(data, None, required=("kind", *cls.required), optional=cls.optional)
        opening = given.get("opening") is not None and fields.boolean(given["opening"], "opening")
        typed = fields.record(given["amounts"], "amounts", optional=None)
        amounts = {
            read_player(player, "amounts", players): typed_amount(amount, f"amounts.{player}")
            for player, amount in typed.items()
        }
        if len(amounts) < 2 - opening:
            raise Refusal(NO_AMOUNT, "amounts")
        units = {
            player: read_points(str(amount), scoring_table.unit_denominator, f"amounts.{player}")
            for player, amount in amounts.items()
        }
        if sum(units.values()) and not opening:
            raise Refusal(NOT_ZERO_SUM, "amounts")
        reason = fields.words(given["reason"], "reason", LONGEST_REASON)
        return cls(amounts=amounts, reason=reason, units=units, opening=opening)

    def facts(self) -> dict[str, Any]:
        return {"amounts": dict(self.amounts), "reason": self.reason, **({"opening": True} if self.opening else {})}

    @classmethod
    def read_whole_line(cls, parts: Parts) -> Iterator[Data]:
        """An amount for each seat behind the mark, a full stop for none, and the reason: "= -1 1 . . ; aftalt".

        Opening balances have a mark of their own behind it: "=! 12 -4 . 7 ; primo".
        """
        at = parts.space(0)
        if not parts.text.startswith(cls.mark, at):
            return
        amounts, at = {}, at + len(cls.mark)
        opening = {"opening": True} if parts.text.startswith(OF_OPENING, at) else {}
        at += len(OF_OPENING) if opening else 0
        for player in parts.players:
            match = TYPED_AMOUNT.match(parts.text, at := parts.space(at))
            if match is None:
                parts.miss(at, AMOUNT)
                return
            if match[0] != ".":
                amounts[player] = match[0].lstrip("+")
            at = match.end()
        at = parts.space(at)
        if at == len(parts.text) and parts.note:
            yield {"kind": cls.kind, "amounts": amounts, "reason": parts.note, **opening}
        else:
            parts.miss(at, REASON)

    def write_whole_line(self, writer: LineWriter, expected: str | None, away: Away) -> str:
        """An amount for each seat, and the reason on one line; nobody dealt."""
        unit = writer.scoring_table.unit_denominator
        amounts = (self._amount_written(player, unit) if player in self.amounts else "." for player in writer.seats)
        reason = re.sub(r"[\t\r\n]+", " ", self.reason)
        return f"{self.mark}{OF_OPENING if self.opening else ''} {' '.join(amounts)} {NOTE} {reason}"

    def _amount_written(self, player: str, unit_denominator: int) -> str:
        """An amount as typed, or as exact text if that is not one plain number."""
        typed = str(self.amounts[player]).strip().replace("\N{MINUS SIGN}", "-")
        return typed if USUAL_AMOUNT.fullmatch(typed) else points_text(self.units[player], unit_denominator)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        return {**dict.fromkeys(in_play, 0), **self.units}, dict.fromkeys(in_play, "player"), None

    def explain(self, teller: Teller) -> Label:
        """The reason, and what each was given: "Regulering: aftalt (Anders −1, Bodil +1)"."""
        return teller.after_contract(join([same(f"{self.reason} ("), teller.amounts(self.units), same(")")], ""))

    def name(self, scoring_table: ScoringRules) -> Label:
        return OPENING if self.opening else ADJUSTMENT


def typed_amount(value: object, field: str) -> int | str:
    """An amount as typed: a text, or a whole number that is not too long.

    Raises Refusal for anything else.
    """
    if isinstance(value, str):
        return value
    if type(value) is int and abs(value) < 10**fields.MOST_DIGITS:
        return value
    raise Refusal(AMOUNT_NOT_EXACT, field)
