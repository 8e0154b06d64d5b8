"""Who leads: totals and places of a season or an evening."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from ledger.models import Evening, EveningTotal, Player, Season, SeasonTotal
from ledger.rules.seasons.ranking import places

Sums = tuple[int, int, int, int]
"""A player's id, evenings, deals and points."""


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings; `points` and `change` (the last evening's) are integer units of the season.

    `moved` is how many places the player went up on the last evening, below 0 for down; None for those who had no place
    before it.
    """

    place: int
    player_id: int
    name: str
    slug: str
    sort_key: str
    evenings: int
    deals: int
    points: int
    change: int | None
    moved: int | None

    @property
    def change_for_order(self) -> tuple[bool, int]:
        """The last evening's change, those who were not there before all others."""
        return (self.change is not None, self.change or 0)

    @property
    def average(self) -> Fraction:
        """The points of a deal, on average; those who played none stand at 0."""
        return Fraction(self.points, self.deals) if self.deals else Fraction(0)


def standings(*, season: Season) -> list[Standing]:
    """Everyone with a line in the season's book, best first, equal points on a shared place; three queries.

    They read one row per player, neither deals nor evenings.
    """
    totals = SeasonTotal.objects.filter(season=season).values_list("player_id", "evenings", "deals", "points")
    return rank_players(totals, last_evening_changes(season=season))


def rank_players(sums: Iterable[Sums], changes: Mapping[int, int]) -> list[Standing]:
    """Players by their sums and their changes of the last evening, best first and then by name; one query."""
    sums = list(sums)
    # By their lines and not by their club: a book that was tampered with is shown as it is, for the audit to name.
    players = Player.objects.filter(pk__in=[pk for pk, *_ in sums]).values_list("pk", "name", "slug", "sort_key")
    known = {pk: (name, slug, sort_key) for pk, name, slug, sort_key in players}
    before = _places_before(sums, changes)
    ranking = []
    for place, (pk, evenings, deals, points) in zip(places([points for *_, points in sums]), sums, strict=True):
        name, slug, sort_key = known[pk]
        ranking.append(
            Standing(
                place=place,
                player_id=pk,
                name=name,
                slug=slug,
                sort_key=sort_key,
                evenings=evenings,
                deals=deals,
                points=points,
                change=changes.get(pk),
                moved=before[pk] - place if pk in before else None,
            )
        )
    return sorted(ranking, key=lambda standing: (standing.place, standing.sort_key))


def _places_before(sums: Iterable[Sums], changes: Mapping[int, int]) -> dict[int, int]:
    """The places before the last evening, by player id, of those who had played by then."""
    points_then = {pk: points - changes.get(pk, 0) for pk, evenings, _, points in sums if evenings > (pk in changes)}
    return dict(zip(points_then, places([*points_then.values()]), strict=True))


def last_evening_changes(*, season: Season) -> dict[int, int]:
    """What each player won or lost on the season's latest evening, by date, with a line in the book, by player id."""
    totals = EveningTotal.objects.filter(evening=Subquery(played_latest_first(season=season).values("pk")[:1]))
    return dict(totals.values_list("player_id", "points"))


def played_latest_first(*, season: Season) -> QuerySet[Evening]:
    """The season's evenings with a line in the book, the latest first by date, whenever they were entered."""
    with_lines = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    return Evening.objects.filter(with_lines, season=season).order_by("-date", "-number")
