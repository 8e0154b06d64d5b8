"""The audit: the whole book proved again from its entries, its log, its closings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import chain, islice
from typing import Any

from django.db import connection
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import override

from ledger.models import (
    AnswerWords,
    Club,
    Entry,
    EveningClosing,
    LoggedChange,
    Player,
    ScoringTableVersion,
    Season,
    SeasonBalance,
    SeasonClosing,
    SheetAnswer,
)
from ledger.models.book import guards, roles
from ledger.models.book.journal import OwnNumbers
from ledger.models.scoring import digest_of
from ledger.models.site import schema
from ledger.queries.book.audit.database import (
    NOT_ASKED,
    Audit,
    Finding,
    damage,
    damaged_rows_of_django,
    database_findings,
    ended_sequences,
    readable,
    run_check,
    unreadable_rows,
)
from ledger.queries.book.audit.entries import (
    A_DAY,
    NOT_ZERO,
    SeasonProof,
    end_findings,
    entry_name,
    sum_findings,
)
from ledger.queries.book.covered import (
    PARTS,
    Member,
    Subject,
    covered_rows,
    digest_of_part,
    digest_of_prices,
    digest_of_row,
    digest_of_words,
    name_of_row,
    rows_with_parts,
    subject_of,
)
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.seasons.closing import balances_now
from ledger.queries.site import in_pieces, one_moment
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy

Check = Callable[[], Iterable[Finding]]
MOST_FINDINGS = 200  # more than there are guards, so that missing ones never hide what was done behind them
MOST_DIFFERENCES = 20  # of a schema, for the same reason


def audit(*, club: Club | None = None, now: datetime | None = None) -> Audit:
    """Prove every club's book and the database itself, or one club's book; reports at most 200 findings.

    Reads only, and all of it at one moment. Each deal is settled again under the version it is pinned to. Memory
    does not grow with the book: entries are read a thousand at a time. For one club it reads nothing that grows with
    the other clubs: the file's pages and references are left to the audit of all. Moments are compared with the clock
    if `now` is given.

    Whatever the database answers, or fails to answer, the audit ends and reports what it found: see `run_check`.
    """
    try:
        with one_moment():
            return _audit(club, now)
    except Exception as error:  # the file or the server was lost on the way; nothing is proved then
        return Audit(evenings=0, entry_count=0, deals=0, total=0, findings=(damage(NOT_ASKED, error),))


def short_audit() -> tuple[Finding, ...]:
    """The audit for every start, by the database alone: its own rows, guards, ids, sums, bottom lines, last entries.

    It reads no entry, computes no digest and settles no deal: `audit` does.
    """
    with one_moment():
        checks: list[Check] = [damaged_rows_of_django, _guards, ended_sequences]
        checks += [partial(unreadable_rows, Season.objects.all()), _sums]
        checks += [partial(_end, season) for season in readable(Season.objects.all())]
        return _first(checks)


def _audit(club: Club | None, now: datetime | None) -> Audit:
    proofs = [SeasonProof(season, now) for season in readable(_rows_of(Season, club))]
    # What cannot be read comes before all that follows from it: the list of findings has an end.
    checks: list[Check] = [database_findings] if club is None else []
    checks += [_guards, _schema]
    checks += [partial(unreadable_rows, _rows_of(Season, club)), partial(_versions, club)]
    checks += [proof.findings for proof in proofs]
    checks += [partial(closing_findings, proof.season) for proof in proofs]
    clubs = readable(_rows_of(Club, club, "pk"))
    checks += [partial(log_findings, club) for club in clubs]
    findings = _first(checks)
    remarks: list[Check] = [partial(iter, proof.remarks) for proof in proofs]
    remarks += [partial(log_remarks, club, now) for club in clubs]
    evenings = sum(len(proof.evenings) for proof in proofs)
    entry_count = sum(proof.entry_count for proof in proofs)
    deals = sum(proof.deals for proof in proofs)
    total = sum(proof.total for proof in proofs)
    return Audit(evenings, entry_count, deals, total, findings, _first(remarks))


def _first(checks: Iterable[Check]) -> tuple[Finding, ...]:
    """The first findings of many checks, run one after the other, whichever of them fail."""
    findings = chain.from_iterable(run_check(check, most=MOST_FINDINGS) for check in checks)
    return tuple(islice(findings, MOST_FINDINGS))


def _rows_of(model: Any, club: Club | None, path: str = "club") -> QuerySet[Any]:
    """A club's rows, or everybody's."""
    rows: QuerySet[Any] = model.objects.all()
    if club:
        rows = rows.filter(**{path: club.pk})
    return rows


def _guards() -> Iterator[Finding]:
    for name in guards.missing(connection):
        yield Finding(gettext_noop("The database lacks its guard %(name)s: run migrate."), {"name": name})


def _schema() -> Iterator[Finding]:
    for difference in schema.differences(connection)[:MOST_DIFFERENCES]:
        yield Finding(gettext_noop("The database is not what the migrations make: it %(what)s"), {"what": difference})
    if connection.vendor == "postgresql":
        for right in roles.excess_rights(connection):
            yield Finding(gettext_noop("The book is open to others than its owner: %(right)s"), {"right": right})


def _versions(club: Club | None) -> Iterator[Finding]:
    """Findings unless every published version is what was published and can be read."""
    versions = _rows_of(ScoringTableVersion, club, "scoring_table__club")
    yield from unreadable_rows(versions)
    for version in readable(versions):
        if digest_of(version.document) != version.digest:
            message = gettext_noop("Table id %(scoring_table)s, version %(version)s is not what was published.")
            yield Finding(message, {"scoring_table": version.scoring_table_id, "version": version.number})


def _sums() -> Iterator[Finding]:
    """Findings unless every entry sums to zero over as many postings as it has seats."""
    counted: Any = Entry.objects.annotate(total=Sum("postings__points"), count=Count("postings"))
    wrong = counted.filter(~Q(total=0) | Q(total=None) | ~Q(count=F("seats"))).order_by("season_id", "sequence")
    for entry in wrong.select_related("season").only("sequence", "seats", "season__club", "season__slug"):
        numbers = {"total": entry.total, "count": entry.count, "seats": entry.seats}
        yield Finding(NOT_ZERO, {"entry": entry_name(entry.season, entry.sequence), **numbers})


def _end(season: Season) -> Iterator[Finding]:
    """A season's last entry, its evenings' bottom lines and its own."""
    head, entry_count = season.entries.order_by("-sequence").values_list("digest", "sequence").first() or ("", 0)
    yield from end_findings(season, head, entry_count)
    yield from sum_findings(season)


# Closings proved again: every approval, every season's end and its balances.


BY_THEN = Q(evening__entries__sequence__lte=F("season_entry_count"))
OTHERWISE_APPROVED = gettext_noop("Evening %(evening)s was approved or reopened with other entries than it had.")
MORE_THAN_APPROVED = ngettext_lazy(
    "Evening %(evening)s was approved with %(entries)s entry, and has %(now)s.",
    "Evening %(evening)s was approved with %(entries)s entries, and has %(now)s.",
    "entries",
)


def closing_findings(season: Season) -> Iterator[Finding]:
    """Findings about the approvals of a season's evenings and about its own closing."""
    yield from _approvals(season)
    closing = SeasonClosing.objects.filter(season=season).first()
    if closing or season.closed_at:
        yield from _season(season, closing)


