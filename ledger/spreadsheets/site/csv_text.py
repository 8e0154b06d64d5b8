"""A list as CSV for a Danish spreadsheet: semicolons, decimal commas, and nothing that could be a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from html import unescape

MINUS, ABSENT = "\N{MINUS SIGN}", "\N{EN DASH}"
HIDDEN = re.compile(
    r'<(i|small|span) (?:class="(?:pad|phone|badge|visually-hidden)"|aria-hidden="true")[^>]*>.*?</\1>|<svg.*?</svg>',
    re.DOTALL,
)
NEXT_LINE = re.compile(r"</div>\s*<div>")
TAG = re.compile(r"<[^<>]+>")
NUMBER = re.compile(r"[+-]?(\d+)(?:[.,](\d+))?", re.ASCII)
# A spreadsheet takes the broad signs of East Asia for the beginning of a formula too.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def csv_file(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as a file, with the byte order mark by which Excel recognises UTF-8."""
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows([csv_cell(value) for value in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def csv_cell(value: object) -> str:
    """What a cell of a page says, without its markup: a number with a decimal comma, or a text that is no formula."""
    seen = NEXT_LINE.sub(", ", HIDDEN.sub("", str(value))) if value is not None else ""
    text = " ".join(unescape(TAG.sub("", seen)).split())
    text = "" if text == ABSENT else text
    plain = text.replace(MINUS, "-")
    if NUMBER.fullmatch(plain):
        return plain.removeprefix("+").replace(".", ",")
    return f"'{text}" if text.startswith((*FORMULA, MINUS)) else text
