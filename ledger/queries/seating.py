"""Who may sit down tonight, who sat last time, and what each was in a deal."""

from dataclasses import dataclass

from django.db.models import QuerySet

from ledger.models import Club, Entry, Evening, Player


@dataclass(frozen=True)
class Hands:
    """Who had which part in a deal, by name: several `joiners` as one text; empty where nobody had it."""

    dealer: str
    declarer: str
    partner: str
    joiners: str


def players_to_seat(*, club: Club) -> QuerySet[Player]:
    """The club's active players and guests in Danish order."""
    return club.players.filter(is_active=True).order_by("sort_key", "id")


def last_evening(*, club: Club) -> Evening | None:
    """The club's latest evening, its seats loaded in order, or None; two queries."""
    return club.evenings.select_related("table_version").prefetch_related("seats").order_by("-number").first()


def hands(*, entry: Entry) -> Hands:
    """Who dealt, declared and helped in a line of the book; no query when its postings and players are loaded."""
    named = [(line.role, str(line.player_id), line.player.name) for line in entry.postings.all() if line.player]
    return Hands(
        dealer=", ".join(name for _, player, name in named if player == entry.deal.get("dealer")),
        declarer=", ".join(name for role, _, name in named if role == "declarer"),
        partner=", ".join(name for role, _, name in named if role == "partner"),
        joiners=", ".join(name for role, _, name in named if role == "joiner"),
    )
