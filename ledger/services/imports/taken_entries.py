"""The entries that what was chosen of a workbook becomes: gathered in the order of the book, and posted together."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Max
from django.utils.timezone import make_aware

from ledger.models import BookImport, Entry, Evening, ImportedDeal, Player, ScoringTableVersion, Season
from ledger.models.book.journal import Share, kind_of_entry
from ledger.queries.book.next_entry import NextEntry, next_of_season
from ledger.queries.clubs.mentions import without_these
from ledger.queries.deals.pricing import SettledDeal, shares_of, units_per_point_unit
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, deal_data, with_players
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference, DoubtKind
from ledger.rules.imports.plan import DealData
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.services.book.posting import Draft, NewIds, PreparedEntries, post_prepared, prepare_together
from ledger.services.book.ready_rows import ReadyRows, ready_rows
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.parts import IN_THE_EVENING
from ledger.services.imports.putting_back import mirror_of, mirror_shares

KEPT_AS = {
    DoubtKind.NOT_ZERO: FindingKind.SUM,
    DoubtKind.OTHER_PRICE: FindingKind.NO_PRICE,
    DoubtKind.TWICE: FindingKind.DUPLICATE,
}
EveningKey = tuple[int | None, date, bool]
"""The evening of a new deal: its number in the club or in the file, its day, and whether it is opening balances."""


def new_evening(difference: DealDifference) -> EveningKey | None:
    """The evening that a difference begins, None if the club has it already."""
    after, row = difference.after, difference.row
    if after is None or row is None or after.evening is not None:
        return None
    return row.evening, after.day, bool(after.deal.get("opening"))


@dataclass(frozen=True)
class TakenFrom:
    """What the entries of an import are made from, and the reason of its changes.

    `book_import` may be still to be stored, and so may players, with ids that stand for those that they will have.
    `players` are by the names of the file, `versions` by their ids, `settled` by the keys of the differences; `names`
    are the club's players by id, as texts mention them.
    """

    book_import: BookImport
    players: Mapping[str, Player]
    versions: Mapping[int, ScoringTableVersion]
    settled: Mapping[str, SettledDeal]
    reason: str
    names: Mapping[int, str]
    signed: Signed


@dataclass(frozen=True)
class PreparedTaking:
    """The entries of an import, worked out to be posted batch by batch, and the rows they came from."""

    batches: Sequence[PreparedEntries]
    imported: ReadyRows

    def post(self, *, season: Season, book_import: BookImport, ids: NewIds) -> None:
        """Write the entries as the next of a locked season, and which rows of the stored import they came from."""
        for batch in self.batches:
            post_prepared(season=season, prepared=batch.with_ids(ids))
        imported = self.imported.with_value("book_import_id", book_import.pk)
        imported.with_value("season_id", ids.season).insert_all()


class TakenEntries:
    """The entries of an import, gathered in their order and worked out together."""

    def __init__(self, source: TakenFrom, season: Season, evenings: Mapping[EveningKey, Evening]) -> None:
        self.source, self.season, self.evenings = source, season, evenings
        made = source.book_import
        self.key = uuid.uuid5(uuid.NAMESPACE_URL, f"{made.club_id}/{made.number}/{made.digest}")
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
            settled = self.source.settled[difference.key]
            deal = self._deal(settled, difference.before.deal, entry.deal)
            replacement = self._follow_up(entry, "replacement", Entry.Kind(kind_of_entry(deal)), deal)
            self.drafts.append((replace(replacement, replaces=entry), self._shares(settled, entry.table_version)))
        self.imported.append((len(self.drafts) - 1, difference))

    def prepare(self) -> PreparedTaking:
        """Work all entries out, and which rows they came from."""
        place = self._place()
        batch = prepare_together(season=self.season, written=self.drafts, place=place)
        entries = [entry for entry, _ in batch.written]
        imported = [
            ImportedDeal(
                book_import=self.source.book_import,
                season=self.season,
                entry=entries[at],
                sheet=difference.row.sheet_at if difference.row else 0,
                row=difference.row.number if difference.row else 0,
                doubt=kept_doubt(difference),
            )
            for at, difference in self.imported
        ]
        voids = prepare_together(season=batch.after, written=self._voids(batch), place=place)
        return PreparedTaking([batch, voids], ready_rows(imported))

    def _voids(self, batch: PreparedEntries) -> list[tuple[Draft, Sequence[Share]]]:
        """The reversals of the new deals that were void in the book that they came from."""
        voids: list[tuple[Draft, Sequence[Share]]] = []
        for at, difference in self.imported:
            if difference.after and difference.after.is_void:
                entry, shares = batch.written[at]
                reversal = self._follow_up(entry, "reversal", Entry.Kind.REVERSAL, entry.deal)
                voids.append((replace(reversal, reverses=entry), mirror_shares(shares)))
        return voids

    def _add_new(self, difference: DealDifference) -> None:
        after, settled = difference.after, self.source.settled[difference.key]
        assert after is not None
        evening = self.evenings[new_evening(difference) or (after.evening, after.day, False)]
        number = self.numbers[evening.pk] = self.numbers.get(evening.pk, 0) + 1
        deal = self._deal(settled, {}, {})
        version = self.source.versions[after.prices.version]
        draft = Draft(
            key=uuid.uuid5(self.key, difference.key),
            evening=evening,
            number=number,
            kind=Entry.Kind(kind_of_entry(deal)),
            table_version=version,
            deal=deal,
            author=self.source.signed["author"],
            received_at=self.source.signed["now"],
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
            author=self.source.signed["author"],
            received_at=self.source.signed["now"],
            table_number=entry.table_number,
            reason=self.source.reason,
        )

    def _deal(self, settled: SettledDeal, before: DealData, kept: DealData) -> DealData:
        """A deal by ids, its texts as the book keeps them: those that were not changed exactly as they were."""
        deal, names = deal_data(settled.deal), self.source.names
        by_ids = with_players(deal, lambda name: str(self.source.players[name].pk))
        for field in WORDS_OF_A_DEAL:
            if by_ids.get(field):
                is_same = field in kept and before.get(field) == deal[field]
                by_ids[field] = kept[field] if is_same else without_these(names, text=deal[field], field="note")
        return by_ids

    def _shares(self, settled: SettledDeal, version: ScoringTableVersion) -> Sequence[Share]:
        scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
        return shares_of(settled, scale=scale, ids=lambda name: self.source.players[name].pk)

    def _place(self) -> NextEntry:
        """The place of the season's next entry, with the numbers of everybody in the club."""
        numbers = {player.pk: player.number for player in self.source.players.values()}
        writer = writer_number(club_id=self.source.book_import.club_id, user=self.source.signed["author"])
        return next_of_season(season=self.season, writer=writer, player_numbers=numbers)


def kept_doubt(difference: DealDifference) -> str:
    """The doubt in which a new deal is booked, as old books have it, so that its mark has words wherever it stands."""
    kinds = (KEPT_AS.get(doubt.kind) for doubt in difference.doubts if difference.before is None)
    return next((kind.value for kind in kinds if kind), "")


def in_order(taken: Sequence[DealDifference]) -> list[DealDifference]:
    """The differences in the order of the book: changes of the club's deals, then new ones by evening and number."""
    changes = [difference for difference in taken if difference.kind is not ChangeKind.NEW]
    new = [difference for difference in taken if difference.kind is ChangeKind.NEW]

    def of_evening(difference: DealDifference) -> tuple[date, int, bool, int]:
        after = difference.after
        assert after is not None
        evening = difference.row.evening if difference.row else None
        return after.day, evening or 0, after.number is None, after.number or 0

    return [*changes, *sorted(new, key=of_evening)]