def _approvals(season: Season) -> Iterator[Finding]:
    """Findings unless each row counts the entries that its evening had then, under the season's digest of then."""
    its_last = season.entries.filter(sequence=OuterRef("season_entry_count")).values("digest")
    reversals = Q(evening__entries__kind=Entry.Kind.REVERSAL)
    steps = (
        EveningClosing.objects.filter(evening__season=season)
        .select_related("evening")
        .annotate(
            had=Count("evening__entries", filter=BY_THEN),
            had_reversals=Count("evening__entries", filter=BY_THEN & reversals),
            has=Count("evening__entries"),
            head_then=Coalesce(Subquery(its_last), Value("")),
        )
    )
    last: dict[str, Any] = {}
    for step in steps.order_by("season_entry_count", "pk"):
        evening = f"{season.club_id}/{step.evening.number}"
        told = step.entry_count, step.deals, step.head
        had = step.had, step.had - 2 * step.had_reversals, step.head_then
        # Behind the end of a book no entry has a digest, which would pass for that of a book without entries.
        if told != had or step.season_entry_count > season.entry_count:
            yield Finding(OTHERWISE_APPROVED, {"evening": evening})
        if evening not in last or step.number >= last[evening].number:
            last[evening] = step
    for evening, step in last.items():
        if step.kind == EveningClosing.Kind.APPROVED and step.entry_count < step.has:
            yield Finding(MORE_THAN_APPROVED, {"evening": evening, "entries": step.entry_count, "now": step.has})


