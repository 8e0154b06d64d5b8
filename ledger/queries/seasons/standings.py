"""Standings: totals and places of a season or a period."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.models import EveningTotal, Season, SeasonTotal
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.clubs.persons import evenings_twice
from ledger.queries.evenings.evening_points import played_latest_first
from ledger.rules.seasons import RuleResult, places

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
PlayerSums = tuple[int, str, str, str, int, int, int, int]
"""What `PLAYER` asks of a total, and the player's `SUMS`: `apart` are those of the points that no deal gave."""


class Standing(NamedTuple):
    """A player's row in the standings; `points` and `change` (the last evening's) are integer units of the season.

    `apart` are those of the points that no deal gave. `place` is by the points, and `by_rule` what the club's ranking
    rule makes of them, if it has one. `moved` is the number of places climbed on the last evening, negative for
    falling; None without a place before it.
    """

    place: int
    player_id: int
    name: str
    slug: str
    sort_key: str
    evenings: int
    deals: int
    apart: int
    points: int
    change: int | None
    moved: int | None
    by_rule: RuleResult | None = None

    @property
    def rank(self) -> int | None:
        """The place in the standings: by the rule, or without one by the points; None for who has too few evenings."""
        return self.by_rule.place if self.by_rule else self.place

    @property
    def rank_for_order(self) -> tuple[bool, int]:
        """A sort key by the place in the standings; those without one come last, by their points."""
        return (self.rank is None, self.rank or self.place)

    @property
    def counted_points(self) -> Fraction:
        """The points that the rank is by, in integer units or fractions of one."""
        return self.by_rule.counted if self.by_rule else Fraction(self.points)

    @property
    def change_for_order(self) -> tuple[bool, int]:
        """A sort key by the last evening's change; those who were not there come before all others."""
        return (self.change is not None, self.change or 0)

    @property
    def average(self) -> Fraction:
        """The average points of a deal, 0 for those who played none."""
        return Fraction(self.points - self.apart, self.deals) if self.deals else Fraction(0)


def standings(*, season: Season) -> list[Standing]:
    """Everyone with an entry in the season, best first, equal points on a shared place; two queries."""
    # From the stored sums, a row per player, whatever the number of deals and evenings.
    last = played_latest_first(season=season.pk).values("pk")[:1]
    changes = EveningTotal.objects.filter(evening=Subquery(last)).values_list("player_id", "points")
    return rank_players(season_sums(season=season.pk), sum_by_person(changes))


def rank_players(sums: Sequence[PlayerSums], changes: Mapping[int, int]) -> list[Standing]:
    """Players ranked by their sums, with their changes of the last evening, best first and then by name; no query."""
    before = _places_before(sums, changes)
    ranking = []
    for place, row in zip(places([points for *_, points in sums]), sums, strict=True):
        player = row[0]
        moved = before[player] - place if player in before else None
        ranking.append(Standing(place, *row, changes.get(player), moved))
    return sorted(ranking, key=lambda standing: (standing.place, standing.sort_key))


def _places_before(sums: Iterable[PlayerSums], changes: Mapping[int, int]) -> dict[int, int]:
    """The places before the last evening, by player id, of those who had played by then."""
    # Those whose only evening was the last one had no place before it, unless they brought a balance along.
    points_then = {
        pk: points - changes.get(pk, 0)
        for pk, *_, evenings, _, _, points in sums
        if evenings > (pk in changes) or points != changes.get(pk, 0)
    }
    return dict(zip(points_then, places([*points_then.values()]), strict=True))


def season_sums(*, season: int) -> list[PlayerSums]:
    """Each player's sums in a season; one query, and another where players are shown as one."""
    # By the sums' season, and not by the players' club: what was tampered with is shown, and the audit names it.
    totals = SeasonTotal.objects.filter(TAKES_PART, season=season)
    rows = list(_with_apart(totals).values_list(*PLAYER, *SUMS))
    return sums_by_person(rows, evening__season=season) if persons_shown() else rows


def sums_of_seasons(*, club: int, factors: Mapping[int, int]) -> list[PlayerSums]:
    """Each player's sums in all of a club's seasons, whose units `factors` bring to one, by the season's id.

    One query, and another where players are shown as one.
    """
    totals = _with_apart(SeasonTotal.objects.filter(TAKES_PART, season__club=club))
    rows = [
        (*names, evenings, deals, apart * factors[season], points * factors[season])
        for season, *names, evenings, deals, apart, points in totals.values_list("season_id", *PLAYER, *SUMS)
        if season in factors  # one may have begun since these were read
    ]
    return sums_by_person(rows, evening__season__in=factors.keys())


def sums_by_person(rows: Iterable[PlayerSums], **among: Any) -> list[PlayerSums]:
    """Players' sums of some evenings, `among` which they were, as one row for each person.

    One query where players are shown as one.
    """
    twice = evenings_twice(**among)
    together = dict[int, PlayerSums]()
    for pk, *names, evenings, deals, apart, points in rows:
        *_, more_evenings, more_deals, more_apart, more_points = together.get(pk, (-twice[pk], 0, 0, 0))
        name, slug, sort_key = names
        sums = evenings + more_evenings, deals + more_deals, apart + more_apart, points + more_points
        together[pk] = (pk, name, slug, sort_key, *sums)
    return list(together.values())


def _with_apart(totals: "QuerySet[SeasonTotal]") -> "QuerySet[Any]":
    points = WITHOUT_DEALS.values("player").annotate(sum=Sum("points")).values("sum")
    return totals.annotate(apart=Coalesce(Subquery(points), 0))
