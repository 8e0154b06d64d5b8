"""What every evening of a season gave everybody, kept in the process and read on from the last entry that was read.

An evening's bottom lines change by its own entries alone, and its day and place by changes that the club's log tells.
So of a book that goes on only the evenings of its new entries are read again; of one that was restored, or of a club
whose log goes on, all of them. Of a closed season neither changes.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Entry, Evening, EveningTotal, Season
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.models.clubs.shown_names import shown_by, shown_text
from ledger.queries.site.compiled import compiled_once
from ledger.queries.site.in_parts import InParts

MOST_READ = 60  # evenings of a season whose latest are enough: more than a club holds that meets every week
MOST_KEPT = 300  # seasons, of some ten kilobytes
MOST_READ_ON = 200  # entries, each of which comes with all bottom lines of its evening
COLUMNS = (
    *("pk", "number", "date", "season_id", "place", "is_opening"),
    *("totals__player_id", "totals__points", "totals__deals"),
)
OF_TOTALS = [name.removeprefix("totals__") if "__" in name else f"evening__{name}" for name in COLUMNS]


class PlayedEvening(NamedTuple):
    """An evening with an entry in the book, with everybody's points and number of deals, by player id.

    Points are integer units of its season, whose id is `season`; `stored_place` may tell a name that is not for all.
    """

    pk: int
    number: int
    date: date
    season: int
    stored_place: str
    points: Mapping[int, int]
    deals: Mapping[int, int]

    @property
    def place(self) -> str:
        """Where it was, as it is shown just now."""
        return shown_text(self.stored_place)


EveningList = InParts[PlayedEvening]
"""Evenings in order of date."""


Brought = Mapping[int, int]
"""The opening balances of a season in its units, by player id: they count, and are no evening."""


class _Read(NamedTuple):
    """A season's evenings, and what everybody brought along."""

    evenings: EveningList = EveningList()
    brought: Brought = MappingProxyType({})


class _Kept(NamedTuple):
    """What was read of a season as its first `entry_count` entries have it; `head` is the digest of the last of these.

    `days` tells the state of the evenings' days and places.
    """

    entry_count: int
    head: str
    days: str
    read: _Read


NOTHING = _Kept(0, "", "", _Read())


@dataclass
class _KeptSeason:
    """Where a season's evenings lie, all of them and the latest; they are replaced as a whole and never changed."""

    whole: _Kept = NOTHING
    latest: _Kept = NOTHING


@lru_cache(maxsize=MOST_KEPT)
def _season_kept(_season: int) -> _KeptSeason:
    return _KeptSeason()


def forget_evenings() -> None:
    """Forget every evening that was read, for whoever measures or tests the reading."""
    _season_kept.cache_clear()


def points_of_evenings(*, seasons: Sequence[Season]) -> dict[int, EveningList]:
    """What the evenings of some seasons gave, by the season's id.

    No query if nothing was written since they were asked for last; one for each season whose book goes on, and one for
    all that are not kept.
    """
    by_season = {season: read.evenings for season, read in _whole_seasons(seasons).items()}
    if not persons_shown():
        return by_season
    return {season: InParts.of(_as_persons(evenings)) for season, evenings in by_season.items()}


def brought_along(*, seasons: Sequence[Season]) -> dict[int, Brought]:
    """The opening balances of some seasons, by the season's id; the queries are those of `points_of_evenings`."""
    brought = {season: read.brought for season, read in _whole_seasons(seasons).items()}
    if not persons_shown():
        return brought
    return {season: sum_by_person(of_season.items()) for season, of_season in brought.items()}


def _whole_seasons(seasons: Sequence[Season]) -> dict[int, _Read]:
    of_seasons = {season.pk: _read_on(season, _season_kept(season.pk).whole) for season in seasons}
    missing = [season for season, kept in of_seasons.items() if kept is None]
    read = _read_seasons(missing) if missing else {}
    whole = {season: read[season] if kept is None else kept for season, kept in of_seasons.items()}
    for season in seasons:
        _season_kept(season.pk).whole = _keep(season, whole[season.pk])
    return whole


def latest_evenings(*, season: Season) -> tuple[PlayedEvening, ...]:
    """What a season's latest MOST_READ evenings gave, and the one before them if there is one.

    No query if nothing was written since, otherwise one. No evening before these is read, however long the season.
    """
    kept = _season_kept(season.pk)
    if (whole := _read_on(season, kept.whole)) is not None:
        kept.whole = _keep(season, whole)
        return _as_persons(whole.evenings[-MOST_READ - 1 :])
    read = _read_on(season, kept.latest)
    if read is None:
        with shown_by(None):
            read = _Read(in_order(_evenings_of(_latest_totals(season=season.pk))))
    latest = read.evenings[-MOST_READ - 1 :]
    kept.latest = _keep(season, _Read(latest))
    return _as_persons(latest)


def latest_of_all(*, seasons: Sequence[Season]) -> tuple[PlayedEvening, ...]:
    """What the latest MOST_READ evenings of some seasons gave, and the one before them if there is one.

    The queries are those of `points_of_evenings`.
    """
    of_each = (read.evenings[-MOST_READ - 1 :] for read in _whole_seasons(seasons).values())
    return _as_persons(together_in_order(of_each)[-MOST_READ - 1 :])


