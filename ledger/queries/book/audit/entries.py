"""A season's book read once, every entry proved on the way with what it refers to."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Case, Count, IntegerField, Q, Sum, When

from ledger.models import (
    Entry,
    Evening,
    EveningTotal,
    LoggedChange,
    Membership,
    Player,
    Posting,
    ScoringTableVersion,
    Season,
    SeasonTotal,
    Seat,
)
from ledger.models.book.journal import SHARE_COLUMNS, Share, digest_of_entry
from ledger.queries.book.audit.database import Finding, damage
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.deals.pricing import settle_deal, shares_of, units_per_point_unit
from ledger.queries.site import apart
from ledger.rules.deals.kinds import kind_of
from ledger.rules.site.refusal import Refusal, gettext_noop

ENTRIES_AT_A_TIME = 1000

DAMAGED = gettext_noop("%(entry)s cannot be read: %(error)s")
NOT_ZERO = gettext_noop("%(entry)s sums to %(total)s over %(count)s of %(seats)s seats.")
NOT_THE_BOTTOM_LINE = gettext_noop(
    "Evening id %(evening)s, player id %(player)s: stored %(stored)s, summed %(summed)s."
)
NOT_THE_SEASONS_SUM = gettext_noop("Season %(season)s, player id %(player)s: stored %(stored)s, summed %(summed)s.")

OLDER = gettext_noop(
    "%(entry)s bears an earlier time than the entry before it: a clock was wrong. Its number says where it belongs."
)
IN_THE_FUTURE = gettext_noop(
    "%(entry)s bears a day that is yet to come, %(day)s: a clock was ahead. Its number says where it belongs."
)

AN_HOUR = timedelta(hours=1)  # who waited for the book bears a time before the entry that they waited for
A_DAY = timedelta(days=1)  # a clock that takes its own zone's time for UTC is 14 hours ahead
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
Row = tuple[int, ...]
Fault = tuple[str, dict[str, object]]
"""A sentence about an entry, and its params besides the entry's name."""
DEALS_COUNTED = Case(
    When(role="sits_out", then=0),
    When(entry__kind=Entry.Kind.DEAL, then=1),
    When(entry__reverses__kind=Entry.Kind.DEAL, then=-1),
    default=0,
    output_field=IntegerField(),
)
PLAYED = Q(entry__evening__removed_at=None, entry__evening__is_opening=False)
EVENINGS = Count("entry__evening", distinct=True, filter=PLAYED)


@dataclass(frozen=True)
class EntryRead:
    """An entry as read, with its shares in seat order, or the error."""

    sequence: int
    entry: Any = None
    shares: Sequence[Share] = ()
    error: Exception | None = None


