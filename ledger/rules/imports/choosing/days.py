"""Days of evenings that an old book does not tell, or tells out of order: asked for by the evening, and put in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from ledger.rules.imports.verdict.evenings import findings_of_evenings
from ledger.rules.imports.verdict.findings import BookFinding, FindingKind
from ledger.rules.imports.written.rows import OldRow

WEEK = timedelta(days=7)
ABOUT_A_DAY = {FindingKind.NO_DAY, FindingKind.DAY_ORDER}


@dataclass(frozen=True)
class UnsureDay:
    """An evening of which the day is missing or out of order.

    `first` is its first row, `count` that of its deals, `about` what is wrong with its day, None where what is written
    is no day. `likely` is a guess, None if nothing tells it. A missing day is put in unless somebody knows better; one
    out of order is only doubted.
    """

    first: OldRow
    count: int
    about: BookFinding | None
    likely: date | None

    @property
    def is_missing(self) -> bool:
        """Whether there is no day to begin with."""
        return self.first.day is None


def unsure_days(rows: Sequence[OldRow]) -> Iterator[UnsureDay]:
    """The evenings whose day somebody has to say, in the order of the book."""
    findings = {at: about for at, about in findings_of_evenings(rows) if about.kind in ABOUT_A_DAY}
    last: date | None = None
    for _, numbered in groupby(enumerate(rows), lambda place: place[1].at_evening):
        of_evening = list(numbered)
        at, first = of_evening[0]
        if first.day is None:
            likely = None if first.map.is_of_entry else day_after(last, rows)
            yield UnsureDay(first, len(of_evening), findings.get(at), likely)
        elif about := findings.get(at):
            likely = date.fromisoformat(about.likely["en"]) if about.likely else None
            yield UnsureDay(first, len(of_evening), about, likely)
        last = first.day or day_after(last, rows)


def with_days(rows: Iterable[OldRow], days: Mapping[tuple[str, int], date]) -> Iterator[OldRow]:
    """The rows with the days that were said of evenings, by the sheet and number of their first row.

    A day that was not written so is a guess.
    """
    for _, evening in groupby(rows, lambda row: row.at_evening):
        of_evening = list(evening)
        first = of_evening[0]
        day = days.get((first.sheet, first.number))
        for row in of_evening:
            yield row if day in (None, row.day) else _with_day(row, day)


def day_after(last: date | None, rows: Iterable[OldRow]) -> date | None:
    """The guess at the day of an evening without one: a week after the one above, or before the first with a day."""
    if last is not None:
        return last + WEEK
    first = next((row.day for row in rows if row.day), None)
    return first and first - WEEK


def _with_day(row: OldRow, day: date | None) -> OldRow:
    column = row.map.column("date")
    unreadable = tuple(unread for unread in row.unreadable if unread[0] != column)
    # Of a sheet to type in it is asked, since only its own cell could have said it.
    return replace(row, day=day, day_is_guessed=not row.map.is_of_entry, unreadable=unreadable, day_text="")
