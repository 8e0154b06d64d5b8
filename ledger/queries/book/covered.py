"""What a logged change covers: the digests of its words, of the parts of the rows that it leaves.

A row that the pages promise never to lose is covered by one logged change, which carries the digest of all the row
says. A player's words are in it only as a salted digest, and the salt is deleted with them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Prefetch, QuerySet

from ledger.models import (
    Attendance,
    BookImport,
    Club,
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


def digest_of_row(row: Model, numbers: OwnNumbers) -> str:
    """The digest of all that a row says, with what belongs to it.

    Raises KeyError for a kind not covered.
    """
    return digest_of(CONTENTS[type(row)](row, numbers))


def digest_of_words(words: str, salt: str, numbers: OwnNumbers) -> str:
    """The digest of a player's words, against which nobody can try guesses once the salt is gone."""
    return digest_of({"said": numbers.text(words), "salt": salt})


def rows_told_of(club: Club) -> Iterator[tuple[QuerySet[Any], Callable[[Any], tuple[Kind, str]]]]:
    """Every kind of row that is covered, a club's rows of it, and how a row is named: its kind and its place."""
    yield (
        EveningClosing.objects.filter(evening__club=club).select_related("evening"),
        lambda row: (Kind.EVENING_APPROVED if row.kind == "approved" else Kind.EVENING_REOPENED, row.evening.number),
    )
    yield (
        SeasonClosing.objects.filter(season__club=club)
        .select_related("season")
        .prefetch_related("balances", "prizes_won__prize"),
        lambda row: (Kind.SEASON_CLOSED, row.season.slug),
    )
    yield (
        PaperTotal.objects.filter(evening__club=club).select_related("evening").prefetch_related("points"),
        lambda row: (Kind.PAPER_WITHDRAWN if row.is_withdrawn else Kind.PAPER_TOTAL, row.evening.number),
    )
    yield (
        SheetAnswer.objects.filter(link__evening__club=club).select_related("link__evening", "words"),
        lambda row: (Kind.ANSWERED, row.link.evening.number),
    )
    yield (
        Settlement.objects.filter(answer__link__evening__club=club).select_related("answer__link__evening"),
        lambda row: (Kind.SETTLED, row.answer.link.evening.number),
    )
    yield (
        ScoringTableVersion.objects.filter(scoring_table__club=club).select_related("scoring_table"),
        lambda row: (Kind.TABLE_PUBLISHED, f"{row.scoring_table.name}, {row.number}"),
    )
    yield (
        RankingVersion.objects.filter(club=club).prefetch_related("prizes"),
        lambda row: (Kind.RANKING_CHOSEN, row.number),
    )
    yield (
        NameChange.objects.filter(player__club=club).select_related("player"),
        lambda row: (Kind.PLAYER_RENAMED, row.player.slug),
    )
    yield (BookImport.objects.filter(club=club), lambda row: (Kind.BOOK_IMPORTED, row.number))
    yield (
        FormerHead.objects.filter(season__club=club).select_related("season"),
        lambda row: (Kind.CHAINED, f"{row.season.slug}, {row.sequence}"),
    )


def _evening_closing(row: EveningClosing, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.evening_id),
        "number": row.number,
        "kind": row.kind,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "reason": numbers.text(row.reason),
        # By the columns' names: digests were made with them before the fields were called otherwise.
        "lines": row.entry_count,
        "deals": row.deals,
        "season_lines": row.season_entry_count,
        "head": row.head,
    }


def _season_closing(row: SeasonClosing, numbers: OwnNumbers) -> Content:
    balances = [
        [numbers.player(balance.player_id), balance.evenings, balance.deals, balance.points]
        for balance in row.balances.all()
    ]
    content = {
        "season": numbers.season(row.season_id),
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "evenings": row.evenings,
        "deals": row.deals,
        "lines": row.entry_count,
        "head": row.head,
        # As texts, since the house's balance has no number to be sorted by.
        "balances": sorted(balances, key=str),
    }
    # As it was before a club could give prizes, for a season that gave none.
    prizes = [[_prize(won.prize, numbers), numbers.player(won.player_id)] for won in row.prizes_won.all()]
    return {**content, "prizes": sorted(prizes, key=str)} if prizes else content


