"""Book what was decided of a file: its players and seasons first, then one evening after the other.

Each is a transaction of its own, so that nobody waits for long. Whoever is stopped goes on by asking again: a deal is
known by its sheet and row, and none is booked twice.
"""

import time
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from datetime import time as time_of_day
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.timezone import make_aware

from ledger.models import (
    BookDraft,
    BookImport,
    Club,
    Entry,
    Evening,
    ImportedDeal,
    ImportedEvening,
    Player,
    PlayerAlias,
    ScoringTableVersion,
    Season,
)
from ledger.models.book.journal import kind_of_entry
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports.book_import import EVENING_NAME_LENGTH, FILE_NAME_LENGTH
from ledger.queries.book.next_entry import next_entry
from ledger.queries.deals.pricing import SettledDeal, settle_deal, shares_of, units_per_point_unit
from ledger.queries.evenings.seating import check_seats, most_at_table
from ledger.rules.clubs.mentions import by_number, says
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, deal_data, with_players
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason, deals_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import (
    Draft,
    SeasonClosed,
    locked_club,
    locked_club_and_season,
    post,
    require_open,
)
from ledger.services.clubs.clubs import Signed, add_players, start_evening, start_season, start_unseated_evening
from ledger.services.site.freshness import touch

NOTHING_TO_BOOK = gettext_noop("There is no deal to book: choose what is to become of the rows first.")
ROW_REFUSED = gettext_noop("Sheet %(sheet)s, row %(row)s: %(why)s")
CHOSEN_OTHERWISE = gettext_noop(
    "This file was begun with other rows or seasons (deals: %(deals)s): choose as you did then, or take it out again "
    "first."
)
TAKEN_OUT = gettext_noop("The file has been taken out again meanwhile.")
IN_THE_EVENING = time_of_day(19)  # when a deal was played of which the day alone is known
# Between two transactions: on SQLite those who wait for long look again every tenth of a second.
PAUSE = timedelta(milliseconds=150)


def import_of_file(*, club: Club, digest: str) -> BookImport | None:
    """The import that brought a file in, or has begun to, unless it was undone; one query."""
    return BookImport.objects.filter(club=club, digest=digest, undone_at=None).first()


def book_plan(*, club: Club, plan: BookPlan, author: User, now: datetime) -> BookImport:
    """Book a plan, delete its draft, and return its import; the same file again goes on where it was stopped.

    To be called outside a transaction, unless the plan is of one evening. All deals are settled before the first is
    booked.
    Raises Refusal for a plan without deals, for other rows than the file was begun with, and, with the sheet and the
    row, for whatever cannot be booked: what was booked before that stays.
    """
    booking = _Booking(club, plan, {"author": author, "now": now})
    made = import_of_file(club=club, digest=plan.digest)
    booked = booking.rows_in_book(made) if made else {}
    left = booking.settle(booked)
    if left:
        made = booking.begin()
    if made is None:
        raise Refusal(NOTHING_TO_BOOK)
    for at, evening in enumerate(left):
        if at:
            time.sleep(PAUSE.total_seconds())
        booking.book(made, evening)
    BookDraft.objects.filter(club=club, digest=plan.digest).delete()
    return made


def remember_names(*, club: Club, players: Mapping[str, Player]) -> None:
    """Keep by which names a file calls players, where those are not the names of the club's register."""
    known = set(club.player_aliases.values_list("name", flat=True))
    fresh = {plain_name(name): player for name, player in players.items() if plain_name(name) not in known}
    PlayerAlias.objects.bulk_create(
        PlayerAlias(club=club, player=player, name=name)
        for name, player in fresh.items()
        if name != plain_name(player.name)
    )


RowOfFile = tuple[int, int]
"""A sheet and a row."""


@dataclass(frozen=True)
class _DealToBook:
    """A planned deal, settled, and the number of the table where it was played."""

    planned: PlannedDeal
    settled: SettledDeal
    table_number: int


@dataclass(frozen=True)
class _EveningToBook:
    """An evening of a season, by its name, with the deals that are still to be booked.

    `begun` holds its id where some of its deals are booked: releases that booked in parts could stop within an evening.
    """

    season: str
    planned: PlannedEvening
    deals: Sequence[_DealToBook]
    begun: Collection[int]


