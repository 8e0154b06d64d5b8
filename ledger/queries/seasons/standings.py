"""Standings: totals, places, courses, of a season or any other period."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.models import Club, EveningTotal, Player, Season, SeasonTotal
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.clubs.persons import evenings_twice
from ledger.queries.evenings.neighbours import (
    MOST_READ,
    evenings_of_seasons,
    latest_evenings,
    opening_balances,
    played_latest_first,
)
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.seasons import PlayerSums, Standing, places_of
from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.points import in_points

PLAYER = ("player_id", "player__name", "player__slug", "player__sort_key")
BROUGHT = EveningTotal.objects.filter(
    player=OuterRef("player"), evening__season=OuterRef("season"), evening__is_opening=True
)
# Who has neither an evening nor an opening balance played only on evenings of an old book that was taken out again.
TAKES_PART = Q(evenings__gt=0) | Exists(BROUGHT)
# Opening balances, and evenings of which only the points were kept.
WITHOUT_DEALS = EveningTotal.objects.filter(
    player=OuterRef("player"), evening__season=OuterRef("season"), deals=0
).order_by()
SUMS = ("evenings", "deals", "apart", "points")


def standings(*, season: Season) -> list[Standing]:
    """Everyone with an entry in the season, best first, equal points on a shared place; two queries."""
    # From the stored sums, a row per player, whatever the number of deals and evenings.
    last = played_latest_first(season=season.pk).values("pk")[:1]
    changes = EveningTotal.objects.filter(evening=Subquery(last)).values_list("player_id", "points")
    return rank_players(season_sums(season=season.pk), sum_by_person(changes))


def rank_players(sums: Sequence[PlayerSums], changes: Mapping[int, int]) -> list[Standing]:
    """Players ranked by their sums, with their changes of the last evening, best first and then by name; no query."""
    before = _places_before(sums, changes)
    now = places_of({row.player_id: row.points for row in sums})
    ranking = []
    for row in sums:
        place = now[row.player_id]
        was = before.get(row.player_id)
        moved = None if was is None else was - place
        ranking.append(Standing(**vars(row), place=place, change=changes.get(row.player_id), moved=moved))
    return sorted(ranking, key=lambda standing: (standing.place, standing.sort_key))


def _places_before(sums: Iterable[PlayerSums], changes: Mapping[int, int]) -> dict[int, int]:
    """The places before the last evening, by player id, of those who had played by then."""
    points_then = {}
    for row in sums:
        change = changes.get(row.player_id, 0)
        # Those whose only evening was the last one had no place before it, unless they brought a balance along.
        if row.evenings > (row.player_id in changes) or row.points != change:
            points_then[row.player_id] = row.points - change
    return places_of(points_then)


def season_sums(*, season: int) -> list[PlayerSums]:
    """Each player's sums in a season; one query, and another where players are shown as one."""
    # By the sums' season, and not by the players' club: what was tampered with is shown, and the audit names it.
    totals = _with_apart(SeasonTotal.objects.filter(TAKES_PART, season=season))
    rows = [PlayerSums(*row) for row in totals.values_list(*PLAYER, *SUMS)]
    return sums_by_person(rows, evening__season=season) if persons_shown() else rows


def sums_of_seasons(*, club: int, factors: Mapping[int, int]) -> list[PlayerSums]:
    """Each player's sums in all of a club's seasons, whose units `factors` bring to one, by the season's id.

    One query, and another where players are shown as one.
    """
    totals = _with_apart(SeasonTotal.objects.filter(TAKES_PART, season__club=club))
    rows = []
    for season, *sums in totals.values_list("season_id", *PLAYER, *SUMS):
        if season in factors:  # one may have begun since these were read
            row = PlayerSums(*sums)
            factor = factors[season]
            rows.append(replace(row, apart=row.apart * factor, points=row.points * factor))
    return sums_by_person(rows, evening__season__in=factors.keys())


def sums_by_person(rows: Iterable[PlayerSums], **among: Any) -> list[PlayerSums]:
    """Players' sums of some evenings, `among` which they were, as one row for each person.

    One query where players are shown as one.
    """
    twice = evenings_twice(**among)
    return [replace(row, evenings=row.evenings - twice[row.player_id]) for row in _add_up(rows)]


def _add_up(rows: Iterable[PlayerSums]) -> Iterable[PlayerSums]:
    """Add up the rows of each player."""
    together: dict[int, PlayerSums] = {}
    for row in rows:
        before = together.setdefault(row.player_id, row)
        if before is not row:
            sums = {name: getattr(before, name) + getattr(row, name) for name in SUMS}
            together[row.player_id] = replace(row, **sums)
    return together.values()


def _with_apart(totals: "QuerySet[SeasonTotal]") -> "QuerySet[Any]":
    points = WITHOUT_DEALS.values("player").annotate(sum=Sum("points")).values("sum")
    return totals.annotate(apart=Coalesce(Subquery(points), 0))