def _paper_total(row: PaperTotal, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.evening_id),
        "table_number": row.table_number,
        "number": row.number,
        "is_withdrawn": row.is_withdrawn,
        "reason": numbers.text(row.reason),
        "deals": row.deals,
        "tricks": row.tricks,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "points": sorted(([numbers.player(points.player_id), points.points] for points in row.points.all()), key=str),
    }


def _sheet_answer(row: SheetAnswer, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.link.evening_id),
        "player": numbers.player(row.link.player_id),
        "kind": row.kind,
        "number": row.number,
        "lines": row.entry_count,
        "at": spelt_moment(row.at),
        "words_digest": row.words_digest,
    }


def _settlement(row: Settlement, numbers: OwnNumbers) -> Content:
    return {
        # By its digest, since an answer has no number of the club's own.
        "answer": digest_of(_sheet_answer(row.answer, numbers)),
        "entry": row.entry_id and str(row.entry_id),
        "said": numbers.text(row.said),
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
    }


def _version(row: ScoringTableVersion, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "digest": row.digest,
        "in_force_from": row.in_force_from.isoformat(),
        "published_at": spelt_moment(row.published_at),
        "published_by": numbers.writer(row.published_by_id),
    }


def _ranking_version(row: RankingVersion, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "in_force_from": row.in_force_from.isoformat(),
        "minimum_evenings": row.minimum_evenings,
        "best": row.best,
        "drop_worst": row.drop_worst,
        "absence": row.absence,
        "absence_points": row.absence_points,
        "made_at": spelt_moment(row.made_at),
        "made_by": numbers.writer(row.made_by_id),
        "prizes": sorted((_prize(prize, numbers) for prize in row.prizes.all()), key=str),
    }


def _prize(row: Prize, numbers: OwnNumbers) -> list[str]:
    return [row.kind, numbers.text(row.title), numbers.text(row.gift)]


def _name_change(row: NameChange, numbers: OwnNumbers) -> Content:
    return {"player": numbers.player(row.player_id), "before": row.before, "after": row.after, "salt": row.salt}


def _book_import(row: BookImport, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "digest": row.digest,
        # Not the file's name, which is blanked when it names somebody who is forgotten.
        "map": row.map,
        "rows": row.rows,
        "deals": row.deals,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
    }


def _former_head(row: FormerHead, numbers: OwnNumbers) -> Content:
    return {"season": numbers.season(row.season_id), "line": row.sequence, "digest": row.digest}


CONTENTS: dict[type[Model], Callable[[Any, OwnNumbers], Content]] = {
    EveningClosing: _evening_closing,
    SeasonClosing: _season_closing,
    PaperTotal: _paper_total,
    SheetAnswer: _sheet_answer,
    Settlement: _settlement,
    ScoringTableVersion: _version,
    RankingVersion: _ranking_version,
    NameChange: _name_change,
    BookImport: _book_import,
    FormerHead: _former_head,
}


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


