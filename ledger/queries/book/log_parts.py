"""The changeable parts of a club's rows, and the digest of each part as a logged change leaves it.

A part is named by the kind of change that changes it. A change carries the digests of those parts alone, so that no
other change of the same row can hide an unlogged one. Names and places, which may have to be forgotten, are
digested with a salt that is new with every change and is deleted with the name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from ledger.models import Attendance, Club, Evening, LoggedChange, Membership, Player, Season, Seat, Writer
from ledger.models.scoring.scoring_tables import digest_of

Kind = LoggedChange.Kind
Part = Callable[[Any], object]
Subject = tuple[type, int]  # what a line is about: the kind of row, and its id


@dataclass(frozen=True)
class Member:
    """Somebody who is or was on the board, as the club's pages name them; `role` is None for former members."""

    pk: int
    name: str
    salt: str
    role: str | None


PARTS: Mapping[type, Mapping[Kind, Part]] = {
    Club: {
        Kind.CLUB_RENAMED: lambda club: club.name,
        Kind.CLUB_LANGUAGE: lambda club: club.language,
        Kind.WINDOW_CHANGED: lambda club: club.correction_window_hours,
        Kind.CONFIRMING: lambda club: club.players_confirm,
        Kind.READERS_CHOSEN: lambda club: [club.readers, club.is_listed, club.has_chosen_readers],
    },
    Member: {
        Kind.MEMBER_ADDED: lambda member: member.role,
        Kind.WRITER_NAMED: lambda member: [member.name, member.salt],
    },
    Player: {
        Kind.PLAYER_RENAMED: lambda player: [player.name, player.slug, player.salt],
        # As it was before anybody could be shown by initials, for everybody who is not.
        Kind.PLAYER_CHANGED: lambda player: [player.is_guest, player.is_active, *["initials"] * player.by_initials],
    },
    Season: {
        Kind.SEASON_STARTED: lambda season: season.unit_denominator,
        Kind.SEASON_RENAMED: lambda season: [season.name, season.slug],
        Kind.SEASON_MOVED: lambda season: season.starts_on.isoformat(),
    },
    Evening: {
        Kind.EVENING_STARTED: lambda evening: evening.season.number,
        Kind.EVENING_MOVED: lambda evening: evening.date.isoformat(),
        Kind.PLACE_CHANGED: lambda evening: [evening.place, evening.salt],
        Kind.EVENING_REMOVED: lambda evening: evening.removed_at is not None,
        Kind.EVENING_PRICED: lambda evening: [evening.table_version.number, evening.table_version.digest],
        Kind.SEATS_CHANGED: lambda evening: [
            [evening.rotation, evening.deals_per_round],
            sorted([s.seating, s.table_number, s.position, s.player.number] for s in evening.seats.all()),
        ],
        Kind.ATTENDANCE: lambda evening: sorted([row.player.number, row.kind] for row in evening.attendance.all()),
        Kind.ORDER_DRAWN: lambda evening: evening.drawn,
    },
}
STARTING = {  # these leave every part of what they are about
    *(Kind.CLUB_STARTED, Kind.MEMBER_ADDED, Kind.PLAYER_ADDED, Kind.PLAYER_FORGOTTEN),
    *(Kind.SEASON_STARTED, Kind.EVENING_STARTED),
}
OTHER_PARTS = {  # these leave other parts than the one of their name
    Kind.MEMBER_ENDED: (Kind.MEMBER_ADDED,),
    Kind.WRITER_FORGOTTEN: (Kind.WRITER_NAMED,),
    Kind.EVENING_PRICED: (Kind.EVENING_PRICED, Kind.ORDER_DRAWN),
}


def digests_left_by(change: LoggedChange) -> dict[str, str]:
    """Digests of the parts that a change changes, by name, as they are stored now; empty if it changes none."""
    kind_of_row, pk = subject_of(change)
    parts = PARTS[kind_of_row]
    wanted = parts if change.kind in STARTING else OTHER_PARTS.get(Kind(change.kind), (Kind(change.kind),))
    kinds = [kind for kind in wanted if kind in parts]
    if not kinds:
        return {}
    (row,) = _stored_rows(kind_of_row, change.club_id, [pk])
    return {str(kind): digest_of_part(kind, row) for kind in kinds}


def subject_of(change: LoggedChange) -> Subject:
    """What a change is about: an evening, a season, a player, somebody on the board, or else the club itself."""
    about = {Evening: change.evening_id, Season: change.season_id, Player: change.player_id, Member: change.member_id}
    return next(((row, pk) for row, pk in about.items() if pk is not None), (Club, change.club_id))


def digest_of_part(kind: Kind, row: Any) -> str:
    """The digest of one part of a row."""
    return digest_of({"part": str(kind), "is": PARTS[type(row)][kind](row)})


def rows_with_parts(*, club: Club, members: Iterable[int]) -> Iterator[tuple[Any, str]]:
    """Every changeable row of a club, and how it is named; of the board its present members and the given users."""
    yield from ((row, row.slug) for row in _stored_rows(Club, club.pk, None))
    on_board = Membership.objects.filter(club=club).values_list("user_id", flat=True)
    yield from ((row, row.name or str(row.pk)) for row in _members(club.pk, {*on_board, *members}))
    yield from ((row, row.slug) for row in _stored_rows(Player, club.pk, None))
    yield from ((row, row.slug) for row in _stored_rows(Season, club.pk, None))
    yield from ((row, str(row.number)) for row in _stored_rows(Evening, club.pk, None))


def _rows_of(kind_of_row: Any, club_id: int) -> QuerySet[Any]:
    """The rows of one kind of a club, with what their parts need."""
    if kind_of_row is Club:
        return Club.objects.filter(pk=club_id)
    if kind_of_row is not Evening:
        rows: QuerySet[Any] = kind_of_row.objects.filter(club=club_id)
        return rows
    return (
        Evening.everything.filter(club=club_id)
        .select_related("season", "table_version")
        .defer("table_version__document")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("player")),
            Prefetch("attendance", Attendance.objects.select_related("player")),
        )
    )


def _stored_rows(kind_of_row: type, club_id: int, ids: Iterable[int] | None) -> Iterable[Any]:
    """Rows as stored now: those with some ids, or all."""
    if kind_of_row is Member:
        return _members(club_id, ids or ())
    rows = _rows_of(kind_of_row, club_id).order_by("pk")
    return rows if ids is None else rows.filter(pk__in=ids)


def _members(club_id: int, ids: Iterable[int]) -> Iterable[Member]:
    """Some accounts as the club knows them."""
    wanted = set(ids)
    roles = dict(Membership.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "role"))
    writers = Writer.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "name", "salt")
    names = {pk: (name, salt) for pk, name, salt in writers}
    return [Member(pk, *names.get(pk, ("", "")), roles.get(pk)) for pk in sorted(wanted)]
