"""Open an evening, seat it anew, draw who sits where, change its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Subquery

from ledger.models import Attendance, Club, Evening, Player, ScoringTableVersion, Season
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import persons_of
from ledger.queries.evenings.seating import (
    check_seats,
    ids_at,
    meetings,
    most_at_table,
    seating_number,
    sits_or_has_played,
    standings_for_draw,
    tables_of,
)
from ledger.queries.scoring import is_order_settled
from ledger.rules.evenings.seats import Tables, by_chance, by_standings, fewest_repeats, table_sizes
from ledger.rules.scoring.ladder import draw_order
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, normalize_name
from ledger.services.book.log import Kind, Signed, note
from ledger.services.book.posting import EveningRemoved, locked_club, locked_club_and_season, require_open
from ledger.services.clubs.clubs import add_players, start_evening, write_seats
from ledger.services.deals import SeatsChanged


@dataclass(frozen=True)
class Draw:
    """How to draw: at how many `tables`, in which `way` ("chance", "standings" or "repeats"), and by which `random`."""

    tables: int
    way: str
    random: Random


@transaction.atomic
def open_evening(
    *,
    season: Season,
    day: date,
    players: Sequence[Player],
    version: ScoringTableVersion,
    author: User,
    now: datetime,
    guests: Sequence[str] = (),
    is_meant: bool = False,
    place: str = "",
    rotation: str = Evening.Rotation.DEALER,
    deals_per_round: int | None = None,
    draw: Draw | None = None,
) -> Evening:
    """Register the guests and open the evening at one table, or with everybody present drawn to a table.

    `players` are in seat order unless they are drawn, then come the `guests`, by name; `is_meant` accepts names of
    guests that look like a player's. `rotation` says who sits out if more sit there than play, `deals_per_round` is the
    length of a round, None without rounds.
    A guest whose name is on the register is that player. A player named twice sits once where the tables are drawn.
    Opening the very same one again at one table before any deal returns it.
    Raises Refusal for an invalid guest name (field "guest", "guests" if drawn), for a number of players that cannot sit
    at so many tables (field "tables"), and as `start_evening`; LooksAlike.
    """
    club = locked_club(club_id=season.club_id)
    signed: Signed = {"author": author, "now": now}
    rounds = {"rotation": rotation, "deals_per_round": deals_per_round}
    facts: dict[str, Any] = {"season": season, "place": place.strip(), **rounds}
    field = "guests" if draw else "guest"
    named = [player_named(club=club, name=name, field=field, is_meant=is_meant, **signed) for name in guests]
    here = {player.pk: player for player in (*players, *named)}
    tables = [[*players, *named]]
    if draw:
        drawn = _draw_tables(season, version, list(here), draw)
        tables = [[here[player] for player in table] for table in drawn]
    else:
        in_order = [player.pk for player in tables[0]]
        if opened := _same_opening(club, in_order, date=day, table_version=version, **facts):
            return opened
    return start_evening(day=day, version=version, players=tables[0], more_tables=tables[1:], **facts, **signed)


def _same_opening(club: Club, players: Sequence[int], **columns: object) -> Evening | None:
    """The club's latest evening if it was opened so, for these players at one table, and has no deals; otherwise None.

    Two phones at the table often open the evening at once, within moments of each other.
    """
    latest = club.evenings.order_by("-number").values("pk")[:1]
    opened = Evening.objects.filter(pk=Subquery(latest), entries=None, **columns).first()
    return opened if opened and ids_at(evening=opened) == {1: players} else None


Chair = int | str  # whoever sits down: a player by id, or somebody by name
LONGEST_ROUND = 200


@transaction.atomic
def seat_evening(
    *,
    evening: Evening,
    tables: Mapping[int, Sequence[Chair]],
    author: User,
    now: datetime,
    seen: int | None = None,
    is_meant: bool = False,
) -> None:
    """Seat an evening anew; seating it as it is changes nothing.

    `tables` has everybody by table number, clockwise: a player's id, or a name, which is a player's or a new guest's.
    A table left out is dissolved. `seen` is the number of the seating that the writer saw.
    Raises Refusal as `check_seats` (and with field "guest" for an invalid name), LooksAlike for a guest name that looks
    like a player's unless `is_meant`, SeatsChanged, SeasonClosed, EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    was = tables_of(evening=evening)
    before = seating_number(was)
    if seen not in (None, before):
        raise SeatsChanged
    signed: Signed = {"author": author, "now": now}
    seated = _players(club, tables, is_meant, signed)
    # A new seating would turn away, for nothing, everybody who is filling in a deal.
    sat = {number: [seat.player for seat in seats] for number, seats in was.items()}
    if seated == sat:
        return
    check_seats(club=club, scoring_table=evening.table_version.to_rules(), tables=seated)
    write_seats(evening=evening, seating=before + 1, tables=seated)
    note(club=club, kind=Kind.SEATS_CHANGED, evening=evening, **signed)
    # Whoever sits down no longer only watches, and has come after all.
    playing = {player.pk: "" for players in seated.values() for player in players}
    _note_attendance(club, evening, playing, signed)


