"""An evening by its number, with what its page compares it with and what else there is to ask about it.

What its season's other evenings came to is kept in the process, under the digest of the newest of their entries: no
deal of the evening itself changes it, and of a longer season no more is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import JSONArray

from ledger.models import Attendance, Entry, Evening, EveningTotal, PaperTotal, SheetLink
from ledger.models.clubs.persons import persons_shown
from ledger.queries.evenings.closings import APPROVED, last_closing
from ledger.queries.evenings.evening_points import points_of_evenings
from ledger.queries.site.compiled import compiled_once

MOST_EVENINGS = 2**31 - 1  # what every engine can look for
MOST_KEPT = 5_000  # evenings, of some hundred bytes


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


class _Others(NamedTuple):
    """The results of a season's evenings but one, as their newest entry has them, of players shown as one by `joined`.

    Empty text for `newest` is no entry's.
    """

    newest: str = ""
    joined: Mapping[int, int] = {}
    evenings: int = 0
    highest: int | None = None
    lowest: int | None = None


NOT_KNOWN = _Others()


@dataclass
class _KeptOthers:
    """Where the results of an evening's others lie; they are replaced as a whole."""

    others: _Others = NOT_KNOWN


@lru_cache(maxsize=MOST_KEPT)
def _others_kept(_club: int, _number: int) -> _KeptOthers:
    return _KeptOthers()


def forget_others() -> None:
    """Forget the results of all evenings' others, for whoever measures or tests the reading."""
    _others_kept.cache_clear()


def evening_among_others(*, club_id: int, number: int) -> tuple[Evening, Around] | None:
    """A club's evening with its season and prices, and what surrounds it; None if there is none.

    One query, and another where players are shown as one and the results of the others are not kept.
    """
    if number > MOST_EVENINGS:
        return None
    joined, kept = persons_shown().kept, _others_kept(club_id, number)
    known = before if (before := kept.others).joined == joined else NOT_KNOWN
    rows = _evenings_among_others(club=club_id, number=number, known=known.newest)
    if not rows:
        return None
    others = kept.others = _others(rows[0], known, joined)
    return rows[0], _around(rows[0], others)


def _others(row: Any, known: _Others, joined: Mapping[int, int]) -> _Others:
    """The results of the others, which a row has unless they are known; of players who are one added up."""
    if known.newest and known.newest == row.newest_of_others:
        return known
    evenings, highest, lowest = row.results_of_others or (0, None, None)
    if joined:
        played = points_of_evenings(seasons=[row.season])[row.season_id]
        results = [points for other in played if other.pk != row.pk for points in other.points.values()]
        highest, lowest = max(results, default=None), min(results, default=None)
    return _Others(row.newest_of_others or "", joined, evenings, highest, lowest)


def _around(row: Any, others: _Others) -> Around:
    return Around(
        before=NamedEvening(row.number_before, row.date_before) if row.number_before else None,
        after=NamedEvening(row.number_after, row.date_after) if row.number_after else None,
        others=others.evenings,
        highest=others.highest,
        lowest=others.lowest,
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
def _evenings_among_others(*, club: int, number: int, known: str) -> QuerySet[Evening]:
    """The evening, with the results of its others unless the newest entry of these is known."""
    of_club = Evening.objects.filter(club=OuterRef("club"))
    # The day is said apart too: neither engine goes along the index from a choice of two places.
    is_earlier = Q(date__lt=OuterRef("date")) | Q(number__lt=OuterRef("number"))
    is_later = Q(date__gt=OuterRef("date")) | Q(number__gt=OuterRef("number"))
    before = of_club.filter(is_earlier, date__lte=OuterRef("date")).order_by("-date", "-number")
    after = of_club.filter(is_later, date__gte=OuterRef("date")).order_by("date", "number")
    newest = Entry.objects.filter(~Q(evening=OuterRef("pk")), season=OuterRef("season")).order_by("-sequence")
    evenings = Evening.with_openings.filter(club=club, number=number)
    evenings = evenings.select_related("season", "table_version__scoring_table")
    return evenings.defer("table_version__document").annotate(
        newest_of_others=Subquery(newest.values("digest")[:1]),
        results_of_others=Case(When(~Q(newest_of_others=known), then=_results_of_others())),
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


def _results_of_others() -> Subquery:
    """How many other evenings of the season have an entry, and the highest and the lowest result on one of those."""
    # Apart, since beside the evening's own columns the engine would group every row of the season by all of them.
    of_others = {"evening__season": OuterRef("season"), "evening__is_opening": False}
    totals = EveningTotal.objects.filter(~Q(evening=OuterRef("pk")), **of_others).order_by()
    results = JSONArray(Count("evening", distinct=True), Max("points"), Min("points"))
    return Subquery(totals.values("evening__season").annotate(results=results).values("results"))
