"""A club's scoring tables: the version in force on a day, what it has priced, what beats what on an evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from django.db.models import Q, QuerySet

from ledger.models import Club, Evening, ScoringTableDraft, ScoringTableVersion
from ledger.rules.scoring.ladder import Rung, attachment_names, ladder
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class Term:
    """A version's time in force, until another one's first day; None for an end that is open."""

    version: ScoringTableVersion
    replaced_on: date | None = None
    replaced_by: ScoringTableVersion | None = None

    def is_over(self, day: date) -> bool:
        """Whether another has replaced it, or will before it begins."""
        return self.replaced_on is not None and self.replaced_on <= max(day, _begins(self.version))

    def is_to_come(self, day: date) -> bool:
        """Whether its first day is yet to come."""
        return not self.is_over(day) and _begins(self.version) > day

    def is_in_force(self, day: date) -> bool:
        """Whether the scoring table is played by it on a day."""
        return not self.is_over(day) and not self.is_to_come(day)


def versions_in_force(*, club: Club, day: date) -> list[ScoringTableVersion]:
    """The version in force on a day for each of the club's scoring tables, by the table's name; one query."""
    versions_by_table = (
        ScoringTableVersion.objects.filter(scoring_table__club=club)
        .select_related("scoring_table")
        .order_by("scoring_table__name", "scoring_table_id")
    )
    return [in_force(versions, day) for _, versions in groupby(versions_by_table, key=attrgetter("scoring_table_id"))]


def newest_versions(*, club: Club, most: int) -> list[ScoringTableVersion]:
    """The club's last published versions, the newest first and so many at most; one query."""
    return list(ScoringTableVersion.objects.filter(scoring_table__club=club).order_by("-pk")[:most])


def in_force(versions: Iterable[ScoringTableVersion], day: date) -> ScoringTableVersion:
    """The version in force on a day, of all versions of one table; of two with the same first day, the newer."""
    return max((version for version in versions if _begins(version) <= day), key=_rank)


def terms(versions: Sequence[ScoringTableVersion]) -> dict[int, Term]:
    """The terms of versions, by version id; given all versions of some scoring tables."""
    return {version.pk: _term(version, versions) for version in versions}


def term_of(*, version: ScoringTableVersion) -> Term:
    """A version's term; one query."""
    return _term(version, list(ScoringTableVersion.objects.filter(scoring_table=version.scoring_table_id)))


def rules_of(digests: Mapping[int, str]) -> dict[int, ScoringRules]:
    """The rules of versions, given their digests by id; one query for those that this process has not compiled yet."""
    versions = {version: ScoringTableVersion(digest=digest) for version, digest in digests.items()}
    new = [pk for pk, version in versions.items() if not version.is_compiled]
    versions |= ScoringTableVersion.objects.in_bulk(new) if new else {}
    return {pk: version.to_rules() for pk, version in versions.items()}


def newest_of(*, version: ScoringTableVersion) -> ScoringTableVersion:
    """The last published version of the same scoring table, from which the next one is made; one query."""
    return (
        ScoringTableVersion.objects.filter(scoring_table=version.scoring_table_id)
        .select_related("scoring_table__club")
        .latest("number")
    )


def evenings_priced_by(*, version: ScoringTableVersion) -> QuerySet[Evening]:
    """Evenings with a deal that a version prices, or will price, the latest first."""
    its_clubs = Evening.objects.filter(
        club__scoring_tables=version.scoring_table_id
    )  # PostgreSQL has no index for the "or"
    priced = its_clubs.filter(Q(table_version=version) | Q(pk__in=version.entries.values("evening")))
    return priced.select_related("season").order_by("-date", "-number")


def drafts(*, club: Club) -> list[ScoringTableDraft]:
    """The club's unpublished drafts by name, for its board alone; one query."""
    return list(club.drafts.order_by("name", "id"))


def _begins(version: ScoringTableVersion) -> date:
    """The first day of a version's term; the first version of a table has none and is in force from the beginning."""
    return date.min if version.number == 1 else version.in_force_from


def _rank(version: ScoringTableVersion) -> tuple[date, int]:
    return _begins(version), version.number


def _term(version: ScoringTableVersion, others: Iterable[ScoringTableVersion]) -> Term:
    later = [
        other
        for other in others
        if other.scoring_table_id == version.scoring_table_id and _rank(other) > _rank(version)
    ]
    if not later:
        return Term(version)
    replaced_on = min(map(_begins, later))
    return Term(version, replaced_on, in_force(later, replaced_on))


@dataclass(frozen=True)
class EveningLadder:
    """The ladder of the scoring table of an evening, lowest first; empty if the table has none.

    `is_drawn_for` says whether the table has attachments whose order is drawn; `order` holds all attachments, lowest
    first, once it is drawn, and nothing before.
    """

    rungs: tuple[Rung, ...]
    order: tuple[Label, ...]
    is_drawn_for: bool

    def __bool__(self) -> bool:
        """Whether there is a ladder to show."""
        return bool(self.rungs) or self.is_drawn_for


def evening_ladder(*, evening: Evening) -> EveningLadder:
    """What beats what on an evening; no query when its prices are loaded."""
    scoring_table = evening.table_version.to_rules()
    drawn = evening.drawn.split()
    names = attachment_names(scoring_table, drawn) if drawn else ()
    return EveningLadder(ladder(scoring_table, drawn), names, bool(scoring_table.drawn))


def is_order_settled(*, evening: Evening) -> bool:
    """Whether a deal has been played by the order drawn for an evening, which is then final; at most one query."""
    return bool(evening.drawn) and evening.entries.exists()
