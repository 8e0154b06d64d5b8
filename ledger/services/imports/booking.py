"""Book what was decided of a file, or take it out again.

Each is a transaction of its own, so that nobody waits for long. Whoever is stopped goes on by asking again: a deal is
known by its sheet and row, and none is booked twice.
"""

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from datetime import time as time_of_day
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
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
from ledger.models.book.journal import EntryQuerySet
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports import EVENING_NAME_LENGTH, FILE_NAME_LENGTH
from ledger.queries.book.next_entry import next_entry
from ledger.queries.deals.pricing import PricedDeal, price, settle_deal
from ledger.queries.evenings.seating import most_at_table
from ledger.rules.clubs import by_number, says
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, with_players
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason, deals_of
from ledger.rules.site.labels import Phrase
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, Signed, note
from ledger.services.book.posting import (
    SeasonClosed,
    leave_out_evening,
    locked_club,
    locked_club_and_season,
    post,
    require_open,
)
from ledger.services.clubs.clubs import add_players, start_evening, start_season, start_unseated_evening
from ledger.services.deals import Change, restore_deal, undo_correction, void_deal

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
    left = [
        (season.name, evening)
        for season in plan.seasons
        for evening in season.evenings
        if any(deal.place not in booked for deal in evening.deals)
    ]
    for deal in [deal for _season, evening in left for deal in evening.deals]:
        with _at_row(deal):  # Refusal for one without a price
            settle_deal(deal=deal.deal, tariff=booking.versions[deal.version].tariff(), players=deal.players)
    if left:
        made = booking.begin()
    if made is None:
        raise Refusal(gettext_noop("There is no deal to book: choose what is to become of the rows first."))
    for at, (season, evening) in enumerate(left):
        if at:
            time.sleep(PAUSE.total_seconds())
        booking.book(made, season, evening)
    BookDraft.objects.filter(club=club, digest=plan.digest).delete()
    return made


