"""Days of evenings that an old book does not tell, or tells out of order: asked for by the evening, and put in."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from ledger.rules.imports.verdict.evenings import findings_of_evenings
from ledger.rules.imports.verdict.findings import BookFinding, FindingKind
from ledger.rules.imports.written.rows import OldRow

WEEK = timedelta(days=7)
NO_DAYS: Mapping[tuple[str, int], date] = {}
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


def unsure_days(rows: Sequence[OldRow], chosen: Mapping[tuple[str, int], date] = NO_DAYS) -> Iterator[UnsureDay]:
    """The evenings whose day somebody has to say, in the order of the book; `chosen` as `with_days` has its days."""
    findings = {at: about for at, about in findings_of_evenings(rows) if about.kind in ABOUT_A_DAY}
    out_of_order = (rows[at] for at, about in findings.items() if about.kind is FindingKind.DAY_ORDER)
    doubted = {first.at_evening for first in out_of_order if (first.sheet, first.number) not in chosen}
    guesses = guessed_days([*with_days(rows, chosen)], doubted)
    for at_evening, numbered in groupby(enumerate(rows), lambda place: place[1].at_evening):
        of_evening = list(numbered)
        at, first = of_evening[0]
        if first.day is None:
            yield UnsureDay(first, len(of_evening), findings.get(at), guesses.get(at_evening))
        elif about := findings.get(at):
            likely = date.fromisoformat(about.likely["en"]) if about.likely else None
            yield UnsureDay(first, len(of_evening), about, likely)


def with_days(rows: Iterable[OldRow], days: Mapping[tuple[str, int], date]) -> Iterator[OldRow]:
    """The rows with the days that were chosen of evenings, by the sheet and number of their first row.

    A day that was not written so is a guess.
    """
    for _, evening in groupby(rows, lambda row: row.at_evening):
        of_evening = list(evening)
        first = of_evening[0]
        day = days.get((first.sheet, first.number))
        for row in of_evening:
            yield row if day in (None, row.day) else _with_day(row, day)


def guessed_days(rows: Sequence[OldRow], doubted: Container[int]) -> dict[int, date]:
    """The guess at the day of each evening without one: a week on from the one above, short of the one below.

    Days of `doubted` evenings tell nothing. Nobody can guess the day of a sheet to type in, since any other may have
    been written first.
    """
    firsts = {row.at_evening: row for row in reversed(rows) if not row.map.is_of_entry}
    days = {at: None if at in doubted else firsts[at].day for at in sorted(firsts)}
    told = [day for day in days.values() if day]
    week = -WEEK if told and told[-1] < told[0] else WEEK  # the newest evening may stand first
    below: dict[int, date | None] = {}
    after: date | None = None
    for at_evening in reversed(days):
        below[at_evening] = after
        after = days[at_evening] or after
    guesses: dict[int, date] = {}
    above: date | None = None
    for at_evening, day in days.items():
        if firsts[at_evening].day is None and (guess := _guess(above, below[at_evening], week)):
            guesses[at_evening] = guess
        above = day or guesses.get(at_evening, above)
    return guesses


def _guess(above: date | None, below: date | None, week: timedelta) -> date | None:
    """A day between two others, a week from the one above where there is room; None without either."""
    if above is None:
        return below and below - week
    is_short = below is not None and abs(below - above) <= WEEK
    return above + (below - above) // 2 if below and is_short else above + week


def _with_day(row: OldRow, day: date | None) -> OldRow:
    column = row.map.column("date")
    unreadable = tuple(unread for unread in row.unreadable if unread[0] != column)
    # Of a sheet to type in it is asked, since only its own cell could have said it.
    return replace(row, day=day, day_is_guessed=not row.map.is_of_entry, unreadable=unreadable, day_text="")
