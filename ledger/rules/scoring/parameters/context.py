"""What the readers of a document's parts share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ledger.rules.site import fields
from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

T = TypeVar("T")

LARGEST_PRICE = 1_000_000

NEGATIVE_PRICE = gettext_noop("A price is 0 or more.")
PRICE_NOT_EXACT = gettext_noop('Write the price as a whole number or as text such as "1/8".')
RULE_MISSING = gettext_noop("The rule “%(rule)s” must be chosen for these prices.")


@dataclass(frozen=True)
class Context:
    """The whole document, the options that override its rules, and the values read so far, by key.

    `faults` collects the Refusals of prices; without it the first is raised.
    """

    document: Mapping[str, Any]
    options: Mapping[str, str]
    faults: list[Refusal] | None = None
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def tricks(self) -> int:
        """The tricks of a deal."""
        tricks: int = self.values["tricks"]
        return tricks

    @property
    def denominator(self) -> int:
        """Units a point."""
        denominator: int = self.values["unit_denominator"]
        return denominator

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules in force."""
        rules: Mapping[str, str] = self.values["rules"]
        return rules

    def units(self, value: object, field: str) -> int:
        """A price of 0 or more, in units."""
        units = self.signed_units(value, field, lowest=0)
        if units < 0:
            raise Refusal(NEGATIVE_PRICE, field)
        return units

    def signed_units(self, value: object, field: str, lowest: int = -LARGEST_PRICE) -> int:
        """An amount of any sign, in units."""
        if isinstance(value, str):
            return read_points(value, self.denominator, field)
        if type(value) is int:
            return fields.integer(value, field, lowest, LARGEST_PRICE) * self.denominator
        raise Refusal(PRICE_NOT_EXACT, field)

    def rule(self, rule: str) -> str:
        """The choice of a named rule.

        Raises Refusal if none is made.
        """
        if rule not in self.rules:
            raise Refusal(RULE_MISSING, f"rules.{rule}", rule=rule)
        return self.rules[rule]

    def price(self, field: str, read: Callable[..., T], *given: object) -> T | None:
        """A price as read from its field, or None if it is unreadable and `faults` are collected."""
        try:
            return read(*given, field)
        except Refusal as refusal:
            # What is wrong elsewhere, such as a rule that is not chosen, is no fault of this price.
            if self.faults is None or not str(refusal.field).startswith(field):
                raise
            self.faults.append(refusal)
            return None