@transaction.atomic
def change_rounds(*, evening: Evening, author: User, now: datetime, **rounds: Any) -> None:
    """Change who sits out ("rotation") and the "deals_per_round", None without rounds, from now on.

    What is left out stays as it is.
    Raises Refusal (field "deals_per_round") for a round of no deals or too many, SeasonClosed, EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    deals = rounds.get("deals_per_round", evening.deals_per_round)
    if deals is not None and not 1 <= deals <= LONGEST_ROUND:
        message = gettext_noop("A round has 1 to %(most)s deals.")
        raise Refusal(message, field="deals_per_round", most=LONGEST_ROUND)
    before = _rounds(evening)
    evening.rotation = Evening.Rotation(rounds.get("rotation", evening.rotation))
    evening.deals_per_round = deals
    if _rounds(evening) != before:
        evening.save(update_fields=["rotation", "deals_per_round"])
        change = {"before": before, "after": _rounds(evening)}
        note(club=club, kind=Kind.SEATS_CHANGED, author=author, now=now, evening=evening, **change)


@transaction.atomic
def note_attendance(*, evening: Evening, came: Mapping[int, str], author: User, now: datetime) -> None:
    """Note who watched or sent word, by player id, "" for neither; everybody else stays as noted.

    Raises Refusal (field "came") for a player of another club and for one who sits there or has played, SeasonClosed,
    EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    if set(came) - set(club.players.filter(pk__in=came).values_list("pk", flat=True)):
        raise Refusal(gettext_noop("A player is not on the club's list."), field="came")
    if player := club.players.filter(sits_or_has_played(evening=evening), pk__in=came).first():
        raise Refusal(gettext_noop("%(name)s has a seat this evening."), field="came", name=player.name)
    _note_attendance(club, evening, came, {"author": author, "now": now})


def locked_open_evening(evening: Evening) -> tuple[Club, Evening]:
    """The club and the evening as stored now, with the club and the season locked, as every deal locks it.

    Raises EveningRemoved, SeasonClosed, EveningClosed.
    """
    club, season = locked_club_and_season(season_id=evening.season_id)
    locked = Evening.objects.select_related("season", "table_version__scoring_table").filter(pk=evening.pk).first()
    if locked is None:
        raise EveningRemoved(evening)
    require_open(season=season, evening=locked)
    return club, locked


def player_named(*, club: Club, name: str, field: str, is_meant: bool, author: User, now: datetime) -> Player:
    """The club's player of that name, or a new guest; the club is locked.

    Raises Refusal for `field` for an invalid name, LooksAlike unless the name is meant.
    """
    name = normalize_name(name, field=field)
    known = club.players.filter(sort_key=danish_sort_key(name)).first()
    if known:
        return known
    try:
        return add_players(club=club, names=[name], is_guest=True, is_meant=is_meant, author=author, now=now)[0]
    except Refusal as refusal:
        refusal.field = field
        raise


