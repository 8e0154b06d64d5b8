"""All changes in a club, newest first: the entries of its books and those of its log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, IntegerField, Q, QuerySet, Value

from ledger.models import Club, Entry, LoggedChange, Player, Season, Writer
from ledger.models.book.journal import postings_in_seats
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.history import HistoryStep, is_one_write, step_of, what_was_done, with_changes_from
from ledger.queries.deals.pricing import DealsInWords

BOOK = "deals"
Kind = LoggedChange.Kind
Place = tuple[datetime, int, int]
"""The place of a change: its moment, the id of its season or 0 for the log, and its number there."""
Rows = QuerySet[Any, Place]
GROUPS: dict[str, tuple[Kind, ...]] = {
    "players": (
        Kind.PLAYER_ADDED, Kind.PLAYER_RENAMED, Kind.PLAYER_CHANGED, Kind.PLAYER_JOINED, Kind.PLAYER_SEPARATED,
        Kind.PLAYER_FORGOTTEN,
    ),
    "evenings": (
        Kind.EVENING_STARTED, Kind.EVENING_MOVED, Kind.PLACE_CHANGED, Kind.EVENING_REMOVED,
        Kind.SEATS_CHANGED, Kind.ATTENDANCE, Kind.ORDER_DRAWN, Kind.EVENING_PRICED,
        Kind.PAPER_TOTAL, Kind.PAPER_WITHDRAWN,
        Kind.SHEET_LINKS, Kind.ANSWERED, Kind.SETTLED, Kind.EVENING_APPROVED, Kind.EVENING_REOPENED,
    ),
    "seasons": (
        Kind.SEASON_STARTED, Kind.SEASON_RENAMED, Kind.SEASON_MOVED, Kind.SEASON_CLOSED,
        Kind.RANKING_CHOSEN, Kind.BOOK_IMPORTED, Kind.IMPORT_UNDONE,
    ),
    "tables": (Kind.TABLE_PUBLISHED,),
}  # fmt: skip
GROUPS["club"] = tuple(kind for kind in Kind if not any(kind in kinds for kinds in GROUPS.values()))
# What can be asked for, and the lookup it is found by among the entries of the books and of the log.
OF_AN_ENTRY = {
    "player": "postings__player",
    "evening": "evening__number",
    "by": "author",
    "since": "received_at__gte",
    "before": "received_at__lt",
}
OF_THE_LOG = {"player": "player", "evening": "evening__number", "by": "by", "since": "at__gte", "before": "at__lt"}


@dataclass(frozen=True)
class Asked:
    """The filter of a search for changes; an omitted condition matches everything.

    `by` is the account of the author, `since` and `before` are moments.
    """

    group: str = ""
    player: Player | None = None
    season: Season | None = None
    evening: int | None = None
    by: int | None = None
    since: datetime | None = None
    before: datetime | None = None


@dataclass(frozen=True)
class ClubChange:
    """One change: a step in a deal's history or a logged change, with its reason as shown.

    `kept` is whom a player was made one with, or separated from.
    """

    at: datetime
    step: HistoryStep | None = None
    logged: LoggedChange | None = None
    reason: str = ""
    kept: Player | None = None


def changes(*, club: Club, asked: Asked) -> Rows:
    """The places of all changes that match, the newest first; of one moment, the later in the books and in the log."""
    rows = _books(club, asked) if asked.group == BOOK else _log(club, asked)
    if not asked.group:
        rows = rows.union(_books(club, asked), all=True)
    return rows.order_by("-moment", "-place", "-nr")


def changes_at(*, club: Club, places: Iterable[Place]) -> list[ClubChange]:
    """The changes at some places, in their order; at most eight queries."""
    in_order = [(season, nr) for _, season, nr in places]
    words = DealsInWords(club_id=club.pk)
    steps = _steps([(season, nr) for season, nr in in_order if season], words)
    logged_changes = _logged_changes(club, [nr for season, nr in in_order if not season], words.mentions)
    club_changes = []
    for season, nr in in_order:
        if season:
            club_changes.append(steps[season, nr])
        else:
            club_changes.append(logged_changes[nr])
    return club_changes


def writers(*, club: Club) -> QuerySet[Writer]:
    """Everybody who may have changed something, in the order of the club's own numbers; one query."""
    return Writer.objects.filter(club=club).order_by("number")


