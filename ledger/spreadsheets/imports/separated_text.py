"""A sheet saved as text: values with a semicolon, a comma or a tab between them."""

import csv
from io import StringIO

from ledger.rules.site.refusal import Refusal
from ledger.spreadsheets.imports.old_sheet import BROKEN, EMPTY, NO_BOOK, OldSheet, Value, filled_rows
from ledger.spreadsheets.site.safe_text import LONGEST_CELL

SEPARATORS = ";\t,"  # a comma last: in a Danish sheet it is in the numbers
SAMPLE = 50  # rows that tell which one it is
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")  # with which a text in UTF-16 begins


def read_separated_text(data: bytes) -> OldSheet:
    """The one sheet of a .csv or .txt file, every value a text.

    Raises Refusal for a file that is no such text, has nothing in it, or has too many rows or columns.
    """
    text = _decode(data)
    separator = _separator(text)
    if separator is None:
        raise Refusal(NO_BOOK)
    lines = csv.reader(StringIO(text, newline=""), delimiter=separator)
    try:
        rows = list(filled_rows("", map(_values, lines)))
    except csv.Error:
        raise Refusal(BROKEN) from None
    if not rows:
        raise Refusal(EMPTY)
    return OldSheet("", rows)


def _values(cells: list[str]) -> list[Value]:
    return [cell[:LONGEST_CELL] if cell and not cell.isspace() else None for cell in cells]


def _decode(data: bytes) -> str:
    """The text in the encoding that a spreadsheet program saved it in.

    Raises Refusal for what is no text.
    """
    try:
        text = data.decode("utf-16" if data.startswith(BYTE_ORDERS) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # Excel's, on a Danish Windows
    has_controls = any(letter < " " and letter not in "\t\r\n\f" for letter in set(text))
    # A web page or JSON under another name would be read as rows too.
    if has_controls or text.lstrip()[:1] in ("<", "{"):
        raise Refusal(NO_BOOK)
    return text


def _separator(text: str) -> str | None:
    """What stands between the values: what parts most of the first rows, and into the most."""
    # Blank rows, and cells with breaks in them, take some of these.
    sample = "\n".join(text.splitlines()[: SAMPLE * 4])
    counts = {}
    for separator in SEPARATORS:
        try:
            rows = [row for row in csv.reader(StringIO(sample), delimiter=separator) if row][:SAMPLE]
        except csv.Error:
            continue
        counts[separator] = sum(len(row) > 1 for row in rows)
    best = max(counts.values(), default=0)
    # Not the one with the most rows: decimal commas may part more of them than the semicolons do.
    return next((separator for separator, count in counts.items() if count and 2 * count > best), None)
