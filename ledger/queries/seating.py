"""Who may sit down tonight, who sat last time, and what each was in a deal."""

from dataclasses import dataclass

from django.db.models import QuerySet

from ledger.models import Club, Entry, Evening, Player
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.table import Table


@dataclass(frozen=True)
class Hands:
    """Who had which part in a deal, by name: several `joiners` as one text; empty where nobody had it."""

    dealer: str
    declarer: str
    partner: str
    joiners: str


def most_at_table(*, table: Table) -> int:
    """How many can sit at one table: with called partners a fifth, since the dealer then sits out (call-ace whist)."""
    return table.seats.max + 1 if table.partner == "called" and table.columns else table.seats.max


def check_number_of_players(*, table: Table, count: int) -> None:
    """Raise Refusal (field "players") when so many cannot sit down to play by a table."""
    most = most_at_table(table=table)
    if not table.seats.min <= count <= most:
        message = gettext_noop("This game is played with %(least)s to %(most)s players at the table.")
        raise Refusal(message, field="players", least=table.seats.min, most=most)


def players_to_seat(*, club: Club) -> QuerySet[Player]:
    """The club's active players and guests in Danish order."""
    return club.players.filter(is_active=True).order_by("sort_key", "id")


def last_evening(*, club: Club) -> Evening | None:
    """The club's latest evening, or None; one query."""
    return club.evenings.select_related("table_version").order_by("-number").first()


def hands(*, entry: Entry) -> Hands:
    """Who dealt, declared and helped in a line of the book; no query when its postings and players are loaded."""
    named = [(line.role, str(line.player_id), line.player.name) for line in entry.postings.all() if line.player]
    return Hands(
        dealer=", ".join(name for _, player, name in named if player == entry.deal.get("dealer")),
        declarer=", ".join(name for role, _, name in named if role == "declarer"),
        partner=", ".join(name for role, _, name in named if role == "partner"),
        joiners=", ".join(name for role, _, name in named if role == "joiner"),
    )
