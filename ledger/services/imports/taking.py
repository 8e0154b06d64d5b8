"""Book what was chosen of a season's workbook that came back: new deals, corrections and voids, all or nothing."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

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
    ScoringTableVersion,
    Season,
)
from ledger.models.book.journal import Share, kind_of_entry
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.imports.book_import import FILE_NAME_LENGTH
from ledger.queries.book.next_entry import NextEntry, next_entry
from ledger.queries.clubs.mentions import without_names
from ledger.queries.deals.pricing import SettledDeal, settle_deal, shares_of, units_per_point_unit
from ledger.queries.evenings.closings import approvals
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.imports.file_differences import FileDifferences
from ledger.queries.imports.under_way import require_no_import
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, deal_data, with_players
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference, DoubtKind, NewDeal
from ledger.rules.imports.plan import DealData, PlannedDeal, PlannedEvening
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import (
    Draft,
    EveningClosed,
    SeasonClosed,
    locked_club,
    locked_season,
    post_together,
)
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed, add_players, start_evening, start_season
from ledger.services.imports.booking import import_of_file
from ledger.services.imports.parts import IN_THE_EVENING
from ledger.services.imports.putting_back import mirror_of
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

KEPT_AS = {
    DoubtKind.NOT_ZERO: FindingKind.SUM,
    DoubtKind.OTHER_PRICE: FindingKind.NO_PRICE,
    DoubtKind.TWICE: FindingKind.DUPLICATE,
}
EveningKey = tuple[int | None, date]
"""The evening of a new deal: its number in the club or in the file, and its day."""


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
    evenings = {key for difference in taken if (key := _new_evening(difference))}
    entries = sum(1 if difference.before is None else 2 for difference in taken)
    if entries > MOST_ENTRIES or len(evenings) > MOST_EVENINGS:
        raise Refusal(TOO_MANY, most=MOST_ENTRIES, high=MOST_EVENINGS)


def _new_evening(difference: DealDifference) -> EveningKey | None:
    """The evening that a difference begins, None if the club has it already."""
    after, row = difference.after, difference.row
    if after is None or row is None or after.evening is not None:
        return None
    return row.evening, after.day


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
        written = _Written(self, season, made, {**evenings, **begun}, reason)
        written.load(taken)
        for difference in _in_order(taken):
            written.add(difference)
        written.post()
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
            if (key := _new_evening(difference)) and difference.after:
                by_evening.setdefault(key, []).append(difference.after)
        begun = {}
        for key in sorted(by_evening, key=lambda key: (key[1], key[0] or 0)):
            begun[key] = self._start_evening(season, key, by_evening[key])
        ImportedEvening.objects.bulk_create(
            ImportedEvening(book_import=made, evening=evening) for evening in begun.values()
        )
        return begun

    def _start_evening(self, season: Season, key: EveningKey, deals: Sequence[NewDeal]) -> Evening:
        version = self.versions[deals[0].prices.version]
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
        return {(evening.number, evening.date): evening for evening in evenings}


class _Written:
    """The entries of an import, gathered in their order and posted together."""

    def __init__(
        self, taking: _Taking, season: Season, made: BookImport, evenings: Mapping[EveningKey, Evening], reason: str
    ) -> None:
        self.taking, self.season, self.made, self.evenings, self.reason = taking, season, made, evenings, reason
        self.key = uuid.uuid5(uuid.NAMESPACE_URL, f"{taking.club.pk}/{made.number}/{made.digest}")
        self.drafts: list[tuple[Draft, Sequence[Share]]] = []
        self.imported: list[tuple[int, DealDifference]] = []
        self.taken_back: dict[str, Entry] = {}
        asked = Evening.objects.filter(pk__in=[evening.pk for evening in evenings.values()])
        last = asked.annotate(last=Max("entries__number")).values_list("pk", "last")
        self.numbers = {evening: number or 0 for evening, number in last}

    def load(self, taken: Iterable[DealDifference]) -> None:
        """Load the entries that are taken back; two queries."""
        keys = [difference.before.entry for difference in taken if difference.before]
        entries = Entry.objects.filter(pk__in=keys).select_related("evening", "table_version")
        self.taken_back = {str(entry.key): entry for entry in entries.prefetch_related("postings")}

    def add(self, difference: DealDifference) -> None:
        """Add the entries that a difference becomes."""
        if difference.before is None:
            self._add_new(difference)
            return
        entry = self.taken_back[difference.before.entry]
        reversal = self._follow_up(entry, "reversal", Entry.Kind.REVERSAL, entry.deal)
        self.drafts.append((replace(reversal, reverses=entry), mirror_of(entry)))
        if difference.after is not None:
            settled = self.taking.settled[difference.key]
            deal = self._deal(settled, difference.before.deal, entry.deal)
            replacement = self._follow_up(entry, "replacement", Entry.Kind(kind_of_entry(deal)), deal)
            self.drafts.append((replace(replacement, replaces=entry), self._shares(settled, entry.table_version)))
        self.imported.append((len(self.drafts) - 1, difference))

    def post(self) -> None:
        """Write all entries, and which rows they came from."""
        first = self.drafts[0][0]
        entries = post_together(season=self.season, written=self.drafts, place=self._place(first.evening))
        ImportedDeal.objects.bulk_create(
            ImportedDeal(
                book_import=self.made,
                season=self.season,
                entry=entries[at],
                sheet=difference.row.sheet_at if difference.row else 0,
                row=difference.row.number if difference.row else 0,
                doubt=_kept_doubt(difference),
            )
            for at, difference in self.imported
        )
        self._void([entries[at] for at, difference in self.imported if difference.after and difference.after.is_void])

    def _void(self, entries: Sequence[Entry]) -> None:
        """Void the new deals that were void in the book that they came from."""
        written = []
        for entry in entries:
            reversal = self._follow_up(entry, "reversal", Entry.Kind.REVERSAL, entry.deal)
            written.append((replace(reversal, reverses=entry), mirror_of(entry)))
        if written:
            post_together(season=self.season, written=written, place=self._place(entries[0].evening))

    def _add_new(self, difference: DealDifference) -> None:
        after, settled = difference.after, self.taking.settled[difference.key]
        assert after is not None
        evening = self.evenings[_new_evening(difference) or (after.evening, after.day)]
        number = self.numbers[evening.pk] = self.numbers.get(evening.pk, 0) + 1
        deal = self._deal(settled, {}, {})
        version = self.taking.versions[after.prices.version]
        draft = Draft(
            key=uuid.uuid5(self.key, difference.key),
            evening=evening,
            number=number,
            kind=Entry.Kind(kind_of_entry(deal)),
            table_version=version,
            deal=deal,
            author=self.taking.signed["author"],
            received_at=self.taking.signed["now"],
            noted_at=make_aware(datetime.combine(after.day, IN_THE_EVENING)),
            table_number=after.table,
        )
        self.imported.append((len(self.drafts), difference))
        self.drafts.append((draft, self._shares(settled, version)))

    def _follow_up(self, entry: Entry, what: str, kind: Entry.Kind, deal: DealData) -> Draft:
        """A later entry about a deal of the club."""
        return Draft(
            key=uuid.uuid5(self.key, f"{what} {entry.key}"),
            evening=entry.evening,
            number=entry.number,
            kind=kind,
            table_version=entry.table_version,
            deal=deal,
            author=self.taking.signed["author"],
            received_at=self.taking.signed["now"],
            table_number=entry.table_number,
            reason=self.reason,
        )

    def _deal(self, settled: SettledDeal, before: DealData, kept: DealData) -> DealData:
        """A deal by ids, its texts as the book keeps them: those that were not changed exactly as they were."""
        deal = deal_data(settled.deal)
        by_ids = with_players(deal, lambda name: str(self.taking.players[name].pk))
        for field in WORDS_OF_A_DEAL:
            if by_ids.get(field):
                is_same = field in kept and before.get(field) == deal[field]
                by_ids[field] = (
                    kept[field]
                    if is_same
                    else without_names(club_id=self.taking.club.pk, text=deal[field], field="note")
                )
        return by_ids

    def _shares(self, settled: SettledDeal, version: ScoringTableVersion) -> Sequence[Share]:
        scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
        return shares_of(settled, scale=scale, ids=lambda name: self.taking.players[name].pk)

    def _place(self, evening: Evening) -> NextEntry:
        """The place of the season's next entry, with the numbers of everybody in the club."""
        author = self.taking.signed["author"]
        numbers = {player.pk: player.number for player in self.taking.players.values()}
        writer = writer_number(club_id=self.taking.club.pk, user=author)
        return replace(next_entry(evening=evening, author=author), player_numbers=numbers, writer=writer)


def _kept_doubt(difference: DealDifference) -> str:
    """The doubt in which a new deal is booked, as old books have it, so that its mark has words wherever it stands."""
    kinds = (KEPT_AS.get(doubt.kind) for doubt in difference.doubts if difference.before is None)
    return next((kind.value for kind in kinds if kind), "")


def _in_order(taken: Sequence[DealDifference]) -> list[DealDifference]:
    """The differences in the order of the book: changes of the club's deals, then new ones by evening and number."""
    changes = [difference for difference in taken if difference.kind is not ChangeKind.NEW]
    new = [difference for difference in taken if difference.kind is ChangeKind.NEW]

    def of_evening(difference: DealDifference) -> tuple[date, int, bool, int]:
        after = difference.after
        assert after is not None
        evening = difference.row.evening if difference.row else None
        return after.day, evening or 0, after.number is None, after.number or 0

    return [*changes, *sorted(new, key=of_evening)]


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
