"""The evenings of an old book: days that are missing or out of order, the days that are put in, numbers twice."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding
from ledger.rules.imports.written.days import day_of
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.site.labels import Label, Text, same

WEEK = timedelta(days=7)
NO_DAYS: Mapping[tuple[str, int], date] = {}
ABOUT_A_DAY = {FindingKind.NO_DAY, FindingKind.DAY_ORDER}

FoundAt = tuple[int, BookFinding]
"""The index of a row, and what is wrong there."""


# --- what is wrong with days and numbers


def findings_of_evenings(rows: Sequence[WrittenRow]) -> Iterator[FoundAt]:
    """What is wrong with days and numbers, each at the row where it stands."""
    firsts = [at for at, row in enumerate(rows) if not at or rows[at - 1].at_evening != row.at_evening]
    for at in firsts:
        # What stands in place of a day is told where its evening begins, however many rows repeat it.
        if text := text_of_day(rows[at]):
            yield at, finding(FindingKind.NOT_A_DAY, rows[at].place("date"), text=text)
        elif rows[at].day is None:
            yield at, finding(FindingKind.NO_DAY, rows[at].place("date"))
    # Each sheet to type in says its own day, and two tables of an evening the same.
    dated = [(at, day) for at in firsts if (day := rows[at].day) and not rows[at].map.is_typed]
    for at, day, likely in _days_out_of_order(dated):
        label = day_label(likely) if likely else None
        yield at, finding(FindingKind.DAY_ORDER, rows[at].place("date"), label, day=day_label(day))
    yield from _numbers_twice(rows)


def text_of_day(row: WrittenRow) -> str:
    """What stands in a row in place of its day, and is none."""
    return row.day_text or dict(row.unreadable).get(row.map.column("date"), "")


def _days_out_of_order(dated: Sequence[tuple[int, date]]) -> Iterator[tuple[int, date, date | None]]:
    """The fewest days without which all others rise, or fall, each with its row and what was likely meant."""
    days = [day for _, day in dated]
    kept, fallen = _longest_rise(days), _longest_rise(days[::-1])
    if len(fallen) > len(kept):  # the book begins with its newest evening
        kept = [len(days) - 1 - place for place in reversed(fallen)]
    if 2 * len(kept) <= len(days):
        return  # they stand in no order at all
    for place, (at, day) in enumerate(dated):
        if place not in kept:
            neighbours = [n for n in kept if n < place][-1:] + [n for n in kept if n > place][:1]
            yield at, day, _likely_day(day, [days[n] for n in neighbours])


def day_label(day: date) -> Label:
    """A day in digits, as each language writes them."""
    return Text(f"{day:%d.%m.%Y}", day.isoformat())


def _longest_rise(days: Sequence[date]) -> list[int]:
    """The places of the most days that rise, or stay, from one to the next."""
    ends: list[date] = []
    rises: list[list[int]] = []  # the rise that ends with each of these
    for place, day in enumerate(days):
        at = bisect_right(ends, day)
        ends[at:] = [day, *ends[at + 1 :]]
        rises[at:] = [[*(rises[at - 1] if at else []), place], *rises[at + 1 :]]
    return rises[-1] if rises else []


def _likely_day(day: date, neighbours: Sequence[date]) -> date | None:
    """The one day that fits among its neighbours with another year or month, or with day and month exchanged."""
    if len(neighbours) < 2:
        return None
    low, high = sorted(neighbours)
    slips = [
        day_of(year, *parts) for year in (low.year, high.year) for parts in ((day.month, day.day), (day.day, day.month))
    ]
    of_other_months = [day_of(day.year, month, day.day) for month in range(1, 13)]
    for others in (slips, of_other_months):
        fitting = {other for other in others if other and low <= other <= high}
        if fitting:
            return fitting.pop() if len(fitting) == 1 else None
    return None


def _numbers_twice(rows: Sequence[WrittenRow]) -> Iterator[FoundAt]:
    """Numbers that another deal of the evening has."""
    first: dict[tuple[int, str], WrittenRow] = {}
    for at, row in enumerate(rows):
        number = row.text("number")
        other = first.setdefault((row.at_evening, number), row)
        if number and other is not row:
            likely = _free_number(rows, at)
            label = same(likely) if likely else None
            yield at, finding(FindingKind.DUPLICATE, row.place("number"), label, number=number, row=other.number)


def _free_number(rows: Sequence[WrittenRow], at: int) -> str:
    """The number after the one above, unless the row itself or the one below has it."""
    numbers = [
        near.text("number").rstrip(".") if near.at_evening == rows[at].at_evening else ""
        for near in rows[at - 1 : at + 2]
    ]
    if not numbers[0].isdecimal():
        return ""
    likely = str(int(numbers[0]) + 1)
    return "" if likely == rows[at].text("number") or likely in numbers[2:] else likely


# --- days that are put in


@dataclass(frozen=True)
class UnsureDay:
    """An evening of which the day is missing or out of order.

    `first` is its first row, `count` that of its deals, `about` what is wrong with its day, None where what is written
    is no day. `likely` is a guess, None if nothing tells it. A missing day is put in unless somebody knows better; one
    out of order is only doubted.
    """

    first: WrittenRow
    count: int
    about: BookFinding | None
    likely: date | None

    @property
    def is_missing(self) -> bool:
        """Whether there is no day to begin with."""
        return self.first.day is None


def unsure_days(rows: Sequence[WrittenRow], chosen: Mapping[tuple[str, int], date] = NO_DAYS) -> Iterator[UnsureDay]:
    """The evenings whose day somebody has to say, in the order of the book; `chosen` as `with_days` has its days."""
    findings = {rows[at].at_evening: about for at, about in findings_of_evenings(rows) if about.kind in ABOUT_A_DAY}
    evenings = {at: list(of_evening) for at, of_evening in groupby(rows, lambda row: row.at_evening)}
    doubted = {
        at
        for at, about in findings.items()
        if about.kind is FindingKind.DAY_ORDER and (evenings[at][0].sheet, evenings[at][0].number) not in chosen
    }
    guesses = guessed_days([*with_days(rows, chosen)], doubted)
    for at, of_evening in evenings.items():
        about, likely = findings.get(at), guesses.get(at)
        if about and about.kind is FindingKind.DAY_ORDER:
            likely = date.fromisoformat(about.likely["en"]) if about.likely else None
        if about or of_evening[0].day is None:
            yield UnsureDay(of_evening[0], len(of_evening), about, likely)


def with_days(rows: Iterable[WrittenRow], days: Mapping[tuple[str, int], date]) -> Iterator[WrittenRow]:
    """The rows with the days that were chosen of evenings, by the sheet and number of their first row.

    A day that was not written so is a guess; of a sheet to type in it is asked, since only its own cell could say it.
    """
    for _, evening in groupby(rows, lambda row: row.at_evening):
        day: date | None = None
        for at, row in enumerate(evening):
            if at == 0:
                day = days.get((row.sheet, row.number))
            if day in (None, row.day):
                yield row
                continue
            column = row.map.column("date")
            unreadable = tuple(unread for unread in row.unreadable if unread[0] != column)
            yield replace(row, day=day, day_is_guessed=not row.map.is_typed, unreadable=unreadable, day_text="")


def guessed_days(rows: Sequence[WrittenRow], doubted: Container[int]) -> dict[int, date]:
    """The guess at the day of each evening without one: a week on from the one above, short of the one below.

    Days of `doubted` evenings tell nothing. Nobody can guess the day of a sheet to type in, since any other may have
    been written first.
    """
    firsts = {row.at_evening: row for row in reversed(rows) if not row.map.is_typed}
    days = {at: None if at in doubted else firsts[at].day for at in sorted(firsts)}
    told = [day for day in days.values() if day]
    week = -WEEK if told and told[-1] < told[0] else WEEK  # the newest evening may stand first
    guesses: dict[int, date] = {}
    above: date | None = None
    for at, day in days.items():
        if firsts[at].day is None:
            below = next((later for evening, later in days.items() if evening > at and later), None)
            if guess := _guess(above, below, week):
                guesses[at] = guess
        above = day or guesses.get(at) or above
    return guesses


def _guess(above: date | None, below: date | None, week: timedelta) -> date | None:
    """A day between two others, a week from the one above where there is room; None without either."""
    if above is None:
        return below and below - week
    if below and abs(below - above) <= WEEK:
        return above + (below - above) // 2
    return above + week
