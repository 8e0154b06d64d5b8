"""What an evening is compared with: the evenings before and after it, and the others of its season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Aggregate, Count, Max, Min, Q, QuerySet, Subquery

from ledger.models import Entry, Evening, EveningTotal


@dataclass(frozen=True)
class NamedEvening:
    """Another evening, as links name it."""

    number: int
    date: date


@dataclass(frozen=True)
class Around:
    """An evening's neighbours by date, and the results of its season's others.

    `lines` is the number of the evening's entries, `others` that of the season's other evenings with an entry.
    `highest` and `lowest` are the best and worst result of anybody on one of those, in integer units.
    """

    before: NamedEvening | None
    after: NamedEvening | None
    lines: int
    others: int
    highest: int | None
    lowest: int | None


def around(*, evening: Evening) -> Around:
    """What an evening is compared with; one query."""
    is_earlier = Q(date__lt=evening.date) | Q(date=evening.date, number__lt=evening.number)
    club = Evening.objects.filter(club=evening.club_id).exclude(pk=evening.pk)
    before = club.filter(is_earlier).order_by("-date", "-number")
    after = club.exclude(is_earlier).order_by("date", "number")
    lines = Entry.objects.filter(evening=evening.pk).order_by().values("evening")
    others = EveningTotal.objects.filter(evening__season=evening.season_id).exclude(evening=evening.pk)
    of_season = others.order_by().values("evening__season")
    neighbours = [Subquery(other.values(name)[:1]) for other in (before, after) for name in ("number", "date")]
    row: Sequence[Any] = (
        Evening.objects.filter(pk=evening.pk)
        .values_list(
            _sum_up(lines, Count("key")),
            _sum_up(of_season, Count("evening", distinct=True)),
            _sum_up(of_season, Max("points")),
            _sum_up(of_season, Min("points")),
            *neighbours,
        )
        .get()
    )
    return Around(
        before=NamedEvening(*row[4:6]) if row[4] else None,
        after=NamedEvening(*row[6:8]) if row[6] else None,
        lines=row[0] or 0,
        others=row[1] or 0,
        highest=row[2],
        lowest=row[3],
    )


def _sum_up(grouped: QuerySet[Any, Any], what: Aggregate) -> Subquery:
    """An aggregate of rows that are grouped into one; null if there are none."""
    return Subquery(grouped.annotate(summed=what).values("summed"))
