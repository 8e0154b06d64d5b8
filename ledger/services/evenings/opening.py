"""Open an evening as the secretary does, with its players in seat order, perhaps a guest, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Evening, Player, ScoringTableVersion, Season
from ledger.queries.evenings.seating import ids_at, last_opened
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import Signed, start_evening
from ledger.services.evenings.seating import player_named


@dataclass(frozen=True)
class NewEvening:
    """What an evening is opened with: `players` in seat order unless they are drawn, then `guests` by name.

    `is_meant` accepts guest names that look like a player's, `rotation` says who sits out if more sit there than play,
    `deals_per_round` is the length of a round, None without rounds.
    """

    day: date
    players: Sequence[Player]
    version: ScoringTableVersion
    guests: Sequence[str] = ()
    is_meant: bool = False
    place: str = ""
    rotation: str = Evening.Rotation.DEALER
    deals_per_round: int | None = None


@transaction.atomic
def open_evening(*, season: Season, new: NewEvening, author: User, now: datetime) -> Evening:
    """Register the guests and open the evening; opening the very same one again before any deal returns it.

    A guest whose name is on the register is that player.
    Raises Refusal for an invalid guest name (field "guest") and as `start_evening`, LooksAlike.
    """
    club = locked_club(club_id=season.club_id)
    signed: Signed = {"author": author, "now": now}
    guests = [player_named(club=club, name=name, field="guest", is_meant=new.is_meant, **signed) for name in new.guests]
    players = [*new.players, *guests]
    # Two phones at the table often open the evening at once.
    if opened := _earlier_opening(season, new, players):
        return opened
    return start_seated(season=season, new=new, tables=[players], **signed)


def start_seated(
    *, season: Season, new: NewEvening, tables: Sequence[Sequence[Player]], author: User, now: datetime
) -> Evening:
    """Open an evening with everybody at their tables, guests included.

    Raises Refusal as `start_evening`.
    """
    first, *others = tables
    return start_evening(
        season=season,
        day=new.day,
        players=first,
        more_tables=others,
        version=new.version,
        place=new.place,
        rotation=new.rotation,
        deals_per_round=new.deals_per_round,
        author=author,
        now=now,
    )


def _earlier_opening(season: Season, new: NewEvening, players: Sequence[Player]) -> Evening | None:
    """The club's latest evening if it equals this one and has no deals, as when two people open it; otherwise None."""
    # The latest alone: two phones open an evening within moments of each other.
    last = last_opened(club=season.club)
    if last is None or last.entries.exists():
        return None
    at_one_table = {1: [player.pk for player in players]}
    facts = (season.pk, new.day, new.version.pk, new.place.strip(), new.rotation, new.deals_per_round, at_one_table)
    opened = (last.season_id, last.date, last.table_version_id, last.place, last.rotation, last.deals_per_round)
    return last if (*opened, ids_at(evening=last)) == facts else None
