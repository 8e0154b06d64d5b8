"""An evening by its number, with what its page compares it with and what else there is to ask about it."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledger.models import Attendance, Evening, EveningTotal, PaperTotal, SheetLink
from ledger.models.clubs.persons import persons_shown
from ledger.queries.evenings.closings import APPROVED, last_closing
from ledger.queries.evenings.evening_points import points_of_evenings
from ledger.queries.site.compiled import compiled_once

MOST_EVENINGS = 2**31 - 1  # what every engine can look for


@dataclass(frozen=True)
class NamedEvening:
    """Another evening, as links name it."""

    number: int
    date: date


@dataclass(frozen=True)
class Around:
    """An evening's neighbours by date, the results of its season's others, and what else there is of it.

    `others` is the number of the season's other evenings with an entry. `highest` and `lowest` are the best and worst
    result of anybody on one of those, in integer units.
    """

    before: NamedEvening | None
    after: NamedEvening | None
    others: int
    highest: int | None
    lowest: int | None
    is_approved: bool
    was_approved: bool
    has_attendance: bool
    has_papers: bool
    has_links: bool
    name_in_old_book: str
    is_day_guessed: bool


def evening_with_prices(*, club_id: int, number: int) -> Evening | None:
    """A club's evening with its season and prices; None if there is none; one query.

    The day of opening balances has a number too: who asks for it must see what `is_opening` says.
    """
    rows = _evenings_with_prices(club=club_id, number=number) if number <= MOST_EVENINGS else []
    return next(iter(rows), None)


@compiled_once
def _evenings_with_prices(*, club: int, number: int) -> QuerySet[Evening]:
    evenings = Evening.with_openings.filter(club=club, number=number)
    evenings = evenings.select_related("season", "table_version__scoring_table")
    # A document is parsed wherever it is read, and the process has it compiled already.
    return evenings.defer("table_version__document")


def evening_among_others(*, club_id: int, number: int) -> tuple[Evening, Around] | None:
    """A club's evening with its season and prices, and what surrounds it; None if there is none; one query."""
    rows = _evenings_among_others(club=club_id, number=number) if number <= MOST_EVENINGS else []
    if not rows:
        return None
    around = _around(rows[0])
    return rows[0], _by_person(around, rows[0]) if persons_shown() else around


def _by_person(around: Around, evening: Evening) -> Around:
    """The same with the best and worst result of a person on another evening of the season; one query at most."""
    evenings = points_of_evenings(seasons=[evening.season])[evening.season_id]
    results = [points for other in evenings if other.pk != evening.pk for points in other.points.values()]
    return replace(around, highest=max(results, default=None), lowest=min(results, default=None))


def _around(row: Any) -> Around:
    return Around(
        before=NamedEvening(row.number_before, row.date_before) if row.number_before else None,
        after=NamedEvening(row.number_after, row.date_after) if row.number_after else None,
        others=row.others,
        highest=row.highest,
        lowest=row.lowest,
        is_approved=row.state == APPROVED,
        was_approved=row.state is not None,
        has_attendance=row.has_attendance,
        has_papers=row.has_papers,
        has_links=row.has_links,
        name_in_old_book=row.name_in_old_book or "",
        # Somebody who knew better may have changed the day since.
        is_day_guessed=row.guessed_day == row.date,
    )


@compiled_once
def _evenings_among_others(*, club: int, number: int) -> QuerySet[Evening]:
    of_club = Evening.objects.filter(club=OuterRef("club"))
    is_earlier = Q(date__lt=OuterRef("date")) | Q(date=OuterRef("date"), number__lt=OuterRef("number"))
    is_later = Q(date__gt=OuterRef("date")) | Q(date=OuterRef("date"), number__gt=OuterRef("number"))
    before = of_club.filter(is_earlier).order_by("-date", "-number")
    after = of_club.filter(is_later).order_by("date", "number")
    # Apart, since beside the evening's own columns the engine would group every row of the season by all of them.
    of_others = {"evening__season": OuterRef("season"), "evening__is_opening": False}
    totals = EveningTotal.objects.filter(~Q(evening=OuterRef("pk")), **of_others).order_by()
    of_season = totals.values("evening__season")
    evenings = Evening.with_openings.filter(club=club, number=number)
    evenings = evenings.select_related("season", "table_version__scoring_table")
    return evenings.defer("table_version__document").annotate(
        others=Coalesce(Subquery(of_season.annotate(others=Count("evening", distinct=True)).values("others")), 0),
        highest=Subquery(of_season.annotate(highest=Max("points")).values("highest")),
        lowest=Subquery(of_season.annotate(lowest=Min("points")).values("lowest")),
        # Two for each neighbour, since a subquery gives one column.
        number_before=Subquery(before.values("number")[:1]),
        date_before=Subquery(before.values("date")[:1]),
        number_after=Subquery(after.values("number")[:1]),
        date_after=Subquery(after.values("date")[:1]),
        state=last_closing(),
        has_attendance=Exists(Attendance.objects.filter(evening=OuterRef("pk"))),
        has_papers=Exists(PaperTotal.objects.filter(evening=OuterRef("pk"))),
        has_links=Exists(SheetLink.objects.filter(evening=OuterRef("pk"))),
        name_in_old_book=F("imported__name"),
        guessed_day=F("imported__guessed_day"),
    )
