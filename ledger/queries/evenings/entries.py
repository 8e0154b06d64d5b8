"""All that the book says of an evening, read in few queries however long it was."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ledger.models import Entry, Evening


class LatestEntry(NamedTuple):
    """A deal's last entry that is no reversal.

    `reversal` takes it back, `reversal_before` took back the entry that it replaces; None if there is none.
    """

    entry: Entry
    reversal: Entry | None
    reversal_before: Entry | None


@dataclass(frozen=True)
class EveningEntries:
    """Every entry of an evening, deal by deal in their order: with its postings, their players and prices."""

    entries: tuple[Entry, ...]

    @cached_property
    def latest(self) -> tuple[LatestEntry, ...]:
        """Every deal as it stands, or as it stood before it was voided."""
        reversals = {entry.reverses_id: entry for entry in self.entries if entry.reverses_id}
        replaced = {entry.replaces_id for entry in self.entries}
        return tuple(
            LatestEntry(entry, reversals.get(entry.pk), reversals.get(entry.replaces_id) if entry.replaces_id else None)
            for entry in self.entries
            if entry.reverses_id is None and entry.pk not in replaced
        )

    @property
    def standing(self) -> list[Entry]:
        """The entries that count."""
        return [latest.entry for latest in self.latest if latest.reversal is None]

    def only_entry(self, sort: str) -> Entry | None:
        """The opening balances ("opening"), or the evening's points ("totals"), if the evening has nothing else."""
        only = self.standing
        return only[0] if len(only) == 1 and only[0].deal.get(sort) else None

    @property
    def of_changed_deals(self) -> list[Entry]:
        """Every entry of the deals that were ever corrected or voided."""
        changed = {entry.number for entry in self.entries if entry.reverses_id}
        return [entry for entry in self.entries if entry.number in changed]

    @property
    def next_number(self) -> int:
        """The number of the evening's next deal."""
        return self.entries[-1].number + 1 if self.entries else 1


def entries_of(*, evening: Evening) -> EveningEntries:
    """All that the book says of an evening; two queries."""
    entries = Entry.objects.filter(evening=evening).with_prices().select_related("table_version__scoring_table")
    return EveningEntries(tuple(entries.with_players().order_by("number", "sequence")))
