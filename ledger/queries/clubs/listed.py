"""The seasons and players that a club's lists and choices have: none that came with an import that was taken out."""

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from ledger.models import BookImport, Club, Evening, EveningTotal, LoggedChange, Player, Season, Seat
from ledger.models.clubs.club import TAKEN_OFF


def listed_seasons(*, club: Club | int) -> QuerySet[Season]:
    """The seasons of a club that are listed and can be chosen."""
    evenings = Evening.with_openings.filter(season=OuterRef("pk"))
    return Season.objects.filter(~_was_taken_out("season") | Exists(evenings), club=club)


def listed_players(*, club: Club | int) -> QuerySet[Player]:
    """The players of a club that are listed, in Danish order: without those taken off before their first deal."""
    seats = Seat.objects.filter(player=OuterRef("pk"), evening__removed_at=None)
    is_used = Exists(seats) | Exists(EveningTotal.objects.filter(player=OuterRef("pk")))
    listed = Player.objects.exclude(forgotten_at__isnull=False, slug__startswith=TAKEN_OFF)
    return listed.filter(~_was_taken_out("player") | is_used, club=club).order_by("sort_key", "id")


def _was_taken_out(what: str) -> Q:
    """Whether the last that the log tells of a row is that an import made it, which was taken out again.

    Its import has the same moment, and nothing else says it. Members that came with opening balances stay members.
    """
    log = LoggedChange.objects.filter(**{what: OuterRef(OuterRef("pk"))}).order_by("-sequence")
    undone = BookImport.objects.filter(club=OuterRef("club"), undone_at__isnull=False)
    return Q(Exists(undone.filter(evenings__evening__is_opening=False, at=Subquery(log.values("at")[:1]))))
