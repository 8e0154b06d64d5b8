"""Seat an evening anew, change its rounds, and note who came without playing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Attendance, Club, Evening, Player, Seat
from ledger.queries.evenings.seating import check_seats, sits_or_has_played, tables_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import EveningRemoved, locked_club_and_season, require_open
from ledger.services.clubs.clubs import Signed, add_players, write_seats
from ledger.services.deals.recording import SeatsChanged

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
) -> dict[int, list[Seat]]:
    """Seat an evening anew and return the seats of every table; seating it as it is changes nothing.

    `tables` has everybody by table number, clockwise: a player's id, or a name, which is a player's or a new guest's.
    A table left out is dissolved. `seen` is the number of the seating that the writer saw.
    Raises Refusal as `check_seats` (and with field "guest" for an invalid name), LooksAlike for a guest name that looks
    like a player's unless `is_meant`, SeatsChanged, SeasonClosed, EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    was = tables_of(evening=evening)
    before = max((seat.seating for seats in was.values() for seat in seats), default=0)
    if seen not in (None, before):
        raise SeatsChanged
    signed: Signed = {"author": author, "now": now}
    seated = _players(club, tables, is_meant, signed)
    # A new seating would turn away, for nothing, everybody who is filling in a deal.
    if {number: [player.pk for player in players] for number, players in seated.items()} == _ids(was):
        return was
    check_seats(club=club, scoring_table=evening.table_version.to_rules(), tables=seated)
    write_seats(evening=evening, seating=before + 1, tables=seated)
    note(club=club, kind=Kind.SEATS_CHANGED, evening=evening, **signed)
    seats = tables_of(evening=evening)
    # Whoever sits down no longer only watches, and has come after all.
    playing = {seat.player_id: "" for table in seats.values() for seat in table}
    _note_attendance(club, evening, playing, signed)
    return seats


class Rounds(TypedDict, total=False):
    """Who sits out, and the number of deals in a round (None without rounds); what is left out stays as it is."""

    rotation: str
    deals_per_round: int | None


@transaction.atomic
def change_rounds(*, evening: Evening, author: User, now: datetime, **rounds: Unpack[Rounds]) -> Evening:
    """Change who sits out and how long a round is, from now on.

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
    return evening


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


def _ids(tables: Mapping[int, Sequence[Seat]]) -> dict[int, list[int]]:
    return {number: [seat.player_id for seat in seats] for number, seats in tables.items()}


def _players(
    club: Club, tables: Mapping[int, Sequence[Chair]], is_meant: bool, signed: Signed
) -> dict[int, list[Player]]:
    """Everybody who is to sit down, by table number.

    Raises Refusal for an unknown id (field "players").
    """
    ids = [chair for chairs in tables.values() for chair in chairs if isinstance(chair, int)]
    known = Player.objects.in_bulk(ids)
    if len(known) < len(set(ids)):
        raise Refusal(gettext_noop("A player at the table is not on the club's list."), field="players")

    def sits(chair: Chair) -> Player:
        if isinstance(chair, int):
            return known[chair]
        return player_named(club=club, name=chair, field="guest", is_meant=is_meant, **signed)

    return {number: [sits(chair) for chair in chairs] for number, chairs in sorted(tables.items()) if chairs}


def _rounds(evening: Evening) -> str:
    """An evening's rotation and round length as the log keeps them, such as "even, 8"."""
    return f"{evening.rotation}, {evening.deals_per_round or '-'}"
