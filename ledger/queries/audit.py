"""The whole book proved again from its lines: sums, bottom lines, digests, prices, and the database itself."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, Sum, When

from ledger.models import Club, Entry, Evening, Posting, Season, TableVersion, guards
from ledger.models.tables import digest_of
from ledger.queries.audit_closings import closing_findings
from ledger.queries.audited_lines import NOT_ZERO, SeasonProof, bottom_line_findings, end_findings, line_name
from ledger.queries.findings import Audit, Finding
from ledger.queries.resettling import Resettling
from ledger.queries.snapshot import one_moment
from ledger.rules.refusal import gettext_noop

MOST_FINDINGS = 200  # more than there are guards, so that missing ones never hide what was done behind them
LOST_REFERENCE = gettext_noop("A row refers to one that is not there: %(error)s")


def audit(*, club: Club | None = None) -> Audit:
    """Prove every club's book and the database itself, or one club's book; at most the first 200 findings.

    Reads only, all of it at one moment. Each line is settled again under the table version it is pinned to. Memory
    does not grow with the book: the lines are read a thousand at a time. Of one club nothing is read that grows with
    the others: the pages of the file and its references are for the audit of them all.
    """
    with one_moment():
        resettling = Resettling()
        proofs = [SeasonProof(season, resettling) for season in _seasons(club)]
        books = (proof.findings() for proof in proofs)
        closings = (closing_findings(proof.season) for proof in proofs)
        checks = (_guards(), *(() if club else (_database(),)), _versions(club), *books, *closings)
        findings = tuple(islice(chain.from_iterable(checks), MOST_FINDINGS))
        return Audit(
            evenings=_evenings(club),
            lines=sum(proof.lines for proof in proofs),
            deals=sum(proof.deals for proof in proofs),
            total=sum(proof.total for proof in proofs),
            findings=findings,
        )


def short_audit() -> tuple[Finding, ...]:
    """What the database can tell by itself, for every start: guards, sums, bottom lines and the last lines.

    No line is read, no digest worked out and no deal settled: that is for `audit`.
    """
    with one_moment():
        checks: list[Iterable[Finding]] = [_guards(), _sums()]
        for season in _seasons(None):
            checks += [_last_line(season), bottom_line_findings(season, _summed(season))]
        return tuple(islice(chain.from_iterable(checks), MOST_FINDINGS))


def _seasons(club: Club | None) -> list[Season]:
    return list((Season.objects if club is None else club.seasons).order_by("id"))


def _evenings(club: Club | None) -> int:
    """How many evenings have a line."""
    evenings = Evening.objects if club is None else club.evenings
    return evenings.filter(Exists(Entry.objects.filter(evening=OuterRef("pk")))).count()


def _guards() -> Iterator[Finding]:
    for name in guards.missing(connection):
        yield Finding(gettext_noop("The database lacks its guard %(name)s: run migrate."), {"name": name})


def _database() -> Iterator[Finding]:
    """The engine's own checks of all it stores: its foreign keys, and on SQLite the pages of the file."""
    if connection.vendor != "sqlite":
        yield from _lost_references()
        return
    try:
        connection.check_constraints()
    except DatabaseError as error:
        yield Finding(LOST_REFERENCE, {"error": str(error)})
    with connection.cursor() as cursor:
        (answer,) = cursor.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        yield Finding(gettext_noop("The database file is damaged: %(error)s"), {"error": answer})


def _lost_references() -> Iterator[Finding]:
    """Rows that refer to one that is not there, where the engine has no check of its own for what is stored."""
    models: Any = Club._meta.apps.all_models["ledger"].values()
    for model in models:
        for column in (field for field in model._meta.concrete_fields if field.is_relation):
            there = column.related_model._base_manager.filter(pk=OuterRef(column.attname))
            if model._base_manager.filter(~Exists(there), **{f"{column.name}__isnull": False}).exists():
                yield Finding(LOST_REFERENCE, {"error": f"{model._meta.db_table}.{column.column}"})


def _versions(club: Club | None) -> Iterator[Finding]:
    """Every published version of a table is what was published, and can be read."""
    versions = TableVersion.objects.order_by("pk")
    for version in versions if club is None else versions.filter(table__club=club):
        where = {"table": version.table_id, "version": version.number}
        if digest_of(version.document) != version.digest:
            message = gettext_noop("Table id %(table)s, version %(version)s is not what was published.")
            yield Finding(message, where)


def _sums() -> Iterator[Finding]:
    """Every line sums to zero over as many postings as it has seats."""
    counted = Entry.objects.annotate(total=Sum("postings__points"), count=Count("postings"))
    wrong = counted.filter(~Q(total=0) | Q(total=None) | ~Q(count=F("seats"))).order_by("season_id", "sequence")
    seasons = Season.objects.in_bulk()
    for season, sequence, *numbers in wrong.values_list("season_id", "sequence", "total", "count", "seats"):
        name = {"line": line_name(seasons[season], sequence)}
        yield Finding(NOT_ZERO, {**name, **dict(zip(("total", "count", "seats"), numbers, strict=True))})


def _last_line(season: Season) -> Iterator[Finding]:
    head, lines = season.entries.order_by("-sequence").values_list("digest", "sequence").first() or ("", 0)
    return end_findings(season, head, lines)


def _summed(season: Season) -> dict[tuple[int, int], tuple[int, int]]:
    """The bottom lines of a season as the database sums them: (evening id, player id) to (points, deals)."""
    deals = Case(
        When(role="sits_out", then=0),
        When(entry__kind=Entry.Kind.DEAL, then=1),
        When(entry__reverses__kind=Entry.Kind.DEAL, then=-1),
        default=0,
        output_field=IntegerField(),
    )
    lines = Posting.objects.filter(entry__season=season, player__isnull=False)
    summed = lines.values_list("entry__evening_id", "player_id").annotate(points=Sum("points"), deals=Sum(deals))
    return {(evening, player): (points, deals) for evening, player, points, deals in summed}
