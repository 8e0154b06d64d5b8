"""References to cells."""

from openpyxl.utils import get_column_letter, quote_sheetname

FIRST_ROW = 2


def cells(first: tuple[int, int], last: tuple[int, int]) -> str:
    """The range between two (column, row) corners: cells((1, 2), (1, 9)) is "A2:A9"."""
    return ":".join(f"{get_column_letter(column)}{row}" for column, row in (first, last))


def on_sheet(sheet: str, cells: str) -> str:
    """A reference from another sheet to `cells` of a sheet with any name."""
    return f"{quote_sheetname(sheet)}!{cells}"
