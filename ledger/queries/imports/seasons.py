"""The seasons into which typed evenings are booked."""

from collections.abc import Sequence
from datetime import date

from ledger.models import Club
from ledger.queries.clubs.listed import listed_seasons
from ledger.rules.imports.plan import PlannedEvening, PlannedSeason


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