def _season(season: Season, closing: SeasonClosing | None) -> Iterator[Finding]:
    place = {"season": f"{season.club_id}/{season.slug}"}
    if closing is None or season.closed_at != closing.at:
        yield Finding(gettext_noop("Season %(season)s is marked as closed otherwise than its closing says."), place)
        return
    if (closing.head, closing.entry_count) != (season.head, season.entry_count):
        yield Finding(gettext_noop("Season %(season)s was closed with another last entry than it has."), place)
    stored = {(balance.player_id, balance.points) for balance in SeasonBalance.objects.filter(closing=closing)}
    if stored != {(balance.player_id, balance.points) for balance in balances_now(season=season)}:
        yield Finding(gettext_noop("Season %(season)s was closed with other balances than its entries give."), place)
    if EveningClosing.objects.filter(evening__season=season).values("evening").distinct().count() != closing.evenings:
        yield Finding(gettext_noop("Season %(season)s was closed with an evening that is not approved."), place)


# A club's log proved again: its chain from first to last, and every row that a logged change covers.
#
# A row that may change is compared, part by part, with the newest logged change of it.


CHANGES_AT_A_TIME = 1000
Kind = LoggedChange.Kind

NOT_NEXT = gettext_noop("The log of club %(club)s, entry %(log_entry)s: it does not follow the entry before it.")
NOT_AS_WRITTEN = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s: it is not what was written, its digest does not fit."
)
IN_THE_FUTURE = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s: it bears a day that is yet to come, %(day)s. A clock was ahead."
)
NOT_THE_END = gettext_noop("The log of club %(club)s does not end with entry %(log_entry)s, the last that was written.")
TELLS_OF_NOTHING = gettext_noop(
    "The log of club %(club)s, entry %(log_entry)s (%(kind)s): what it tells of is gone, or is not what was written."
)
NOT_TOLD_OF = gettext_noop("Club %(club)s, %(kind)s (%(place)s): no entry of the log tells of it as it is.")
WORDS_GONE = gettext_noop(
    "Club %(club)s, evening %(evening)s: what a player wrote is gone, or is not what was written."
)
OF_ANOTHER_CLUB = gettext_noop("Club %(club)s, %(kind)s (%(place)s): what was stored is said to be of another club.")


class KindName(Refusal):
    """The name of a kind of change, translated where a finding is shown: its label is already marked."""

    def __init__(self, kind: str) -> None:
        with override("en"):
            super().__init__(str(Kind(kind).label))


