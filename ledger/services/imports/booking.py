"""Book an old book: its seasons, evenings and deals, all of them in one transaction or nothing.

Everything is settled before the club is locked, so that others wait for the writing alone. That is why a book longer
than MOST_AT_ONCE is refused: one transaction of it would keep them waiting too long, and several could not be all or
nothing.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time

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
from ledger.models.book.journal import Share, kind_of_entry
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports.book_import import EVENING_NAME_LENGTH, FILE_NAME_LENGTH
from ledger.queries.book.next_entry import NextEntry, next_entry
from ledger.queries.deals.pricing import SettledDeal, settle_deal, shares_of, units_per_point_unit
from ledger.queries.evenings.seating import most_at_table
from ledger.rules.clubs.mentions import by_number, says
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, deal_data, with_players
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import Draft, SeasonClosed, locked_club, locked_season, post_together
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed, add_players, start_evening, start_season
from ledger.services.site.freshness import touch

MOST_AT_ONCE = 1000  # deals
MOST_EVENINGS = 120  # each is opened by itself while the club is locked
IN_THE_EVENING = time(19)  # when a deal was played of which the day alone is known

NOTHING_TO_BOOK = gettext_noop("There is no deal to book: choose what is to become of the rows first.")
TOO_LONG = gettext_noop(
    "The book is too long: at most %(most)s deals on %(high)s evenings are brought in at once. Leave some of the "
    "sheets out, and bring them in next."
)
ROW_REFUSED = gettext_noop("Sheet %(sheet)s, row %(row)s: %(why)s")


def import_of_file(*, club: Club, digest: str) -> BookImport | None:
    """The import that brought a file in, unless it was undone; one query."""
    return BookImport.objects.filter(club=club, digest=digest, undone_at=None).first()


def book_plan(*, club: Club, plan: BookPlan, author: User, now: datetime) -> BookImport:
    """Book a plan and return its import; the same file again returns the import that brought it in.

    Its draft is deleted, and new names are remembered.
    Raises Refusal for a plan without deals or too long, a deal that has no price, an invalid name, SeasonClosed.
    """
    if known := import_of_file(club=club, digest=plan.digest):
        return known
    _require_length(plan)
    versions = _versions(club)
    settled = {(planned.sheet, planned.row): _settle(planned, versions) for planned in plan.deals()}
    with transaction.atomic():
        club = locked_club(club_id=club.pk)
        # Asked again under the lock: somebody else may have brought the file in meanwhile.
        if known := import_of_file(club=club, digest=plan.digest):
            return known
        booking = _Booking(club, plan, versions, settled, {"author": author, "now": now})
        return booking.book()


def _require_length(plan: BookPlan) -> None:
    deals, evenings = sum(1 for _ in plan.deals()), sum(len(season.evenings) for season in plan.seasons)
    if not deals:
        raise Refusal(NOTHING_TO_BOOK)
    if deals > MOST_AT_ONCE or evenings > MOST_EVENINGS:
        raise Refusal(TOO_LONG, most=MOST_AT_ONCE, high=MOST_EVENINGS)


class _Booking:
    """The writing of one plan, in a transaction that has locked the club."""

    def __init__(
        self,
        club: Club,
        plan: BookPlan,
        versions: Mapping[int, ScoringTableVersion],
        settled: Mapping[tuple[int, int], SettledDeal],
        signed: Signed,
    ) -> None:
        self.club, self.plan, self.versions, self.settled, self.signed = club, plan, versions, settled, signed
        self.players: dict[str, Player] = {}
        self.names: dict[int, str] = {}
        self.number = 1 + (club.book_imports.aggregate(last=Max("number"))["last"] or 0)
        # With the import's number, or a file taken out and brought in again would meet its own former keys.
        self.key = uuid.uuid5(uuid.NAMESPACE_URL, f"{club.pk}/{self.number}/{plan.digest}")

    def book(self) -> BookImport:
        self._find_players()
        made = self._make_import()
        for planned in self.plan.seasons:
            self._book_season(planned, made)
        self._remember_names()
        BookDraft.objects.filter(club=self.club, digest=self.plan.digest).delete()
        told = {"after": f"{made.number}: {made.deals}", "covers": made}
        note(club=self.club, kind=Kind.BOOK_IMPORTED, **told, **self.signed)
        touch(club=self.club)
        return made

    def _find_players(self) -> None:
        """Find the players of the file's names, adding those that are new."""
        fresh = list(dict.fromkeys(self.plan.new_players.values()))
        added = {
            # Who is meant by each name was asked while the book was looked through.
            player.name: player
            for player in add_players(club=self.club, names=fresh, is_meant=True, **self.signed)
        }
        known = Player.objects.filter(club=self.club).in_bulk(list(self.plan.players.values()))
        self.players = {name: known[pk] for name, pk in self.plan.players.items()}
        self.players |= {name: added[" ".join(full.split())] for name, full in self.plan.new_players.items()}
        of_club = Player.objects.filter(club=self.club, forgotten_at=None)
        self.names = dict(of_club.values_list("pk", "name"))

    def _make_import(self) -> BookImport:
        return BookImport.objects.create(
            club=self.club,
            number=self.number,
            file_name=self.plan.file_name[-FILE_NAME_LENGTH:],
            digest=self.plan.digest,
            map=_with_numbers(self.plan.map, self.players),
            rows=self.plan.rows,
            deals=len(self.settled),
            by=self.signed["author"],
            at=self.signed["now"],
        )

    def _book_season(self, planned: PlannedSeason, made: BookImport) -> None:
        """Book a season's evenings and deals."""
        season = self._season(planned)
        evenings = [(self._start_evening(season, evening), evening) for evening in planned.evenings]
        ImportedEvening.objects.bulk_create(
            ImportedEvening(
                book_import=made,
                evening=evening,
                name=self._name_of(of_plan),
                guessed_day=of_plan.day if of_plan.is_guessed else None,
            )
            for evening, of_plan in evenings
        )
        season = locked_season(season_id=season.pk)
        rows = [
            (deal, self._draft(evening, deal, number))
            for evening, of_plan in evenings
            for number, deal in enumerate(of_plan.deals, start=1)
        ]
        written = [(draft, self._shares(season, deal)) for deal, draft in rows]
        place = self._place(evenings[0][0])
        entries = post_together(season=season, written=written, place=place)
        ImportedDeal.objects.bulk_create(
            ImportedDeal(book_import=made, season=season, entry=entry, sheet=deal.sheet, row=deal.row, doubt=deal.doubt)
            for (deal, _), entry in zip(rows, entries, strict=True)
        )

    def _season(self, planned: PlannedSeason) -> Season:
        """The club's open season of a name, begun if there is none."""
        season = Season.objects.filter(club=self.club, name=planned.name).first()
        if season is None:
            version = self.versions[planned.evenings[0].deals[0].version]
            season = start_season(
                club=self.club, name=planned.name, starts_on=planned.starts_on, version=version, **self.signed
            )
        if season.closed_at is not None:
            raise SeasonClosed(season)
        return season

    def _start_evening(self, season: Season, planned: PlannedEvening) -> Evening:
        version = self.versions[planned.deals[0].version]
        companies = planned.companies(most_at_table(scoring_table=version.to_rules()))
        first, *others = [[self.players[name] for name in names] for names in companies]
        return start_evening(
            season=season, day=planned.day, players=first, more_tables=others, version=version, **self.signed
        )

    def _name_of(self, planned: PlannedEvening) -> str:
        """What the old book called an evening; nothing if that names a player, who may have to be forgotten."""
        name = planned.name[:EVENING_NAME_LENGTH]
        return "" if any(says(name, player) for player in self.names.values()) else name

    def _draft(self, evening: Evening, planned: PlannedDeal, number: int) -> Draft:
        deal = deal_data(self.settled[planned.sheet, planned.row].deal)
        by_ids = with_players(deal, lambda name: str(self.players[name].pk))
        for field in WORDS_OF_A_DEAL:
            if by_ids.get(field):
                by_ids[field] = by_number(by_ids[field], self.names)[:REASON_LENGTH]
        return Draft(
            key=uuid.uuid5(self.key, f"{planned.sheet}/{planned.row}"),
            evening=evening,
            number=number,
            kind=Entry.Kind(kind_of_entry(by_ids)),
            table_version=self.versions[planned.version],
            deal=by_ids,
            author=self.signed["author"],
            received_at=self.signed["now"],
            noted_at=_moment(evening.date),
        )

    def _shares(self, season: Season, planned: PlannedDeal) -> Sequence[Share]:
        version = self.versions[planned.version]
        scale = units_per_point_unit(season_denominator=season.unit_denominator, version=version)
        settled = self.settled[planned.sheet, planned.row]
        return shares_of(settled, scale=scale, ids=lambda name: self.players[name].pk)

    def _place(self, evening: Evening) -> NextEntry:
        """The place of the season's next entry, with the numbers of everybody in the file."""
        author = self.signed["author"]
        writer = writer_number(club_id=self.club.pk, user=author)
        # Read once for the whole file; without them each deal would ask for the numbers of those at its table.
        numbers = {player.pk: player.number for player in self.players.values()}
        return replace(next_entry(evening=evening, author=author), player_numbers=numbers, writer=writer)

    def _remember_names(self) -> None:
        """Keep the names of the file that are not those of the club's register."""
        known = dict(self.club.player_aliases.values_list("name", "player_id"))
        fresh = {plain_name(name): player for name, player in self.players.items()}
        fresh = {
            name: player for name, player in fresh.items() if name not in known and name != plain_name(player.name)
        }
        PlayerAlias.objects.bulk_create(
            PlayerAlias(club=self.club, player=player, name=name) for name, player in fresh.items()
        )


