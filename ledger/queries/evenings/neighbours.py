"""An evening by its number, with what it gave everybody, among the others of its season."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONArray

from ledger.models import Attendance, Entry, Evening, EveningTotal, PaperTotal, Season, SheetLink
from ledger.models.book.journal import OF_TOTALS
from ledger.models.clubs.persons import persons_shown
from ledger.queries.evenings.approval import APPROVED, approval_state
from ledger.rules.evenings.figures import PlayedEvening

MOST_EVENINGS = 2**31 - 1  # what every engine can look for


@dataclass(frozen=True)
class Around:
    """An evening's neighbours by date, the results of its season's others, and what else there is of it.

    Of the neighbours no more than number and date are read. `others` is the number of the season's other evenings with
    an entry. `highest` and `lowest` are the best and worst result of anybody on one of those, in integer units.
    """

    before: Evening | None
    after: Evening | None
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
    return _evenings_with_prices(club=club_id, number=number).first() if number <= MOST_EVENINGS else None


def _evenings_with_prices(*, club: int, number: int) -> QuerySet[Evening]:
    evenings = Evening.with_openings.filter(club=club, number=number)
    evenings = evenings.select_related("season", "table_version__scoring_table")
    # A document is parsed wherever it is read, and the process has it compiled already.
    return evenings.defer("table_version__document")


def evening_among_others(*, club_id: int, number: int) -> tuple[Evening, Around] | None:
    """A club's evening with its season and prices, and what surrounds it; None if there is none.

    One query, and another where players are shown as one.
    """
    row: Any = _among_others(club=club_id, number=number).first() if number <= MOST_EVENINGS else None
    if row is None:
        return None
    evenings, highest, lowest = _results(row)
    around = Around(
        before=Evening(number=row.number_before, date=row.date_before) if row.number_before else None,
        after=Evening(number=row.number_after, date=row.date_after) if row.number_after else None,
        others=evenings,
        highest=highest,
        lowest=lowest,
        is_approved=row.state == APPROVED,
        was_approved=row.state is not None,
        has_attendance=row.has_attendance,
        has_papers=row.has_papers,
        has_links=row.has_links,
        name_in_old_book=row.name_in_old_book or "",
        # Somebody who knew better may have changed the day since.
        is_day_guessed=row.guessed_day == row.date,
    )
    return row, around


def _results(row: Any) -> tuple[int, int | None, int | None]:
    """The number of the season's other evenings, and the best and worst result on one; of who is one added up."""
    evenings, highest, lowest = row.results_of_others or (0, None, None)
    if persons_shown():
        played = points_of_evenings(seasons=[row.season])[row.season_id]
        results = [points for other in played if other.pk != row.pk for points in other.points.values()]
        highest, lowest = max(results, default=None), min(results, default=None)
    return evenings, highest, lowest


def _among_others(*, club: int, number: int) -> QuerySet[Evening]:
    """The evening, with the results of its others."""
    of_club = Evening.objects.filter(club=OuterRef("club"))
    # The day is said apart too: neither engine goes along the index from a choice of two places.
    is_earlier = Q(date__lt=OuterRef("date")) | Q(number__lt=OuterRef("number"))
    is_later = Q(date__gt=OuterRef("date")) | Q(number__gt=OuterRef("number"))
    before = of_club.filter(is_earlier, date__lte=OuterRef("date")).order_by("-date", "-number")
    after = of_club.filter(is_later, date__gte=OuterRef("date")).order_by("date", "number")
    return _evenings_with_prices(club=club, number=number).annotate(
        results_of_others=_results_of_others(),
        # Two for each neighbour, since a subquery gives one column.
        number_before=Subquery(before.values("number")[:1]),
        date_before=Subquery(before.values("date")[:1]),
        number_after=Subquery(after.values("number")[:1]),
        date_after=Subquery(after.values("date")[:1]),
        state=approval_state(),
        has_attendance=Exists(Attendance.objects.filter(evening=OuterRef("pk"))),
        has_papers=Exists(PaperTotal.objects.filter(evening=OuterRef("pk"))),
        has_links=Exists(SheetLink.objects.filter(evening=OuterRef("pk"))),
        name_in_old_book=F("imported__name"),
        guessed_day=F("imported__guessed_day"),
    )


def _results_of_others() -> Subquery:
    """How many other evenings of the season have an entry, and the highest and the lowest result on one of those."""
    # Apart, since beside the evening's own columns the engine would group every row of the season by all of them.
    of_others = {"evening__season": OuterRef("season"), "evening__is_opening": False}
    totals = EveningTotal.objects.filter(~Q(evening=OuterRef("pk")), **of_others).order_by()
    results = JSONArray(Count("evening", distinct=True), Max("points"), Min("points"))
    return Subquery(totals.values("evening__season").annotate(results=results).values("results"))


# What the evenings of a season gave everybody, from the stored bottom lines.


MOST_READ = 60  # evenings of a season whose latest are enough: more than a club holds that meets every week
COLUMNS = (
    "evening", "evening__number", "evening__date", "evening__season", "evening__place",
    "player", "points", "deals", "is_totals",
)  # fmt: skip


EveningList = Sequence[PlayedEvening]
"""Evenings in order of date."""


def points_of_evenings(*, seasons: Collection[Season]) -> dict[int, EveningList]:
    """What the evenings of some seasons gave everybody, by the season's id; one query."""
    by_season: dict[int, list[PlayedEvening]] = {season.pk: [] for season in seasons}
    for evening in evenings_of_seasons(seasons=seasons):
        by_season[evening.season].append(evening)
    return {season: tuple(evenings) for season, evenings in by_season.items()}


def evenings_of_seasons(*, seasons: Collection[Season]) -> list[PlayedEvening]:
    """The evenings of some seasons together; one query."""
    return _evenings(EveningTotal.objects.filter(evening__season__in=seasons))


def latest_evenings(*, seasons: Collection[Season]) -> list[PlayedEvening]:
    """What the latest MOST_READ evenings of some seasons gave, and the one before them if there is one; one query."""
    latest = played_latest_first(season__in=seasons).values("pk")[: MOST_READ + 1]
    return _evenings(EveningTotal.objects.filter(evening__in=latest))


def brought_along(*, seasons: Collection[Season]) -> dict[int, Counter[int]]:
    """The opening balances of some seasons in their units, by the season's id and the player's; one query."""
    brought: dict[int, Counter[int]] = {season.pk: Counter() for season in seasons}
    totals = EveningTotal.objects.filter(evening__season__in=seasons, evening__is_opening=True)
    for season, player, points in totals.values_list("evening__season", "player", "points"):
        brought[season][player] += points
    return brought


def played_latest_first(**among: object) -> QuerySet[Evening]:
    """Evenings with an entry, the latest date first, in whatever order they were entered."""
    with_entries = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    return Evening.objects.filter(with_entries, **among).order_by("-date", "-number")


def _evenings(totals: QuerySet[EveningTotal]) -> list[PlayedEvening]:
    played: dict[int, PlayedEvening] = {}
    only_points = Entry.objects.standing().filter(evening=OuterRef("evening"), **OF_TOTALS)
    totals = totals.filter(evening__is_opening=False).annotate(is_totals=Q(deals=0) & Exists(only_points))
    rows = totals.order_by("evening__date", "evening__number").values_list(*COLUMNS)
    for pk, number, day, season, place, player, points, deals, is_totals in rows:
        evening = played.setdefault(pk, PlayedEvening(pk, number, day, season, place, Counter(), Counter(), is_totals))
        # Whoever is shown as one person has a row for each name.
        evening.points[player] += points
        evening.deals[player] += deals
    return list(played.values())
