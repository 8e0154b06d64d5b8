"""A club's scoring tables through time: which version is in force on a day, and what a version has priced."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from django.db.models import Q, QuerySet

from ledger.models import Club, Evening, ScoringTableDraft, ScoringTableVersion


@dataclass(frozen=True)
class Term:
    """A version's time in force: until the day another comes, both None while none does."""

    version: ScoringTableVersion
    replaced_on: date | None = None
    replaced_by: ScoringTableVersion | None = None

    def is_over(self, day: date) -> bool:
        """Whether another has taken its place, or will before it begins."""
        return self.replaced_on is not None and self.replaced_on <= max(day, _begins(self.version))

    def is_to_come(self, day: date) -> bool:
        """Whether its first day lies ahead."""
        return not self.is_over(day) and _begins(self.version) > day

    def is_in_force(self, day: date) -> bool:
        """Whether the table is played by it on a day."""
        return not self.is_over(day) and not self.is_to_come(day)


def versions_in_force(*, club: Club, day: date) -> list[ScoringTableVersion]:
    """The version that each of the club's tables is played by on a day, by the table's name; one query."""
    versions_by_table = (
        ScoringTableVersion.objects.filter(scoring_table__club=club)
        .select_related("scoring_table")
        .order_by("scoring_table__name", "scoring_table_id")
    )
    return [in_force(versions, day) for _, versions in groupby(versions_by_table, key=attrgetter("scoring_table_id"))]


def in_force(versions: Iterable[ScoringTableVersion], day: date) -> ScoringTableVersion:
    """Of all versions of one table the latest that has come by a day; of two that come at once the later published."""
    return max((version for version in versions if _begins(version) <= day), key=_rank)


def terms(versions: Sequence[ScoringTableVersion]) -> dict[int, Term]:
    """When each of some tables' versions is in force, by its id; all versions of every table must be there."""
    return {version.pk: _term(version, versions) for version in versions}


def term_of(*, version: ScoringTableVersion) -> Term:
    """When a version is in force; one query."""
    return _term(version, list(ScoringTableVersion.objects.filter(scoring_table=version.scoring_table_id)))


def newest_of(*, version: ScoringTableVersion) -> ScoringTableVersion:
    """The version of the same table that was published last: the next one is made from it; one query."""
    return (
        ScoringTableVersion.objects.filter(scoring_table=version.scoring_table_id)
        .select_related("scoring_table__club")
        .latest("number")
    )


def evenings_priced_by(*, version: ScoringTableVersion) -> QuerySet[Evening]:
    """The evenings with a deal that a version prices or with such deals to come, the latest first."""
    its_clubs = Evening.objects.filter(
        club__scoring_tables=version.scoring_table_id
    )  # PostgreSQL has no index for the "or"
    priced = its_clubs.filter(Q(table_version=version) | Q(pk__in=version.entries.values("evening")))
    return priced.select_related("season").order_by("-date", "-number")


def drafts(*, club: Club) -> list[ScoringTableDraft]:
    """The club's unpublished drafts by name; one query. They are for the club's own people alone."""
    return list(club.drafts.order_by("name", "id"))


def _begins(version: ScoringTableVersion) -> date:
    """From when a version can be in force: the first has no other before it, so it always could."""
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
