"""A club's milestones, evening by evening."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count

from ledger.models import Entry, Season
from ledger.queries.evenings.evening_points import evenings_of_seasons
from ledger.queries.statistics.club.evenings import names_of
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.statistics.story import ClubTally, Milestone, milestones_by_name


class EveningBrought(NamedTuple):
    """An evening and its milestones."""

    evening: PlayedEvening
    milestones: Sequence[Milestone]


def milestones_of_club(*, seasons: Sequence[Season]) -> list[EveningBrought]:
    """What each evening of all a club's seasons brought, the earliest first; those that brought nothing are left out.

    Without names; two queries.
    """
    denominators = {season.pk: season.unit_denominator for season in seasons}
    deals = dict(
        Entry.objects.standing()
        .filter(season__in=seasons, kind=Entry.Kind.DEAL)
        .order_by()
        .values_list("evening")
        .annotate(Count("pk"))
    )
    tally, brought = ClubTally(), []
    for evening in evenings_of_seasons(seasons=seasons):
        unit = denominators[evening.season]
        shares = {pk: (evening.deals[pk], Fraction(units, unit)) for pk, units in evening.points.items()}
        if milestones := tally.add(deals=deals.get(evening.pk, 0), shares=shares):
            brought.append(EveningBrought(evening, milestones))
    return brought


def with_names(brought: Iterable[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    brought = [*brought]
    players = names_of({item.player for _, items in brought for item in items if item.player is not None})
    names = {pk: player.name for pk, player in players.items()}
    return [EveningBrought(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]
