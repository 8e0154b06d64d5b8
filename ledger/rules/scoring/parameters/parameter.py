"""The declaration of a scoring table's parameter, from which everything else about it derives."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.factor import Factor, Outcome
from ledger.rules.scoring.parameters.headings import Document, Heading, Section
from ledger.rules.scoring.parameters.lists.rows import ListRows
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label

T = TypeVar("T")

FIELDS = frozenset(fact.name for fact in fields(ScoringRules))  # what a scoring table has under its own name
Units = Mapping[Label, int | None]  # the parts of one price, in units; None where nothing is typed
PriceNumbers = tuple[str, Label, Units]  # with the path and the name of the price


def _nothing(_value: object, _scoring_table: object) -> tuple[()]:
    return ()


def _always(_document: Document) -> bool:
    return True


@dataclass(frozen=True)
class Parameter(Generic[T]):
    """One parameter, under its `key` in the document.

    `default` applies where the document is silent, which it may be unless the parameter `is_required`.

    `read` takes the document's value (for a list its `rows`, each with its path), and raises Refusal with a path from
    `key` on. `facts` are its cells among the facts of the editor; otherwise `rows` or a `grid` give it its own.
    `is_used` says whether the editor has to show the facts. `in_brief` is a word or two under `title` in a comparison,
    `prices` the numbers compared one by one, and `on_the_wall` gives sentences for the club's wall. `steps` change what
    each opponent pays for a trick contract.
    """

    key: str
    title: Label
    default: T
    read: Callable[[Any, Context], T]
    is_required: bool = False
    facts: tuple[Heading, ...] = ()
    rows: ListRows | None = None
    grid: Section | None = None
    is_used: Callable[[Document], bool] = _always
    in_brief: Callable[[T, ScoringRules], Label] | None = None
    prices: Callable[[T, ScoringRules], Iterable[PriceNumbers]] = _nothing
    on_the_wall: Callable[[T, ScoringRules], Iterable[Label]] = _nothing
    steps: Callable[[T, Outcome], Iterable[Factor]] | None = None

    def value(self, context: Context) -> T:
        """What the document says; raises Refusal."""
        if self.key not in context.document:
            return self.default
        given = context.document[self.key]
        return self.read(self.rows.read(given, self.key, context) if self.rows else given, context)

    def section(self, document: Document) -> Section | None:
        """Its own grid, if it has one."""
        return self.rows.section(self.key, document) if self.rows else self.grid

    def of(self, scoring_table: ScoringRules) -> T:
        """What a scoring table says."""
        if self.key in FIELDS:
            facts: T = getattr(scoring_table, self.key)
            return facts
        setting: T = scoring_table.settings.get(self.key, self.default)
        return setting

    def brief(self, scoring_table: ScoringRules) -> Label | None:
        """A scoring table's value, in a word or two."""
        value: Any = self.of(scoring_table)
        if self.rows:
            return self.rows.in_brief(value.values() if isinstance(value, Mapping) else value, scoring_table)
        return self.in_brief(value, scoring_table) if self.in_brief else None

    def numbers(self, scoring_table: ScoringRules) -> Iterable[PriceNumbers]:
        """A scoring table's prices that are compared number by number."""
        return self.prices(self.of(scoring_table), scoring_table)

    def sentences(self, scoring_table: ScoringRules) -> Iterable[Label]:
        """A scoring table's value as sentences for the wall."""
        return self.on_the_wall(self.of(scoring_table), scoring_table)
