"""Who leads: totals and places of a season or an evening."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from ledger.models import Evening, EveningTotal, Player, Season, SeasonTotal
from ledger.rules.seasons.ranking import places


@dataclass(frozen=True)
class Standing:
    """A player's line in the standings; `points` and `change` (the last evening's) are integer units of the season."""

    place: int
    player_id: int
    name: str
    slug: str
    sort_key: str
    evenings: int
    deals: int
    points: int
    change: int | None

    @property
    def change_for_order(self) -> tuple[bool, int]:
        """The last evening's change, those who were not there before all others."""
        return (self.change is not None, self.change or 0)


def standings(*, season: Season) -> list[Standing]:
    """Everyone with a line in the season's book, best first, equal points on a shared place; three queries.

    They read one row per player, neither deals nor evenings.
    """
    totals = SeasonTotal.objects.filter(season=season).values_list("player_id", "evenings", "deals", "points")
    sums = list(totals)
    # By their lines and not by their club: a book that was tampered with is shown as it is, for the audit to name.
    players = Player.objects.filter(pk__in=[pk for pk, *_ in sums]).values_list("pk", "name", "slug", "sort_key")
    known = {pk: (name, slug, sort_key) for pk, name, slug, sort_key in players}
    changes = last_evening_changes(season=season)
    ranked = zip(places([points for *_, points in sums]), sums, strict=True)
    ranking = []
    for place, (pk, evenings, deals, points) in ranked:
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
            )
        )
    return sorted(ranking, key=lambda standing: (standing.place, standing.sort_key))


def last_evening_changes(*, season: Season) -> dict[int, int]:
    """What each player won or lost on the season's latest evening, by date, with a line in the book, by player id."""
    totals = EveningTotal.objects.filter(evening=Subquery(played_latest_first(season=season).values("pk")[:1]))
    return dict(totals.values_list("player_id", "points"))


def played_latest_first(*, season: Season) -> QuerySet[Evening]:
    """The season's evenings with a line in the book, the latest first by date, whenever they were entered."""
    with_lines = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    return Evening.objects.filter(with_lines, season=season).order_by("-date", "-number")
