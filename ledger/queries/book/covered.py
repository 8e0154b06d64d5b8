"""What a logged change covers: the digests of its words, of the parts of the rows that it leaves.

A row that the pages promise never to lose is covered by one logged change, which carries the digest of all the row
says. A player's words are in it only as a salted digest, and the salt is deleted with them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Model, Prefetch, QuerySet

from ledger.models import (
    AnswerWords,
    Attendance,
    BookImport,
    Club,
    Entry,
    Evening,
    EveningClosing,
    FormerHead,
    LoggedChange,
    Membership,
    NameChange,
    PaperTotal,
    Player,
    Prize,
    RankingVersion,
    ScoringTableVersion,
    Season,
    SeasonClosing,
    Seat,
    Settlement,
    SheetAnswer,
    Writer,
)
from ledger.models.book.journal import OwnNumbers, spelt_moment
from ledger.models.scoring import digest_of

Content = dict[str, Any]
Kind = LoggedChange.Kind

MENTIONING: dict[type[Model], tuple[str, ...]] = {  # the texts that know players by number
    Entry: ("reason",),
    EveningClosing: ("reason",),
    PaperTotal: ("reason",),
    AnswerWords: ("said",),
    Settlement: ("said",),
    Prize: ("title", "gift"),
}


class Covered(NamedTuple):
    """A kind of row that the log covers: the columns in its digest, the way to its club, and what is read along.

    `kind` is the change that tells of it, and `place` names it.
    """

    columns: str
    to_club: str
    related: tuple[str, ...]
    kind: Kind
    place: str
    prefetched: tuple[str, ...] = ()


COVERED: dict[type[Model], Covered] = {
    EveningClosing: Covered(
        "evening number kind by at reason lines deals season_lines head",
        "evening__club",
        ("evening",),
        Kind.EVENING_APPROVED,
        "{row.evening.number}",
    ),
    SeasonClosing: Covered(
        "season by at evenings deals lines head",
        "season__club",
        ("season",),
        Kind.SEASON_CLOSED,
        "{row.season.slug}",
        ("balances", "prizes_won__prize"),
    ),
    PaperTotal: Covered(
        "evening table_number number is_withdrawn reason deals tricks by at",
        "evening__club",
        ("evening",),
        Kind.PAPER_TOTAL,
        "{row.evening.number}",
        ("points",),
    ),
    SheetAnswer: Covered(
        "kind number lines at words_digest",
        "link__evening__club",
        ("link__evening", "words"),
        Kind.ANSWERED,
        "{row.link.evening.number}",
    ),
    Settlement: Covered(
        "entry said by at",
        "answer__link__evening__club",
        ("answer__link__evening",),
        Kind.SETTLED,
        "{row.answer.link.evening.number}",
    ),
    ScoringTableVersion: Covered(
        "number digest in_force_from published_at published_by",
        "scoring_table__club",
        ("scoring_table",),
        Kind.TABLE_PUBLISHED,
        "{row.scoring_table.name}, {row.number}",
    ),
    RankingVersion: Covered(
        "number in_force_from minimum_evenings best drop_worst absence absence_points made_at made_by",
        "club",
        ("club",),
        Kind.RANKING_CHOSEN,
        "{row.number}",
        ("prizes",),
    ),
    NameChange: Covered(
        "player before after salt", "player__club", ("player",), Kind.PLAYER_RENAMED, "{row.player.slug}"
    ),
    # Not the file's name, which is blanked when it names somebody who is forgotten.
    BookImport: Covered("number digest map rows deals by at", "club", ("club",), Kind.BOOK_IMPORTED, "{row.number}"),
    FormerHead: Covered(
        "season line digest", "season__club", ("season",), Kind.CHAINED, "{row.season.slug}, {row.sequence}"
    ),
}


def covered_rows(club: Club) -> Iterator[QuerySet[Any]]:
    """A club's rows of every kind that is covered."""
    for model, covered in COVERED.items():
        rows = model._default_manager.filter(**{covered.to_club: club}).select_related(*covered.related)
        yield rows.prefetch_related(*covered.prefetched)


