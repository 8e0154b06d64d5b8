"""All that the book says of an evening, read in few queries however long it was."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ledger.models import Entry, Evening, Player, Posting, ScoringTableVersion
from ledger.models.book.journal import EntryQuerySet, ReadPosting


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


def entries_of(*, evening: Evening, known: Iterable[Player] = ()) -> EveningEntries:
    """All that the book says of an evening, its prices loaded; two queries.

    A third if others than the `known` players have played, and one more if prices changed meanwhile.
    """
    entries, postings = list(_entries(evening=evening.pk)), list(_postings(evening=evening.pk))
    players = _players(evening, {player.pk: player for player in known}, {player for _, player, *_ in postings})
    versions = _versions(evening, {entry.table_version_id for entry in entries})
    in_seats = defaultdict[uuid.UUID, list[ReadPosting]](list)
    for key, player, *share in postings:
        in_seats[key].append(ReadPosting(player, players.get(player), *share))
    for entry in entries:
        entry.table_version, entry.in_seats = versions[entry.table_version_id], in_seats[entry.pk]
    return EveningEntries(tuple(entries))


def _entries(*, evening: int) -> EntryQuerySet:
    return Entry.objects.filter(evening=evening).order_by("number", "sequence")


def _postings(*, evening: int) -> "QuerySet[Posting, tuple[Any, ...]]":
    postings = Posting.objects.filter(entry__evening=evening).order_by("seat")
    return postings.values_list("entry_id", "player_id", "seat", "role", "tricks", "points")


def _players(evening: Evening, known: dict[int, Player], played: set[int | None]) -> Mapping[int, Player]:
    if played <= {None, *known}:
        return known
    return {player.pk: player for player in _players_of_club(club=evening.club_id)} | known


def _players_of_club(*, club: int) -> QuerySet[Player]:
    return Player.objects.filter(club=club)


def _versions(evening: Evening, used: set[int]) -> Mapping[int, ScoringTableVersion]:
    versions = {evening.table_version_id: evening.table_version}
    if others := used - versions.keys():
        # Without the long document, which a process that has compiled it never needs again.
        versions |= ScoringTableVersion.objects.defer("document").in_bulk(others)
    return versions