def remember_names(*, club: Club, players: Mapping[str, Player]) -> None:
    """Keep by which names a file calls players, where those are not the names of the club's register."""
    aliases = {plain_name(name): player for name, player in players.items()}
    PlayerAlias.objects.bulk_create(
        (
            PlayerAlias(club=club, player=player, name=name)
            for name, player in aliases.items()
            if name != plain_name(player.name)
        ),
        ignore_conflicts=True,  # those that are kept already
    )


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
        meant = self.plan.players.items()
        return {name: self.register[who] if isinstance(who, int) else by_name[who] for name, who in meant}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What the club's players are called, by id, but for those who are forgotten."""
        return {pk: player.name for pk, player in self.register.items() if player.forgotten_at is None}

    def rows_in_book(self, made: BookImport) -> Mapping[tuple[int, int], str]:
        """The seasons of the rows of the file that are in the book, by sheet and row.

        Raises Refusal where the plan would make another import of it.
        """
        planned = {deal.place: season.name for season in self.plan.seasons for deal in deals_of([season])}
        rows = made.imported_deals.values_list("sheet", "row", "season__name")
        booked = {(sheet, row): season for sheet, row, season in rows}
        is_elsewhere = any(planned.get(row, season) != season for row, season in booked.items())
        if is_elsewhere or len(planned.keys() | booked.keys()) != made.deals:
            chosen_otherwise = gettext_noop(
                "This file was begun with other rows or seasons (deals: %(deals)s): choose as you did then, or take it "
                "out again first."
            )
            raise Refusal(chosen_otherwise, deals=made.deals)
        return booked

    @transaction.atomic
    def begin(self) -> BookImport:
        """Add the players and seasons that the club lacks, and note the import; some may be there already.

        Raises Refusal for a name that cannot be added, and for a season that is closed.
        """
        club = locked_club(club_id=self.club.pk)
        made = import_of_file(club=club, digest=self.plan.digest)
        added = set(club.players.values_list("name", flat=True)) if made else ()
        names = dict.fromkeys(who for who in self.plan.players.values() if isinstance(who, str) and who not in added)
        # Who is meant by each name was asked while the file was looked through.
        add_players(club=club, names=[*names], is_meant=True, **self.signed)
        for planned in self.plan.seasons:
            self._begin_season(planned)
        remember_names(club=club, players=self.players)
        if made:
            return made
        # Columns name players who may have to be forgotten.
        sheets = self.plan.map["sheets"].items()
        made = BookImport.objects.create(
            club=club,
            number=1 + (club.book_imports.aggregate(last=Max("number"))["last"] or 0),
            file_name=self.plan.file_name[-FILE_NAME_LENGTH:],
            digest=self.plan.digest,
            map={"sheets": {title: sheet and {**sheet, "columns": {}} for title, sheet in sheets}},
            rows=self.plan.rows,
            deals=len(deals_of(self.plan.seasons)),
            by=self.signed["author"],
            at=self.signed["now"],
        )
        note(club=club, kind=Kind.BOOK_IMPORTED, after=f"{made.number}: {made.deals}", covers=made, **self.signed)
        return made

    def _begin_season(self, planned: PlannedSeason) -> None:
        """Begin a season unless the club has it, open."""
        first = planned.evenings[0].deals[0]
        with _at_row(first):
            season = Season.objects.filter(club=self.club, name=planned.name).first()
            if season is None:
                day = planned.starts_on
                version = self.versions[first.version]
                start_season(club=self.club, name=planned.name, starts_on=day, version=version, **self.signed)
            elif season.closed_at is not None:
                raise SeasonClosed(season)

    def book(self, made: BookImport, season_name: str, planned: PlannedEvening) -> None:
        """Book what is not in the book yet of an evening, which somebody else may just have booked.

        Raises Refusal with the row of its first deal.
        """
        with _at_row(planned.deals[0]), transaction.atomic():
            _club, season = locked_club_and_season(season_id=self.club.seasons.get(name=season_name).pk)
            if not BookImport.objects.filter(pk=made.pk, undone_at=None).exists():
                raise Refusal(gettext_noop("The file has been taken out again meanwhile."))
            rows = made.imported_deals.filter(row__in=[deal.row for deal in planned.deals])
            booked = {(sheet, row): pk for sheet, row, pk in rows.values_list("sheet", "row", "entry__evening")}
            placed = zip(planned.deals, planned.table_numbers, strict=True)
            missing = [(deal, number) for deal, number in placed if deal.place not in booked]
            if missing:
                # Releases that booked in parts could stop within an evening.
                begun = [booked[deal.place] for deal in planned.deals if deal.place in booked]
                evening = Evening.with_openings.filter(pk__in=begun).select_related("season").first()
                self._post(made, season, evening or self._start(made, season, planned), missing)

    def _start(self, made: BookImport, season: Season, planned: PlannedEvening) -> Evening:
        """Start an evening with its players, those of a table that too few came to first left out."""
        version = self.versions[planned.deals[0].version]
        seats = version.to_rules().seats
        companies = planned.companies(most_at_table(scoring_table=version.to_rules()))
        companies = [company for company in companies if len(company) >= seats.min] or companies
        seated = [[self.players[name] for name in company] for company in companies]
        about: dict[str, Any] = {"season": season, "day": planned.day, "version": version, **self.signed}
        if seated:
            evening = start_evening(players=seated[0], more_tables=seated[1:], **about)
        else:
            is_opening = any(deal.deal.get("opening") for deal in planned.deals)
            evening = start_unseated_evening(is_opening=is_opening, **about)
        name = planned.name[:EVENING_NAME_LENGTH]
        if name and any(says(name, player) for player in self.names.values()):
            name = ""  # a player may have to be forgotten
        guessed = planned.day if planned.is_guessed else None
        ImportedEvening.objects.create(book_import=made, evening=evening, name=name, guessed_day=guessed)
        return evening

    def _post(
        self, made: BookImport, season: Season, evening: Evening, deals: Sequence[tuple[PlannedDeal, int]]
    ) -> None:
        """Post deals, each with the number of its table, as the next of an evening."""
        place = next_entry(evening=evening, author=self.signed["author"])
        require_open(season=season, evening=evening, place=place)
        # Read once for all; without them each deal would ask for the numbers of those at its table.
        place = replace(place, player_numbers={player.pk: player.number for player in self.register.values()})
        written = []
        for number, (deal, table_number) in enumerate(deals, start=place.number):
            priced = self._price(evening, deal)
            columns = {
                "key": _key(made, deal),
                "evening": evening,
                "number": number,
                "kind": priced.kind,
                "table_version": self.versions[deal.version],
                "deal": priced.deal,
                "author": self.signed["author"],
                "received_at": self.signed["now"],
                "noted_at": make_aware(datetime.combine(evening.date, IN_THE_EVENING)),
                "table_number": table_number,
            }
            written.append((columns, priced.shares))
        entries = post(season=season, written=written, place=place)
        ImportedDeal.objects.bulk_create(
            ImportedDeal(book_import=made, season=season, entry=entry, sheet=deal.sheet, row=deal.row, doubt=deal.doubt)
            for entry, (deal, _table_number) in zip(entries, deals, strict=True)
        )

    def _price(self, evening: Evening, planned: PlannedDeal) -> PricedDeal:
        """The price of a deal, with the players' ids, and no name in its words."""
        deal = with_players(planned.deal, lambda name: str(self.players[name].pk))
        for field in WORDS_OF_A_DEAL:
            if deal.get(field):
                deal[field] = by_number(deal[field], self.names)[:REASON_LENGTH]
        players = [self.players[name].pk for name in planned.players]
        return price(players=players, evening=evening, version=self.versions[planned.version], deal=deal)


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
        raise Refusal(
            gettext_noop("Sheet %(sheet)s, row %(row)s: %(why)s"), sheet=planned.sheet, row=planned.row, why=refusal
        ) from None


