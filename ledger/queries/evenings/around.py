"""What an evening is compared with: the evenings before and after it, and the others of its season."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery

from ledger.models import Evening
from ledger.queries.site.compiled import compiled_once


@dataclass(frozen=True)
class NamedEvening:
    """Another evening, as links name it."""

    number: int
    date: date


@dataclass(frozen=True)
class Around:
    """An evening's neighbours by date, and the results of its season's others.

    `others` is the number of the season's other evenings with an entry.
    `highest` and `lowest` are the best and worst result of anybody on one of those, in integer units.
    """

    before: NamedEvening | None
    after: NamedEvening | None
    others: int
    highest: int | None
    lowest: int | None


def around(*, evening: Evening) -> Around:
    """What an evening is compared with; one query."""
    ((others, highest, lowest, *neighbours),) = _around(evening=evening.pk)
    before, after = neighbours[:2], neighbours[2:]
    return Around(
        before=NamedEvening(*before) if before[0] else None,
        after=NamedEvening(*after) if after[0] else None,
        others=others,
        highest=highest,
        lowest=lowest,
    )


@compiled_once
def _around(*, evening: int) -> "QuerySet[Evening, tuple[Any, ...]]":
    of_club = Evening.objects.filter(club=OuterRef("club"))
    is_earlier = Q(date__lt=OuterRef("date")) | Q(date=OuterRef("date"), number__lt=OuterRef("number"))
    is_later = Q(date__gt=OuterRef("date")) | Q(date=OuterRef("date"), number__gt=OuterRef("number"))
    before = of_club.filter(is_earlier).order_by("-date", "-number")
    after = of_club.filter(is_later).order_by("date", "number")
    is_another = ~Q(season__evenings=F("pk"))
    neighbours = [Subquery(other.values(name)[:1]) for other in (before, after) for name in ("number", "date")]
    with_others = Evening.objects.filter(pk=evening).annotate(
        others=Count("season__evenings__totals__evening", distinct=True, filter=is_another),
        highest=Max("season__evenings__totals__points", filter=is_another),
        lowest=Min("season__evenings__totals__points", filter=is_another),
    )
    return with_others.values_list("others", "highest", "lowest", *neighbours)
