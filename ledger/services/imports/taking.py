"""Book what was chosen of a season's workbook that came back: new deals, corrections and voids, all or nothing.

What takes long is done before anything is locked (`prepare_taking`): deals are settled, and the entries are worked out
to the last digest, those of new evenings too (foreseen.py), so that others wait for the writing alone. They are written
in one transaction. Deals of new evenings beyond what it may hold come behind it in parts, as those of an old book.
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
from ledger.queries.evenings.seating import check_seats
from ledger.queries.imports.file_differences import FileDifferences
from ledger.queries.imports.under_way import require_no_import
from ledger.rules.deals.reading import deal_data
from ledger.rules.imports.differences.deal_difference import DealDifference, NewDeal
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import EveningClosed, SeasonClosed, locked_club, locked_season
from ledger.services.clubs.clubs import Signed, add_players, start_evenings, start_season
from ledger.services.imports.booking import import_of_file
from ledger.services.imports.foreseen import EveningOfFile, Foreseen, evenings_of_file, foresee, season_to_be
from ledger.services.imports.parts import (
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

# What one transaction writes while others wait: a thousand changes of the book, or a season.
MOST_ENTRIES = 2000
MOST_EVENINGS = 100
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

    `prepared` are the entries of its one transaction, and `begun` the evenings that are begun for them; `foreseen` is
    what stands for rows that are still to be stored. `parts` are the deals of new evenings where those are too many.
    `number` is that of the import.
    """

    looked: FileDifferences
    file_name: str
    digest: str
    taken: Sequence[DealDifference]
    versions: Mapping[int, ScoringTableVersion]
    number: int
    begun: Sequence[EveningOfFile]
    foreseen: Foreseen
    prepared: PreparedTaking | None
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
    here = [difference for difference in taken if not new_evening(difference)]
    _require_few(here)
    new = evenings_of_file(looked, [difference for difference in taken if new_evening(difference)], versions)
    is_long = len(new) > MOST_EVENINGS or _entries_of(taken) > MOST_ENTRIES
    begun, together = ([], here) if is_long else (new, taken)
    foreseen = _foresee(looked, taken, versions, begun)
    number = 1 + (looked.club.book_imports.aggregate(last=Max("number"))["last"] or 0)
    reason = reason_of(club=looked.club, file_name=file_name, digest=digest)
    source = TakenFrom(
        book_import=BookImport(club=looked.club, number=number, digest=digest),
        players={**_known_players(looked), **foreseen.players},
        versions=versions,
        settled=settled,
        reason=reason,
        names={**known_names(club_id=looked.club.pk), **foreseen.names},
        signed={"author": author, "now": now},
    )
    parts = parts_of(_evening_of_part(looked, of_file, settled) for of_file in new) if is_long else ()
    return Taking(
        looked=looked,
        file_name=file_name,
        digest=digest,
        taken=taken,
        versions=versions,
        number=number,
        begun=begun,
        foreseen=foreseen,
        prepared=_prepare(in_order(together), source, foreseen) if together else None,
        parts=[spell_part(part) for part in parts],
    )


def may_go_in_parts(looked: FileDifferences) -> bool:
    """Whether all that a workbook brings is more than one transaction writes."""
    possible = [difference for difference in looked.differences if difference.can_be_taken]
    new = {key for difference in possible if (key := new_evening(difference))}
    return len(new) > MOST_EVENINGS or _entries_of(possible) > MOST_ENTRIES


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
    for name in sorted(_names_in(taken) - looked.players.ids.keys() - looked.players.fresh.keys()):
        raise Refusal(WHO_IS, name=name)


def _require_few(here: Sequence[DealDifference]) -> None:
    if _entries_of(here) > MOST_ENTRIES:
        raise Refusal(TOO_MANY, most=MOST_ENTRIES)


def _entries_of(taken: Iterable[DealDifference]) -> int:
    """How many entries differences become: two for a change."""
    return sum(1 if difference.before is None else 2 for difference in taken)


def _known_players(looked: FileDifferences) -> dict[str, Player]:
    """The club's players by the names of the file; one query."""
    known = Player.objects.filter(club=looked.club).in_bulk()
    return {name: known[pk] for name, pk in looked.players.ids.items() if pk in known}


def _fresh_players(looked: FileDifferences, taken: Iterable[DealDifference]) -> dict[str, str]:
    """The names of the players that are added, by those of the file, in the order in which they are."""
    fresh = looked.players.fresh
    return {name: " ".join(fresh[name].split()) for name in sorted(_names_in(taken) & fresh.keys())}


