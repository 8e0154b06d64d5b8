"""An evening among the others of its season, and what the evenings of a season gave everybody."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONArray

from ledger.models import Attendance, Entry, Evening, EveningTotal, PaperTotal, Season, SheetLink
from ledger.models.book.journal import OF_TOTALS
from ledger.models.clubs.persons import persons_shown
from ledger.queries.evenings.approval import APPROVED, approval_state
from ledger.rules.evenings.figures import PlayedEvening


def evenings_with_prices(*, club_id: int, number: int) -> QuerySet[Evening]:
    """A club's evening of a number, if there is one, with its season and prices.

    The day of opening balances has a number too: who asks for it must see what `is_opening` says.
    """
    evenings = Evening.with_openings.filter(club=club_id, number=number)
    evenings = evenings.select_related("season", "table_version__scoring_table")
    # A document is parsed wherever it is read, and the process has it compiled already.
    return evenings.defer("table_version__document")


def evening_among_others(*, club_id: int, number: int) -> Any:
    """A club's evening with its season and prices, and what surrounds it; None if there is none.

    `before` and `after` are its neighbours by date, read with number and date alone. `others` counts the season's other
    evenings with an entry; `highest` and `lowest` are the best and worst result of anybody on those, in integer units.
    `state` is its last approval or reopening, None if it was never approved, and `has_links` says whether players have
    links to its sheet. The old book it came from may have a `name_in_old_book`, and `is_day_guessed` says whether its
    day stands as guessed there.
    One query, and another where players are shown as one.
    """
    evening: Any = _among_others(evenings_with_prices(club_id=club_id, number=number)).first()
    if evening is None:
        return None
    evening.is_approved = evening.state == APPROVED
    evening.before = Evening(number=evening.number_before, date=evening.date_before) if evening.number_before else None
    evening.after = Evening(number=evening.number_after, date=evening.date_after) if evening.number_after else None
    evening.others, evening.highest, evening.lowest = evening.results_of_others or (0, None, None)
    if persons_shown():  # of who is one the results are added up
        played = evenings_of_seasons(seasons=[evening.season])
        results: list[int] = []
        for other in played:
            if other.pk != evening.pk:
                results += other.points.values()
        evening.highest, evening.lowest = max(results, default=None), min(results, default=None)
    return evening


def _among_others(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    of_club = Evening.objects.filter(club=OuterRef("club"))
    # The day is said apart too: neither engine goes along the index from a choice of two places.
    is_earlier = Q(date__lt=OuterRef("date")) | Q(number__lt=OuterRef("number"))
    is_later = Q(date__gt=OuterRef("date")) | Q(number__gt=OuterRef("number"))
    before = of_club.filter(is_earlier, date__lte=OuterRef("date")).order_by("-date", "-number")
    after = of_club.filter(is_later, date__gte=OuterRef("date")).order_by("date", "number")
    return evenings.annotate(
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
        # Somebody who knew better may have changed the day since.
        is_day_guessed=Q(imported__guessed_day=F("date")),
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


def evenings_of_seasons(*, seasons: Collection[Season]) -> list[PlayedEvening]:
    """What the evenings of some seasons gave everybody, in order of date; one query."""
    return _evenings(EveningTotal.objects.filter(evening__season__in=seasons))


def latest_evenings(*, seasons: Collection[Season]) -> list[PlayedEvening]:
    """What the latest MOST_READ evenings of some seasons gave, and the one before them if there is one; one query."""
    latest = played_latest_first(season__in=seasons).values("pk")[: MOST_READ + 1]
    return _evenings(EveningTotal.objects.filter(evening__in=latest))


def opening_balances(*, seasons: Collection[Season]) -> dict[int, Counter[int]]:
    """The opening balances of some seasons in their units, by the season's id and the player's; one query."""
    balances: dict[int, Counter[int]] = {season.pk: Counter() for season in seasons}
    totals = EveningTotal.objects.filter(evening__season__in=seasons, evening__is_opening=True)
    for season, player, points in totals.values_list("evening__season", "player", "points"):
        balances[season][player] += points
    return balances


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
