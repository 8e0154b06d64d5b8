"""A club's own numbers, read from the database: all of them, or those that one entry needs."""

from collections.abc import Iterable

from ledger.models import Evening, Player, Season, Writer
from ledger.models.book.journal import OwnNumbers


def numbers_of(*, club_id: int) -> OwnNumbers:
    """All numbers of a club; four queries."""
    return OwnNumbers(
        players=dict(Player.objects.filter(club=club_id).values_list("pk", "number")),
        seasons=dict(Season.objects.filter(club=club_id).values_list("pk", "number")),
        evenings=dict(Evening.everything.filter(club=club_id).values_list("pk", "number")),
        writers=dict(Writer.objects.filter(club=club_id).values_list("user_id", "number")),
    )


def numbers_of_players(*, club_id: int, players: Iterable[int]) -> dict[int, int]:
    """Numbers of some of a club's players by id; one query."""
    return dict(Player.objects.filter(club=club_id, pk__in=list(players)).values_list("pk", "number"))
