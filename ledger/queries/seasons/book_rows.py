"""What a season's book comes to, read once from its first entry to its last: deals, postings and corrections."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from ledger.models import Entry, Posting, ScoringTableVersion
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import settle_deal
from ledger.queries.deals.what_was_done import is_one_write, what_was_done
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.settling import sentence
from ledger.rules.scoring.scoring_table import ALONE
from ledger.rules.site.labels import Changed, Label, Phrase, fill, join, same
from ledger.spreadsheets.seasons.season_book import CorrectionRow, DealRow, PostingRow

REVERSAL = Phrase("Reversed: %(text)s")
IN_DOUBT = Phrase("booked in doubt")
WITH = Phrase("with %(names)s")
STATUS = {
    "corrected": Phrase("corrected"),
    "restored": Phrase("restored"),
    "voided": Phrase("voided"),
}


class BookRows:
    """The rows of a season's workbook, as its entries are added in the book's order.

    `names` are the players' by id, `numbers` their numbers in the workbook. `standing` has the deals that count, by
    the keys of their entries.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        numbers: Mapping[int | None, int],
        versions: Mapping[int, ScoringTableVersion],
        mentions: Mentions,
        writers: Mapping[int, str],
    ) -> None:
        self.names = names
        self.named = {str(player): name for player, name in names.items()}
        self.numbers = numbers
        self.versions = versions
        self.mentions = mentions
        self.writers = writers
        self.standing: dict[UUID, DealRow] = {}
        self.postings: list[PostingRow] = []
        self.corrections: list[CorrectionRow] = []
        self._taken_back: dict[UUID | None, tuple[Entry, Label]] = {}

    def add(self, entry: Any) -> None:
        """Add the next entry of the book, one of `entries_of_book`."""
        shares = entry.in_seats
        scoring_table = self.versions[entry.table_version_id].to_rules()
        players = [str(share.player_id) for share in shares if share.player_id is not None]
        settled = settle_deal(deal=entry.deal, tariff=self.versions[entry.table_version_id].tariff(), players=players)
        deal = settled.deal
        contract = self.mentions.label_with_names(deal.name(scoring_table))
        text: Label = Changed(join([contract, deal.result(scoring_table)], " "), str.rstrip)
        told = self.mentions.label_with_names(sentence(deal, scoring_table, settled.payout, self.named))
        if entry.reverses_id is not None:
            del self.standing[entry.reverses_id]
            self._taken_back[entry.reverses_id] = entry, told
            self._add_correction(entry, "voided", told, None)
            text = fill(REVERSAL, text=text)
        else:
            status = self._note_change(entry, told)
            result = self.mentions.label_with_names(deal.result_in_words(scoring_table, self.named))
            self.standing[entry.key] = self._deal_row(entry, shares, contract, result, status)
        for share in shares:
            number = self.numbers[share.player_id]
            place = entry.sequence, entry.evening.date, entry.evening.number, entry.number
            self.postings.append(PostingRow(*place, number, text, share.points))

    def _note_change(self, entry: Any, told: Label) -> Label | None:
        """Add a correction if the entry is one; returns the word for what was last done to its deal."""
        reversal, before = self._taken_back.get(entry.replaces_id, (None, None))
        if reversal is None:
            return IN_DOUBT if entry.doubt else None
        word = what_was_done(entry=entry, reversal=reversal)
        is_one = is_one_write(reversal=reversal, entry=entry)
        if is_one:
            self.corrections.pop()  # the reversal alone would read as a voided deal
        self._add_correction(entry, word, before if is_one else None, told)
        return STATUS[word]

    def _deal_row(
        self,
        entry: Entry,
        shares: Sequence[Posting],
        contract: Label,
        result: Label,
        status: Label | None,
    ) -> DealRow:
        tricks = kind_of(entry.deal).tricks_taken(entry.deal)
        return DealRow(
            evening=entry.evening.number,
            number=entry.number,
            date=entry.evening.date,
            dealer=self.named.get(str(entry.deal.get("dealer")), ""),
            declarer=self._names_of(shares, "declarer"),
            contract=contract,
            partner=self._partner(entry, shares),
            tricks=tricks[0] if len(tricks) == 1 else " / ".join(map(str, tricks)),
            result=result,
            status=status,
            note=self.mentions.with_names(entry.deal.get("note", "")),
            units=self._units(shares),
            declarers=self._numbers(shares, "declarer"),
            partners=self._numbers(shares, "partner"),
        )

    def _partner(self, entry: Entry, shares: Sequence[Posting]) -> Label:
        """The partner's name, or why there is none, or who went along."""
        joiners, alone = self._names_of(shares, "joiner"), entry.deal.get("alone")
        if joiners:
            return fill(WITH, names=joiners)
        return ALONE[alone] if alone else same(self._names_of(shares, "partner"))

    def _units(self, shares: Sequence[Posting]) -> Mapping[int, int]:
        """The units of each player and of the house, without those who sat out."""
        units: dict[int, int] = {}
        for share in shares:
            if share.role != "sits_out":
                # Whoever stands in the opening balances under two names has both.
                number = self.numbers[share.player_id]
                units[number] = units.get(number, 0) + share.points
        return units

    def _add_correction(self, entry: Entry, word: str, before: Label | None, after: Label | None) -> None:
        reason, writer = self.mentions.with_names(entry.reason), self.writers.get(entry.author_id, "")
        row = CorrectionRow(entry.evening.number, entry.number, STATUS[word], before, after, reason, writer)
        self.corrections.append(row)

    def _names_of(self, shares: Iterable[Posting], role: str) -> str:
        return ", ".join(self.names[share.player_id] for share in shares if share.role == role and share.player_id)

    def _numbers(self, shares: Iterable[Posting], role: str) -> tuple[int, ...]:
        return tuple(self.numbers[share.player_id] for share in shares if share.role == role)
