"""A club's milestones, carried on from evening to evening and kept in the process without names."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q, Sum

from ledger.models import Entry, Season
from ledger.queries.evenings.evening_points import EveningList, PlayedEvening, points_of_evenings, together_in_order
from ledger.queries.statistics.carried import Carried, Derived
from ledger.queries.statistics.club.evenings import names_of
from ledger.queries.statistics.evenings import number_settled
from ledger.queries.statistics.tallies import BookTally, Counts, counts_of
from ledger.rules.statistics.milestones import ClubTally, Milestone, milestones_by_name

MOST_KEPT = 300  # clubs, of some hundred kilobytes where there are 400 evenings

PRIMARY_KEY = attrgetter("pk")
DEALS = BookTally(by=("evening",), sums={"deals": Sum("sign")}, among=Q(counted_as=Entry.Kind.DEAL), of_entries=True)


class EveningBrought(NamedTuple):
    """An evening and its milestones."""

    evening: PlayedEvening
    milestones: Sequence[Milestone]


class _Told(NamedTuple):
    """A club's tally so far, and the evenings that brought anything."""

    tally: ClubTally = ClubTally()
    brought: tuple[EveningBrought, ...] = ()

    def after(self, evening: PlayedEvening, counted: tuple[int] | None, unit_denominator: int) -> "_Told":
        (deals,) = counted or (0,)
        shares = {
            player: (evening.deals[player], Fraction(points, unit_denominator))
            for player, points in evening.points.items()
        }
        tally, milestones = self.tally.after(deals=deals, shares=shares)
        return _Told(tally, (*self.brought, EveningBrought(evening, milestones)) if milestones else self.brought)


class _KeptMilestones:
    """What is kept of some seasons, by the denominators of their units."""

    def __init__(self, denominators: Mapping[int, int]) -> None:
        def add(told: _Told, evening: PlayedEvening, counted: tuple[int] | None) -> _Told:
            return told.after(evening, counted, denominators[evening.season])

        self.carried, self.told = Carried(_Told(), add), Derived[_Told]()


@lru_cache(maxsize=MOST_KEPT)
def _milestones_kept(denominators: tuple[tuple[int, int], ...]) -> _KeptMilestones:
    return _KeptMilestones(dict(denominators))


def forget_milestones() -> None:
    """Forget every milestone, for whoever measures or tests how they are told."""
    _milestones_kept.cache_clear()


def milestones_of_club(*, seasons: Sequence[Season]) -> Sequence[EveningBrought]:
    """What each evening of all a club's seasons brought, the earliest first; those that brought nothing are left out.

    Without names. No query if nothing was written since it was asked for last, otherwise three at most.
    """
    evenings, deals = points_of_evenings(seasons=seasons), counts_of(DEALS, seasons=seasons)
    kept = _milestones_kept(tuple((season.pk, season.unit_denominator) for season in seasons))

    def tell() -> _Told:
        in_all = together_in_order(evenings.values())
        return kept.carried.through(
            in_all, _count_deals(in_all, deals.values()), settled=number_settled(seasons, evenings)
        )

    return kept.told.of((*evenings.values(), *deals.values()), tell).brought


def _count_deals(evenings: EveningList, deals: Collection[Counts]) -> tuple[tuple[int] | None, ...]:
    """The number of the club's deals for each evening of all seasons, None for none."""
    counts: dict[Any, Any] = {}
    for of_season in deals:
        counts |= of_season
    # Without a step of Python for each: there are thousands, of which the last alone is another than before.
    return tuple(map(counts.get, zip(map(PRIMARY_KEY, evenings))))


def with_names(brought: Sequence[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    players = names_of({item.player for _, items in brought for item in items if item.player is not None})
    names = {pk: player.name for pk, player in players.items()}
    return [EveningBrought(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]
