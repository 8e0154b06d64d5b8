"""The evenings of an old book: days that are missing or out of order, and numbers that stand twice."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.site.labels import Label, Text, same

FoundAt = tuple[int, BookFinding]  # the index of the row, and what is wrong there


def findings_of_evenings(rows: Sequence[OldRow]) -> Iterator[FoundAt]:
    """What is wrong with days and numbers, each at the row where it stands."""
    firsts = [at for at, row in enumerate(rows) if not at or rows[at - 1].at_evening != row.at_evening]
    for at in firsts:
        # What stands in place of a day is told where its evening begins, however many rows repeat it.
        if text := rows[at].day_text or dict(rows[at].unreadable).get(rows[at].map.column("date"), ""):
            yield at, finding(FindingKind.NOT_A_DAY, rows[at].place("date"), text=text)
        elif rows[at].day is None:
            yield at, finding(FindingKind.NO_DAY, rows[at].place("date"))
    # Each sheet to type in says its own day, and two tables of an evening the same.
    in_order = [at for at in firsts if rows[at].day is not None and not rows[at].map.is_of_entry]
    yield from _days_out_of_order(rows, in_order)
    yield from _numbers_twice(rows)


def _days_out_of_order(rows: Sequence[OldRow], firsts: Sequence[int]) -> Iterator[FoundAt]:
    """The fewest days without which all others rise, or fall where the book begins with its newest evening."""
    days = [day for at in firsts if (day := rows[at].day)]
    rising, falling = _longest_rise(days), _longest_rise(days[::-1])
    is_falling = len(falling) > len(rising)
    kept = {len(days) - 1 - place for place in falling} if is_falling else {*rising}
    if 2 * len(kept) <= len(days):
        return  # they stand in no order at all
    for place, at in enumerate(firsts):
        if place not in kept:
            before, after = (
                max((n for n in kept if n < place), default=None),
                min((n for n in kept if n > place), default=None),
            )
            neighbours = [days[other] for other in (before, after) if other is not None]
            likely = _likely_day(days[place], neighbours)
            label = _in_digits(likely) if likely else None
            yield at, finding(FindingKind.DAY_ORDER, rows[at].place("date"), label, day=_in_digits(days[place]))


def _in_digits(day: date) -> Label:
    return Text(f"{day:%d.%m.%Y}", day.isoformat())


def _longest_rise(days: Sequence[date]) -> list[int]:
    """The places of the most days that rise, or stay, from one to the next."""
    ends: list[tuple[date, int]] = []
    before: dict[int, int | None] = {}
    for place, day in enumerate(days):
        # Behind all places of the same day, so that a day written twice still counts as in order.
        at = bisect_left(ends, (day, len(days)))
        before[place] = ends[at - 1][1] if at else None
        ends[at:] = [(day, place), *ends[at + 1 :]]
    rise: list[int] = []
    place_of_end = ends[-1][1] if ends else None
    while place_of_end is not None:
        rise.append(place_of_end)
        place_of_end = before[place_of_end]
    return rise[::-1]


def _likely_day(day: date, neighbours: Sequence[date]) -> date | None:
    """The one day that fits among its neighbours with another year or month, or with day and month exchanged."""
    if len(neighbours) < 2:
        return None
    low, high = sorted(neighbours)
    others = {_day(year, day.month, day.day) for year in (low.year, high.year)}
    others |= {_day(year, day.day, day.month) for year in (low.year, high.year)}
    fitting = {other for other in others if other and low <= other <= high}
    if not fitting:
        fitting = {
            other for month in range(1, 13) if (other := _day(day.year, month, day.day)) and low <= other <= high
        }
    return fitting.pop() if len(fitting) == 1 else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _numbers_twice(rows: Sequence[OldRow]) -> Iterator[FoundAt]:
    """Numbers that another deal of the evening has."""
    first: dict[tuple[int, str], OldRow] = {}
    for at, row in enumerate(rows):
        if not row.deal:
            continue
        other = first.setdefault((row.at_evening, row.deal), row)
        if other is not row:
            label = same(likely) if (likely := _free_number(rows, at)) else None
            place = row.place("number")
            yield at, finding(FindingKind.DUPLICATE, place, label, number=row.deal, row=other.number)


def _free_number(rows: Sequence[OldRow], at: int) -> str:
    """The number after the one above, unless the one below has it."""
    above, row = rows[at - 1], rows[at]
    if above.at_evening != row.at_evening or not above.deal.rstrip(".").isdecimal():
        return ""
    likely = str(int(above.deal.rstrip(".")) + 1)
    below = rows[at + 1] if at + 1 < len(rows) else None
    is_taken = below is not None and below.at_evening == row.at_evening and below.deal.rstrip(".") == likely
    return "" if is_taken or likely == row.deal else likely
