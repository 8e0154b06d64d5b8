"""The audit: the whole book proved again from its entries: sums, digests, prices, and the database itself."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import chain, islice

from django.db import connection
from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Sum, When

from ledger.models import Club, Entry, Posting, ScoringTableVersion, Season
from ledger.models.book import guards, roles
from ledger.models.scoring import digest_of
from ledger.models.site import schema
from ledger.queries.book.audit.audit_closings import closing_findings
from ledger.queries.book.audit.audit_database import (
    NOT_ASKED,
    damaged_rows_of_django,
    database_findings,
    ended_sequences,
    going_on,
)
from ledger.queries.book.audit.audit_log import log_findings, log_remarks
from ledger.queries.book.audit.audited_entries import (
    NOT_ZERO,
    SeasonProof,
    bottom_line_findings,
    end_findings,
    season_total_findings,
)
from ledger.queries.book.audit.audited_surroundings import entry_name
from ledger.queries.book.audit.findings import Audit, Finding
from ledger.queries.book.audit.reading import damage, readable, unreadable_rows
from ledger.queries.site.snapshot import one_moment
from ledger.rules.site.refusal import gettext_noop

Check = Callable[[], Iterable[Finding]]
MOST_FINDINGS = 200  # more than there are guards, so that missing ones never hide what was done behind them
MOST_DIFFERENCES = 20  # of a schema, for the same reason


def audit(*, club: Club | None = None, now: datetime | None = None) -> Audit:
    """Prove every club's book and the database itself, or one club's book; reports at most 200 findings.

    Reads only, and all of it at one moment. Each deal is settled again under the version it is pinned to. Memory
    does not grow with the book: entries are read a thousand at a time. For one club it reads nothing that grows with
    the other clubs: the file's pages and references are left to the audit of all. Moments are compared with the clock
    if `now` is given.

    Whatever the database answers, or fails to answer, the audit ends and reports what it found: see `going_on`.
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
        checks: list[Check] = [damaged_rows_of_django, _guards, ended_sequences, _sums]
        checks += [partial(_end, season) for season in readable(_seasons(None))]
        return _first(checks)


def _audit(club: Club | None, now: datetime | None) -> Audit:
    proofs = [SeasonProof(season, now) for season in readable(_seasons(club))]
    # What cannot be read comes before all that follows from it: the list of findings has an end.
    checks: list[Check] = [database_findings] if club is None else []
    checks += [_guards, _schema]
    checks += [partial(unreadable_rows, _seasons(club)), partial(_versions, club)]
    checks += [proof.findings for proof in proofs]
    checks += [partial(closing_findings, proof.season) for proof in proofs]
    clubs = readable(_clubs(club))
    checks += [partial(log_findings, club) for club in clubs]
    findings = _first(checks)
    remarks: list[Check] = [partial(iter, proof.remarks) for proof in proofs]
    remarks += [partial(log_remarks, club, now) for club in clubs]
    return Audit(
        evenings=sum(proof.evenings for proof in proofs),
        entry_count=sum(proof.entry_count for proof in proofs),
        deals=sum(proof.deals for proof in proofs),
        total=sum(proof.total for proof in proofs),
        findings=findings,
        remarks=_first(remarks),
    )


def _first(checks: Iterable[Check]) -> tuple[Finding, ...]:
    """The first findings of many checks, run one after the other, whichever of them fail."""
    findings = chain.from_iterable(going_on(check, most=MOST_FINDINGS) for check in checks)
    return tuple(islice(findings, MOST_FINDINGS))


def _seasons(club: Club | None) -> QuerySet[Season]:
    return Season.objects.all() if club is None else club.seasons.all()


def _clubs(club: Club | None) -> QuerySet[Club]:
    return Club.objects.filter(**({} if club is None else {"pk": club.pk}))


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
    versions = (
        ScoringTableVersion.objects.all()
        if club is None
        else ScoringTableVersion.objects.filter(scoring_table__club=club)
    )
    yield from unreadable_rows(versions)
    for version in readable(versions):
        if digest_of(version.document) != version.digest:
            message = gettext_noop("Table id %(scoring_table)s, version %(version)s is not what was published.")
            yield Finding(message, {"scoring_table": version.scoring_table_id, "version": version.number})


def _sums() -> Iterator[Finding]:
    """Findings unless every entry sums to zero over as many postings as it has seats."""
    counted = Entry.objects.annotate(total=Sum("postings__points"), count=Count("postings"))
    wrong = counted.filter(~Q(total=0) | Q(total=None) | ~Q(count=F("seats"))).order_by("season_id", "sequence")
    seasons = Season.objects.in_bulk()
    for season, sequence, *numbers in wrong.values_list("season_id", "sequence", "total", "count", "seats"):
        name = {"entry": entry_name(seasons[season], sequence)}
        yield Finding(NOT_ZERO, {**name, **dict(zip(("total", "count", "seats"), numbers, strict=True))})


def _end(season: Season) -> Iterator[Finding]:
    """A season's last entry, its evenings' bottom lines and its own."""
    head, entry_count = season.entries.order_by("-sequence").values_list("digest", "sequence").first() or ("", 0)
    yield from end_findings(season, head, entry_count)
    summed = _bottom_lines(season)
    yield from bottom_line_findings(season, summed)
    yield from season_total_findings(season, summed)


def _bottom_lines(season: Season) -> dict[tuple[int, int], tuple[int, int]]:
    """The bottom lines of a season as the database sums them: (points, deals) by (evening id, player id)."""
    deals = Case(
        When(role="sits_out", then=0),
        When(entry__kind=Entry.Kind.DEAL, then=1),
        When(entry__reverses__kind=Entry.Kind.DEAL, then=-1),
        default=0,
        output_field=IntegerField(),
    )
    postings = Posting.objects.filter(entry__season=season, player__isnull=False)
    summed = postings.values_list("entry__evening_id", "player_id").annotate(points=Sum("points"), deals=Sum(deals))
    return {(evening, player): (points, deals) for evening, player, points, deals in summed}
