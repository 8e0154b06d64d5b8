"""Rows of the workbook to type in that are in the club's book already: it is handed in again after every evening."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

from django.utils.timezone import localdate, make_aware

from ledger.models import Club, Entry, Evening, ImportedDeal
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, with_players
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.plan import players_named
from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding
from ledger.rules.imports.verdict.judging import Verdict

Names = Mapping[str, int | str]
RowOfFile = tuple[date, int, int]
"""A day, a sheet and a row, by which an earlier file of the same workbook told a deal."""


def with_those_in_book(
    *, club: Club, verdicts: Sequence[Verdict], titles: Sequence[str], names: Names
) -> list[Verdict]:
    """The verdicts, with a doubt about each row whose deal the club's book has; two queries if there are such rows."""
    days = {verdict.row.day for verdict in verdicts if verdict.row.map.is_typed and verdict.row.day}
    if not days:
        return [*verdicts]
    known = _deals_of_days(club, days)
    return [
        replace(verdict, findings=(*verdict.findings, *known.about(verdict, titles, names))) for verdict in verdicts
    ]


@dataclass
class _DealsOfDays:
    """The standing deals of some days, with how often each stands there, and those that rows of files told."""

    contents: Counter[tuple[date, str]] = field(default_factory=Counter)
    told: dict[RowOfFile, list[DealData]] = field(default_factory=dict)

    def note_standing(self, day: date, deal: DealData) -> None:
        """Note a standing deal."""
        if players_named(deal):  # of nobody it cannot be known at which table it was
            self.contents[day, _content(deal)] += 1

    def about(self, verdict: Verdict, titles: Sequence[str], names: Names) -> Iterator[BookFinding]:
        """Whether a row's deal is there; each that stands there is found once."""
        row = verdict.row
        if not verdict.is_told or row.day is None or any(name not in names for name in row.players):
            return
        content = _content(with_players(verdict.readings[0], lambda name: str(names[name])))
        told = self.told.get((row.day, titles.index(row.sheet) + 1, row.number), ())
        at_table = {str(names[name]) for name in row.players}
        if self.contents[row.day, content]:
            self.contents[row.day, content] -= 1
            yield finding(FindingKind.IN_BOOK, row.place("number"))
        elif any(_content(deal) == content for deal in told):
            yield finding(FindingKind.IN_BOOK, row.place("number"))
        elif any(players_named(deal) <= at_table for deal in told):
            yield finding(FindingKind.OTHERWISE_IN_BOOK, row.place("number"))


def _deals_of_days(club: Club, days: Collection[date]) -> _DealsOfDays:
    known = _DealsOfDays()
    standing = Entry.objects.standing().filter(evening__club=club, evening__date__in=days, evening__removed_at=None)
    for day, deal in standing.order_by("pk").values_list("evening__date", "deal"):
        known.note_standing(day, deal)
    # As they came in: a row whose deal was corrected or voided since, or whose evening has another day now, is known.
    told = ImportedDeal.objects.filter(season__club=club, book_import__undone_at=None)
    told = told.filter(entry__noted_at__gte=_at(min(days), time.min), entry__noted_at__lte=_at(max(days), time.max))
    columns = ("entry__noted_at", "sheet", "row", "entry__deal")
    for noted_at, sheet, row, deal in told.order_by("pk").values_list(*columns):
        known.told.setdefault((localdate(noted_at), sheet, row), []).append(deal)
    return known


def evenings_of_days(*, club: Club, days: Collection[date]) -> list[Evening]:
    """The club's evenings of some days, in their order; one query."""
    return list(Evening.objects.filter(club=club, date__in=days, removed_at=None).order_by("date", "number"))


def _at(day: date, hour: time) -> datetime:
    return make_aware(datetime.combine(day, hour))


def _content(deal: DealData) -> str:
    """A deal without its words."""
    return canonical_json({key: value for key, value in deal.items() if key not in WORDS_OF_A_DEAL})
