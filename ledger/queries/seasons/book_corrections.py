"""What was corrected, voided and restored in a season, as its workbook tells it: from what, and to what."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise
from typing import Any, NamedTuple

from ledger.models import Entry, ScoringTableVersion, Season
from ledger.models.book.journal import Share
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.what_was_done import ReadEntry, is_one_write, what_was_done
from ledger.queries.seasons.book_entries import by_role, with_shares
from ledger.rules.deals.reading import read_deal
from ledger.rules.site.labels import Changed, Label, Phrase, fill, join, same
from ledger.rules.site.points import in_points
from ledger.spreadsheets.seasons.season_book import CorrectionRow
from ledger.spreadsheets.seasons.wording import HOUSE_NAME

STATUS = {
    "corrected": Phrase("corrected"),
    "restored": Phrase("restored"),
    "voided": Phrase("voided"),
}
MOVED = Phrase("{name} {before} → {after}")


class _ChangeEntry(NamedTuple):
    """A reversal, or an entry that replaces another, with the reversal of that; the fields are an entry's look-ups."""

    number: int
    evening__number: int
    evening__date: Any
    table_version_id: int
    deal: Mapping[str, Any]
    sequence: int
    reason: str
    received_at: datetime
    author_id: int
    reverses_id: Any
    replaces__reversed_by__deal: Any
    replaces__reversed_by__sequence: Any
    replaces__reversed_by__received_at: Any


class _Change(NamedTuple):
    """An entry of a change with its shares."""

    entry: _ChangeEntry
    shares: list[Share]

    @property
    def is_reversal(self) -> bool:
        return self.entry.reverses_id is not None

    @property
    def word(self) -> str:
        """What the entry did to its deal."""
        entry = self.entry
        if self.is_reversal:
            return "voided"
        reversal = ReadEntry(
            deal=entry.replaces__reversed_by__deal,
            sequence=entry.replaces__reversed_by__sequence,
            received_at=entry.replaces__reversed_by__received_at,
        )
        return what_was_done(entry=entry, reversal=reversal)

    @property
    def points(self) -> dict[int | None, int]:
        """What the deal gave, or gave before it was taken back, by player id; the house's under None."""
        sign = -1 if self.is_reversal else 1
        return {share.player_id: sign * share.points for share in self.shares}


class BookCorrections:
    """The changes of a season in the order of the book, queried again each time they are iterated.

    `names`, `versions`, `mentions` and `writers` are those of the workbook.
    """

    def __init__(
        self,
        season: Season,
        *,
        names: Mapping[int, str],
        versions: Mapping[int, ScoringTableVersion],
        mentions: Mentions,
        writers: Mapping[int, str],
    ) -> None:
        self.season = season
        self.names = names
        self.versions = versions
        self.mentions = mentions
        self.writers = writers

    def __iter__(self) -> Iterator[CorrectionRow]:
        changes = with_shares(
            _ChangeEntry,
            {"season": self.season},
            ("sequence",),
            any_of={"kind": Entry.Kind.REVERSAL, "replaces__isnull": False},
        )
        before: _Change | None = None
        for change, following in pairwise(chain((_Change(*change) for change in changes), [None])):
            assert change is not None
            is_corrected = following is not None and is_one_write(reversal=change.entry, entry=following.entry)
            if not change.is_reversal:
                yield self._row(change, before=before, after=change)
            elif not is_corrected:
                yield self._row(change, before=change, after=None)
            before = change if change.is_reversal and is_corrected else None

    def _row(self, change: _Change, *, before: _Change | None, after: _Change | None) -> CorrectionRow:
        entry = change.entry
        return CorrectionRow(
            evening=entry.evening__number,
            number=entry.number,
            date=entry.evening__date,
            status=STATUS[change.word],
            before=before and self._in_words(before),
            after=after and self._in_words(after),
            moved=self._moves(before.points if before else {}, after.points if after else {}),
            reason=self.mentions.with_names(entry.reason),
            recorded_by=self.writers.get(entry.author_id, ""),
        )

    def _in_words(self, change: _Change) -> Label:
        """The contract, its result, and who declared with whom: "9 gode +1: Karen, Per"."""
        entry, shares = change.entry, change.shares
        names = {share.player_id: self.names[share.player_id] for share in shares if share.player_id is not None}
        scoring_table = self.versions[entry.table_version_id].to_rules()
        deal = read_deal(entry.deal, scoring_table, [str(player) for player in names])
        result, had_role = deal.result(scoring_table), by_role(shares, names)
        contract = Changed(deal.name(scoring_table), self.mentions.with_names)
        words = Changed(join([contract, result], " "), str.rstrip)
        players = ", ".join(filter(None, map(had_role, ("declarer", "partner", "joiner"))))
        return join([words, same(players)], ": ") if players else words

    def _moves(self, before: Mapping[int | None, int], after: Mapping[int | None, int]) -> Label | None:
        """What everybody had before and has now, of those for whom it is not the same."""
        players = dict.fromkeys((*before, *after))
        moved: Sequence[Label] = [
            self._move_of(player, before.get(player, 0), after.get(player, 0))
            for player in players
            if before.get(player, 0) != after.get(player, 0)
        ]
        return join(moved, ", ") if moved else None

    def _move_of(self, player: int | None, before: int, after: int) -> Label:
        name = HOUSE_NAME if player is None else same(self.names[player])
        was, now_is = (in_points(units, self.season.unit_denominator, signed=True) for units in (before, after))
        return fill(MOVED, name=name, before=was, after=now_is)
