"""The lists with a column for each player: the evenings and the deals, checked row by row and player by player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from ledger.spreadsheets import layouts, wording
from ledger.spreadsheets.figures import Figures
from ledger.spreadsheets.layouts import Column, SheetLayout, same
from ledger.spreadsheets.listing import FIRST_ROW, Listing, Row, cells, foot_row, last_row, posted_sum, rounded
from ledger.spreadsheets.looks import Look
from ledger.spreadsheets.page import Formula
from ledger.spreadsheets.safe_text import unique_headings

LONGEST_UNBROKEN_WORD = 16


@dataclass(frozen=True)
class _Line:
    """A row of a list with a column for each player: the cells before those columns, the units, the cells after."""

    before: Row
    units: Mapping[int, int]
    after: Row = ()


def evenings_list(figures: Figures) -> Listing:
    """The evenings; the foot compares each player's sum with the postings that belong to an evening."""
    lines = [
        _Line((evening.number, evening.date, evening.place_name, evening.deals), evening.totals)
        for evening in figures.book.evenings
    ]
    posted = figures.posted(lambda posting: posting.evening is not None)
    return _by_player(figures, layouts.EVENINGS, lines, posted, layouts.EVENING)


def deals_list(figures: Figures) -> Listing:
    """The deals; the foot compares each player's sum with the postings that belong to a deal."""
    lines = [
        _Line(
            (
                deal.evening,
                deal.number,
                deal.date,
                deal.table,
                deal.dealer,
                deal.declarer,
                deal.contract,
                deal.partner,
                deal.tricks,
                deal.result,
                deal.why,
            ),
            deal.units,
            (deal.note, deal.status, deal.reason, deal.recorded_by),
        )
        for deal in figures.book.deals
    ]
    posted = figures.posted(lambda posting: posting.deal is not None)
    return _by_player(figures, layouts.DEALS, lines, posted, layouts.DEAL)


def _by_player(
    figures: Figures, layout: SheetLayout, lines: Sequence[_Line], posted: Mapping[int, int], belongs: Column
) -> Listing:
    first = len(layout.columns) + 1
    sum_at = first + len(figures.numbers)
    rows = tuple(_row_by_player(figures, line, first, at) for at, line in enumerate(lines, FIRST_ROW))
    totals = {number: sum(line.units.get(number, 0) for line in lines) for number in figures.numbers}
    difference_row = foot_row(rows) + 2
    return Listing(
        layout,
        (*layout.columns, *_player_columns(figures, layout), *layout.after),
        rows,
        foot=_foot_by_player(figures, layout, rows, totals, posted, belongs),
        suspects=(
            cells((sum_at, FIRST_ROW), (sum_at, last_row(rows))),
            cells((first, difference_row), (sum_at, difference_row)),
        ),
        is_right=not any(sum(line.units.values()) for line in lines)
        and all(totals[number] == posted[number] for number in figures.numbers),
    )


def _player_columns(figures: Figures, layout: SheetLayout) -> tuple[Column, ...]:
    fixed = [figures.words(column.heading) for column in (*layout.columns, *layout.after)]
    headings = unique_headings((figures.names[number] for number in figures.numbers), reserved=fixed)
    return tuple(Column(same(heading), _width(figures, heading), Look.POINTS) for heading in headings)


def _width(figures: Figures, heading: str) -> float:
    """Wide enough for the points and for the longest word of the name, which may wrap, beside the filter's button."""
    longest_word = max(len(word) for word in heading.split())
    return max(figures.points_width, min(longest_word, LONGEST_UNBROKEN_WORD) + 4)


def _row_by_player(figures: Figures, line: _Line, first: int, at: int) -> Row:
    units = tuple(line.units.get(number) for number in figures.numbers)
    return (*line.before, *units, _row_sum(figures, sum(line.units.values()), first, at), *line.after)


def _row_sum(figures: Figures, value: int, first: int, at: int) -> Formula:
    last = first + len(figures.numbers) - 1
    return rounded(f"SUM({cells((first, at), (last, at))})" if figures.numbers else "0", value)


def _foot_by_player(
    figures: Figures,
    layout: SheetLayout,
    rows: Sequence[Row],
    totals: Mapping[int, int],
    posted: Mapping[int, int],
    belongs: Column,
) -> tuple[Row, ...]:
    """Three rows: what the list adds up to, what the postings say, and the difference."""
    first, at = len(layout.columns) + 1, foot_row(rows)
    letters = {number: get_column_letter(column) for column, number in enumerate(figures.numbers, first)}
    listed = [Formula(f"SUM({x}{FIRST_ROW}:{x}{last_row(rows)})", totals[number]) for number, x in letters.items()]
    by_postings = [
        posted_sum(figures, posted[number], (layouts.PLAYER_NUMBER, str(number)), (belongs, '">0"'))
        for number in letters
    ]
    apart = [rounded(f"{x}{at}-{x}{at + 1}", totals[number] - posted[number]) for number, x in letters.items()]
    lines = [
        (wording.TOTAL, listed, sum(totals.values())),
        (wording.BY_POSTINGS, by_postings, sum(posted.values())),
        (wording.DIFFERENCE, apart, sum(totals.values()) - sum(posted.values())),
    ]
    blanks = (None,) * (len(layout.columns) - 1)
    return tuple(
        (figures.words(label), *blanks, *figures_by_player, _row_sum(figures, total, first, at + offset))
        for offset, (label, figures_by_player, total) in enumerate(lines)
    )
