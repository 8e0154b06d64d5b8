"""A club's milestones, carried on from evening to evening and kept in the process without names."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, Sum

from ledger.models import Entry, Season
from ledger.queries.evenings.evening_points import PlayedEvening, points_of_evenings, together_in_order
from ledger.queries.site.in_parts import InParts, ValuesBeside
from ledger.queries.statistics.carried import Carried, Derived
from ledger.queries.statistics.club.evenings import names_of
from ledger.queries.statistics.evenings import number_settled
from ledger.queries.statistics.tallies import BookTally, counts_of
from ledger.rules.statistics.milestones import ClubTally, Milestone, milestones_by_name

MOST_KEPT = 300  # clubs, of some hundred kilobytes where there are 400 evenings

DEALS = BookTally(
    by=("evening",),
    sums={"deals": Sum("sign")},
    among=Q(counted_as=Entry.Kind.DEAL),
    of_entries=True,
    is_long=True,
)


class EveningBrought(NamedTuple):
    """An evening and its milestones."""

    evening: PlayedEvening
    milestones: Sequence[Milestone]


class _Told(NamedTuple):
    """A club's tally so far, and the evenings that brought anything."""

    tally: ClubTally = ClubTally()
    brought: InParts[EveningBrought] = InParts()

    def after(self, evening: PlayedEvening, deals: int, unit_denominator: int) -> "_Told":
        shares = {
            player: (evening.deals[player], Fraction(points, unit_denominator))
            for player, points in evening.points.items()
        }
        tally, milestones = self.tally.after(deals=deals, shares=shares)
        brought = [EveningBrought(evening, milestones)] if milestones else []
        return _Told(tally, self.brought.with_more(brought) if brought else self.brought)


class _KeptMilestones:
    """What is kept of some seasons, by the denominators of their units."""

    def __init__(self, denominators: Mapping[int, int]) -> None:
        def add(told: _Told, evening: PlayedEvening, deals: int) -> _Told:
            return told.after(evening, deals, denominators[evening.season])

        self.carried, self.told = Carried(_Told(), add), Derived[_Told]()
        self.deals = ValuesBeside[PlayedEvening, int]()


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

    def count(evening: PlayedEvening) -> int:
        (number,) = deals[evening.season].get((evening.pk,), (0,))
        return number

    def tell() -> _Told:
        in_all = together_in_order(evenings.values())
        # An evening with a deal more or less is another object than before.
        return kept.carried.through(in_all, kept.deals.of(in_all, count), settled=number_settled(seasons, evenings))

    return kept.told.of((*evenings.values(), *deals.values()), tell).brought


def with_names(brought: Iterable[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    brought = [*brought]
    players = names_of({item.player for _, items in brought for item in items if item.player is not None})
    names = {pk: player.name for pk, player in players.items()}
    return [EveningBrought(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]
