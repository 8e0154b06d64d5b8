"""A list as CSV for a Danish spreadsheet: semicolons, decimal commas, and nothing that could be a formula."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from ledger.rules.site.points import MINUS
from ledger.web.site.lists import ABSENT, PageList, drawer

HIDDEN = re.compile(
    r'<(i|small|span) (?:class="(?:pad|phone|badge|visually-hidden)"|aria-hidden="true")[^>]*>.*?</\1>|<svg.*?</svg>',
    re.DOTALL,
)
TAG = re.compile(r"<[^<>]+>")
NUMBER = re.compile(r"[+-]?(\d+)(?:[.,](\d+))?", re.ASCII)
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def csv_answer(rows: Iterable[Sequence[object]], *, name: str) -> HttpResponse:
    """Rows as a file to download, with the byte order mark by which Excel recognises UTF-8."""
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows([csv_cell(value) for value in row] for row in rows)
    response = HttpResponse(file.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.csv")
    return response


def csv_cell(value: object) -> str:
    """A number with a decimal comma, or a text that no spreadsheet takes for a formula."""
    text = unescape(TAG.sub("", HIDDEN.sub("", str(value)))) if value is not None else ""
    text = " ".join(text.split())
    text = "" if text == ABSENT else text
    plain = text.replace(MINUS, "-")
    if NUMBER.fullmatch(plain):
        return plain.removeprefix("+").replace(".", ",")
    return f"'{text}" if text.startswith((*FORMULA, MINUS)) else text


def rows_of_list(
    page_list: PageList, *, leave_out: Sequence[str] = (), **instead: Callable[[Any], object]
) -> list[Any]:
    """The headings and all rows of a list; `instead` draws the columns that hold no text to read."""
    columns = [column for column in page_list.columns if column.name not in leave_out]
    drawers = [instead.get(column.name) or drawer(column) for column in columns]
    return [
        [column.header for column in columns],
        *([draw(row.record) for draw in drawers] for row in page_list.rows),
    ]