@dataclass(frozen=True)
class _Booking:
    """The booking of a plan in a club."""

    club: Club
    plan: BookPlan
    signed: Signed

    @cached_property
    def versions(self) -> Mapping[int, ScoringTableVersion]:
        return ScoringTableVersion.objects.filter(scoring_table__club=self.club).in_bulk()

    @cached_property
    def register(self) -> Mapping[int, Player]:
        """The club's players by id; read once those who are new have been added."""
        return self.club.players.in_bulk()

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """The players by the names of the file."""
        by_name = {player.name: player for player in self.register.values()}
        fresh = {name: by_name[_name_in_register(full)] for name, full in self.plan.new_players.items()}
        return {name: self.register[pk] for name, pk in self.plan.players.items()} | fresh

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What the club's players are called, by id, but for those who are forgotten."""
        return {pk: player.name for pk, player in self.register.items() if player.forgotten_at is None}

    def rows_in_book(self, made: BookImport) -> dict[RowOfFile, int]:
        """The rows of the file that are in the book, each with the id of its evening.

        Raises Refusal where the plan would make another import of it.
        """
        booked = {(deal.sheet, deal.row): deal for deal in made.imported_deals.select_related("season", "entry")}
        seasons = {(deal.sheet, deal.row): season.name for season in self.plan.seasons for deal in deals_of([season])}
        is_elsewhere = any(row in seasons and seasons[row] != deal.season.name for row, deal in booked.items())
        if is_elsewhere or len(seasons.keys() | booked.keys()) != made.deals:
            raise Refusal(CHOSEN_OTHERWISE, deals=made.deals)
        return {row: deal.entry.evening_id for row, deal in booked.items()}

    def settle(self, booked: Mapping[RowOfFile, int]) -> list[_EveningToBook]:
        """Settle the deals that are not booked; raises Refusal with the row for one that has no price."""
        evenings = []
        for season in self.plan.seasons:
            for planned in season.evenings:
                deals = [
                    _DealToBook(deal, self._settle(deal), table_number)
                    for deal, table_number in zip(planned.deals, planned.table_numbers, strict=True)
                    if (deal.sheet, deal.row) not in booked
                ]
                begun = {booked[deal.sheet, deal.row] for deal in planned.deals if (deal.sheet, deal.row) in booked}
                if deals:
                    evenings.append(_EveningToBook(season.name, planned, deals, begun))
        return evenings

    def _settle(self, planned: PlannedDeal) -> SettledDeal:
        with _at_row(planned):
            tariff = self.versions[planned.version].tariff()
            return settle_deal(deal=planned.deal, tariff=tariff, players=planned.players)

    @transaction.atomic
    def begin(self) -> BookImport:
        """Add the players and seasons that the club lacks, and note the import; some may be there already.

        Raises Refusal for a name that cannot be added, and where an evening could not be booked.
        """
        club = locked_club(club_id=self.club.pk)
        made = import_of_file(club=club, digest=self.plan.digest)
        names = [*dict.fromkeys(_name_in_register(full) for full in self.plan.new_players.values())]
        if made:
            added = set(club.players.values_list("name", flat=True))
            names = [name for name in names if name not in added]
        # Who is meant by each name was asked while the file was looked through.
        add_players(club=club, names=names, is_meant=True, **self.signed)
        for planned in self.plan.seasons:
            self._begin_season(planned)
        remember_names(club=club, players=self.players)
        if made is None:
            made = self._make_import(club)
        touch(club=club)
        return made

    def _begin_season(self, planned: PlannedSeason) -> None:
        """Begin a season unless the club has it, and require that all its evenings can be played there."""
        first = planned.evenings[0].deals[0]
        with _at_row(first):
            season = Season.objects.filter(club=self.club, name=planned.name).first()
            if season is None:
                version = self.versions[first.version]
                season = start_season(
                    club=self.club, name=planned.name, starts_on=planned.starts_on, version=version, **self.signed
                )
            if season.closed_at is not None:
                raise SeasonClosed(season)
        for evening in planned.evenings:
            with _at_row(evening.deals[0]):
                for pk in {deal.version for deal in evening.deals}:
                    units_per_point_unit(season_denominator=season.unit_denominator, version=self.versions[pk])
                seated = dict(enumerate(self._companies(evening), start=1))
                if seated:
                    rules = self.versions[evening.deals[0].version].to_rules()
                    check_seats(club=self.club, scoring_table=rules, tables=seated)

    def _companies(self, planned: PlannedEvening) -> list[list[Player]]:
        """Who sat with whom, without tables to which too few came first."""
        rules = self.versions[planned.deals[0].version].to_rules()
        companies = planned.companies(most_at_table(scoring_table=rules))
        whole = [company for company in companies if len(company) >= rules.seats.min]
        return [[self.players[name] for name in company] for company in whole or companies]

    def _make_import(self, club: Club) -> BookImport:
        made = BookImport.objects.create(
            club=club,
            number=1 + (club.book_imports.aggregate(last=Max("number"))["last"] or 0),
            file_name=self.plan.file_name[-FILE_NAME_LENGTH:],
            digest=self.plan.digest,
            map=_with_numbers(self.plan.map, self.players),
            rows=self.plan.rows,
            deals=len(deals_of(self.plan.seasons)),
            by=self.signed["author"],
            at=self.signed["now"],
        )
        note(club=club, kind=Kind.BOOK_IMPORTED, after=f"{made.number}: {made.deals}", covers=made, **self.signed)
        return made

    def book(self, made: BookImport, evening: _EveningToBook) -> None:
        """Start an evening and post its deals, unless somebody else has just done so.

        Raises Refusal with the row of its first deal.
        """
        with _at_row(evening.deals[0].planned), transaction.atomic():
            season = Season.objects.get(club=self.club, name=evening.season)
            _club, season = locked_club_and_season(season_id=season.pk)
            if not BookImport.objects.filter(pk=made.pk, undone_at=None).exists():
                raise Refusal(TAKEN_OUT)
            if not Entry.objects.filter(key=_key(made, evening.deals[0].planned)).exists():
                self._post(made, season, evening)

    def _post(self, made: BookImport, season: Season, to_book: _EveningToBook) -> None:
        evening = self._evening(made, season, to_book)
        place = next_entry(evening=evening, author=self.signed["author"])
        require_open(season=season, evening=evening, place=place)
        # Read once for all; without them each deal would ask for the numbers of those at its table.
        numbers = {player.pk: player.number for player in self.register.values()}
        place = replace(place, player_numbers=numbers)
        written = []
        for number, deal in enumerate(to_book.deals, start=place.number):
            version = self.versions[deal.planned.version]
            scale = units_per_point_unit(season_denominator=season.unit_denominator, version=version)
            shares = shares_of(deal.settled, scale=scale, ids=lambda name: self.players[name].pk)
            written.append((self._draft(made, evening, deal, number), shares))
        entries = post(season=season, written=written, place=place)
        ImportedDeal.objects.bulk_create(
            ImportedDeal(
                book_import=made,
                season=season,
                entry=entry,
                sheet=deal.planned.sheet,
                row=deal.planned.row,
                doubt=deal.planned.doubt,
            )
            for entry, deal in zip(entries, to_book.deals, strict=True)
        )

    def _evening(self, made: BookImport, season: Season, to_book: _EveningToBook) -> Evening:
        """The evening of deals, started unless some of them are booked."""
        begun = Evening.with_openings.filter(pk__in=to_book.begun).first()
        if begun:
            return begun
        planned, version = to_book.planned, self.versions[to_book.planned.deals[0].version]
        companies = self._companies(planned)
        if companies:
            evening = start_evening(
                season=season,
                day=planned.day,
                players=companies[0],
                more_tables=companies[1:],
                version=version,
                **self.signed,
            )
        else:
            is_opening = any(deal.deal.get("opening") for deal in planned.deals)
            evening = start_unseated_evening(
                season=season, day=planned.day, version=version, is_opening=is_opening, **self.signed
            )
        name = planned.name[:EVENING_NAME_LENGTH]
        if name and any(says(name, player) for player in self.names.values()):
            name = ""  # a player may have to be forgotten
        guessed = planned.day if planned.is_guessed else None
        ImportedEvening.objects.create(book_import=made, evening=evening, name=name, guessed_day=guessed)
        return evening

    def _draft(self, made: BookImport, evening: Evening, to_book: _DealToBook, number: int) -> Draft:
        by_ids = with_players(deal_data(to_book.settled.deal), lambda name: str(self.players[name].pk))
        for field in WORDS_OF_A_DEAL:
            if by_ids.get(field):
                by_ids[field] = by_number(by_ids[field], self.names)[:REASON_LENGTH]
        return Draft(
            key=_key(made, to_book.planned),
            evening=evening,
            number=number,
            kind=Entry.Kind(kind_of_entry(by_ids)),
            table_version=self.versions[to_book.planned.version],
            deal=by_ids,
            author=self.signed["author"],
            received_at=self.signed["now"],
            noted_at=make_aware(datetime.combine(evening.date, IN_THE_EVENING)),
            table_number=to_book.table_number,
        )


