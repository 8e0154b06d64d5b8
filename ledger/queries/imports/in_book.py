"""Rows of the workbook to type in that are in the club's book already: it is handed in again after every evening."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.utils.timezone import localdate

from ledger.models import Club, Entry, ImportedDeal
from ledger.models.scoring import canonical_json
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, with_players
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.plan import players_named
from ledger.rules.imports.verdict.findings import FindingKind, finding
from ledger.rules.imports.verdict.judging import Verdict

Names = Mapping[str, int | str]
RowOfFile = tuple[date, int, int]
"""A day, a sheet and a row, by which an earlier file of the same workbook told a deal."""


def with_those_in_book(
    *, club: Club, verdicts: Sequence[Verdict], titles: Sequence[str], names: Names
) -> Iterator[Verdict]:
    """The verdicts, with a doubt about each typed row whose deal the club's book has; two queries if there are such."""
    days = {verdict.row.day for verdict in verdicts if verdict.row.map.is_typed and verdict.row.day}
    standing = _standing_deals(club, days) if days else Counter()
    earlier = _deals_by_row(club, days) if days else {}
    for verdict in verdicts:
        row = verdict.row
        kind = None
        if row.map.is_typed and verdict.is_told and row.day and all(name in names for name in row.players):
            content = _content(with_players(verdict.readings[0], lambda name: str(names[name])))
            told = earlier.get((row.day, titles.index(row.sheet) + 1, row.number), ())
            at_table = {str(names[name]) for name in row.players}
            if standing[row.day, content] > 0 or any(_content(deal) == content for deal in told):
                standing[row.day, content] -= 1  # each that stands there is found once
                kind = FindingKind.IN_BOOK
            elif any(players_named(deal) <= at_table for deal in told):
                kind = FindingKind.OTHERWISE_IN_BOOK
        if kind:
            verdict = replace(verdict, findings=(*verdict.findings, finding(kind, row.place("number"))))
        yield verdict


def _standing_deals(club: Club, days: Collection[date]) -> Counter[tuple[date, str]]:
    """How often each deal stands in the book on some days, but those of nobody, of which no table can be known."""
    standing = Entry.objects.standing().filter(evening__club=club, evening__date__in=days, evening__removed_at=None)
    rows = standing.order_by("pk").values_list("evening__date", "deal")
    return Counter((day, _content(deal)) for day, deal in rows if players_named(deal))


def _deals_by_row(club: Club, days: Collection[date]) -> Mapping[RowOfFile, list[DealData]]:
    """The deals that rows of earlier files told, as they came in: whatever became of them since, the row is known."""
    told = ImportedDeal.objects.filter(season__club=club, book_import__undone_at=None)
    told = told.filter(entry__noted_at__date__in=days)
    by_row: dict[RowOfFile, list[DealData]] = defaultdict(list)
    for noted_at, sheet, row, deal in told.order_by("pk").values_list("entry__noted_at", "sheet", "row", "entry__deal"):
        by_row[localdate(noted_at), sheet, row].append(deal)
    return by_row


def _content(deal: DealData) -> str:
    """A deal without its words."""
    return canonical_json({key: value for key, value in deal.items() if key not in WORDS_OF_A_DEAL})
