"""One player's evenings in a season."""

from dataclasses import dataclass
from itertools import accumulate

from ledger.models import Attendance, Evening, EveningTotal, Player, Season


@dataclass(frozen=True)
class PlayerEvening:
    """A player's bottom line of an evening and the season's total after it, in integer units of the season."""

    evening: Evening
    deals: int
    points: int
    running: int


def player_evenings(*, player: Player, season: Season) -> list[PlayerEvening]:
    """A player's evenings of a season, the first one first; one query."""
    totals = EveningTotal.objects.filter(player=player, evening__season=season).select_related("evening")
    in_order = list(totals.order_by("evening__date", "evening__number"))
    running = accumulate(total.points for total in in_order)
    return [
        PlayerEvening(evening=total.evening, deals=total.deals, points=total.points, running=after)
        for total, after in zip(in_order, running, strict=True)
    ]


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched, or sent word for, the first one first; one query."""
    noted = Attendance.objects.filter(player=player, evening__season=season).select_related("evening")
    return list(noted.order_by("evening__date", "evening__number"))


def seasons_of_player(*, player: Player) -> list[Season]:
    """The seasons a player has a line in, the latest first; one query."""
    return list(Season.objects.filter(totals__player=player).order_by(*Season.newest_first()))