class SeasonProof:
    """The proof of one season's book, and its counts so far: entries, deals played, units, and evenings, by id.

    `head` is the digest of the last entry read, None if that could not be read. `remarks` takes those on times that no
    clock gave that was right: the order of a book is that of its numbers.
    """

    def __init__(self, season: Season, now: datetime | None) -> None:
        self.season = season
        self.horizon = now + A_DAY if now else END_OF_TIME
        self.entry_count = self.deals = self.total = 0
        self.head: str | None = ""
        self.evenings: set[int] = set()
        self.remarks: list[Finding] = []
        self.versions: dict[int, ScoringTableVersion] = {}
        self.last_numbers: dict[int, int | None] = {}  # by evening; None after an entry that is not what was written
        self.last_at: datetime | None = None

    def findings(self) -> Iterator[Finding]:
        """The findings, by entry, then those about bottom lines. Memory grows only with the evenings."""
        self.numbers = numbers_of(club_id=self.season.club_id)
        self._read_surroundings()
        for entry_read in season_entries(self.season):
            yield from self._entry_findings(entry_read)
        yield from end_findings(self.season, self.head, self.entry_count)
        yield from sum_findings(self.season)

    def _read_surroundings(self) -> None:
        """Read all that a season's entries may refer to."""
        club = self.season.club_id
        seats = Seat.objects.filter(evening__season=self.season)
        self.tables = set(seats.values_list("evening_id", "table_number").distinct())
        # At a day of opening balances nobody sat, and where only an evening's points were kept nobody knows who did.
        openings = Evening.everything.filter(season=self.season, is_opening=True)
        self.openings = set(openings.values_list("pk", flat=True))
        self.players = set(Player.objects.filter(club=club).values_list("pk", flat=True))
        own_versions = ScoringTableVersion.objects.filter(scoring_table__club=club)
        self.own_versions = set(own_versions.values_list("pk", flat=True))
        # Everybody who is or was on the board; ended memberships are in the log.
        log = LoggedChange.objects.filter(club=club)
        self.authors = {
            *Membership.objects.filter(club=club).values_list("user_id", flat=True),
            *log.values_list("by_id", flat=True).distinct(),
            *log.values_list("member_id", flat=True).distinct(),
        }

    def _entry_findings(self, entry_read: EntryRead) -> list[Finding]:
        """The findings about an entry; one that cannot be read, or makes no sense at all, is reported and skipped."""
        name, findings = {"entry": entry_name(self.season, entry_read.sequence)}, list[Finding]()
        if entry_read.error:
            findings.append(damage(DAMAGED, entry_read.error, **name))
        else:
            try:
                for message, more in self._faults(entry_read.entry, entry_read.shares):
                    findings.append(Finding(message, {**name, **more}))
                self._count(entry_read.entry, entry_read.shares)
                return findings
            except Exception:  # what was never written by the site can make anything of what is asked of it
                findings.append(Finding(gettext_noop("%(entry)s cannot be read."), name))
        # Its digest proves nothing now, so the next entry is not held against it.
        self.entry_count, self.head = entry_read.sequence, None
        return findings

    def _faults(self, entry: Entry, shares: Sequence[Share]) -> Iterator[Fault]:
        """Faults unless an entry follows the one before, sums to zero, is as written, and pays its price."""
        if entry.sequence != self.entry_count + 1 or self.head not in (None, entry.previous_digest):
            yield gettext_noop("%(entry)s does not follow the entry before it."), {}
        if entry.club_id != self.season.club_id:
            yield gettext_noop("%(entry)s is of another club than its season."), {}
        total = sum(share.points for share in shares)
        if total or len(shares) != entry.seats:
            yield NOT_ZERO, {"total": total, "count": len(shares), "seats": entry.seats}
        version = self._version(entry.table_version_id)
        if entry.digest != digest_of_entry(entry, shares, prices=version.digest, numbers=self.numbers):
            yield gettext_noop("%(entry)s is not what was written: its digest does not fit."), {}
            # Nothing follows from it for the next.
            self.last_numbers[entry.evening_id] = self.last_at = None
        else:
            for message in self._never_written(entry, shares):
                yield message, {}
            self._compare_times(entry.received_at, entry.sequence)
        yield from self._price(entry, shares, version)

    def _version(self, pk: int) -> ScoringTableVersion:
        """A scoring table's version, read once."""
        if pk not in self.versions:
            with apart():
                self.versions[pk] = ScoringTableVersion.objects.get(pk=pk)
        return self.versions[pk]

    def _never_written(self, entry: Entry, shares: Sequence[Share]) -> Iterator[str]:
        """What the site would not have written in an entry that is what was written."""
        kind: str = Entry.Kind.REVERSAL
        if entry.reverses_id is None:
            kind = kind_of(entry.deal).counts_as
        if entry.kind != kind:
            yield gettext_noop("%(entry)s is of another kind than its deal.")
        last_number = self.last_numbers.get(entry.evening_id, 0)
        is_first = entry.reverses_id is None and entry.replaces_id is None
        if is_first and last_number is not None and entry.number != last_number + 1:
            yield gettext_noop("%(entry)s has a number that is not the next of its evening.")
        if entry.evening_id in self.openings:
            if not entry.deal.get("opening"):
                yield gettext_noop("%(entry)s is on the day of opening balances, and is none.")
        elif not entry.deal.get("totals") and (entry.evening_id, entry.table_number) not in self.tables:
            yield gettext_noop("%(entry)s is at a table that its evening does not have.")
        if not self.players.issuperset(share.player_id for share in shares if share.player_id is not None):
            yield gettext_noop("%(entry)s is about somebody who is no player of the club.")
        if entry.table_version_id not in self.own_versions:
            yield gettext_noop("%(entry)s is priced by another club's table.")
        if entry.author_id not in self.authors:
            yield gettext_noop("%(entry)s is by somebody who never was on the club's board.")
        # The highest so far: a correction or a restore has the number of an earlier deal.
        self.last_numbers[entry.evening_id] = max(last_number or 0, entry.number)

    def _compare_times(self, moment: datetime, sequence: int) -> None:
        """Remark on a time that is yet to come, or goes back; of several in a row the first."""
        before, self.last_at = self.last_at, moment
        name = {"entry": entry_name(self.season, sequence)}
        if before is not None and before > self.horizon:
            return
        if moment > self.horizon:
            self.remarks.append(Finding(IN_THE_FUTURE, {**name, "day": moment.date().isoformat()}))
        elif before is not None and before - moment > AN_HOUR:
            self.remarks.append(Finding(OLDER, name))

    def _price(self, entry: Entry, shares: Sequence[Share], version: ScoringTableVersion) -> Iterator[Fault]:
        """Faults unless the deal, settled again, gives these shares; a reversal gives all of their points back."""
        players = [share.player_id for share in shares if share.player_id is not None]
        try:
            scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
            settled = settle_deal(deal=entry.deal, tariff=version.tariff(), players=players)
        except Refusal as refusal:
            yield gettext_noop("%(entry)s cannot be settled: %(why)s"), {"why": str(refusal)}
            return
        if entry.reverses_id:
            scale = -scale
        due = sorted(shares_of(settled, scale=scale))
        if [share.points for share in shares] != [share.points for share in due]:
            yield gettext_noop("%(entry)s does not pay what its table says."), {}
        if [(share.role, share.tricks) for share in shares] != [(share.role, share.tricks) for share in due]:
            yield gettext_noop("%(entry)s gives other roles or tricks than its deal."), {}

    def _count(self, entry: Entry, shares: Sequence[Share]) -> None:
        """Count an entry, which is the last one now."""
        self.entry_count, self.head = entry.sequence, entry.digest
        if kind_of(entry.deal).counts_as == Entry.Kind.DEAL:
            self.deals += -1 if entry.reverses_id else 1
        self.total += sum(share.points for share in shares)
        self.evenings.add(entry.evening_id)