def _as_persons(evenings: Iterable[PlayedEvening]) -> tuple[PlayedEvening, ...]:
    """Evenings, kept as the book has them, as they are shown just now: with players who are one as one."""
    if not persons_shown():
        return tuple(evenings)
    return tuple(
        evening._replace(points=sum_by_person(evening.points.items()), deals=sum_by_person(evening.deals.items()))
        for evening in evenings
    )


def _keep(season: Season, read: _Read) -> _Kept:
    return _Kept(season.entry_count, season.head, state_of_days(season), read)


def state_of_days(season: Season) -> str:
    """What is another one whenever an evening of a season may have been moved; a closed one is as it was closed."""
    return season.closed_at.isoformat() if season.closed_at else season.club.log_head


def _read_on(season: Season, kept: _Kept) -> _Read | None:
    """What is kept, with the evenings of new entries read anew; None if all must be. One query at most."""
    entries = season.entry_count - kept.entry_count
    if not kept.entry_count or kept.days != state_of_days(season) or not 0 <= entries <= MOST_READ_ON:
        return None
    if not entries:
        return kept.read if kept.head == season.head else None
    with shown_by(None):
        rows = _evenings_since(season=season.pk, sequence=kept.entry_count)
    if not rows or rows[0][:2] != (kept.entry_count, kept.head):
        return None
    columns = [row[2:] for row in rows if row[0] > kept.entry_count]
    if any(is_opening for _, _, _, _, _, is_opening, *_ in columns):
        return None
    return kept.read._replace(evenings=_read_again(kept.read.evenings, columns))


def _read_again(evenings: EveningList, columns: Sequence[tuple[Any, ...]]) -> EveningList:
    """Evenings with those of rows of COLUMNS, none of which was moved, in place of what was read of them before."""
    if not columns:
        return evenings
    written = {pk for pk, *_ in columns}
    # None before the first of them is another: of thousands of evenings they are nearly always the last.
    first = bisect_left(evenings, min((day, number) for _, number, day, *_ in columns), key=_place_in_order)
    others = [evening for evening in evenings[first:] if evening.pk not in written]
    return evenings[:first].with_more(in_order([*others, *_evenings_of(columns)]))


@compiled_once
def _latest_totals(*, season: int) -> "QuerySet[EveningTotal, tuple[Any, ...]]":
    """Rows of COLUMNS for the latest evenings; one evening more than is used tells that there are others."""
    latest = played_latest_first(season=season).values("pk")[: MOST_READ + 1]
    return EveningTotal.objects.filter(evening__in=latest).order_by().values_list(*OF_TOTALS)


@compiled_once
def _evenings_since(*, season: int, sequence: int) -> "QuerySet[Entry, tuple[Any, ...]]":
    """A season's entries from a number on: the number and the digest, then COLUMNS of its evening."""
    entries = Entry.objects.filter(season=season, sequence__gte=sequence).order_by("sequence")
    return entries.values_list("sequence", "digest", *(f"evening__{name}" for name in COLUMNS))


def _read_seasons(seasons: Collection[int]) -> dict[int, _Read]:
    """The evenings of seasons with their opening balances, by the season's id; one query."""
    totals = EveningTotal.objects.filter(evening__season__in=seasons).order_by()
    with shown_by(None):
        rows = list(totals.values_list(*OF_TOTALS))
    by_season: dict[int, list[PlayedEvening]] = {season: [] for season in seasons}
    for evening in _evenings_of(rows):
        by_season[evening.season].append(evening)
    brought: dict[int, Counter[int]] = {season: Counter() for season in seasons}
    for _pk, _number, _day, season, _place, is_opening, player, points, _deals in rows:
        if is_opening:
            brought[season][player] += points
    return {season: _Read(in_order(of_season), brought[season]) for season, of_season in by_season.items()}


def _evenings_of(rows: Iterable[tuple[Any, ...]]) -> Iterable[PlayedEvening]:
    """The evenings of rows of COLUMNS; one without a bottom line is none that was played, nor are opening balances."""
    by_evening: dict[int, PlayedEvening] = {}
    sums: dict[int, tuple[dict[int, int], dict[int, int]]] = {}
    for pk, number, day, season, place, is_opening, player, points, deals in rows:
        if player is not None and not is_opening:
            points_by_player, deals_by_player = of_evening = sums.setdefault(pk, ({}, {}))
            points_by_player[player], deals_by_player[player] = points, deals
            if pk not in by_evening:
                by_evening[pk] = PlayedEvening(pk, number, day, season, place, *of_evening)
    return by_evening.values()


def in_order(evenings: Iterable[PlayedEvening]) -> EveningList:
    """Evenings in order of date, those of a day by their numbers."""
    return InParts.of(sorted(evenings, key=_place_in_order))


def together_in_order(lists: Iterable[EveningList]) -> EveningList:
    """The evenings of several lists in order of date."""
    by_start = sorted(filter(None, lists), key=lambda evenings: _place_in_order(evenings[0]))
    follow_each_other = all(
        _place_in_order(earlier[-1]) < _place_in_order(later[0]) for earlier, later in pairwise(by_start)
    )
    in_turn = InParts(chain.from_iterable(evenings.parts for evenings in by_start))
    return in_turn if follow_each_other else in_order(in_turn)


def _place_in_order(evening: PlayedEvening) -> tuple[date, int]:
    return evening.date, evening.number


def played_latest_first(*, season: Season | int) -> QuerySet[Evening]:
    """The season's evenings with an entry, the latest date first, in whatever order they were entered."""
    with_entries = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    return Evening.objects.filter(with_entries, season=season).order_by("-date", "-number")
