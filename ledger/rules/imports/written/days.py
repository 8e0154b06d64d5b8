"""The day that a cell of an old book means: "12/3-14", "12. marts 2014", "ons d. 12/3", a serial number."""

import re
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.imports.written.sheets import Value, text_of

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
            return day_of(self.year, self.month, self.day)
        if earlier is None:
            return day_of(year, self.month, self.day) if year is not None else None
        is_next_year = (earlier.month - self.month) > MONTHS_BACK
        return day_of(earlier.year + is_next_year, self.month, self.day)


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
        day = SERIALS_COUNT_FROM + timedelta(days=number)
        return WrittenDay(day.day, day.month, day.year)
    return None


def _whole(day: int, month: int, year: str | None) -> WrittenDay | None:
    whole = (
        None if year is None else int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= CENTURY else 2000)
    )
    return WrittenDay(day, month, whole) if day_of(whole or 2000, month, day) else None  # 2000 has a 29 February


def day_of(year: int, month: int, day: int) -> date | None:
    """A day; None where there is no such day, and for a year in which nobody played."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
