"""What the lists of a book have in common, and the formulas that check them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from openpyxl.utils import get_column_letter, quote_sheetname

from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.layouts import ListColumn, SheetLayout
from ledger.spreadsheets.site.page import Formula, Value

FIRST_ROW = 2
BELONGS = '">=0"'  # of postings: to an evening or to a deal, opening balances having the number 0
Row = tuple[Value, ...]
Record = TypeVar("Record", contravariant=True)


@dataclass(frozen=True)
class Ending:
    """What stands below a list, after an empty row, and what is known of it once its last row is written.

    The rows of the `foot` are as wide as the list. `suspects` are the ranges ("H2:H7") that hold only zeros while the
    list agrees with the postings; `is_right` is whether it does.
    """

    foot: tuple[Row, ...] = ()
    suspects: tuple[str, ...] = ()
    is_right: bool = True


class Listing(Generic[Record]):
    """A sheet's list, made row by row; `row` adds up what `ending` compares."""

    layout: SheetLayout
    columns: tuple[ListColumn, ...]

    @property
    def first_row(self) -> int:
        """The row of the first record, below the headings and what stands above them."""
        return FIRST_ROW + self.layout.above

    def row(self, record: Record, at: int) -> Row:
        """The row of a record at row `at` of the sheet, as wide as `columns`; called once each, in the list's order."""
        raise NotImplementedError

    def ending(self, count: int) -> Ending:
        """What follows after so many rows."""
        raise NotImplementedError


def last_row(count: int, first: int = FIRST_ROW) -> int:
    """The last row of a table with so many from `first`; an empty Excel table still has one row."""
    return first + max(count, 1) - 1


def foot_row(count: int, first: int = FIRST_ROW) -> int:
    """The first row of the foot below so many rows from `first`."""
    return last_row(count, first) + 2


def cells(first: tuple[int, int], last: tuple[int, int]) -> str:
    """The range between two (column, row) corners: cells((1, 2), (1, 9)) is "A2:A9"."""
    return ":".join(f"{get_column_letter(column)}{row}" for column, row in (first, last))


def on_sheet(sheet: str, cells: str) -> str:
    """A reference from another sheet to `cells` of a sheet with any name."""
    return f"{quote_sheetname(sheet)}!{cells}"


def summed_figure(expression: str, value: int) -> Formula:
    """What numbers of a list add up to, rounded so far below the smallest unit that no remainder of tenths shows."""
    return Formula(f"ROUND({expression},9)", value)


def compared_figure(expression: str, value: int) -> Formula:
    """What summed figures come to together, rounded less finely than they are: sixths that cancel come to 0."""
    return Formula(f"ROUND({expression},6)", value)


def posted_sum(figures: Figures, value: int, *conditions: tuple[ListColumn, str]) -> Formula:
    """The sum of the postings that meet the conditions, each a column of theirs and a criterion of SUMIFS."""
    # Players are picked by number: SUMIFS would take a name such as "*" or ">0" for a pattern.
    criteria = ",".join(f"{_postings(figures, column)},{criterion}" for column, criterion in conditions)
    return summed_figure(f"SUMIFS({_postings(figures, layouts.POINTS)},{criteria})", value)


def whole_book(figures: Figures) -> Formula:
    """The sum of all postings."""
    return compared_figure(f"SUM({_postings(figures, layouts.POINTS)})", figures.posted.everything.total())


def verdict(figures: Figures, condition: str, is_right: bool) -> Formula:
    """A formula that says OK while `condition` holds, else FEJL or ERROR."""
    right, wrong = figures.words(wording.RIGHT_WORD), figures.words(wording.WRONG_WORD)
    return Formula(f'IF({condition},"{right}","{wrong}")', right if is_right else wrong)


def zero_sum_verdict(figures: Figures) -> Formula:
    """A formula that says OK while the whole book sums to zero."""
    book = whole_book(figures)
    return verdict(figures, f"{book.text}=0", book.value == 0)


def agreement_verdict(figures: Figures, layout: SheetLayout, ending: Ending) -> Formula:
    """A formula that says OK while every suspect cell of a list is zero."""
    sheet = figures.words(layout.name)
    # A plain sum would let differences cancel, and SUM(ABS()) would have to be an array formula.
    sums = "+".join(f"SUMPRODUCT(ABS({on_sheet(sheet, suspects)}))" for suspects in ending.suspects)
    return verdict(figures, f"{sums}=0", ending.is_right)


def deals_against_list(figures: Figures, layout: SheetLayout, column: ListColumn, value: Fraction) -> Formula:
    """What a column of a list, added up for each player, differs from the postings of deals, without signs.

    Opening balances are left out.
    """
    players = f"{layouts.STANDINGS.table}[{figures.words(layouts.PLAYER_NUMBER.heading)}]"
    listed, number = (f"{layout.table}[{figures.words(part.heading)}]" for part in (column, layouts.PLAYER_NUMBER))
    played = [(layouts.EVENING, f'"<>{number}"') for number in figures.evening_sums.openings]
    posted = posted_sum(figures, 0, (layouts.PLAYER_NUMBER, players), (layouts.DEAL, '">0"'), *played)
    return Formula(f"SUMPRODUCT(ABS(ROUND(SUMIFS({listed},{number},{players})-{posted.text},5)))", value)


def _postings(figures: Figures, column: ListColumn) -> str:
    return f"{layouts.POSTINGS.table}[{figures.words(column.heading)}]"
