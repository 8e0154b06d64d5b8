"""A club's scoring tables: the version in force on a day, what it has priced, what beats what on an evening."""

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Q, QuerySet

from ledger.models import Club, Evening, ScoringTableVersion
from ledger.rules.scoring.ladder import Rung, attachment_order, ladder
from ledger.rules.scoring.scoring_table import ATTACHMENTS
from ledger.rules.site.labels import Label, same


class Term(NamedTuple):
    """A version's time in force as a day sees it, until another one's first day; None for an end that is open.

    `is_over` says that another has replaced it, or will before it begins; `is_to_come` that it has yet to begin. One
    that is neither is in force.
    """

    version: ScoringTableVersion
    is_over: bool
    is_to_come: bool
    replaced_on: date | None
    replaced_by: ScoringTableVersion | None


def versions_in_force(*, club: Club, day: date) -> list[ScoringTableVersion]:
    """The version in force on a day for each of the club's scoring tables, by the table's name; one query."""
    versions_by_table = (
        ScoringTableVersion.objects.filter(scoring_table__club=club)
        .select_related("scoring_table")
        .order_by("scoring_table__name", "scoring_table_id")
    )
    return [in_force(versions, day) for _, versions in groupby(versions_by_table, key=attrgetter("scoring_table_id"))]


def in_force(versions: Iterable[ScoringTableVersion], day: date) -> ScoringTableVersion:
    """The version in force on a day, of all versions of one table; of two with the same first day, the newer."""
    return max((version for version in versions if _begins(version) <= day), key=_rank)


def terms(versions: Iterable[ScoringTableVersion], day: date) -> dict[int, Term]:
    """The terms of versions on a day, by version id; given all versions of some scoring tables."""
    versions, by_id = list(versions), {}
    for version in versions:
        siblings = [other for other in versions if other.scoring_table_id == version.scoring_table_id]
        later = [other for other in siblings if _rank(other) > _rank(version)]
        begins, ends = _begins(version), min(map(_begins, later), default=None)
        is_over = ends is not None and ends <= max(day, begins)
        successor = in_force(later, ends) if ends else None
        by_id[version.pk] = Term(version, is_over, not is_over and begins > day, ends, successor)
    return by_id


def evenings_priced_by(*, version: ScoringTableVersion) -> QuerySet[Evening]:
    """Evenings with a deal that a version prices, or will price, the latest first."""
    its_clubs = Evening.objects.filter(
        club__scoring_tables=version.scoring_table_id
    )  # PostgreSQL has no index for the "or"
    priced = its_clubs.filter(Q(table_version=version) | Q(pk__in=version.entries.values("evening")))
    return priced.select_related("season").order_by("-date", "-number")


def _begins(version: ScoringTableVersion) -> date:
    """The first day of a version's term; the first version of a table has none and is in force from the beginning."""
    return date.min if version.number == 1 else version.in_force_from


def _rank(version: ScoringTableVersion) -> tuple[date, int]:
    return _begins(version), version.number


class EveningLadder(NamedTuple):
    """The ladder of the scoring table of an evening, lowest first; empty if the table has none.

    `is_drawn_for` says whether the table has attachments whose order is drawn; `order` holds all attachments but plain,
    lowest first, once it is drawn, and nothing before.
    """

    rungs: tuple[Rung, ...]
    order: list[Label]
    is_drawn_for: bool


def evening_ladder(*, evening: Evening) -> EveningLadder:
    """What beats what on an evening; no query when its prices are loaded."""
    scoring_table = evening.table_version.to_rules()
    drawn = evening.drawn.split()
    order = attachment_order(scoring_table, drawn) if drawn else ()
    names = [ATTACHMENTS.get(name, same(name)) for name in order if name != "plain"]
    return EveningLadder(ladder(scoring_table, drawn), names, bool(scoring_table.drawn))


def is_order_settled(*, evening: Evening) -> bool:
    """Whether a deal has been played by the order drawn for an evening, which is then final; at most one query."""
    return bool(evening.drawn) and evening.entries.exists()
