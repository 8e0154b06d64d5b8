"""Periods: the evenings that standings count, of a season, some of them, one alone, or all that a club ever played."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from math import lcm

from ledger.models import Club, Player, Season
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings.evening_points import MOST_READ, brought_along, evenings_of_seasons, latest_evenings
from ledger.queries.seasons.standings import PlayerSums, Standing, rank_players, standings, sums_of_seasons
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.points import in_points


@dataclass(frozen=True)
class Period:
    """Some of a club's evenings in order of date: of a season, or if that is None, of all its `seasons`.

    `is_whole` says that no evening is left out, `is_cut` that only the latest of its evenings were read.
    """

    club: Club
    seasons: tuple[Season, ...]
    season: Season | None
    evenings: tuple[PlayedEvening, ...]
    is_whole: bool = True
    is_cut: bool = False

    @property
    def begins(self) -> date:
        """The day of its first evening; if the season is cut, the day on which the season begins."""
        return self.season.starts_on if self.season and self.is_cut else self.evenings[0].date

    @property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which all its points are whole numbers."""
        return lcm(*(season.unit_denominator for season in self.seasons))

    @property
    def factors(self) -> Mapping[int, int]:
        """What makes the units of each season, by its id, the period's."""
        unit = self.unit_denominator
        return {season.pk: unit // season.unit_denominator for season in self.seasons}


@dataclass(frozen=True)
class PartAsked:
    """Which evenings of a period are asked for: some days, the one of a number, the `last` of them; all where None."""

    since: date | None = None
    until: date | None = None
    evening: int | None = None
    last: int | None = None


def latest_of(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club, with no more than the MOST_READ latest evenings.

    One query; all seasons are one query more.
    """
    seasons = (season,) if season else tuple(seasons_of(club=club))
    evenings = latest_evenings(seasons=seasons)
    return Period(club, seasons, season, tuple(evenings[-MOST_READ:]), is_cut=len(evenings) > MOST_READ)


def period_of(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club; one query, all seasons are one query more."""
    seasons = (season,) if season else tuple(seasons_of(club=club))
    return Period(club, seasons, season, tuple(evenings_of_seasons(seasons=seasons)))


def far_enough_back(*, club: Club, season: Season | None, asked: PartAsked) -> Period:
    """A whole season, or all seasons of a club, read as far back as the part that is asked for may begin."""
    latest = latest_of(club=club, season=season)
    return period_of(club=club, season=season) if _reaches_before(latest, asked) else latest


def _reaches_before(latest: Period, asked: PartAsked) -> bool:
    """Whether a part may begin before the evenings that were read of a period."""
    if not latest.is_cut or asked == PartAsked():
        return False
    if asked.evening:
        return asked.evening not in {evening.number for evening in latest.evenings}
    if asked.since:
        return asked.since <= latest.evenings[0].date
    return bool(asked.until or (asked.last or 0) > len(latest.evenings))


def part_of(period: Period, asked: PartAsked) -> Period:
    """The part of a period that is asked for."""
    if asked == PartAsked():
        return period
    since, until = asked.since or date.min, asked.until or date.max
    kept = [evening for evening in period.evenings if since <= evening.date <= until]
    if asked.evening:
        kept = [evening for evening in kept if evening.number == asked.evening]
    return narrow_to(period, kept[-asked.last :] if asked.last else kept)


def narrow_to(period: Period, evenings: Iterable[PlayedEvening]) -> Period:
    """The part of a period with only the given evenings."""
    kept = tuple(evenings)
    if kept == period.evenings and not period.is_cut:
        return period
    return replace(period, evenings=kept, is_whole=False, is_cut=False)


def house_in_words(*, period: Period, units: Iterable[int]) -> Label | None:
    """What the house has beside the units of all players in a period; None where these sum to zero.

    One query, and only where they do not.
    """
    rest, factors = -sum(units), period.factors
    if not rest:
        return None
    brought = brought_along(seasons=period.seasons if period.is_whole else ())
    opening = -sum(factors[season] * sum(of_season.values()) for season, of_season in brought.items())
    by_opening = {0: Phrase("The house %(points)s"), rest: Phrase("The house %(points)s, from the opening balances")}
    words = by_opening.get(opening, Phrase("The house %(points)s, also from the opening balances"))
    return fill(words, points=in_points(rest, period.unit_denominator, signed=True))


def period_standings(*, period: Period) -> list[Standing]:
    """The standings of a period in its own unit; two queries for a whole season, one otherwise.

    From the stored sums if no evening is left out, a row per player and season however many evenings there were.
    """
    if period.is_whole and period.season is not None:
        return standings(season=period.season)
    factors = period.factors
    # None for a period of one evening, which has no earlier one to have changed from.
    changes = {
        player: units * factors[evening.season]
        for evening in period.evenings[1:][-1:]
        for player, units in evening.points.items()
    }
    if period.is_whole:
        return rank_players(sums_of_seasons(club=period.club.pk, factors=factors), changes)
    return rank_players(_sums_of(period), changes)


def _sums_of(period: Period) -> list[PlayerSums]:
    """Everybody's evenings, deals and points; one query for the names."""
    evenings, deals, apart, points = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    factors = period.factors
    for evening in period.evenings:
        factor = factors[evening.season]
        for player, units in evening.points.items():
            evenings[player] += 1
            deals[player] += evening.deals[player]
            points[player] += units * factor
            apart[player] += 0 if evening.deals[player] else units * factor
    names = Player.objects.filter(pk__in=points).values_list("pk", "name", "slug", "sort_key")
    return [(*row, evenings[row[0]], deals[row[0]], apart[row[0]], points[row[0]]) for row in names]
