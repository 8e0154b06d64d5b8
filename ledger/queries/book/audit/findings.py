"""The result of an audit."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.rules.site.refusal import Refusal, gettext_noop, in_english, ngettext_lazy

BALANCES = gettext_noop("The whole book, all seasons, balances: %(evenings)s, %(deals)s, sum %(sum)s.")
EVENINGS = ngettext_lazy("%(count)s evening", "%(count)s evenings", "count")
DEALS = ngettext_lazy("%(count)s deal", "%(count)s deals", "count")


@dataclass(frozen=True)
class Finding:
    """Something that does not hold: an English sentence, which is the key of its translation, with its params.

    If it is about an entry, `params["entry"]` names it: the club's number, the season's address, the
    entry's number. `is_damage` means that the database could not be read there.
    """

    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    is_damage: bool = False

    def __str__(self) -> str:
        return in_english(self.message, self.params)


@dataclass(frozen=True)
class Audit:
    """What an audit saw: the numbers of evenings, entries and deals played, the sum of all units, and its findings.

    `remarks` are worth knowing and no fault of the book.
    """

    evenings: int
    entry_count: int
    deals: int
    total: int
    findings: tuple[Finding, ...]
    remarks: tuple[Finding, ...] = ()

    @property
    def first_entry(self) -> str | None:
        """The first entry with a finding, as `Finding` names it; None if there is none."""
        return next((str(finding.params["entry"]) for finding in self.findings if "entry" in finding.params), None)

    @property
    def is_damaged(self) -> bool:
        """Whether part of the database could not be read."""
        return any(finding.is_damage for finding in self.findings)

    @property
    def balance(self) -> Finding:
        """The sentence about a book without findings."""
        evenings, deals = Refusal(EVENINGS, count=self.evenings), Refusal(DEALS, count=self.deals)
        return Finding(BALANCES, {"evenings": evenings, "deals": deals, "sum": self.total})