# Take an import out again, one evening after the other: what it booked is voided, and its evenings leave the lists.
#
# Each evening is a transaction of its own. Whoever is stopped goes on by asking again.


RELATED = ("evening__season", "table_version", "replaces", "reverses__evening__season", "reverses__table_version")


def undo_import(*, book_import: BookImport, author: User, now: datetime) -> BookImport:
    """Void what stands of an import's deals, corrected ones too; its evenings without others leave the lists.

    To be called outside a transaction. Players and seasons that it made keep their rows, and leave the lists unless
    something else uses them (queries/clubs/clubs.py); what somebody has changed since in other evenings than its own
    stays. An import that was undone already stays as it is.
    Raises SeasonClosed, and EveningClosed for an evening that was approved.
    """
    for evening in _evenings(book_import).select_related("season"):
        require_open(season=evening.season, evening=evening)
    while _take_out_next(book_import, {"author": author, "now": now}):
        time.sleep(PAUSE.total_seconds())
    return BookImport.objects.get(pk=book_import.pk)


@transaction.atomic
def _take_out_next(book_import: BookImport, signed: Signed) -> bool:
    """Take an import out of the next evening; if there is none, say that nothing of it stands, and give False."""
    # Asked under the lock: somebody else may be taking it out, or be booking what is left of it.
    club = locked_club(club_id=book_import.club_id)
    book_import = BookImport.objects.get(pk=book_import.pk)
    if book_import.undone_at is not None:
        return False
    evening = _evenings(book_import).first()
    if evening is None:
        book_import.undone_at, book_import.undone_by = signed["now"], signed["author"]
        book_import.save(update_fields=["undone_at", "undone_by"])
        note(club=club, kind=Kind.IMPORT_UNDONE, before=str(book_import.number), **signed)
        return False
    is_its_own = book_import.evenings.filter(evening=evening).exists()
    left = _standing(book_import) if is_its_own else _standing_changes(book_import)
    taken_out = Phrase("The old book was taken out again") if is_its_own else Phrase("The workbook was taken out again")
    for entry in left.filter(evening=evening).select_related(*RELATED).order_by("sequence"):
        change = Change(uuid.uuid5(entry.key, f"undo {book_import.pk}"), taken_out[club.language], **signed)
        if entry.reverses:
            restore_deal(entry=entry.reverses, change=change)
        elif entry.replaces and not is_its_own:
            undo_correction(entry=entry, change=change)
        else:
            void_deal(entry=entry, change=change)
    if is_its_own and not Entry.objects.standing().filter(evening=evening).exists():
        leave_out_evening(evening=evening)
        evening.removed_at = signed["now"]
        evening.save(update_fields=["removed_at"])
        note(club=club, kind=Kind.EVENING_REMOVED, evening=evening, before=evening.date.isoformat(), **signed)
    return True


def _evenings(book_import: BookImport) -> QuerySet[Evening]:
    """The evenings in which something of an import stands."""
    standing = Exists(_standing(book_import).filter(evening=OuterRef("pk")))
    changed = Q(pk__in=_standing_changes(book_import).values("evening"))
    in_its_own = Q(standing, imported__book_import=book_import)
    return Evening.with_openings.filter(in_its_own | changed).order_by("season", "number")


def _standing(book_import: BookImport) -> EntryQuerySet:
    """What stands of the import's deals in its own evenings, corrected ones too."""
    # A correction is another entry under the deal's number.
    of_import = ImportedDeal.objects.filter(
        book_import=book_import, entry__evening=OuterRef("evening"), entry__number=OuterRef("number")
    )
    of_evenings = Entry.objects.standing().filter(evening__imported__book_import=book_import)
    return of_evenings.filter(evening__removed_at=None).filter(Exists(of_import))


def _standing_changes(book_import: BookImport) -> EntryQuerySet:
    """The import's entries in evenings that it did not make, as far as nobody has changed those deals since.

    Only workbooks that earlier releases took back have any.
    """
    of_import = Entry.objects.filter(
        imported__book_import=book_import, reversed_by__reverses=None, replaced_by__replaces=None
    )
    # A deal that was voided, and restored by somebody since.
    restored = Q(reverses__isnull=False, reverses__replaced_by__isnull=False)
    return of_import.exclude(evening__imported__book_import=book_import).exclude(restored)
