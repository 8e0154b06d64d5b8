"""The whole book proved again from its lines: sums, bottom lines, digests, prices, and the database itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.db import DatabaseError, connection
from django.db.models import Count, F, Prefetch, Q, Sum

from ledger.models import Entry, Evening, EveningTotal, Posting, Season, TableVersion, guards
from ledger.queries.audit_closings import closing_faults
from ledger.queries.play import units_per_point_unit
from ledger.rules.deals import read_deal
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.settling import settle

LINES_AT_A_TIME = 500


@dataclass(frozen=True)
class Finding:
    """Something that does not hold: an English sentence, the key of its translation, with what fills it in."""

    message: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message % self.params


@dataclass(frozen=True)
class Audit:
    """What an audit saw: how many evenings, lines and standing deals, the sum of all units, and its findings."""

    evenings: int
    lines: int
    deals: int
    total: int
    findings: tuple[Finding, ...]


def audit() -> Audit:
    """Prove every club's book. Reads only; each entry is settled again under the table version it is pinned to.

    Memory does not grow with the book: the lines are read a few hundred at a time.
    """
    chains = (_chain(season) for season in Season.objects.order_by("id"))
    checks = (_database(), _sums(), _bottom_lines(), *chains, _closings())
    return Audit(
        evenings=Evening.objects.filter(entries__isnull=False).distinct().count(),
        lines=Entry.objects.count(),
        deals=Entry.objects.standing().count(),
        total=Posting.objects.aggregate(total=Sum("points"))["total"] or 0,
        findings=tuple(finding for check in checks for finding in check),
    )


def _database() -> Iterator[Finding]:
    """The engine's own checks: its guards, its foreign keys, and on SQLite the pages of the file."""
    for name in guards.missing(connection):
        yield Finding(gettext_noop("The database lacks its guard %(name)s: run migrate."), {"name": name})
    try:
        connection.check_constraints()
    except DatabaseError as error:
        yield Finding(gettext_noop("A row refers to one that is not there: %(error)s"), {"error": str(error)})
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            (answer,) = cursor.execute("PRAGMA quick_check(1)").fetchone()
        if answer != "ok":
            yield Finding(gettext_noop("The database file is damaged: %(error)s"), {"error": answer})


def _sums() -> Iterator[Finding]:
    """Every line sums to zero over as many postings as it has seats."""
    counted = Entry.objects.annotate(total=Sum("postings__points"), count=Count("postings"))
    wrong = counted.filter(~Q(total=0) | Q(total=None) | ~Q(count=F("seats"))).order_by("season_id", "sequence")
    for club, season, line, total, count, seats in wrong.values_list(
        "season__club_id", "season__slug", "sequence", "total", "count", "seats"
    ):
        message = gettext_noop("%(line)s sums to %(total)s over %(count)s of %(seats)s seats.")
        numbers = {"total": total, "count": count, "seats": seats}
        yield Finding(message, {"line": _line(club, season, line), **numbers})


def _bottom_lines() -> Iterator[Finding]:
    """Every stored bottom line is the sum of the postings it stands for, and none is missing."""
    postings = Posting.objects.filter(player__isnull=False).values_list("entry__evening_id", "player_id")
    summed = {(evening, player): total for evening, player, total in postings.annotate(total=Sum("points"))}
    stored = {
        (evening, player): points
        for evening, player, points in EveningTotal.objects.values_list("evening_id", "player_id", "points")
    }
    for evening, player in sorted(summed.keys() | stored.keys()):
        is_stored, is_summed = stored.get((evening, player)), summed.get((evening, player))
        if is_stored != is_summed:
            message = gettext_noop(
                "Evening id %(evening)s, player id %(player)s: stored %(stored)s, summed %(summed)s."
            )
            numbers = {"evening": evening, "player": player, "stored": is_stored, "summed": is_summed}
            yield Finding(message, numbers)


def _closings() -> Iterator[Finding]:
    """Every approval and every closed season is what the lines say."""
    return (Finding(message, params) for message, params in closing_faults())


def _chain(season: Season) -> Iterator[Finding]:
    """A season's lines in order: each follows the one before, carries its own digest, and pays what its table says."""
    head, expected = "", 1
    for entry in _lines(season):
        name = _line(season.club_id, season.slug, entry.sequence)
        if (entry.sequence, entry.previous_digest) != (expected, head):
            yield Finding(gettext_noop("%(line)s does not follow the line before it."), {"line": name})
        if entry.digest != entry.digest_over(entry.postings.all()):
            yield Finding(gettext_noop("%(line)s is not what was written: its digest does not fit."), {"line": name})
        yield from _price(entry, season, name)
        head, expected = entry.digest, entry.sequence + 1
    if (season.head, season.lines) != (head, expected - 1):
        message = gettext_noop("%(season)s ends with line %(line)s, not with the last one that was written.")
        yield Finding(message, {"season": f"{season.club_id}/{season.slug}", "line": expected - 1})


def _lines(season: Season) -> Iterator[Entry]:
    versions = {version.pk: version for version in TableVersion.objects.filter(entries__season=season).distinct()}
    ordered = Entry.objects.filter(season=season).order_by("sequence")
    loaded = ordered.prefetch_related(Prefetch("postings", Posting.objects.order_by("seat")))
    for entry in loaded.iterator(chunk_size=LINES_AT_A_TIME):
        entry.table_version = versions[entry.table_version_id]
        yield entry


def _price(entry: Entry, season: Season, name: str) -> Iterator[Finding]:
    """The deal settled again; a reversal gives it all back."""
    postings = list(entry.postings.all())
    sign = -1 if entry.reverses_id else 1
    try:
        owed = _settled(entry, season, [str(line.player_id) for line in postings if line.player_id])
    except Refusal as refusal:
        yield Finding(gettext_noop("%(line)s cannot be settled: %(why)s"), {"line": name, "why": str(refusal)})
        return
    paid = {line.player_id: sign * line.points for line in postings}
    if paid != owed:
        yield Finding(gettext_noop("%(line)s does not pay what its table says."), {"line": name})


def _settled(entry: Entry, season: Season, players: list[str]) -> dict[int | None, int]:
    version = entry.table_version
    settlement = settle(read_deal(entry.deal, version.to_rules(), players), version.tariff(), players)
    scale = units_per_point_unit(season_denominator=season.unit_denominator, version=version)
    owed: dict[int | None, int] = {int(player): units * scale for player, units in settlement.units.items()}
    return owed | ({None: settlement.house * scale} if settlement.house else {})


def _line(club: int, season: str, sequence: int) -> str:
    """A line's place in the books: the club's number, the season's address, the line's number."""
    return f"{club}/{season}, {sequence}"
