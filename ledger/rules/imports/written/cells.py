"""The cells of an old book as they stand in its file: texts, amounts, days."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from sys import intern
from typing import Any, NamedTuple, cast

from ledger.rules.site.points import LARGEST_POINTS, TOO_LARGE, Points, read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

Value = str | int | Fraction | date | None
"""What stands in a cell: a text, an exact number, a day, or nothing."""


@dataclass(frozen=True, slots=True)
class BookRow:
    """A row of a sheet: its number from 1, and its values from the first column on."""

    number: int
    values: Sequence[Value]

    def value(self, column: int) -> Value:
        """What stands in a column, from 1."""
        return self.values[column - 1] if 0 < column <= len(self.values) else None

    def text(self, column: int) -> str:
        """What stands in a column, as text without space around it; empty where nothing does."""
        return text_of(self.value(column))


@dataclass(frozen=True)
class BookSheet:
    """A sheet of an old book: its title, and its rows that are not empty. One that `is_turned` had its dates across."""

    title: str
    rows: Sequence[BookRow]
    is_turned: bool = False


def sheets_of(plain_data: Iterable[Mapping[str, Any]]) -> tuple[BookSheet, ...]:
    """The sheets of a file that `read_book` of the spreadsheets read, in their order."""
    sheets = []
    for sheet in plain_data:
        rows = [BookRow(number, [_value(value) for value in values]) for number, values in sheet["rows"]]
        sheets.append(BookSheet(sheet["title"], rows, sheet.get("turned", False)))
    return tuple(sheets)


def _value(plain: Any) -> Value:
    if not isinstance(plain, dict):
        return cast(Value, plain)
    return Fraction(plain["number"]) if "number" in plain else date.fromisoformat(plain["day"])


def text_of(value: Value) -> str:
    """A cell's value as text on one line: "9", "1/8", "2014-03-12"."""
    if value is None:
        return ""
    return intern(" ".join(value.split())) if isinstance(value, str) else str(value)


# The number of points or tricks that a cell of an old book means.


DASHES = {"-", "–", "—", "\N{MINUS SIGN}", ".", "/", "x"}  # nothing was won or lost, or the player was not there
UNIT = re.compile(r"(kr\.?|p\.?|point|points|pt\.?)$", re.IGNORECASE)
BEHIND = re.compile(r"([\d.,]+)\s*-")  # as a bookkeeper writes what is lost
IN_BRACKETS = re.compile(r"\(([\d.,]+)\)")
GROUPED = re.compile(r"([+-]?\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)")  # with another mark before the decimals


def read_amount(value: Value) -> Fraction | int | None:
    """The exact number in a cell, whole where it is; None for an empty cell and a dash.

    Raises Refusal for what is no number.
    """
    if value is None:
        return None
    if isinstance(value, (int, Fraction)):
        if not -LARGEST_POINTS <= value <= LARGEST_POINTS:
            raise Refusal(TOO_LARGE, largest=LARGEST_POINTS)
        return whole(value)
    if isinstance(value, date):
        raise Refusal(gettext_noop("This is a day, not a number."))
    cleaned = UNIT.sub("", value.strip().replace("\xa0", " ")).strip()
    if cleaned.lower() in DASHES or not cleaned:
        return None
    if lost := BEHIND.fullmatch(cleaned) or IN_BRACKETS.fullmatch(cleaned):
        cleaned = f"-{lost[1]}"
    if grouped := GROUPED.fullmatch(cleaned):
        cleaned = f"{re.sub('[.,]', '', grouped[1])}.{grouped[3]}"
    return whole(read_exact(cleaned))


def amount_in(value: Value) -> Fraction | int | None:
    """The exact number in a cell, None for an empty one and for what is no number."""
    with suppress(Refusal):
        return read_amount(value)
    return None


def whole(number: Points) -> Points:
    """A number as a whole one if it is."""
    return number.numerator if number.denominator == 1 else number


def total_of(points: Iterable[Points | None]) -> Points:
    """What points add up to, without those that are missing."""
    return sum(filter(None, points))