# Periods: the evenings that standings count, of a season, some of them, one alone, or all that a club ever played.


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
        """The factors that bring the units of each season, by its id, to the period's."""
        unit = self.unit_denominator
        return {season.pk: unit // season.unit_denominator for season in self.seasons}


@dataclass(frozen=True)
class PartAsked:
    """The evenings of a period that are asked for: of some days, of a number, the `last` of them; all where None."""

    since: date | None = None
    until: date | None = None
    evening: int | None = None
    last: int | None = None


def latest_period(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club, with no more than the MOST_READ latest evenings.

    One query; all seasons are one query more.
    """
    seasons = (season,) if season else tuple(seasons_of(club=club))
    evenings = latest_evenings(seasons=seasons)
    return Period(club, seasons, season, tuple(evenings[-MOST_READ:]), is_cut=len(evenings) > MOST_READ)


def whole_period(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club; one query, all seasons are one query more."""
    seasons = (season,) if season else tuple(seasons_of(club=club))
    return Period(club, seasons, season, tuple(evenings_of_seasons(seasons=seasons)))


def period_for(*, club: Club, season: Season | None, asked: PartAsked) -> Period:
    """A whole season, or all seasons of a club; with no more than the latest evenings if no part is asked for."""
    if asked == PartAsked():
        return latest_period(club=club, season=season)
    return whole_period(club=club, season=season)


def narrow(period: Period, asked: PartAsked) -> Period:
    """Narrow a period to the part that is asked for."""
    if asked == PartAsked():
        return period
    since = asked.since or date.min
    until = asked.until or date.max
    kept = [evening for evening in period.evenings if since <= evening.date <= until]
    if asked.evening:
        kept = [evening for evening in kept if evening.number == asked.evening]
    if asked.last:
        kept = kept[-asked.last :]
    return narrow_to(period, kept)


def narrow_to(period: Period, evenings: Iterable[PlayedEvening]) -> Period:
    """Narrow a period to the given evenings."""
    kept = tuple(evenings)
    if kept == period.evenings and not period.is_cut:
        return period
    return replace(period, evenings=kept, is_whole=False, is_cut=False)


def house_in_words(*, period: Period, units: Iterable[int]) -> Label | None:
    """What the house has beside the units of all players in a period; None where these sum to zero.

    One query, and only where they do not.
    """
    rest = -sum(units)
    factors = period.factors
    if not rest:
        return None
    brought = opening_balances(seasons=period.seasons if period.is_whole else ())
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
    changes = {}
    for evening in period.evenings[1:][-1:]:
        for player, units in evening.points.items():
            changes[player] = units * factors[evening.season]
    if period.is_whole:
        return rank_players(sums_of_seasons(club=period.club.pk, factors=factors), changes)
    return rank_players(_sums_of(period), changes)


def _sums_of(period: Period) -> list[PlayerSums]:
    """Everybody's evenings, deals and points; one query for the names."""
    factors = period.factors
    players = {player for evening in period.evenings for player in evening.points}
    names = Player.objects.filter(pk__in=players).values_list("pk", "name", "slug", "sort_key")
    by_id = {row[0]: row for row in names}
    rows = []
    for evening in period.evenings:
        for player, units in evening.points.items():
            points = units * factors[evening.season]
            deals = evening.deals[player]
            rows.append(PlayerSums(*by_id[player], 1, deals, 0 if deals else points, points))
    return list(_add_up(rows))


# The course of everybody's points through a period.


class PointsCourse(NamedTuple):
    """A player's total after each tick, in the period's integer units, and whether the player was there since the last.

    `before` is the total before the first tick: the opening balance, and of a period that is cut the earlier evenings.
    """

    totals: tuple[int, ...]
    was_there: tuple[bool, ...]
    before: int = 0


def courses(*, period: Period, sums: Mapping[int, int], most: int | None = None) -> Mapping[int, PointsCourse]:
    """Everybody's course through a period, by player id; `sums` are the points at its end.

    One query for all seasons together, none for one. Each evening is a tick, or if there are more than `most`, each of
    so many stretches of evenings. Entries posted since the period and the sums were read are left out.
    """
    evenings = period.evenings
    factors = period.factors
    count = len(evenings) if most is None else min(most, len(evenings))
    points = {player: [0] * count for player in sums}
    was_there = {player: [False] * count for player in sums}
    for tick, evening in zip(_ticks(len(evenings), count), evenings, strict=True):
        factor = factors[evening.season]
        for player, units in evening.points.items():
            if player in points:  # a deal may have been posted since the sums were read
                points[player][tick] += units * factor
                was_there[player][tick] = True
    by_player = {}
    for player, at_end in sums.items():
        before = at_end - sum(points[player])
        _, *totals = accumulate(points[player], initial=before)
        by_player[player] = PointsCourse(tuple(totals), tuple(was_there[player]), before)
    return by_player


def _ticks(evenings: int, count: int) -> list[int]:
    """The stretch, of `count`, that each of so many evenings is in."""
    ends = [(tick + 1) * evenings // count for tick in range(count)]
    return [bisect_right(ends, index) for index in range(evenings)]
