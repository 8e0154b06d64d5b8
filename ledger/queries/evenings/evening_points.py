"""What the evenings of a season gave everybody, from the stored bottom lines."""

from collections import Counter
from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from ledger.models import Entry, Evening, EveningTotal, Season
from ledger.models.book.journal import OF_TOTALS
from ledger.rules.evenings.figures import PlayedEvening

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