def pays_like_a_deal(points: Sequence[Points | None]) -> bool:
    """Whether numbers are as a contract pays them: two and two alike, or one against three."""
    sizes = sorted(abs(Fraction(number)) for number in points if number)
    if total_of(points) or len(sizes) not in (2, 4):
        return False
    return sizes[0] == sizes[-1] or (len(sizes) == 4 and sizes[0] == sizes[2] and sizes[3] == 3 * sizes[0])


# The day that a cell of an old book means: "12/3-14", "12. marts 2014", "ons d. 12/3", a serial number.


MONTHS = {
    start: month
    for month, starts in enumerate(
        ("jan", "feb", "mar", "apr", "maj may", "jun", "jul", "aug", "sep", "okt oct", "nov", "dec"), 1
    )
    for start in starts.split()
}
FIRST_SERIAL, LAST_SERIAL = 20_000, 60_000  # 1954 to 2064: a day whose cell lost its format
SERIALS_COUNT_FROM = date(1899, 12, 30)
FIRST_YEAR, LAST_YEAR = 1900, 2100  # any other is a slip of the keyboard
MONTHS_BACK = 5  # further back it is the next year's: from December to January
CENTURY = 70  # "69" is 2069, "70" is 1970

_WRITTEN = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_NUMBERS = re.compile(r"(?<!\d)(\d{1,2})\s*[./-]\s*(\d{1,2})(?:\s*[./ -]\s*'?(\d{4}|\d{2}))?(?!\d)")
_WORDS = re.compile(r"(?<!\d)(\d{1,2})\.?\s*(?:of\s+)?([a-zæøå]{3,9})\.?(?:,?\s*'?(\d{4}|\d{2}))?(?!\d)")
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


class WrittenDay(NamedTuple):
    """A day as it was written: day and month, and the year if it was there."""

    day: int
    month: int
    year: int | None

    def going_on_from(self, earlier: date | None, year: int | None) -> date | None:
        """The day itself; without a year the one that goes on from an earlier day, or the one in a given year.

        None where there is no such day, or nothing to tell its year by.
        """
        if self.year is not None:
            year = self.year
        elif earlier is not None:
            is_next_year = (earlier.month - self.month) > MONTHS_BACK
            year = earlier.year + is_next_year
        return None if year is None else day_of(year, self.month, self.day)


def read_day(value: Value) -> WrittenDay | None:
    """The day in a cell, day before month as Danes write it; None where there is none."""
    if isinstance(value, date):
        return WrittenDay(value.day, value.month, value.year)
    if isinstance(value, int | Fraction):
        return _of_number(int(value))
    text = text_of(value).lower()
    if match := _WRITTEN.search(text):
        return _whole(int(match[3]), int(match[2]), match[1])
    if match := _NUMBERS.search(text):
        return _whole(int(match[1]), int(match[2]), match[3])
    for match in _WORDS.finditer(text):
        if month := MONTHS.get(match[2][:3]):
            return _whole(int(match[1]), month, match[3])
    return _of_number(int(text)) if text.isdecimal() and len(text) <= 8 else None


def year_in(text: str) -> int | None:
    """The one year that a text names, such as a sheet's title."""
    years = set(_YEAR.findall(text))
    return int(years.pop()) if len(years) == 1 else None


def _of_number(number: int) -> WrittenDay | None:
    if match := _COMPACT.fullmatch(str(number)):
        return _whole(int(match[3]), int(match[2]), match[1])
    if FIRST_SERIAL <= number <= LAST_SERIAL:
        return read_day(SERIALS_COUNT_FROM + timedelta(days=number))
    return None


def _whole(day: int, month: int, year: str | None) -> WrittenDay | None:
    whole = None if year is None else int(year)
    if whole is not None and len(str(year)) == 2:
        whole += 1900 if whole >= CENTURY else 2000
    return WrittenDay(day, month, whole) if day_of(whole or 2000, month, day) else None  # 2000 has a 29 February


def day_of(year: int, month: int, day: int) -> date | None:
    """A day; None where there is no such day, and for a year in which nobody played."""
    with suppress(ValueError):
        if FIRST_YEAR <= year <= LAST_YEAR:
            return date(year, month, day)
    return None