def _key(made: BookImport, planned: PlannedDeal) -> uuid.UUID:
    """The key of the entry of a row, worked out and not drawn, so that no row is booked twice."""
    # With the import's number, or a file taken out and brought in again would meet its own former keys.
    of_book = uuid.uuid5(uuid.NAMESPACE_URL, f"{made.club_id}/{made.number}/{made.digest}")
    return uuid.uuid5(of_book, f"{planned.sheet}/{planned.row}")


@contextmanager
def _at_row(planned: PlannedDeal) -> Iterator[None]:
    """Say at which sheet and row something was refused."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(ROW_REFUSED, sheet=planned.sheet, row=planned.row, why=refusal) from None


def _name_in_register(name: str) -> str:
    """A name as the register has it."""
    return " ".join(name.split())


def _with_numbers(book_map: Mapping[str, Any], players: Mapping[str, Player]) -> dict[str, Any]:
    """A map with the players' own numbers in place of their names, which may have to be forgotten."""

    def plain(value: object) -> object:
        if isinstance(value, Mapping):
            if value.keys() <= {"points", "total"} and value:
                [(what, name)] = value.items()
                return {what: players[name].number if name in players else None}
            return {key: plain(inner) for key, inner in value.items()}
        return value

    return {key: plain(value) for key, value in book_map.items()}
