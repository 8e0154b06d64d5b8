"""A club's milestones, carried on from evening to evening and kept in the process without names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, Sum

from ledger.models import Club, Entry, Season
from ledger.queries.evenings.evening_points import EveningList, PlayedEvening, in_order, points_of_evenings
from ledger.queries.statistics.carried import Carried, Derived
from ledger.queries.statistics.club.evenings import names_of
from ledger.queries.statistics.evenings import number_settled
from ledger.queries.statistics.tallies import BookTally, Counts, counts_of
from ledger.rules.statistics.milestones import ClubTally, Milestone, milestones_by_name

MOST_KEPT = 300  # clubs, of some hundred kilobytes where there are 400 evenings

DEALS = BookTally(by=("evening",), sums={"deals": Sum("sign")}, among=Q(counted_as=Entry.Kind.DEAL), of_entries=True)


class EveningBrought(NamedTuple):
    """An evening and its milestones."""

    evening: PlayedEvening
    milestones: Sequence[Milestone]


class _CountedEvening(NamedTuple):
    """An evening with the number of the club's deals, and the denominator of its points."""

    evening: PlayedEvening
    deals: int
    unit_denominator: int


class _Told(NamedTuple):
    """A club's tally so far, and the evenings that brought anything."""

    tally: ClubTally = ClubTally()
    brought: tuple[EveningBrought, ...] = ()

    def after(self, counted: _CountedEvening) -> "_Told":
        evening, deals, denominator = counted
        shares = {
            player: (evening.deals[player], Fraction(points, denominator)) for player, points in evening.points.items()
        }
        tally, milestones = self.tally.after(deals=deals, shares=shares)
        return _Told(tally, (*self.brought, EveningBrought(evening, milestones)) if milestones else self.brought)


@dataclass(frozen=True)
class _KeptClub:
    """What is kept of a club."""

    carried: Carried[_CountedEvening, _Told] = field(default_factory=lambda: Carried(_Told(), _Told.after))
    told: Derived[_Told] = field(default_factory=Derived)


@lru_cache(maxsize=MOST_KEPT)
def _club_kept(_club: int) -> _KeptClub:
    return _KeptClub()


def forget_milestones() -> None:
    """Forget every milestone, for whoever measures or tests how they are told."""
    _club_kept.cache_clear()


def milestones_of_club(*, club: Club, seasons: Sequence[Season]) -> Sequence[EveningBrought]:
    """What each evening of all a club's seasons brought, the earliest first; those that brought nothing are left out.

    Without names. No query if nothing was written since it was asked for last, otherwise three at most.
    """
    evenings, deals = points_of_evenings(seasons=seasons), counts_of(DEALS, seasons=seasons)
    kept = _club_kept(club.pk)

    def tell() -> _Told:
        counted = _counted_evenings(seasons, evenings, deals)
        return kept.carried.through(counted, settled=number_settled(seasons, evenings))

    return kept.told.of((*evenings.values(), *deals.values()), tell).brought


def with_names(brought: Sequence[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    players = names_of({item.player for _, items in brought for item in items if item.player is not None})
    names = {pk: player.name for pk, player in players.items()}
    return [EveningBrought(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]


def _counted_evenings(
    seasons: Sequence[Season], evenings: Mapping[int, EveningList], deals: Mapping[int, Counts]
) -> tuple[_CountedEvening, ...]:
    """The evenings of all seasons in order of date."""
    units = {season.pk: season.unit_denominator for season in seasons}
    counts = {evening: number for of_season in deals.values() for (evening,), (number,) in of_season.items()}
    in_all = in_order(evening for of_season in evenings.values() for evening in of_season)
    return tuple(_CountedEvening(evening, counts.get(evening.pk, 0), units[evening.season]) for evening in in_all)
