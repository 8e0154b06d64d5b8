"""How the points of a period ran for everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Case, F, IntegerField, Sum, Value, When
from django.db.models.expressions import Combinable

from ledger.queries.seasons.periods import Period, PlayedEvening


@dataclass(frozen=True)
class PointsCourse:
    """A player's total after each tick, in the period's integer units, and whether the player was there by then."""

    totals: tuple[int, ...]
    was_there: tuple[bool, ...]


def courses(*, period: Period, most: int | None = None) -> Mapping[int, PointsCourse]:
    """The course of everybody's points through a period, by player id; one query.

    There is a tick for every evening, or where they are more than `most` for so many stretches of them.
    """
    evenings = period.evenings
    key: Combinable = F("evening_id")
    ticks = {evening.pk: index for index, evening in enumerate(evenings)}
    if most is not None and len(evenings) > most:
        key, ticks = _stretches(evenings, most), {index: index for index in range(most)}
    by_tick = period.totals.values_list("player_id", key)
    sums: dict[int, dict[int, int]] = {}
    for player, at, points in by_tick.annotate(sum=Sum(period.points)):
        sums.setdefault(player, {})[ticks[at]] = points
    return {player: _course(by_index, len(ticks)) for player, by_index in sums.items()}


def _stretches(evenings: Sequence[PlayedEvening], count: int) -> Combinable:
    """In which of so many stretches an evening total lies; evenings of one day lie in the same."""
    last_days = [evenings[(index + 1) * len(evenings) // count - 1].date for index in range(count)]
    cases = [When(evening__date__lte=day, then=Value(index)) for index, day in enumerate(last_days)]
    return Case(*cases, output_field=IntegerField())


def _course(by_tick: Mapping[int, int], count: int) -> PointsCourse:
    return PointsCourse(
        totals=tuple(accumulate(by_tick.get(tick, 0) for tick in range(count))),
        was_there=tuple(tick in by_tick for tick in range(count)),
    )