@dataclass
class _Coverage:
    """What a log covers: the logged changes by the digest they carry, and the players who were forgotten.

    `left` holds the digest of each part of each row that may change, as the newest change of it left it.
    """

    covering: dict[str, list[LoggedChange]] = field(default_factory=lambda: defaultdict(list))
    left: dict[Subject, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    forgotten: set[int | None] = field(default_factory=set)
    end: tuple[str, int] = ("", 0)


def log_findings(club: Club) -> Iterator[Finding]:
    """Findings about a club's log; memory grows only with the rows that it covers."""
    yield from unreadable_rows(LoggedChange.objects.filter(club=club))
    numbers, coverage = numbers_of(club_id=club.pk), _Coverage()
    yield from _chain(club, numbers, coverage)
    if coverage.end != (club.log_head, club.log_entry_count):
        yield Finding(NOT_THE_END, {"club": club.pk, "log_entry": club.log_entry_count})
    yield from _rows(club, numbers, coverage)
    yield from _references(club)
    yield from _parts(club, coverage)
    yield from _words(club, numbers, coverage)
    yield from _forgotten(club, coverage)


def log_remarks(club: Club, now: datetime | None) -> Iterator[Finding]:
    """A remark on the first change of a log that bears a day that is yet to come, if `now` is given; one query."""
    if now is None:
        return
    ahead = LoggedChange.objects.filter(club=club, at__gt=now + A_DAY)
    for sequence, at in ahead.order_by("sequence").values_list("sequence", "at")[:1]:
        yield Finding(IN_THE_FUTURE, {"club": club.pk, "log_entry": sequence, "day": at.date().isoformat()})


def _chain(club: Club, numbers: OwnNumbers, coverage: _Coverage) -> Iterator[Finding]:
    """Findings unless each logged change follows the one before and is as it was written."""
    head, count = coverage.end
    for change in in_pieces(LoggedChange.objects.filter(club=club).order_by("sequence"), CHANGES_AT_A_TIME):
        place = {"club": club.pk, "log_entry": change.sequence}
        if (change.sequence, change.previous_digest) != (count + 1, head):
            yield Finding(NOT_NEXT, place)
        if change.digest != change.digest_by(numbers):
            yield Finding(NOT_AS_WRITTEN, place)
        head, count = change.digest, change.sequence
        if change.covers:
            coverage.covering[change.covers].append(change)
        if change.leaves:
            # The newest comes last, and what it left stands.
            coverage.left[subject_of(change)].update(change.leaves)
        if change.kind == Kind.PLAYER_FORGOTTEN:
            coverage.forgotten.add(change.player_id)
    coverage.end = head, count


def _rows(club: Club, numbers: OwnNumbers, coverage: _Coverage) -> Iterator[Finding]:
    """Findings unless every row has its logged change and every change its row, except for forgotten names."""
    for rows in covered_rows(club):
        yield from unreadable_rows(rows)
        for row in rows.order_by("pk"):
            kind, place = name_of_row(row)
            where = {"club": club.pk, "kind": KindName(kind), "place": place}
            if getattr(row, "club_id", club.pk) != club.pk:
                yield Finding(OF_ANOTHER_CLUB, where)
            covering = coverage.covering.get(digest_of_row(row, numbers), [])
            its_own = next((change for change in covering if _refers_to(change, row)), None)
            if its_own:
                # A change covers one row: another row that says the same needs a change of its own.
                covering.remove(its_own)
            else:
                yield Finding(NOT_TOLD_OF, where)
    for change in (change for covering in coverage.covering.values() for change in covering):
        if change.kind != Kind.PLAYER_RENAMED or change.player_id not in coverage.forgotten:
            yield _telling_of_nothing(change)


def _telling_of_nothing(change: LoggedChange) -> Finding:
    where = {"club": change.club_id, "log_entry": change.sequence, "kind": KindName(change.kind)}
    return Finding(TELLS_OF_NOTHING, where)


def _refers_to(change: LoggedChange, row: Any) -> bool:
    """Whether a change refers to the version or the approval that it covers, and to no other: no digest says it."""
    version = row.pk if isinstance(row, ScoringTableVersion) else None
    # What was taken into the chain when it was begun refers to no approval.
    closing = None
    if isinstance(row, EveningClosing) and change.kind != Kind.CHAINED:
        closing = row.pk
    return (change.version_id, change.closing_id) == (version, closing)


def _references(club: Club) -> Iterator[Finding]:
    """Findings unless a change that covers no row refers to none, but for the version that it left an evening."""
    referring = Q(kind=Kind.EVENING_PRICED) | ~Q(version=None) | ~Q(closing=None)
    changes = LoggedChange.objects.filter(referring, club=club, covers="").order_by("sequence")
    versions = ScoringTableVersion.objects.filter(scoring_table__club=club).values_list("pk", "number", "digest")
    prices: dict[int | None, str] = {pk: digest_of_prices(number, digest) for pk, number, digest in versions}
    for change in changes:
        is_right = prices.get(change.version_id, "") == change.leaves.get(Kind.EVENING_PRICED)
        if change.closing_id or change.kind != Kind.EVENING_PRICED or not is_right:
            yield _telling_of_nothing(change)


def _parts(club: Club, coverage: _Coverage) -> Iterator[Finding]:
    """Findings unless every part of every row is as the newest change left it."""
    members = [pk for kind_of_row, pk in coverage.left if kind_of_row is Member]
    for row, place in rows_with_parts(club=club, members=members):
        left = coverage.left.get((type(row), row.pk), {})
        for kind in PARTS[type(row)]:
            if left.get(kind) != digest_of_part(kind, row):
                yield Finding(NOT_TOLD_OF, {"club": club.pk, "kind": KindName(kind), "place": place})


def _words(club: Club, numbers: OwnNumbers, coverage: _Coverage) -> Iterator[Finding]:
    """Findings unless a player's words stand as written until the player is forgotten, and no longer."""
    of_club = AnswerWords.objects.filter(answer__link__evening__club=club)
    words = {row.answer_id: digest_of_words(row.said, row.salt, numbers) for row in of_club}
    answers = SheetAnswer.objects.filter(link__evening__club=club).exclude(words_digest="", words=None)
    for answer in answers.select_related("link__evening").order_by("pk"):
        is_forgotten = answer.link.player_id in coverage.forgotten
        if words.get(answer.pk) != (None if is_forgotten else answer.words_digest):
            yield Finding(WORDS_GONE, {"club": club.pk, "evening": answer.link.evening.number})


def _forgotten(club: Club, coverage: _Coverage) -> Iterator[Finding]:
    """Findings unless exactly those are forgotten who were, by the log."""
    forgotten = Player.objects.filter(club=club, forgotten_at__isnull=False).values_list("pk", flat=True)
    for player in Player.objects.filter(club=club, pk__in=set(forgotten) ^ (coverage.forgotten - {None})):
        yield Finding(
            gettext_noop("Club %(club)s, player %(player)s is forgotten otherwise than the log says."),
            {"club": club.pk, "player": player.number},
        )
