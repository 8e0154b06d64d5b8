"""The seasons into which an old book was or is booked."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from ledger.models import BookImport, Club, ImportedEvening, Season
from ledger.queries.clubs.listed import listed_seasons
from ledger.rules.imports.plan import PlannedEvening, PlannedSeason


def seasons_of_import(*, book_import: BookImport) -> QuerySet[Season]:
    """The seasons with evenings of an old book, the earliest first, each with its club and `evening_count`."""
    made = ImportedEvening.objects.filter(book_import=book_import, evening__season=OuterRef("pk"))
    counted = Season.objects.filter(Exists(made), club=book_import.club_id).select_related("club")
    there = Q(evenings__removed_at=None, evenings__is_opening=False)
    return counted.annotate(evening_count=Count("evenings", filter=there)).order_by("starts_on", "pk")


def in_seasons_of_club(*, club: Club, seasons: Sequence[PlannedSeason]) -> tuple[PlannedSeason, ...]:
    """The same evenings in the club's own seasons, where the one that a day is in is open; one query."""
    known = list(listed_seasons(club=club).order_by("-starts_on").values_list("name", "starts_on", "closed_at"))
    placed: dict[tuple[str, date], list[PlannedEvening]] = {}
    for season in seasons:
        for evening in season.evenings:
            begun = next((row for row in known if row[1] <= evening.day), None)
            is_open = begun is not None and begun[2] is None
            place = (begun[0], begun[1]) if begun is not None and is_open else (season.name, season.starts_on)
            placed.setdefault(place, []).append(evening)
    return tuple(PlannedSeason(name, starts_on, evenings) for (name, starts_on), evenings in placed.items())
