"""What one parameter of a scoring table is, in every room of the house: one declaration."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ledger.rules.scoring.parameters.factor import Factor, Outcome
from ledger.rules.scoring.parameters.headings import Heading, Section
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Label
from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

T = TypeVar("T")

LARGEST_PRICE = 1_000_000

NEGATIVE_PRICE = gettext_noop("A price is 0 or more.")
PRICE_NOT_EXACT = gettext_noop('Write the price as a whole number or as text such as "1/8".')


class Scale(NamedTuple):
    """What a document counts in: so many tricks a deal, points in units of 1/`denominator`."""

    tricks: int
    denominator: int

    def units(self, value: object, field: str) -> int:
        """A price of 0 or more, in units."""
        units = self.signed_units(value, field, lowest=0)
        if units < 0:
            raise Refusal(NEGATIVE_PRICE, field)
        return units

    def signed_units(self, value: object, field: str, lowest: int = -LARGEST_PRICE) -> int:
        """An amount that may be below 0, in units."""
        if isinstance(value, str):
            return read_points(value, self.denominator, field)
        if type(value) is int:
            return fields.integer(value, field, lowest, LARGEST_PRICE) * self.denominator
        raise Refusal(PRICE_NOT_EXACT, field)


def _nothing(_value: object, _scoring_table: object) -> tuple[()]:
    return ()


def _always(_document: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True)
class Parameter(Generic[T]):
    """One parameter under its `key` of the document; `default` counts where the document says nothing.

    `read` takes what the document says, and raises Refusal with a path from `key` on.
    `schema` is its part of the JSON Schema.
    `facts` are its cells among the facts of the editor and of the Excel file, or `section` is a grid of its own;
    `is_used` says whether the editor has to show them.
    `in_brief` is a word or two under `title` in a comparison, `on_the_wall` sentences for the club's wall.
    `steps` change what each opponent pays for a trick contract.
    """

    key: str
    title: Label
    default: T
    read: Callable[[object, Scale], T]
    schema: Mapping[str, Any]
    in_brief: Callable[[T, ScoringRules], Label]
    facts: tuple[Heading, ...] = ()
    section: Section | None = None
    is_used: Callable[[Mapping[str, Any]], bool] = _always
    on_the_wall: Callable[[T, ScoringRules], Iterable[Label]] = _nothing
    steps: Callable[[T, Outcome], Iterable[Factor]] | None = None

    def of(self, scoring_table: ScoringRules) -> T:
        """What a scoring table says."""
        setting: T = scoring_table.settings.get(self.key, self.default)
        return setting

    def compared(self, scoring_table: ScoringRules) -> Label:
        """What a scoring table says, in a word or two."""
        return self.in_brief(self.of(scoring_table), scoring_table)

    def told(self, scoring_table: ScoringRules) -> Iterable[Label]:
        """What a scoring table says, as sentences for the wall."""
        return self.on_the_wall(self.of(scoring_table), scoring_table)
