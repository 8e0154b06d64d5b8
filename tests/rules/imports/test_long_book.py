"""A long old book is read and judged in little more time than it takes to open it."""

from datetime import timedelta
from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook

from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import read_rows
from ledger.spreadsheets.imports.old_book import read_book
from tests.rules.imports.old_books import HEADINGS, played_deals, row_of_deal, tariffs
from tests.spreadsheets.imports.workbooks import file_with
from tests.support.processor import seconds_of

TIMES_OPENPYXL = 3


def book_of(count: int) -> bytes:
    """An old book of so many deals, some of them played again and again."""
    rows = [HEADINGS]
    deals = played_deals(tariffs(), Random(1), evenings=100)
    for at in range(count):
        deal = deals[at % len(deals)]
        day = deal.day + timedelta(weeks=100 * (at // len(deals)))
        rows.append([day if deal.number == 1 else None, *row_of_deal(deal, has_day=False)[1:]])
    return file_with(rows)


def judge(data: bytes) -> list[Verdict]:
    """All of a dry run but the database."""
    sheets = sheets_of(read_book(data))
    return list(judge_book(list(read_rows(sheets, guess_map(sheets))), tariffs()))


def count_rows(data: bytes) -> int:
    rows = load_workbook(BytesIO(data), read_only=True).worksheets[0].iter_rows(values_only=True)
    return sum(1 for _row in rows)


@pytest.mark.long
def test_a_book_of_10_000_deals_is_judged_in_three_times_what_openpyxl_takes_to_read_it() -> None:
    data = book_of(10_000)

    control = seconds_of(lambda: count_rows(data))
    ours = seconds_of(lambda: judge(data))

    assert ours <= TIMES_OPENPYXL * control, (ours, control)
