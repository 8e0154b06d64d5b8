"""Who leads: totals and places of a season or an evening."""

from dataclasses import dataclass

from django.db.models import Count, Max, Sum

from ledger.models import Evening, EveningTotal, Season
from ledger.rules.ranking import places


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
    """Everyone with a line in the season's book, best first, equal points on a shared place; two queries.

    It reads one row per player and evening, never the deals.
    """
    totals = (
        EveningTotal.objects.filter(evening__season=season)
        .values("player_id", "player__name", "player__slug", "player__sort_key")
        .annotate(evenings=Count("id"), deals=Sum("deals"), points=Sum("points"))
        .order_by("-points", "player__sort_key")
    )
    rows = list(totals)
    changes = last_evening_changes(season=season)
    ranked = zip(places([row["points"] for row in rows]), rows, strict=True)
    return [
        Standing(
            place=place,
            player_id=row["player_id"],
            name=row["player__name"],
            slug=row["player__slug"],
            sort_key=row["player__sort_key"],
            evenings=row["evenings"],
            deals=row["deals"],
            points=row["points"],
            change=changes.get(row["player_id"]),
        )
        for place, row in ranked
    ]


def last_evening_changes(*, season: Season) -> dict[int, int]:
    """What each player won or lost on the season's last evening with a line in the book, by player id."""
    last = Evening.objects.filter(season=season, totals__isnull=False).aggregate(last=Max("number"))["last"]
    totals = EveningTotal.objects.filter(evening__season=season, evening__number=last)
    return dict(totals.values_list("player_id", "points"))
