"""Tallies: what a season's postings add up to, kept in the process and counted on from the last entry counted.

Entries never change, and a reversal takes back what it reverses. So what the first entries of a book add up to stays
what it is, and only those after them are read. It is kept with the digest of the last of them, which is over all before
it too: a book that was restored from a backup is counted anew, as is one of which nothing is kept.
"""

import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import repeat
from typing import Any, NamedTuple

from django.db.models import Case, F, IntegerField, Q, QuerySet, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from ledger.models import Entry, Posting, Season
from ledger.models.clubs.shown_names import shown_by
from ledger.queries.statistics.played import COUNTED, IN_PLAY

MOST_KEPT = 1000  # counts of a player in a season, of ten to a hundred kilobytes
MOST_APART = 100  # counts of a long mapping that are others than before, after which they are put into it

Row = tuple[Any, ...]
Counts = Mapping[Row, tuple[int, ...]]
"""The sums of a tally by what they are counted by."""


class LongCounts(Mapping[Row, tuple[int, ...]]):
    """Counts by many rows: those `since` in place of those `before`, which are shared by what is counted on from them.

    To copy thousands for each that is another would cost more than all the rest. No sums are those of a row that came
    to nothing.
    """

    def __init__(self, before: Counts, since: Counts) -> None:
        self._before, self._since = before, since

    @classmethod
    def of(cls, counts: Counts) -> "LongCounts":
        """The counts, as long ones if they are none."""
        return counts if isinstance(counts, cls) else cls(counts, {})

    def __getitem__(self, row: Row) -> tuple[int, ...]:
        sums = self._since[row] if row in self._since else self._before[row]
        if not sums:
            raise KeyError(row)
        return sums

    def __iter__(self) -> Iterator[Row]:
        return (row for row, sums in {**self._before, **self._since}.items() if sums)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def with_changes(self, counts: Counts) -> "LongCounts":
        """These counts, with others in place of some."""
        since = {**self._since, **counts}
        if len(since) <= MOST_APART:
            return LongCounts(self._before, since)
        return LongCounts({**self._before, **since}, {})


# Equal to itself alone: what it is made of cannot be hashed, and its counts are kept by it.
@dataclass(frozen=True, eq=False)
class BookTally:
    """What is added up, by which columns and among which postings; `columns` gives those that a posting has not itself.

    Of a reversal everything added up is the negative: its points are, and whatever is multiplied by `sign`. What is
    `of_entries` is added up among entries, whoever took part in them, and never for a player. What `is_long` is counted
    by something of which a long season has many, so that its rows are rather looked up than gone through.
    """

    by: tuple[str, ...]
    sums: Mapping[str, Combinable]
    columns: Callable[[], Mapping[str, Combinable]] = dict
    among: Q = field(default_factory=Q)
    of_entries: bool = False
    is_long: bool = False

    def rows_after(self, after: Mapping[Season, int], player: int | None) -> dict[int, list[Row]]:
        """The sums over the entries of seasons after the numbered ones, for a player or in all; one query at most."""
        entry = "" if self.of_entries else "entry__"
        written = [
            Q(**{f"{entry}season": season, f"{entry}sequence__gt": sequence})
            & Q(**{f"{entry}sequence__lte": season.entry_count})
            for season, sequence in after.items()
            if sequence < season.entry_count
        ]
        rows: dict[int, list[Row]] = defaultdict(list)
        if not written:
            return rows
        signed = _signed(Entry.objects.all(), "") if self.of_entries else _signed_postings()
        rows_written = signed.filter(reduce(operator.or_, written))
        if player:
            # A sum has no index: for a few new entries, the engine must not begin with all that the player ever played.
            by_player = F("player") + 0 if any(after.values()) else F("player")
            rows_written = rows_written.alias(of=by_player).filter(of=player)
        asked = rows_written.filter(self.among).annotate(**self.columns()).values_list(f"{entry}season", *self.by)
        with shown_by(None):  # what is kept is as the book has it, whoever asks
            for season, *row in asked.annotate(**self.sums):
                rows[season].append(tuple(row))
        return rows

    def add(self, counts: Counts, rows: Sequence[Row]) -> Counts:
        """Add rows to counts, and leave out what comes to nothing; gives new ones, if there are any rows."""
        if not rows:
            return counts
        totals: dict[Row, tuple[int, ...]] = {}
        for row in rows:
            key, sums = row[: len(self.by)], row[len(self.by) :]
            before = totals[key] if key in totals else counts.get(key)
            totals[key] = tuple(map(operator.add, before or repeat(0), sums))
        if self.is_long:
            return LongCounts.of(counts).with_changes({key: sums if any(sums) else () for key, sums in totals.items()})
        together = {**counts, **totals}
        for key in (key for key, sums in totals.items() if not any(sums)):
            del together[key]
        return together

    def sums_where(self, counts: Counts, column: str, value: object) -> list[tuple[int, ...]]:
        """The sums of rows with a value in a column, each another object once an entry more was counted in it."""
        place = self.by.index(column)
        return [sums for row, sums in counts.items() if row[place] == value]