def season_entries(season: Season) -> Iterator[EntryRead]:
    """A season's entries in order, read by the thousand, or one by one where that fails, to name each failure."""
    last, is_more = 0, True
    while is_more:
        try:
            entries = _entries_after(season, last)
        except Exception as error:  # see `_entry_findings`
            entries = list(_one_by_one(season, last))
            if not entries:
                yield EntryRead(last + 1, error=error)
        yield from entries
        is_end = len(entries) < ENTRIES_AT_A_TIME and not any(entry_read.error for entry_read in entries)
        is_more = not is_end and isinstance(entries[-1].sequence, int)
        if entries:
            last = entries[-1].sequence


def _one_by_one(season: Season, last: int) -> Iterator[EntryRead]:
    """The next entries of a season, one by one, with the error of those that cannot be read."""
    # By number, since which entries there are is just what could not be read.
    for sequence in range(last + 1, last + 1 + ENTRIES_AT_A_TIME):
        try:
            yield from _entries_after(season, sequence - 1, to=sequence)
        except Exception as error:  # see `_entry_findings`
            yield EntryRead(sequence, error=error)


def _entries_after(season: Season, last: int, *, to: int | None = None) -> list[EntryRead]:
    entries = Entry.objects.filter(season=season, sequence__gt=last).order_by("sequence")
    if to is not None:
        entries = entries.filter(sequence__lte=to)
    with apart():
        read = list(entries[:ENTRIES_AT_A_TIME])
        if not read:
            return []
        # By the first and the last number, since a thousand keys would be as many parameters.
        span = {"entry__sequence__gte": read[0].sequence, "entry__sequence__lte": read[-1].sequence}
        postings = Posting.objects.filter(entry__season=season, **span).order_by("entry__sequence", "seat")
        shares = defaultdict[int, list[Share]](list)
        # As values: instances of so many rows would cost more than proving them does.
        for sequence, *share in postings.values_list("entry__sequence", *SHARE_COLUMNS):
            shares[sequence].append(Share(*share))
    return [EntryRead(entry.sequence, entry, shares[entry.sequence], _error_of(entry)) for entry in read]


