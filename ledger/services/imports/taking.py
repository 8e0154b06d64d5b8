"""Book what was chosen of a season's workbook that came back: new deals, corrections and voids, all or nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
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
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports.book_import import FILE_NAME_LENGTH
from ledger.queries.clubs.mentions import without_names
from ledger.queries.deals.pricing import SettledDeal, settle_deal
from ledger.queries.evenings.closings import approvals
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.imports.file_differences import FileDifferences
from ledger.queries.imports.under_way import require_no_import
from ledger.rules.imports.differences.deal_difference import DealDifference, NewDeal
from ledger.rules.imports.plan import PlannedDeal, PlannedEvening
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import EveningClosed, SeasonClosed, locked_club, locked_season
from ledger.services.clubs.clubs import Signed, add_players, start_evening, start_opening, start_season
from ledger.services.imports.booking import import_of_file
from ledger.services.imports.taken_entries import EveningKey, TakenEntries, TakenFrom, in_order, new_evening
from ledger.services.site.freshness import touch

FROM_WORKBOOK = Phrase("From the workbook {file} ({digest})")
# What one transaction writes while others wait for the club: a second of the processor.
MOST_ENTRIES, MOST_EVENINGS = 1000, 60
LONGEST_FILE = 60  # of its name in a reason
NOTHING_CHOSEN = gettext_noop("Nothing is chosen that can be booked.")
BOOK_MOVED = gettext_noop("The book has changed meanwhile: look at the differences again.")
TOO_MANY = gettext_noop(
    "At most %(most)s deals on %(high)s new evenings are booked at once, where a change counts twice: tick fewer."
)
DEAL_REFUSED = gettext_noop("Row %(row)s: %(why)s")
WHO_IS = gettext_noop("Say first who is meant by %(name)s.")


def take_differences(
    *, looked: FileDifferences, chosen: Collection[str], file_name: str, digest: str, author: User, now: datetime
) -> BookImport:
    """Book the chosen differences of a workbook, by their keys, and return their import.

    The same file again returns the import that brought it in. Its draft is deleted.
    Raises Refusal where nothing is chosen, for too much at once, a name of which nobody said who is meant, and a book
    that has changed since it was looked at; SeasonClosed, EveningClosed.
    """
    if known := import_of_file(club=looked.club, digest=digest):
        return known
    taken = [difference for difference in looked.differences if difference.key in chosen and difference.can_be_taken]
    _require_some(taken)
    versions = ScoringTableVersion.objects.filter(scoring_table__club=looked.club).in_bulk()
    settled = {difference.key: _settle(difference, versions) for difference in taken if difference.after}
    with transaction.atomic():
        club = locked_club(club_id=looked.club.pk)
        if known := import_of_file(club=club, digest=digest):
            return known
        require_no_import(club=club)
        taking = _Taking(club, looked, versions, settled, {"author": author, "now": now})
        return taking.book(taken, file_name, digest)


def _require_some(taken: Sequence[DealDifference]) -> None:
    if not taken:
        raise Refusal(NOTHING_CHOSEN)
    evenings = {key for difference in taken if (key := new_evening(difference))}
    entries = sum(1 if difference.before is None else 2 for difference in taken)
    if entries > MOST_ENTRIES or len(evenings) > MOST_EVENINGS:
        raise Refusal(TOO_MANY, most=MOST_ENTRIES, high=MOST_EVENINGS)


class _Taking:
    """The writing of what was chosen, in a transaction that has locked the club."""

    def __init__(
        self,
        club: Club,
        looked: FileDifferences,
        versions: Mapping[int, ScoringTableVersion],
        settled: Mapping[str, SettledDeal],
        signed: Signed,
    ) -> None:
        self.club, self.looked, self.versions, self.settled, self.signed = club, looked, versions, settled, signed
        self.players: dict[str, Player] = {}

    def book(self, taken: Sequence[DealDifference], file_name: str, digest: str) -> BookImport:
        self._find_players(taken)
        made = self._make_import(taken, file_name, digest)
        reason = self._reason(file_name, digest)
        season = self._season(taken)
        begun = self._start_evenings(season, taken, made)
        season = locked_season(season_id=season.pk)
        self._require_unmoved(season)
        evenings = self._evenings(season, taken)
        source = TakenFrom(made, self.players, self.versions, self.settled, reason, self.signed)
        entries = TakenEntries(source, season, {**evenings, **begun})
        entries.load(taken)
        for difference in in_order(taken):
            entries.add(difference)
        entries.post()
        BookDraft.objects.filter(club=self.club, digest=digest).delete()
        told = {"after": f"{made.number}: {made.deals}", "covers": made}
        note(club=self.club, kind=Kind.BOOK_IMPORTED, **told, **self.signed)
        touch(club=self.club)
        return made

    def _find_players(self, taken: Iterable[DealDifference]) -> None:
        """Find everybody in what is booked, adding those that are new."""
        used = {name for difference in taken if difference.after for name in difference.after.players}
        players = self.looked.players
        for name in sorted(used - players.ids.keys() - players.fresh.keys()):
            raise Refusal(WHO_IS, name=name)
        fresh = {name: " ".join(players.fresh[name].split()) for name in used & players.fresh.keys()}
        names = list(dict.fromkeys(fresh.values()))
        added = add_players(club=self.club, names=names, is_meant=True, **self.signed) if names else []
        by_name = {player.name: player for player in added}
        known = Player.objects.filter(club=self.club).in_bulk()
        self.players = {name: known[pk] for name, pk in players.ids.items() if pk in known}
        self.players |= {name: by_name[full] for name, full in fresh.items()}

    def _make_import(self, taken: Sequence[DealDifference], file_name: str, digest: str) -> BookImport:
        origin = self.looked.origin
        return BookImport.objects.create(
            club=self.club,
            number=1 + (self.club.book_imports.aggregate(last=Max("number"))["last"] or 0),
            file_name=file_name[-FILE_NAME_LENGTH:],
            digest=digest,
            map={"workbook": {"season": origin.season, "entries": origin.entries, "head": origin.head}},
            rows=self.looked.rows,
            deals=len(taken),
            by=self.signed["author"],
            at=self.signed["now"],
        )

    def _reason(self, file_name: str, digest: str) -> str:
        """The reason of every change: the file's name without players in it, and the beginning of its digest."""
        told = fill(FROM_WORKBOOK, file=file_name[-LONGEST_FILE:], digest=digest[:12])[self.club.language]
        return without_names(club_id=self.club.pk, text=told)[:REASON_LENGTH]

    def _season(self, taken: Sequence[DealDifference]) -> Season:
        """The season of the file, begun if the club has none of its name."""
        if self.looked.season:
            return self.looked.season
        version = next(self.versions[deal.prices.version] for deal in _new_deals(taken))
        origin = self.looked.origin
        return start_season(
            club=self.club, name=origin.name, starts_on=origin.starts_on, version=version, **self.signed
        )

    def _require_unmoved(self, season: Season) -> None:
        if season.closed_at is not None:
            raise SeasonClosed(season)
        if season.head != self.looked.seen:
            raise Refusal(BOOK_MOVED)

    def _start_evenings(
        self, season: Season, taken: Sequence[DealDifference], made: BookImport
    ) -> dict[EveningKey, Evening]:
        """Begin the evenings of new deals that the club does not have, in the order of their days."""
        by_evening: dict[EveningKey, list[NewDeal]] = {}
        for difference in taken:
            if (key := new_evening(difference)) and difference.after:
                by_evening.setdefault(key, []).append(difference.after)
        begun = {}
        for key in sorted(by_evening, key=lambda key: (key[1], not key[2], key[0] or 0)):
            begun[key] = self._start_evening(season, key, by_evening[key])
        ImportedEvening.objects.bulk_create(
            ImportedEvening(book_import=made, evening=evening) for evening in begun.values()
        )
        return begun

    def _start_evening(self, season: Season, key: EveningKey, deals: Sequence[NewDeal]) -> Evening:
        version = self.versions[deals[0].prices.version]
        if key[2]:
            return start_opening(season=season, day=key[1], version=version, **self.signed)
        first, *others = [
            [self.players[name] for name in names]
            for names in _tables(deals, most_at_table(scoring_table=version.to_rules()))
        ]
        place = "" if self.looked.is_ours or key[0] is None else self.looked.origin.places.get(key[0], "")
        return start_evening(
            season=season, day=key[1], players=first, more_tables=others, version=version, place=place, **self.signed
        )

    def _evenings(self, season: Season, taken: Iterable[DealDifference]) -> dict[EveningKey, Evening]:
        """The club's own evenings in which something is booked; raises EveningClosed for one that is approved."""
        of_new = {difference.after.evening for difference in taken if difference.after}
        changed = {difference.place[0] for difference in taken if difference.before and difference.place}
        numbers = [number for number in of_new | changed if number is not None]
        evenings = list(Evening.objects.filter(season=season, number__in=numbers))
        closed = approvals(evenings=[evening.pk for evening in evenings])
        for evening in evenings:
            if evening.pk in closed:
                raise EveningClosed(evening)
        return {(evening.number, evening.date, False): evening for evening in evenings}


def _new_deals(taken: Iterable[DealDifference]) -> Iterable[NewDeal]:
    return (difference.after for difference in taken if difference.after)


def _tables(deals: Sequence[NewDeal], most: int) -> list[Sequence[str]]:
    """Who sits at each table of a new evening; whoever moved from one table to another has the seat of the first."""
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