def _note_attendance(club: Club, evening: Evening, came: Mapping[int, str], signed: Signed) -> None:
    """Note how some players attended, by id, "" to remove the note."""
    noted = {attendance.player_id: attendance for attendance in evening.attendance.filter(player__in=came)}
    for player, after in sorted(came.items()):
        before = noted[player].kind if player in noted else ""
        if before == after:
            continue
        if before:
            noted[player].delete()
        if after:
            Attendance.objects.create(evening=evening, player_id=player, kind=Attendance.Kind(after))
        change = {"player_id": player, "before": before, "after": after}
        note(club=club, kind=Kind.ATTENDANCE, evening=evening, **change, **signed)


def _players(
    club: Club, tables: Mapping[int, Sequence[Chair]], is_meant: bool, signed: Signed
) -> dict[int, list[Player]]:
    """Everybody who is to sit down, by table number.

    Raises Refusal for an unknown id (field "players").
    """
    ids = set[int]()
    for chairs in tables.values():
        ids |= {chair for chair in chairs if isinstance(chair, int)}
    known = Player.objects.in_bulk(ids)
    if len(known) < len(ids):
        raise Refusal(gettext_noop("A player at the table is not on the club's list."), field="players")

    def sits(chair: Chair) -> Player:
        if isinstance(chair, int):
            return known[chair]
        return player_named(club=club, name=chair, field="guest", is_meant=is_meant, **signed)

    return {number: [sits(chair) for chair in chairs] for number, chairs in sorted(tables.items()) if chairs}


def _rounds(evening: Evening) -> str:
    """An evening's rotation and round length as the log keeps them, such as "even, 8"."""
    return f"{evening.rotation}, {evening.deals_per_round or '-'}"


@transaction.atomic
def draw_again(*, evening: Evening, draw: Draw, author: User, now: datetime, seen: int | None = None) -> None:
    """Draw everybody at an evening's tables anew for the deals to come.

    Whoever was forgotten meanwhile is not drawn.
    `seen` is the number of the seating that the writer saw.
    Raises Refusal for an impossible number of tables (field "tables"), and as `seat_evening`.
    """
    _, season = locked_club_and_season(season_id=evening.season_id)  # so that no deal comes in meanwhile
    seats = [seat for seats in tables_of(evening=evening).values() for seat in seats]
    here = [seat.player_id for seat in seats if seat.player.forgotten_at is None]
    drawn = _draw_tables(season, evening.table_version, here, draw)
    tables = {number: list(table) for number, table in enumerate(drawn, start=1)}
    seat_evening(evening=evening, tables=tables, author=author, now=now, seen=seen)


def _draw_tables(season: Season, version: ScoringTableVersion, players: Sequence[int], draw: Draw) -> Tables:
    scoring_table = version.to_rules()
    sizes = table_sizes(len(players), draw.tables, scoring_table.seats.min, most_at_table(scoring_table=scoring_table))
    with shown_by(None, persons_of(club=season.club)):
        if draw.way == "standings":
            return by_standings(players, standings_for_draw(season=season), sizes, draw.random)
        if draw.way == "repeats":
            return fewest_repeats(players, meetings(season=season), sizes, draw.random)
    return by_chance(players, sizes, draw.random)


@transaction.atomic
def draw_attachments(*, evening: Evening, random: Random, author: User, now: datetime) -> Evening:
    """Draw which attachment beats which this evening, anew as long as the evening has no deals; returns the evening.

    Raises Refusal if the scoring table draws nothing or a deal was played by the order; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)  # so that no deal comes in meanwhile
    if is_order_settled(evening=evening):
        raise Refusal(gettext_noop("The first deal is in the book: the order that was drawn stands."))
    evening.drawn = " ".join(draw_order(evening.table_version.to_rules(), random))
    evening.save(update_fields=["drawn"])
    note(club=club, kind=Kind.ORDER_DRAWN, author=author, now=now, evening=evening)
    return evening