def name_of_row(row: Any) -> tuple[Kind, str]:
    """How a covered row is named: by the kind of change that tells of it, and its place."""
    covered = COVERED[type(row)]
    kind = covered.kind
    if isinstance(row, EveningClosing) and row.kind == EveningClosing.Kind.REOPENED:
        kind = Kind.EVENING_REOPENED
    elif isinstance(row, PaperTotal) and row.is_withdrawn:
        kind = Kind.PAPER_WITHDRAWN
    return kind, covered.place.format(row=row)


def digest_of_row(row: Model, numbers: OwnNumbers) -> str:
    """The digest of all that a row says, with what belongs to it.

    Raises KeyError for a kind not covered.
    """
    return digest_of(content_of_row(row, numbers))


def content_of_row(row: Any, numbers: OwnNumbers) -> Content:
    """What the digest of a row covers, as the club's file spells it, under the names of its columns there.

    Raises KeyError for a kind not covered.
    """
    fields = {column_name(field): field for field in row._meta.concrete_fields}
    columns = COVERED[type(row)].columns.split()
    return {name: _value(row, fields[name], numbers) for name in columns} | _belongings(row, numbers)


def column_name(field: Any) -> str:
    """A field's name in the file: that of its database column, without "_id" for a reference."""
    return str(field.column).removesuffix("_id") if field.is_relation else str(field.column)