def _books(club: Club, asked: Asked) -> Rows:
    """The entries of the books; a correction is shown by the replacing entry and not by the reversal."""
    within: dict[str, Any] = {"season": asked.season} if asked.season else {"season__club": club}
    entries = Entry.objects.filter(**within, **_lookups(asked, OF_AN_ENTRY)).order_by()
    entries = entries.exclude(kind=Entry.Kind.REVERSAL, reverses__replaced_by__received_at=F("received_at"))
    named = entries.annotate(moment=F("received_at"), place=F("season_id"), nr=F("sequence"))
    return named.values_list("moment", "place", "nr")


def _log(club: Club, asked: Asked) -> Rows:
    logged_changes = LoggedChange.objects.filter(club=club, **_lookups(asked, OF_THE_LOG)).order_by()
    if asked.group:
        logged_changes = logged_changes.filter(kind__in=GROUPS[asked.group])
    if asked.season:
        logged_changes = logged_changes.filter(Q(season=asked.season) | Q(evening__season=asked.season))
    named = logged_changes.annotate(moment=F("at"), place=Value(0, output_field=IntegerField()), nr=F("id"))
    return named.values_list("moment", "place", "nr")


def _lookups(asked: Asked, known: Mapping[str, str]) -> dict[str, Any]:
    """The filter as lookups."""
    lookups = {lookup: getattr(asked, name) for name, lookup in known.items()}
    return {lookup: value for lookup, value in lookups.items() if value}


def _steps(places: Sequence[tuple[int, int]], words: DealsInWords) -> dict[tuple[int, int], ClubChange]:
    if not places:
        return {}
    wanted = reduce(or_, (Q(season=season, sequence=sequence) for season, sequence in places))
    entries = Entry.objects.filter(wanted).select_related(
        "season", "table_version", "evening", "reverses__table_version", "replaces__table_version",
        "replaces__reversed_by",
    )  # fmt: skip
    entries = entries.defer(*(f"{reached}table_version__document" for reached in ("", "reverses__", "replaces__")))
    rows = {}
    for entry in entries.prefetch_related(*map(postings_in_seats, ("", "reverses__", "replaces__"))):
        step = _step(entry, words)
        rows[entry.season_id, entry.sequence] = ClubChange(at=entry.received_at, step=step)
    return rows


def _step(entry: Entry, words: DealsInWords) -> HistoryStep:
    """An entry together with the entry it is about."""
    past = entry.reverses or entry.replaces
    if past is None:
        return step_of(entry, "recorded", words)
    if entry.reverses:
        return with_changes_from(step_of(entry, "voided", words), step_of(past, "recorded", words))
    kind = what_was_done(entry=entry, reversal=past.reversed_by)
    was = "recorded" if is_one_write(reversal=past.reversed_by, entry=entry) else "voided"
    return with_changes_from(step_of(entry, kind, words), step_of(past, was, words))


def _logged_changes(club: Club, ids: Sequence[int], mentions: Mentions) -> dict[int, ClubChange]:
    about = ("player", "season", "evening", "version__scoring_table", "closing", "names")
    logged_changes = LoggedChange.objects.filter(pk__in=ids).select_related(*about).defer("version__document")
    reasons = {logged.pk: mentions.with_names(logged.closing.reason) for logged in logged_changes if logged.closing}
    for logged in logged_changes:
        if logged.player and logged.player.is_taken_off:
            logged.player = None
    kept = _players_kept(club, logged_changes)
    return {
        logged.pk: ClubChange(logged.at, logged=logged, reason=reasons.get(logged.pk, ""), kept=kept.get(logged.pk))
        for logged in logged_changes
    }


def _players_kept(club: Club, logged_changes: Iterable[LoggedChange]) -> dict[int, Player]:
    """Whom players were made one with, or separated from, by the change that tells it; one query, none without any."""
    # By the club's own number, in which the log is written.
    told = {
        logged.pk: int(logged.after or logged.before)
        for logged in logged_changes
        if logged.kind in (Kind.PLAYER_JOINED, Kind.PLAYER_SEPARATED)
    }
    players = {player.number: player for player in Player.objects.filter(club=club, number__in=told.values())}
    return {pk: players[number] for pk, number in told.items() if number in players}