PARTS: Mapping[type, Mapping[Kind, Part]] = {
    Club: {
        Kind.CLUB_RENAMED: lambda club: club.name,
        # As it was before a club could write fractions, for every club that does not.
        Kind.CLUB_LANGUAGE: lambda club: [club.language, "fractions"] if club.writes_fractions else club.language,
        Kind.WINDOW_CHANGED: lambda club: club.correction_window_hours,
        Kind.CONFIRMING: lambda club: club.players_confirm,
        # As it was before a club could move to another installation, for every club that is here.
        Kind.READERS_CHOSEN: lambda club: [
            *(club.readers, club.is_listed, club.has_chosen_readers),
            *filter(None, [club.moved_to]),
        ],
    },
    Member: {
        Kind.MEMBER_ADDED: lambda member: member.role,
        Kind.WRITER_NAMED: lambda member: [member.name, member.salt],
    },
    Player: {
        Kind.PLAYER_RENAMED: lambda player: [player.name, player.slug, player.salt],
        # As it was before anybody could be shown by initials, or be one with another, for everybody who is not.
        Kind.PLAYER_CHANGED: lambda player: [
            player.is_guest,
            player.is_active,
            *["initials"] * player.by_initials,
            *_joining(player),
        ],
    },
    Season: {
        Kind.SEASON_STARTED: lambda season: season.unit_denominator,
        Kind.SEASON_RENAMED: lambda season: [season.name, season.slug],
        Kind.SEASON_MOVED: lambda season: season.starts_on.isoformat(),
    },
    Evening: {
        # As it was before there were opening balances, for every evening that is one.
        Kind.EVENING_STARTED: lambda evening: (
            [evening.season.number, "opening"] if evening.is_opening else evening.season.number
        ),
        Kind.EVENING_MOVED: lambda evening: evening.date.isoformat(),
        Kind.PLACE_CHANGED: lambda evening: [evening.place, evening.salt],
        # Whether, and not when: the change itself says when.
        Kind.EVENING_REMOVED: lambda evening: evening.removed_at is not None,
        Kind.EVENING_PRICED: lambda evening: _prices(evening),
        Kind.SEATS_CHANGED: lambda evening: [[evening.rotation, evening.deals_per_round], _seats(evening)],
        Kind.ATTENDANCE: lambda evening: sorted([came.player.number, came.kind] for came in evening.attendance.all()),
        Kind.ORDER_DRAWN: lambda evening: evening.drawn,
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
    return digest_of({"part": str(kind), "is": PARTS[type(row)][kind](row)})


def digest_of_prices(number: int, digest: str) -> str:
    """The digest that an evening's prices leave, of the number and the digest of a version."""
    return digest_of({"part": str(Kind.EVENING_PRICED), "is": [number, digest]})


def rows_with_parts(*, club: Club, members: Iterable[int]) -> Iterator[tuple[Any, str]]:
    """Every changeable row of a club, and how it is named; of the board its present members and the given users."""
    yield from ((row, row.slug) for row in _stored_rows(Club, club.pk, None))
    on_board = Membership.objects.filter(club=club).values_list("user_id", flat=True)
    yield from ((row, row.name or str(row.pk)) for row in _members(club.pk, {*on_board, *members}))
    yield from ((row, row.slug) for row in _stored_rows(Player, club.pk, None))
    yield from ((row, row.slug) for row in _stored_rows(Season, club.pk, None))
    yield from ((row, str(row.number)) for row in _stored_rows(Evening, club.pk, None))


def _stored_rows(kind_of_row: Any, club_id: int, ids: Iterable[int] | None) -> Iterable[Any]:
    """Rows as stored now, by id: those with some ids, or all."""
    if kind_of_row is Member:
        return _members(club_id, ids or ())
    rows: Any = _evenings() if kind_of_row is Evening else kind_of_row.objects.all()
    if kind_of_row is Player:
        rows = rows.select_related("joining__kept")
    rows = rows.filter(pk=club_id) if kind_of_row is Club else rows.filter(club=club_id)
    return (rows if ids is None else rows.filter(pk__in=ids)).order_by("pk")  # type: ignore[no-any-return]


def _joining(player: Player) -> list[object]:
    """The number of the player with whom one is one, and since when; empty for nearly everybody."""
    joining = getattr(player, "joining", None)
    return ["same", joining.kept.number, spelt_moment(joining.joined_at)] if joining else []


def _evenings() -> QuerySet[Evening]:
    """All evenings, the removed ones too, with whom and what their parts speak of; three queries."""
    seats, attendance = Seat.objects.select_related("player"), Attendance.objects.select_related("player")
    evenings = Evening.everything.select_related("season", "table_version__scoring_table")
    people = Prefetch("seats", seats), Prefetch("attendance", attendance)
    return evenings.defer("table_version__document").prefetch_related(*people)


def _prices(evening: Evening) -> list[int | str]:
    """The number and the digest of an evening's version; another club's may have the same, and is told as none."""
    version = evening.table_version
    return [version.number, version.digest] if version.scoring_table.club_id == evening.club_id else []


def _seats(evening: Evening) -> list[list[int]]:
    """Everybody's seating, table, position and number."""
    return sorted([seat.seating, seat.table_number, seat.position, seat.player.number] for seat in evening.seats.all())


def _members(club_id: int, ids: Iterable[int]) -> Iterable[Member]:
    """Some accounts as the club knows them."""
    wanted = set(ids)
    roles = dict(Membership.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "role"))
    writers = Writer.objects.filter(club=club_id, user__in=wanted).values_list("user_id", "name", "salt")
    names = {pk: (name, salt) for pk, name, salt in writers}
    return [Member(pk, *names.get(pk, ("", "")), roles.get(pk)) for pk in sorted(wanted)]