class _Counted(NamedTuple):
    """What the first `entry_count` entries of a season come to; `head` is the digest of the last of them."""

    entry_count: int
    head: str
    counts: Counts


NOTHING = _Counted(0, "", {})


@dataclass
class _Place:
    """Where what a tally has counted of a season lies; it is replaced as a whole and never changed."""

    counted: _Counted = NOTHING


@lru_cache(maxsize=MOST_KEPT)
def _place(_tally: BookTally, _season: int, _player: int | None) -> _Place:
    return _Place()


def forget_counts() -> None:
    """Forget everything that was counted, for whoever measures or tests the counting."""
    _place.cache_clear()


def counts_of(tally: BookTally, *, seasons: Collection[Season], player: int | None = None) -> dict[int, Counts]:
    """What a tally comes to in each of some seasons, by their ids, for a player, by id, or in all.

    It counts up to the last entry that each season was read with. No query if there is none since it was asked last,
    otherwise two; one if it is asked for the first time.
    """
    places = {season: _place(tally, season.pk, player) for season in seasons}
    digests = _digests({season: place.counted.entry_count for season, place in places.items()})
    kept = {
        season: place.counted if digests.get((season.pk, place.counted.entry_count)) == place.counted.head else NOTHING
        for season, place in places.items()
    }
    rows = tally.rows_after({season: counted.entry_count for season, counted in kept.items()}, player)
    counts = {season.pk: tally.add(counted.counts, rows.get(season.pk, ())) for season, counted in kept.items()}
    for season, place in places.items():
        place.counted = _Counted(season.entry_count, season.head, counts[season.pk])
    return counts


def _digests(after: Mapping[Season, int]) -> dict[tuple[int, int], str]:
    """The digests of some entries of seasons' books, by season and number; no query for the last ones."""
    digests = {(season.pk, season.entry_count): season.head for season in after}
    behind = [
        Q(season=season, sequence=sequence) for season, sequence in after.items() if 0 < sequence < season.entry_count
    ]
    if behind:
        entries = Entry.objects.filter(reduce(operator.or_, behind)).values_list("season", "sequence", "digest")
        digests |= {(season, sequence): digest for season, sequence, digest in entries}
    return digests


def _signed_postings() -> QuerySet[Any]:
    """The postings in play of signed entries."""
    return _signed(Posting.objects.filter(role__in=IN_PLAY), "entry__")


def _signed(rows: QuerySet[Any], entry: str) -> QuerySet[Any]:
    """Those of rows that belong to deals and adjustments, and to the reversals of such; `entry` leads to the entry.

    Opening balances are no figure of play.

    Each is `counted_as` the kind of the entry that it adds, with a `sign` of 1, or that it takes back, with one of -1.
    """
    sign = Case(When(**{f"{entry}kind": Entry.Kind.REVERSAL}, then=-1), default=1, output_field=IntegerField())
    signed: QuerySet[Any] = rows.annotate(counted_as=Coalesce(f"{entry}reverses__kind", f"{entry}kind"), sign=sign)
    return signed.filter(counted_as__in=COUNTED, **{f"{entry}evening__is_opening": False}).order_by()