def plain(value: Any) -> Any:
    """A column's value as JSON, the same on every database."""
    if isinstance(value, datetime):
        return spelt_moment(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def _value(row: Any, field: Any, numbers: OwnNumbers) -> Any:
    """A row's value in a column, in the club's own numbers."""
    value = getattr(row, field.attname)
    numbered = {Evening: numbers.evenings, Season: numbers.seasons, Player: numbers.players, User: numbers.writers}
    if field.related_model in numbered:
        return numbered[field.related_model][value]
    return numbers.text(value) if field.name in MENTIONING.get(type(row), ()) else plain(value)


def _belongings(row: Any, numbers: OwnNumbers) -> Content:
    """What the digest of a row covers besides its columns. Lists are sorted as texts, since the house has no number."""
    match row:
        case SeasonClosing():
            sums = [
                [numbers.players[sums.player_id], sums.evenings, sums.deals, sums.points] for sums in row.balances.all()
            ]
            prizes = [[_prize(won.prize, numbers), numbers.players[won.player_id]] for won in row.prizes_won.all()]
            content: Content = {"balances": sorted(sums, key=str)}
            # Unchanged digest for a season without prizes; only one that gave some adds them.
            if prizes:
                content["prizes"] = sorted(prizes, key=str)
            return content
        case PaperTotal():
            points = [[numbers.players[points.player_id], points.points] for points in row.points.all()]
            return {"points": sorted(points, key=str)}
        case SheetAnswer():
            return {"evening": numbers.evenings[row.link.evening_id], "player": numbers.players[row.link.player_id]}
        case Settlement():
            # By its digest, since an answer has no number of the club's own.
            return {"answer": digest_of_row(row.answer, numbers)}
        case RankingVersion():
            return {"prizes": sorted((_prize(prize, numbers) for prize in row.prizes.all()), key=str)}
        case _:
            return {}


def _prize(row: Prize, numbers: OwnNumbers) -> list[str]:
    return [row.kind, numbers.text(row.title), numbers.text(row.gift)]


def digest_of_words(words: str, salt: str, numbers: OwnNumbers) -> str:
    """The digest of a player's words, against which nobody can try guesses once the salt is gone."""
    return digest_of({"said": numbers.text(words), "salt": salt})


# The changeable parts of a club's rows, and the digest of each part as a logged change leaves it.
#
# A part is named by the kind of change that changes it. A change carries the digests of those parts alone, so that no
# other change of the same row can hide an unlogged one. Names and places, which may have to be forgotten, are
# digested with a salt that is new with every change and is deleted with the name.


Part = Callable[[Any], object]
Subject = tuple[type, int]  # what an entry is about: the kind of row, and its id


@dataclass(frozen=True)
class Member:
    """Somebody who is or was on the board, as the club's pages name them; `role` is None for former members."""

    pk: int
    name: str
    salt: str
    role: str | None


def _language(club: Club) -> object:
    # Unchanged digest for clubs whose settings are the defaults; only those that write fractions add a mark.
    return [club.language, "fractions"] if club.writes_fractions else club.language


def _readers(club: Club) -> list[object]:
    chosen = [club.readers, club.is_listed, club.has_chosen_readers]
    # Unchanged digest for clubs that are here; only one that moved adds its address.
    return [*chosen, club.moved_to] if club.moved_to else chosen


def _standing(player: Player) -> list[object]:
    """How a player plays here, and for few that they are shown by initials, or with whom they are one since when."""
    standing: list[object] = [player.is_guest, player.is_active]
    if player.by_initials:
        standing.append("initials")
    if joining := getattr(player, "joining", None):
        standing += ["same", joining.kept.number, spelt_moment(joining.joined_at)]
    return standing


def _season(evening: Evening) -> object:
    # Unchanged digest for ordinary evenings; only the day of opening balances adds a mark.
    return [evening.season.number, "opening"] if evening.is_opening else evening.season.number


def _is_removed(evening: Evening) -> bool:
    """Whether, and not when: the change itself says when."""
    return evening.removed_at is not None


def _prices(evening: Evening) -> list[int | str]:
    """The number and the digest of an evening's version; another club's may have the same, and is told as none."""
    version = evening.table_version
    return [version.number, version.digest] if version.scoring_table.club_id == evening.club_id else []


def _seats(evening: Evening) -> list[object]:
    """The order of dealing, and everybody's seating, table, position and number."""
    seats = [[seat.seating, seat.table_number, seat.position, seat.player.number] for seat in evening.seats.all()]
    return [[evening.rotation, evening.deals_per_round], sorted(seats)]


def _attendance(evening: Evening) -> list[list[object]]:
    return sorted([came.player.number, came.kind] for came in evening.attendance.all())


# Of every kind of row its parts: columns, or what a function gives.
PARTS: Mapping[type, Mapping[Kind, str | Part]] = {
    Club: {
        Kind.CLUB_RENAMED: "name",
        Kind.CLUB_LANGUAGE: _language,
        Kind.WINDOW_CHANGED: "correction_window_hours",
        Kind.CONFIRMING: "players_confirm",
        Kind.READERS_CHOSEN: _readers,
    },
    Member: {Kind.MEMBER_ADDED: "role", Kind.WRITER_NAMED: "name salt"},
    Player: {Kind.PLAYER_RENAMED: "name slug salt", Kind.PLAYER_CHANGED: _standing},
    Season: {
        Kind.SEASON_STARTED: "unit_denominator",
        Kind.SEASON_RENAMED: "name slug",
        Kind.SEASON_MOVED: "starts_on",
    },
    Evening: {
        Kind.EVENING_STARTED: _season,
        Kind.EVENING_MOVED: "date",
        Kind.PLACE_CHANGED: "place salt",
        Kind.EVENING_REMOVED: _is_removed,
        Kind.EVENING_PRICED: _prices,
        Kind.SEATS_CHANGED: _seats,
        Kind.ATTENDANCE: _attendance,
        Kind.ORDER_DRAWN: "drawn",
    },
}
STARTING = {  # these leave every part of what they are about
    Kind.CLUB_STARTED, Kind.MEMBER_ADDED, Kind.PLAYER_ADDED, Kind.PLAYER_FORGOTTEN,
    Kind.SEASON_STARTED, Kind.EVENING_STARTED,
}  # fmt: skip
OTHER_PARTS = {  # these leave other parts than the one of their name
    Kind.POINTS_WRITTEN: (Kind.CLUB_LANGUAGE,),
    Kind.CLUB_MOVED: (Kind.READERS_CHOSEN,),
    Kind.MEMBER_ENDED: (Kind.MEMBER_ADDED,),
    Kind.WRITER_FORGOTTEN: (Kind.WRITER_NAMED,),
    Kind.PLAYER_JOINED: (Kind.PLAYER_CHANGED,),
    Kind.PLAYER_SEPARATED: (Kind.PLAYER_CHANGED,),
    Kind.EVENING_PRICED: (Kind.EVENING_PRICED, Kind.ORDER_DRAWN),
}


def digests_left_by(changes: Sequence[LoggedChange]) -> list[dict[str, str]]:
    """Digests of the parts that each of a club's changes of one kind changes, by name, as they are stored now."""
    (kind_of_row, _), kind_of_change, club = subject_of(changes[0]), Kind(changes[0].kind), changes[0].club_id
    parts = PARTS[kind_of_row]
    wanted = parts if kind_of_change in STARTING else OTHER_PARTS.get(kind_of_change, (kind_of_change,))
    kinds = [kind for kind in wanted if kind in parts]
    if not kinds:
        return [{} for _ in changes]
    ids = [pk for _, pk in map(subject_of, changes)]
    rows = {row.pk: row for row in _stored_rows(kind_of_row, club, ids)}
    return [{str(kind): digest_of_part(kind, rows[pk]) for kind in kinds} for pk in ids]


def subject_of(change: LoggedChange) -> Subject:
    """What a change is about: an evening, a season, a player, somebody on the board, or else the club itself."""
    about = {
        Evening: change.evening_id,
        Season: change.season_id,
        Player: change.player_id,
        Member: change.member_id,
    }
    return next(((row, pk) for row, pk in about.items() if pk is not None), (Club, change.club_id))


def digest_of_part(kind: Kind, row: Any) -> str:
    """The digest of one part of a row."""
    part = PARTS[type(row)][kind]
    if isinstance(part, str):
        values = [plain(getattr(row, name)) for name in part.split()]
        content = values if len(values) > 1 else values[0]
    else:
        content = part(row)
    return digest_of({"part": str(kind), "is": content})


def digest_of_prices(number: int, digest: str) -> str:
    """The digest that an evening's prices leave, of the number and the digest of a version."""
    return digest_of({"part": str(Kind.EVENING_PRICED), "is": [number, digest]})


def rows_with_parts(*, club: Club, members: Iterable[int]) -> Iterator[tuple[Any, str]]:
    """Every changeable row of a club, and how it is named; of the board its present members and the given users."""
    on_board = Membership.objects.filter(club=club).values_list("user_id", flat=True)
    ids: dict[type, set[int]] = {Member: {*on_board, *members}}
    for kind_of_row in PARTS:
        for row in _stored_rows(kind_of_row, club.pk, ids.get(kind_of_row)):
            match row:
                case Evening():
                    yield row, str(row.number)
                case Member():
                    yield row, row.name or str(row.pk)
                case _:
                    yield row, row.slug


def _stored_rows(kind_of_row: Any, club_id: int, ids: Iterable[int] | None) -> Iterable[Any]:
    """Rows as stored now, by id: those with some ids, or all."""
    if kind_of_row is Member:
        return _members(club_id, ids or ())
    rows: Any = _evenings() if kind_of_row is Evening else kind_of_row.objects.all()
    if kind_of_row is Player:
        rows = rows.select_related("joining__kept")
    rows = rows.filter(pk=club_id) if kind_of_row is Club else rows.filter(club=club_id)
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return rows.order_by("pk")  # type: ignore[no-any-return]


def _evenings() -> QuerySet[Evening]:
    """All evenings, the removed ones too, with whom and what their parts speak of; three queries."""
    seats, attendance = Seat.objects.select_related("player"), Attendance.objects.select_related("player")
    evenings = Evening.everything.select_related("season", "table_version__scoring_table")
    people = Prefetch("seats", seats), Prefetch("attendance", attendance)
    return evenings.defer("table_version__document").prefetch_related(*people)


def _members(club_id: int, ids: Iterable[int]) -> Iterable[Member]:
    """Some accounts as the club knows them."""
    wanted = set(ids)
    roles = dict(Membership.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "role"))
    writers = Writer.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "name", "salt")
    names = {pk: (name, salt) for pk, name, salt in writers}
    return [Member(pk, *names.get(pk, ("", "")), roles.get(pk)) for pk in sorted(wanted)]
