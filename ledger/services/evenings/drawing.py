"""Draw who sits where: open an evening with its players drawn to tables, or draw an open one again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Evening, ScoringTableVersion, Season, Seat
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import persons_of
from ledger.queries.evenings.seating import meetings, most_at_table, standings_for_draw, tables_of
from ledger.rules.evenings.seats import Tables, by_chance, by_standings, fewest_repeats, table_sizes
from ledger.services.book.posting import locked_club, locked_club_and_season
from ledger.services.clubs.clubs import Signed
from ledger.services.evenings.opening import NewEvening, start_seated
from ledger.services.evenings.seating import player_named, seat_evening


@dataclass(frozen=True)
class Draw:
    """How to draw: at how many `tables`, in which `way` (one of the rules' WAYS), and by which `random`."""

    tables: int
    way: str
    random: Random


@transaction.atomic
def open_drawn_evening(*, season: Season, new: NewEvening, draw: Draw, author: User, now: datetime) -> Evening:
    """Open an evening with everybody present drawn to a table; a player named twice sits once.

    Raises Refusal for a number of players that cannot sit at so many tables (field "tables") and for an invalid guest
    name (field "guests"), LooksAlike, and as `start_evening`.
    """
    club = locked_club(club_id=season.club_id)
    signed: Signed = {"author": author, "now": now}
    guests = [
        player_named(club=club, name=name, field="guests", is_meant=new.is_meant, **signed) for name in new.guests
    ]
    # A guest who was typed in may be a player who was ticked too.
    here = {player.pk: player for player in (*new.players, *guests)}
    drawn = _draw_tables(season, new.version, list(here), draw)
    return start_seated(
        season=season, new=new, tables=[[here[player] for player in table] for table in drawn], **signed
    )


@transaction.atomic
def draw_again(
    *, evening: Evening, draw: Draw, author: User, now: datetime, seen: int | None = None
) -> dict[int, list[Seat]]:
    """Draw everybody at an evening's tables anew for the deals to come, and return the seats by table.

    Whoever was forgotten meanwhile is not drawn.
    `seen` is the number of the seating that the writer saw.
    Raises Refusal for an impossible number of tables (field "tables"), and as `seat_evening`.
    """
    _, season = locked_club_and_season(season_id=evening.season_id)  # so that no deal comes in meanwhile
    seats = [seat for seats in tables_of(evening=evening).values() for seat in seats]
    here = [seat.player_id for seat in seats if seat.player.forgotten_at is None]
    drawn = _draw_tables(season, evening.table_version, here, draw)
    tables = {number: list(table) for number, table in enumerate(drawn, start=1)}
    return seat_evening(evening=evening, tables=tables, author=author, now=now, seen=seen)


def _draw_tables(season: Season, version: ScoringTableVersion, players: Sequence[int], draw: Draw) -> Tables:
    scoring_table = version.to_rules()
    sizes = table_sizes(len(players), draw.tables, scoring_table.seats.min, most_at_table(scoring_table=scoring_table))
    with shown_by(None, persons_of(club=season.club)):
        if draw.way == "standings":
            return by_standings(players, standings_for_draw(season=season), sizes, draw.random)
        if draw.way == "repeats":
            return fewest_repeats(players, meetings(season=season), sizes, draw.random)
    return by_chance(players, sizes, draw.random)