def _versions(club: Club) -> dict[int, ScoringTableVersion]:
    """Every version of the club's scoring tables, by id; one query."""
    return ScoringTableVersion.objects.filter(scoring_table__club=club).in_bulk()


def _settle(planned: PlannedDeal, versions: Mapping[int, ScoringTableVersion]) -> SettledDeal:
    """Settle a deal among the names of the file; raises Refusal with the sheet and the row."""
    try:
        return settle_deal(deal=planned.deal, tariff=versions[planned.version].tariff(), players=planned.players)
    except Refusal as refusal:
        raise Refusal(ROW_REFUSED, sheet=planned.sheet, row=planned.row, why=refusal) from None


def _moment(day: date) -> datetime:
    return make_aware(datetime.combine(day, IN_THE_EVENING))


def _with_numbers(book_map: Mapping[str, object], players: Mapping[str, Player]) -> dict[str, object]:
    """A map with the players' own numbers in place of their names, which may have to be forgotten."""

    def plain(value: object) -> object:
        if isinstance(value, Mapping):
            if value.keys() <= {"points", "total"} and value:
                [(what, name)] = value.items()
                return {what: players[name].number if name in players else None}
            return {key: plain(inner) for key, inner in value.items()}
        return value

    return {key: plain(value) for key, value in book_map.items()}