def _foresee(
    looked: FileDifferences,
    taken: Sequence[DealDifference],
    versions: Mapping[int, ScoringTableVersion],
    begun: Sequence[EveningOfFile],
) -> Foreseen:
    """What of the season, the players and the evenings is still to be stored.

    Raises SeasonClosed, and Refusal for a book that has changed since it was looked at.
    """
    season = Season.objects.select_related("club").get(pk=looked.season.pk) if looked.season else None
    if season:
        _require_unmoved(season, looked)
    first = next(iter(_new_deals(taken)), None)
    if season is None and first:
        season = season_to_be(club=looked.club, name=looked.origin.name, version=versions[first.prices.version])
    assert season is not None  # or there would be nothing but new deals
    return foresee(season=season, fresh=_fresh_players(looked, taken), begun=begun)


def _prepare(together: Sequence[DealDifference], source: TakenFrom, foreseen: Foreseen) -> PreparedTaking:
    """The entries of differences, with what is foreseen in place of what is still to be stored."""
    here = _evenings(foreseen.season, [difference for difference in together if not new_evening(difference)])
    entries = TakenEntries(source, foreseen.season, {**here, **foreseen.evenings})
    entries.load(together)
    for difference in together:
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
            self._post(self.taking.prepared, season, made)
        if self.taking.parts:
            self._store_parts(season, made)
        BookDraft.objects.filter(club=self.club, digest=self.taking.digest).delete()
        told = {"after": f"{made.number}: {made.deals}", "covers": made}
        note(club=self.club, kind=Kind.BOOK_IMPORTED, **told, **self.signed)
        touch(club=self.club)
        return made

    def _find_players(self) -> None:
        """Find everybody in what is booked, adding those that are new."""
        fresh = _fresh_players(self.looked, self.taking.taken)
        names = list(dict.fromkeys(fresh.values()))
        added = add_players(club=self.club, names=names, is_meant=True, **self.signed) if names else []
        by_name = {player.name: player for player in added}
        self.players = _known_players(self.looked) | {name: by_name[full] for name, full in fresh.items()}

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

    def _post(self, prepared: PreparedTaking, season: Season, made: BookImport) -> None:
        """Write the entries, with the evenings that they begin."""
        evenings = self._start_evenings(season, made)
        ids = self.taking.foreseen.ids(season, self.players, evenings)
        if ids is None:
            raise Refusal(BOOK_MOVED)
        prepared.post(season=season, book_import=made, ids=ids)

    def _start_evenings(self, season: Season, made: BookImport) -> dict[EveningKey, Evening]:
        """Begin the evenings of new deals that the club does not have."""
        begun = [of_file.with_players(self.players) for of_file in self.taking.begun]
        evenings = start_evenings(season=season, begun=begun, **self.signed) if begun else []
        ImportedEvening.objects.bulk_create(ImportedEvening(book_import=made, evening=evening) for evening in evenings)
        keys = [of_file.key for of_file in self.taking.begun]
        return dict(zip(keys, evenings, strict=True))

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


def _names_in(taken: Iterable[DealDifference]) -> set[str]:
    """Everybody at a table of what is taken, by the names of the file."""
    return {name for deal in _new_deals(taken) for name in deal.players}


def _evening_of_part(
    looked: FileDifferences, of_file: EveningOfFile, settled: Mapping[str, SettledDeal]
) -> EveningOfPart:
    """A new evening as the parts of an import have it."""
    return EveningOfPart(
        season=looked.season.name if looked.season else " ".join(looked.origin.name.split()),
        day=of_file.day,
        name="",
        is_guessed=False,
        version=of_file.version.pk,
        companies=of_file.companies,
        deals=[_deal_of_part(difference, deal, settled[difference.key]) for difference, deal in of_file.deals],
        place=of_file.place,
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


def _settle(difference: DealDifference, versions: Mapping[int, ScoringTableVersion]) -> SettledDeal:
    """Settle a deal among the names of the file; raises Refusal with the row."""
    after, row = difference.after, difference.row
    assert after is not None
    tariff = versions[after.prices.version].tariff()
    try:
        return settle_deal(deal=after.deal, tariff=tariff, players=after.players)
    except Refusal as refusal:
        raise Refusal(DEAL_REFUSED, row=row.number if row else 0, why=refusal) from None