def _error_of(entry: Entry) -> Exception | None:
    """The error of a row: Django gives a text for JSON, and None for a moment, that it cannot parse."""
    is_whole = not isinstance(entry.deal, str) and entry.received_at is not None and isinstance(entry.sequence, int)
    return None if is_whole else ValueError("what is stored is not of its column's type")


def end_findings(season: Season, head: str | None, entry_count: int) -> Iterator[Finding]:
    """Findings unless a season has the digest and number of its last entry."""
    if entry_count < season.entry_count:
        yield Finding(
            gettext_noop("%(entry)s is missing: the book was longer."), {"entry": entry_name(season, entry_count + 1)}
        )
    elif season.entry_count != entry_count or head not in (None, season.head):
        yield Finding(
            gettext_noop("%(entry)s ends the book, but is not the last entry that was written."),
            {"entry": entry_name(season, entry_count)},
        )


def sum_findings(season: Season) -> Iterator[Finding]:
    """Findings unless every stored sum of a season and its evenings is what its entries give, and none is missing."""
    postings: Any = Posting.objects.filter(entry__season=season, player__isnull=False)
    # Removed evenings have no bottom lines, whatever entries they have.
    kept = postings.filter(entry__evening__removed_at=None)
    of_evenings = kept.values_list("entry__evening_id", "player_id").annotate(Sum("points"), deals=Sum(DEALS_COUNTED))
    totals = EveningTotal.objects.filter(evening__season=season)
    bottom_lines = totals.values_list("evening_id", "player_id", "points", "deals")
    for (evening, player), before, now in _differences(bottom_lines, of_evenings, 2):
        sums = {"stored": _in_words(before), "summed": _in_words(now)}
        yield Finding(NOT_THE_BOTTOM_LINE, {"evening": evening, "player": player, **sums})
    of_season = postings.values_list("player_id").annotate(Sum("points"), deals=Sum(DEALS_COUNTED), evenings=EVENINGS)
    stored = SeasonTotal.objects.filter(season=season).values_list("player_id", "points", "deals", "evenings")
    for (player,), before, now in _differences(stored, of_season, 1):
        # Whoever played on removed evenings alone has a sum of nothing, or none where the club's file was read.
        if before is None and now == (0, 0, 0):
            continue
        place = f"{season.club_id}/{season.slug}"
        sums = {"stored": _in_words(before), "summed": _in_words(now)}
        yield Finding(NOT_THE_SEASONS_SUM, {"season": place, "player": player, **sums})


def _differences(
    stored: Iterable[Row], summed: Iterable[Row], keys: int
) -> Iterator[tuple[Row, Row | None, Row | None]]:
    """The sums that are stored otherwise than they were summed, by so many first columns as are their keys."""
    all_before = {row[:keys]: row[keys:] for row in stored}
    all_now = {row[:keys]: row[keys:] for row in summed}
    for key in sorted(all_before.keys() | all_now.keys()):
        before = all_before.get(key)
        now = all_now.get(key)
        if before != now:
            yield key, before, now


def _in_words(sums: tuple[int, ...] | None) -> str:
    """Points with the counts behind them, "32 (4/1)"; a dash for none."""
    if sums is None:
        return "-"
    points, *counts = map(str, sums)
    return f"{points} ({'/'.join(counts)})"


def entry_name(season: Season, sequence: int) -> str:
    """An entry's place in the books: the club's number, the season's address, the entry's number."""
    return f"{season.club_id}/{season.slug}, {sequence}"
