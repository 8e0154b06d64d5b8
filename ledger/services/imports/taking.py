"""Book what was chosen of a season's workbook that came back: new deals, corrections and voids, all or nothing.

What takes long is done before anything is locked (`prepare_taking`): deals are settled, and the entries of evenings
that the club has are worked out to the last digest, so that others wait for the writing alone. They are written in one
transaction. Many deals of new evenings come behind them in parts, as those of an old book.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from ledger.models import (
    BookDraft,
    BookImport,
    Club,
    Evening,
    ImportedEvening,
    Player,
    ScoringTableVersion,
    Season,
)
from ledger.models.imports.book_import import FILE_NAME_LENGTH
from ledger.queries.clubs.mentions import known_names
from ledger.queries.deals.pricing import SettledDeal, settle_deal, shares_of, units_per_point_unit
from ledger.queries.evenings.closings import approvals
from ledger.queries.evenings.seating import check_seats, most_at_table
from ledger.queries.imports.file_differences import FileDifferences
from ledger.queries.imports.under_way import require_no_import
from ledger.rules.deals.reading import deal_data
from ledger.rules.imports.differences.deal_difference import DealDifference, NewDeal
from ledger.rules.imports.plan import PlannedDeal, PlannedEvening
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import EveningClosed, SeasonClosed, locked_club, locked_season
from ledger.services.clubs.clubs import Signed, add_players, start_evening, start_opening, start_season
from ledger.services.imports.booking import import_of_file
from ledger.services.imports.parts import (
    MOST_DEALS,
    MOST_EVENINGS,
    DealOfPart,
    EveningOfPart,
    IdsOfBook,
    SpeltPart,
    parts_of,
    reason_of,
    spell_part,
    store_parts,
)
from ledger.services.imports.taken_entries import (
    EveningKey,
    PreparedTaking,
    TakenEntries,
    TakenFrom,
    in_order,
    kept_doubt,
    new_evening,
)
from ledger.services.site.freshness import touch

MOST_ENTRIES = 1000  # that one transaction writes while others wait: less than half a second of the processor
NOTHING_CHOSEN = gettext_noop("Nothing is chosen that can be booked.")
BOOK_MOVED = gettext_noop("The book has changed meanwhile: look at the differences again.")
TOO_MANY = gettext_noop(
    "At most %(most)s deals of evenings that the club has are booked at once, where a change counts twice: tick fewer."
)
DEAL_REFUSED = gettext_noop("Row %(row)s: %(why)s")
WHO_IS = gettext_noop("Say first who is meant by %(name)s.")


@dataclass(frozen=True)
class Taking:
    """What of a workbook is to be booked, as it was worked out before anything was locked.

    `here` are the differences in evenings that the club has, and `prepared` what they become; `behind` are the deals of
    new evenings where those are few, and `parts` where they are many.
    `number` is that of the import, whose `reason` its changes have.
    """

    looked: FileDifferences
    file_name: str
    digest: str
    taken: Sequence[DealDifference]
    versions: Mapping[int, ScoringTableVersion]
    settled: Mapping[str, SettledDeal]
    number: int
    reason: str
    here: Sequence[DealDifference]
    prepared: PreparedTaking | None
    behind: Sequence[DealDifference]
    parts: Sequence[SpeltPart]


def take_differences(
    *, looked: FileDifferences, chosen: Collection[str], file_name: str, digest: str, author: User, now: datetime
) -> BookImport:
    """Prepare and book the chosen differences of a workbook, by their keys; returns and raises as both do."""
    if known := import_of_file(club=looked.club, digest=digest):
        return known
    signed: Signed = {"author": author, "now": now}
    taking = prepare_taking(looked=looked, chosen=chosen, file_name=file_name, digest=digest, **signed)
    return take_prepared(taking=taking, **signed)


def prepare_taking(
    *, looked: FileDifferences, chosen: Collection[str], file_name: str, digest: str, author: User, now: datetime
) -> Taking:
    """Work out what the chosen differences become, which may take seconds; to be called outside a transaction.

    Raises Refusal where nothing is chosen, for too much at once, a name of which nobody said who is meant, and a book
    that has changed since it was looked at; SeasonClosed, EveningClosed.
    """
    taken = [difference for difference in looked.differences if difference.key in chosen and difference.can_be_taken]
    if not taken:
        raise Refusal(NOTHING_CHOSEN)
    _require_known(looked, taken)
    versions = ScoringTableVersion.objects.filter(scoring_table__club=looked.club).in_bulk()
    settled = {difference.key: _settle(difference, versions) for difference in taken if difference.after}
    new = [difference for difference in taken if new_evening(difference)]
    is_long = len(new) > MOST_DEALS or len({new_evening(difference) for difference in new}) > MOST_EVENINGS
    here = in_order([difference for difference in taken if not new_evening(difference)])
    _require_few(here)
    names = known_names(club_id=looked.club.pk)
    number = 1 + (looked.club.book_imports.aggregate(last=Max("number"))["last"] or 0)
    reason = reason_of(club=looked.club, file_name=file_name, digest=digest)
    made = BookImport(club=looked.club, number=number, digest=digest)
    signed: Signed = {"author": author, "now": now}
    known = Player.objects.filter(club=looked.club).in_bulk()
    players = {name: known[pk] for name, pk in looked.players.ids.items() if pk in known}
    source = TakenFrom(made, players, versions, settled, reason, names, signed)
    return Taking(
        looked=looked,
        file_name=file_name,
        digest=digest,
        taken=taken,
        versions=versions,
        settled=settled,
        number=number,
        reason=reason,
        here=here,
        prepared=_prepare(looked, here, source) if here else None,
        behind=[] if is_long else new,
        parts=[spell_part(part) for part in parts_of(_evenings_of(looked, new, versions, settled))] if is_long else [],
    )


@transaction.atomic
def take_prepared(*, taking: Taking, author: User, now: datetime) -> BookImport:
    """Book what was prepared and return its import; the same file again returns the import that brought it in.

    If there are parts, they are only stored: `carry_on` books them. Its draft is deleted.
    Raises Refusal for a book that has changed since, and while an old book is under way; SeasonClosed, EveningClosed.
    """
    club = locked_club(club_id=taking.looked.club.pk)
    if known := import_of_file(club=club, digest=taking.digest):
        return known
    require_no_import(club=club)
    return _Taking(club, taking, {"author": author, "now": now}).book()


def _require_known(looked: FileDifferences, taken: Iterable[DealDifference]) -> None:
    """Raise Refusal for the first name of which nobody said who is meant."""
    used = {name for difference in taken if difference.after for name in difference.after.players}
    for name in sorted(used - looked.players.ids.keys() - looked.players.fresh.keys()):
        raise Refusal(WHO_IS, name=name)


def _require_few(here: Sequence[DealDifference]) -> None:
    if sum(1 if difference.before is None else 2 for difference in here) > MOST_ENTRIES:
        raise Refusal(TOO_MANY, most=MOST_ENTRIES)


def _prepare(looked: FileDifferences, here: Sequence[DealDifference], source: TakenFrom) -> PreparedTaking:
    """The entries of differences in evenings that the club has, at whose tables are players that it has."""
    assert looked.season is not None
    season = Season.objects.get(pk=looked.season.pk)
    _require_unmoved(season, looked)
    entries = TakenEntries(source, season, _evenings(season, here))
    entries.load(here)
    for difference in here:
        entries.add(difference)
    return entries.prepare()


def _require_unmoved(season: Season, looked: FileDifferences) -> None:
    if season.closed_at is not None:
        raise SeasonClosed(season)
    if looked.season and season.head != looked.season.head:
        raise Refusal(BOOK_MOVED)


def _evenings(season: Season, taken: Iterable[DealDifference]) -> dict[EveningKey, Evening]:
    """The club's own evenings in which something is booked.

    Raises EveningClosed for one that is approved, Refusal for one that has been removed or given another day.
    """
    days = {(after.evening, after.day) for after in _new_deals(taken) if after.evening is not None}
    changed = {difference.place[0] for difference in taken if difference.before and difference.place}
    numbers = changed | {number for number, _day in days}
    evenings = list(Evening.with_openings.filter(season=season, number__in=numbers))
    if len(evenings) < len(numbers) or not days <= {(evening.number, evening.date) for evening in evenings}:
        raise Refusal(BOOK_MOVED)
    closed = approvals(evenings=[evening.pk for evening in evenings])
    for evening in evenings:
        if evening.pk in closed:
            raise EveningClosed(evening)
    return {(evening.number, evening.date, False): evening for evening in evenings}


class _Taking:
    """The writing of what was prepared, in a transaction that has locked the club."""

    def __init__(self, club: Club, taking: Taking, signed: Signed) -> None:
        self.club, self.taking, self.looked, self.signed = club, taking, taking.looked, signed
        self.players: dict[str, Player] = {}

    def book(self) -> BookImport:
        # Players, seats, prices, days and imports: whatever else the entries were worked out with.
        if self.club.revision != self.looked.revision:
            raise Refusal(BOOK_MOVED)
        self._find_players()
        made = self._make_import()
        season = locked_season(season_id=self._season().pk)
        _require_unmoved(season, self.looked)
        if self.taking.prepared:
            self.taking.prepared.post(season=season, book_import=made)
        if self.taking.behind:
            self._post_behind(season, made)
        if self.taking.parts:
            self._store_parts(season, made)
        BookDraft.objects.filter(club=self.club, digest=self.taking.digest).delete()
        told = {"after": f"{made.number}: {made.deals}", "covers": made}
        note(club=self.club, kind=Kind.BOOK_IMPORTED, **told, **self.signed)
        touch(club=self.club)
        return made

    def _find_players(self) -> None:
        """Find everybody in what is booked, adding those that are new."""
        used = {name for difference in self.taking.taken if difference.after for name in difference.after.players}
        players = self.looked.players
        fresh = {name: " ".join(players.fresh[name].split()) for name in sorted(used & players.fresh.keys())}
        names = list(dict.fromkeys(fresh.values()))
        added = add_players(club=self.club, names=names, is_meant=True, **self.signed) if names else []
        by_name = {player.name: player for player in added}
        known = Player.objects.filter(club=self.club).in_bulk()
        self.players = {name: known[pk] for name, pk in players.ids.items() if pk in known}
        self.players |= {name: by_name[full] for name, full in fresh.items()}

    def _make_import(self) -> BookImport:
        origin = self.looked.origin
        return BookImport.objects.create(
            club=self.club,
            number=self.taking.number,
            file_name=self.taking.file_name[-FILE_NAME_LENGTH:],
            digest=self.taking.digest,
            map={"workbook": {"season": origin.season, "entries": origin.entries, "head": origin.head}},
            rows=self.looked.rows,
            deals=len(self.taking.taken),
            by=self.signed["author"],
            at=self.signed["now"],
        )

    def _season(self) -> Season:
        """The season of the file, begun if the club has none of its name."""
        if self.looked.season:
            return self.looked.season
        version = next(self.taking.versions[deal.prices.version] for deal in _new_deals(self.taking.taken))
        origin = self.looked.origin
        return start_season(
            club=self.club, name=origin.name, starts_on=origin.starts_on, version=version, **self.signed
        )

    def _post_behind(self, season: Season, made: BookImport) -> None:
        """Write the few entries that had to wait for their evenings."""
        taking = self.taking
        begun = self._start_evenings(season, made)
        # With the new players, who may be named in the deals' texts.
        names = known_names(club_id=self.club.pk)
        source = TakenFrom(made, self.players, taking.versions, taking.settled, taking.reason, names, self.signed)
        entries = TakenEntries(source, season, begun)
        for difference in in_order(taking.behind):
            entries.add(difference)
        entries.prepare().post(season=season, book_import=made)

    def _start_evenings(self, season: Season, made: BookImport) -> dict[EveningKey, Evening]:
        """Begin the evenings of new deals that the club does not have, in the order of their days."""
        begun = {}
        for key, deals in _by_evening(self.taking.behind):
            begun[key] = self._start_evening(season, key, [deal for _, deal in deals])
        ImportedEvening.objects.bulk_create(
            ImportedEvening(book_import=made, evening=evening) for evening in begun.values()
        )
        return begun

    def _start_evening(self, season: Season, key: EveningKey, deals: Sequence[NewDeal]) -> Evening:
        version = self.taking.versions[deals[0].prices.version]
        if key[2]:
            return start_opening(season=season, day=key[1], version=version, **self.signed)
        first, *others = [[self.players[name] for name in names] for names in _tables(deals, version)]
        return start_evening(
            season=season,
            day=key[1],
            players=first,
            more_tables=others,
            version=version,
            place=_place_of(self.looked, key),
            **self.signed,
        )

    def _store_parts(self, season: Season, made: BookImport) -> None:
        """Leave the deals of many new evenings to `carry_on`, if they can be played as the file says."""
        for part in self.taking.parts:
            for evening in part.data():
                version = self.taking.versions[evening["version"]]
                units_per_point_unit(season_denominator=season.unit_denominator, version=version)
                companies = [[self.players[name] for name in names] for names in evening["companies"]]
                if companies:
                    check_seats(
                        club=self.club, scoring_table=version.to_rules(), tables=dict(enumerate(companies, start=1))
                    )
        ids = IdsOfBook({name: player.pk for name, player in self.players.items()}, {season.name: season.pk})
        store_parts(book_import=made, parts=self.taking.parts, ids=ids, **self.signed)


def _new_deals(taken: Iterable[DealDifference]) -> Iterable[NewDeal]:
    return (difference.after for difference in taken if difference.after)


def _by_evening(
    new: Iterable[DealDifference],
) -> list[tuple[EveningKey, list[tuple[DealDifference, NewDeal]]]]:
    """The new deals of new evenings, evening by evening in the order of their days."""
    by_evening: dict[EveningKey, list[tuple[DealDifference, NewDeal]]] = {}
    for difference in in_order(list(new)):
        if (key := new_evening(difference)) and difference.after:
            by_evening.setdefault(key, []).append((difference, difference.after))
    return sorted(by_evening.items(), key=lambda item: (item[0][1], not item[0][2], item[0][0] or 0))


def _evenings_of(
    looked: FileDifferences,
    new: Iterable[DealDifference],
    versions: Mapping[int, ScoringTableVersion],
    settled: Mapping[str, SettledDeal],
) -> Iterable[EveningOfPart]:
    """New evenings as the parts of an import have them."""
    season = looked.season.name if looked.season else " ".join(looked.origin.name.split())
    for key, deals in _by_evening(new):
        version = versions[deals[0][1].prices.version]
        yield EveningOfPart(
            season=season,
            day=key[1],
            name="",
            is_guessed=False,
            version=version.pk,
            companies=[] if key[2] else _tables([deal for _, deal in deals], version),
            deals=[_deal_of_part(difference, deal, settled[difference.key]) for difference, deal in deals],
            place=_place_of(looked, key),
        )


def _deal_of_part(difference: DealDifference, deal: NewDeal, settled: SettledDeal) -> DealOfPart:
    row = difference.row
    return DealOfPart(
        sheet=row.sheet_at if row else 0,
        row=row.number if row else 0,
        deal=deal_data(settled.deal),
        version=deal.prices.version,
        doubt=kept_doubt(difference),
        players=deal.players,
        shares=shares_of(settled, scale=1, ids=deal.players.index),
        table=deal.table,
        is_void=deal.is_void,
    )


def _place_of(looked: FileDifferences, key: EveningKey) -> str:
    """Where a new evening was, if the file is of another book that says it."""
    return "" if looked.is_ours or key[0] is None else looked.origin.places.get(key[0], "")


def _tables(deals: Sequence[NewDeal], version: ScoringTableVersion) -> list[Sequence[str]]:
    """Who sits at each table of a new evening; whoever moved from one table to another has the seat of the first."""
    most = most_at_table(scoring_table=version.to_rules())
    seated: set[str] = set()
    companies: list[Sequence[str]] = []
    for number in sorted({deal.table for deal in deals}):
        of_table = [PlannedDeal(1, 1, deal.deal, deal.players, 0) for deal in deals if deal.table == number]
        company = PlannedEvening(deals[0].day, of_table).companies(most)[0]
        names = [name for name in company if name not in seated]
        if len(names) == len(company) or not companies:
            companies.append(names)
            seated.update(names)
    return companies


def _settle(difference: DealDifference, versions: Mapping[int, ScoringTableVersion]) -> SettledDeal:
    """Settle a deal among the names of the file; raises Refusal with the row."""
    after, row = difference.after, difference.row
    assert after is not None
    tariff = versions[after.prices.version].tariff()
    try:
        return settle_deal(deal=after.deal, tariff=tariff, players=after.players)
    except Refusal as refusal:
        raise Refusal(DEAL_REFUSED, row=row.number if row else 0, why=refusal) from None
