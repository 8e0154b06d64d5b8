"""Book an old book: its seasons, evenings and deals, all of them or nothing.

Everything is settled before the club is locked, so that others wait for the writing alone. A book of more deals than
one transaction may keep others waiting for is written in parts (parts.py, under_way.py): the first transaction makes
its players and seasons and stores the parts, each of which is then booked in a transaction of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from ledger.models import (
    BookDraft,
    BookImport,
    Club,
    Player,
    PlayerAlias,
    ScoringTableVersion,
    Season,
)
from ledger.models.imports.book_import import FILE_NAME_LENGTH
from ledger.queries.deals.pricing import settle_deal, shares_of, units_per_point_unit
from ledger.queries.evenings.seating import check_seats, most_at_table
from ledger.queries.imports.under_way import require_no_import
from ledger.rules.deals.reading import deal_data
from ledger.rules.imports.names import plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import SeasonClosed, locked_club
from ledger.services.clubs.clubs import Signed, add_players, start_season
from ledger.services.imports.parts import (
    DealOfPart,
    EveningOfPart,
    IdsOfBook,
    SpeltPart,
    book_part,
    parts_of,
    spell_part,
    store_parts,
)
from ledger.services.site.freshness import touch

NOTHING_TO_BOOK = gettext_noop("There is no deal to book: choose what is to become of the rows first.")
ROW_REFUSED = gettext_noop("Sheet %(sheet)s, row %(row)s: %(why)s")


def import_of_file(*, club: Club, digest: str) -> BookImport | None:
    """The import that brought a file in, unless it was undone; one query."""
    return BookImport.objects.filter(club=club, digest=digest, undone_at=None).first()


@dataclass(frozen=True)
class SettledBook:
    """A plan whose deals are settled under versions of the club, by their ids, in the parts that are booked."""

    plan: BookPlan
    versions: Mapping[int, ScoringTableVersion]
    parts: Sequence[SpeltPart]


def settle_book(*, club: Club, plan: BookPlan) -> SettledBook:
    """Settle the deals of a plan, which may take seconds; to be called outside a transaction.

    Raises Refusal for a plan without deals, and for a deal that has no price.
    """
    versions = ScoringTableVersion.objects.filter(scoring_table__club=club).in_bulk()
    evenings = (_settle_evening(season, evening, versions) for season in plan.seasons for evening in season.evenings)
    parts = [spell_part(part) for part in parts_of(evenings)]
    if not parts:
        raise Refusal(NOTHING_TO_BOOK)
    return SettledBook(plan, versions, parts)


def book_plan(*, club: Club, plan: BookPlan, author: User, now: datetime) -> BookImport:
    """Settle and book a plan and return its import.

    Raises Refusal as `settle_book` and `book_settled`.
    """
    if known := import_of_file(club=club, digest=plan.digest):
        return known
    return book_settled(club=club, book=settle_book(club=club, plan=plan), author=author, now=now)


@transaction.atomic
def book_settled(*, club: Club, book: SettledBook, author: User, now: datetime) -> BookImport:
    """Book a settled plan and return its import; the same file again returns the import that brought it in.

    A book of several parts is only begun: `carry_on` books them. Its draft is deleted, and new names are remembered.
    Raises Refusal for an invalid name and while another book is under way, SeasonClosed.
    """
    club = locked_club(club_id=club.pk)
    # Asked under the lock: somebody else may have brought the file in meanwhile.
    if known := import_of_file(club=club, digest=book.plan.digest):
        return known
    require_no_import(club=club)
    return _Beginning(club, book, {"author": author, "now": now}).begin()


class _Beginning:
    """The first transaction of a book, which has locked the club."""

    def __init__(self, club: Club, book: SettledBook, signed: Signed) -> None:
        self.club, self.plan, self.versions, self.parts, self.signed = (
            club,
            book.plan,
            book.versions,
            book.parts,
            signed,
        )
        self.players: dict[str, Player] = {}

    def begin(self) -> BookImport:
        self._find_players()
        made = self._make_import()
        seasons = {planned.name: self._season(planned).pk for planned in self.plan.seasons}
        ids = IdsOfBook({name: player.pk for name, player in self.players.items()}, seasons)
        if len(self.parts) == 1:
            book_part(book_import=made, part=self.parts[0].data(), ids=ids, signed=self.signed)
        else:
            store_parts(book_import=made, parts=self.parts, ids=ids, **self.signed)
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

    def _make_import(self) -> BookImport:
        return BookImport.objects.create(
            club=self.club,
            number=1 + (self.club.book_imports.aggregate(last=Max("number"))["last"] or 0),
            file_name=self.plan.file_name[-FILE_NAME_LENGTH:],
            digest=self.plan.digest,
            map=_with_numbers(self.plan.map, self.players),
            rows=self.plan.rows,
            deals=sum(part.deals for part in self.parts),
            by=self.signed["author"],
            at=self.signed["now"],
        )

    def _season(self, planned: PlannedSeason) -> Season:
        """The club's open season of a name, begun if there is none, in which all the plan's evenings can be played."""
        season = Season.objects.filter(club=self.club, name=planned.name).first()
        if season is None:
            version = self.versions[planned.evenings[0].deals[0].version]
            season = start_season(
                club=self.club, name=planned.name, starts_on=planned.starts_on, version=version, **self.signed
            )
        if season.closed_at is not None:
            raise SeasonClosed(season)
        # Now rather than when the part is booked, when others are booked already.
        for pk in {deal.version for evening in planned.evenings for deal in evening.deals}:
            units_per_point_unit(season_denominator=season.unit_denominator, version=self.versions[pk])
        for evening in planned.evenings:
            rules, companies = _companies(evening, self.versions)
            seated = [[self.players[name] for name in names] for names in companies]
            if seated:
                check_seats(club=self.club, scoring_table=rules, tables=dict(enumerate(seated, start=1)))
        return season

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


def _companies(
    planned: PlannedEvening, versions: Mapping[int, ScoringTableVersion]
) -> tuple[ScoringRules, list[tuple[str, ...]]]:
    """The rules of an evening, and who sat with whom."""
    rules = versions[planned.deals[0].version].to_rules()
    companies = planned.companies(most_at_table(scoring_table=rules))
    # Where others came to a table only after they had played at another, too few are left to sit there.
    whole = [company for company in companies if len(company) >= rules.seats.min]
    return rules, whole or companies


def _settle_evening(
    season: PlannedSeason, planned: PlannedEvening, versions: Mapping[int, ScoringTableVersion]
) -> EveningOfPart:
    _rules, companies = _companies(planned, versions)
    return EveningOfPart(
        season=season.name,
        day=planned.day,
        name=planned.name,
        is_guessed=planned.is_guessed,
        version=planned.deals[0].version,
        companies=companies,
        deals=[
            replace(_settle_deal(deal, versions), table=number)
            for deal, number in zip(planned.deals, planned.table_numbers, strict=True)
        ],
    )


def _settle_deal(planned: PlannedDeal, versions: Mapping[int, ScoringTableVersion]) -> DealOfPart:
    """Settle a deal among the names of the file; raises Refusal with the sheet and the row."""
    try:
        settled = settle_deal(deal=planned.deal, tariff=versions[planned.version].tariff(), players=planned.players)
    except Refusal as refusal:
        raise Refusal(ROW_REFUSED, sheet=planned.sheet, row=planned.row, why=refusal) from None
    return DealOfPart(
        sheet=planned.sheet,
        row=planned.row,
        deal=deal_data(settled.deal),
        version=planned.version,
        doubt=planned.doubt,
        players=planned.players,
        shares=shares_of(settled, scale=1, ids=planned.players.index),
    )


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
