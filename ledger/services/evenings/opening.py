"""Open an evening as the secretary does it: the players in seat order, perhaps a guest, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Evening, Player, ScoringTableVersion, Season
from ledger.queries.evenings.seating import last_opened
from ledger.queries.evenings.seats import ids_at
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import Signed, start_evening
from ledger.services.evenings.seating import player_named


@dataclass(frozen=True)
class NewEvening:
    """What an evening is opened with: `players` in seat order where they are not drawn, then `guests` by their names.

    `is_meant` says that a guest's name which may be taken for a player's is somebody else's all the same, `rotation`
    who sits out where more sit there than play, `deals_per_round` how long a round is, if at all.
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
    """Put the guests on the register and open the evening; the very same again, before any deal, is the same evening.

    A guest whose name is on the register already is that player. Raises Refusal as `start_evening`, and with the
    field "guest" for a name that cannot be one; LooksAlike.
    """
    club = locked_club(club_id=season.club_id)
    signed: Signed = {"author": author, "now": now}
    guests = [player_named(club=club, name=name, field="guest", is_meant=new.is_meant, **signed) for name in new.guests]
    players = [*new.players, *guests]
    if opened := _opened_already(season, new, players):
        return opened
    return start_seated(season=season, new=new, tables=[players], **signed)


def start_seated(
    *, season: Season, new: NewEvening, tables: Sequence[Sequence[Player]], author: User, now: datetime
) -> Evening:
    """Open an evening with everybody at their tables, guests too. Raises Refusal as `start_evening`."""
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


def _opened_already(season: Season, new: NewEvening, players: Sequence[Player]) -> Evening | None:
    """The evening that the club opened last when it is this one, said by two."""
    last = last_opened(club=season.club)
    if last is None or last.entries.exists():
        return None
    at_one_table = {1: [player.pk for player in players]}
    facts = (season.pk, new.day, new.version.pk, new.place.strip(), new.rotation, new.deals_per_round, at_one_table)
    opened = (last.season_id, last.date, last.table_version_id, last.place, last.rotation, last.deals_per_round)
    return last if (*opened, ids_at(evening=last)) == facts else None
