"""The deals of a book, or its evenings' points, row by row as the map says, with what could not be read in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ledger.rules.imports.written.cells import (
    BookRow,
    BookSheet,
    Value,
    amount_in,
    pays_like_a_deal,
    read_amount,
    read_day,
    text_of,
    year_in,
)
from ledger.rules.imports.written.columns import BookMap, SheetMap
from ledger.rules.site.points import Points
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import CellPlace

TOTAL_WORDS = re.compile(
    r"\b(i ?alt|total(en|er)?|totals?|sum(mer|men)?|saldo|stilling(en)?|resultat|slut(stilling)?|subtotal"
    r"|standings?|gennemsnit|snit|average|kontrol|check|differen(ce|s)|ifølge posteringerne|by the postings)\b",
    re.IGNORECASE,
)
CARRIED_WORDS = re.compile(r"\b(overført|transport|primo|startsaldo|carried|brought|opening)\b", re.IGNORECASE)
MARKS = {"x", "✓", "ja", "yes"}  # in a column of its own: its heading says what is so
TYPED = ("declarer", "partner", "contract", "tricks")  # besides a contract's attachment, trump and knock
WORD = re.compile(r"\d+|[^\W\d]+")
OF_A_DEAL = {"declarer", "partner", "dealer", "joiners", "contract", "note"}  # whose words are no total's
ROWS_ABOVE = 8  # of the headings, where an evening's day may stand
MOST_TRICKS = 20


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One deal of a book as it was written, `cells` as they stand.

    `at_evening` counts the evenings of the book from 1; `day` is None where an evening begins without one.
    `players` are those of the sheet, `points` what each of them won or lost, in points and in their order, None where
    nothing stands; `totals` likewise the running totals after the deal, empty if the sheet has none. `day_is_guessed`
    if its year was not written. `unreadable` are the columns with what is no number or no day, and why; 0 is the cell
    with the day of the whole sheet, unless a column has days too. `table_number` is that of the table that the sheet
    names, or 0. In a sheet that `is_turned` the row was a column.
    """

    sheet: str
    cells: BookRow
    map: SheetMap = field(repr=False)
    at_evening: int
    day: date | None
    day_is_guessed: bool
    evening: str
    contract: str
    players: tuple[str, ...]
    points: tuple[Points | None, ...]
    totals: tuple[Points | None, ...]
    unreadable: tuple[tuple[int, str], ...] = ()
    table_number: int = 0
    is_turned: bool = False

    @property
    def number(self) -> int:
        """The row's number in its sheet, from 1."""
        return self.cells.number

    @property
    def key(self) -> str:
        """The row as choices name it: "Ark1/17"."""
        return f"{self.sheet}/{self.number}"

    def text(self, what: str) -> str:
        """What stands in the first column that holds something."""
        return self.cells.text(self.map.column(what))

    @property
    def tricks(self) -> int | None:
        """The tricks in a column of their own; None for what is no such number, which the contract may say better."""
        if "/" in self.text("tricks"):  # of each who went along on a nolo, "2 / 2": no fraction
            return None
        tricks = amount_in(self.cells.value(self.map.column("tricks")))
        return tricks if type(tricks) is int and 0 <= tricks <= MOST_TRICKS else None

    def place(self, what: str) -> CellPlace:
        """The cell that holds something of the row; the first of its points if it has no such column."""
        column = self.map.column(what)
        if what in self.map.cells:
            return CellPlace(self.sheet, *self.map.cells[what])
        return self.place_at(column) if column else self.place_of_points()

    def place_of(self, player: str, *, total: bool = False) -> CellPlace:
        """The cell with a player's points, or with the running total if the sheet has nothing else."""
        columns = self.map.totals if total or not self.map.points else self.map.points
        return self.place_at(_column_of(columns, player))

    def place_of_points(self) -> CellPlace:
        """The cells with everybody's points."""
        columns = sorted(self.map.points or self.map.totals or self.map.tricks)
        return self.place_at(columns[0], columns[-1])

    def place_at(self, column: int, last: int = 0) -> CellPlace:
        """The cell in a column, or those up to the last one."""
        return CellPlace(self.sheet, self.number, column, last, self.is_turned)


def read_rows(sheets: Iterable[BookSheet], book_map: BookMap) -> Iterator[WrittenRow]:
    """The deals of a book in the order in which they stand, sheet by sheet."""
    totals: dict[str, Points] = {}
    evenings = 0
    for sheet in sheets:
        sheet_map = book_map.of_sheet(sheet.title)
        if sheet_map is None:
            continue
        reader = _SheetReader(sheet, sheet_map, totals, evenings)
        for cells in sheet.rows:
            if cells.number > sheet_map.header_row and (row := reader.row(cells)):
                yield row
        evenings = reader.evenings


class _Evening(NamedTuple):
    """What stands for the rows below: the evening, its day, the last day and number of a deal that were named."""

    name: str
    day: date | None = None
    day_is_guessed: bool = False
    last_day: date | None = None
    number: int = 0


class _SheetReader:
    """Reads one sheet from the top, remembering the evening, the totals and the sums so far."""

    def __init__(self, sheet: BookSheet, sheet_map: SheetMap, totals: dict[str, Points], evenings: int) -> None:
        self.sheet, self.map, self.totals, self.evenings = sheet, sheet_map, totals, evenings
        self.rows = {row.number: row for row in sheet.rows}
        self.players = sheet_map.players
        self.point_columns = {player: _column_of(sheet_map.points, player) for player in self.players}
        self.total_columns = {player: _column_of(sheet_map.totals, player) for player in self.players}
        of_deals = {column for column, what in sheet_map.columns.items() if what in OF_A_DEAL}
        self.of_deals = {*of_deals, *sheet_map.points, *sheet_map.totals}
        # How many deals there were, and what each player won in them: of the sheet, and before the evening.
        self.nothing: list[Points] = [0] * (1 + len(self.players))
        self.sums = self.sums_before = self.nothing
        self.begins = True  # an evening, with the next deal
        self.table_number = _number_of(text_of(self._cell("table")))
        self.no_day: list[tuple[int, str]] = []
        self.year: int | None = None
        self.evening = self._day_in_its_cell() if sheet_map.is_typed else self._day_above()

    def _cell(self, what: str) -> Value:
        """What a cell of its own says of the whole sheet."""
        row, column = self.map.cells.get(what, (0, 0))
        return self.rows[row].value(column) if row in self.rows else None

    def _day_in_its_cell(self) -> _Evening:
        value = self._cell("date")
        written = read_day(value)
        day = written and written.going_on_from(None, None)
        if day is None:
            self.no_day = [(self.map.column("date"), text_of(value))]
        return _Evening(self.sheet.title, day)

    def _day_above(self) -> _Evening:
        """The evening by the sheet's title, or by what stands above the headings, which may say the year too."""
        name = "" if self.map.column("evening") or self.map.column("date") else self.sheet.title
        above = [row for row in self.sheet.rows if row.number < self.map.header_row][:ROWS_ABOVE]
        texts = [self.sheet.title, *(value for row in above for value in row.values)]
        self.year = self.map.year or next(filter(None, map(year_in, map(text_of, texts))), None)
        for written in filter(None, map(read_day, texts)):
            if day := written.going_on_from(None, self.year):
                return _Evening(name, day, written.year is None, day)
        return _Evening(name)

    def row(self, cells: BookRow) -> WrittenRow | None:
        """The next row, None if it is no deal."""
        unreadable = [*self.no_day]
        evening, begins = self._evening_of(cells, unreadable)
        points = _amounts(cells, self.point_columns, unreadable)
        totals = _amounts(cells, self.total_columns, unreadable)
        if self._is_aside(cells, points if self.map.points else totals, unreadable):
            if not cells.text(self.map.column("date")) and not cells.text(self.map.column("evening")):
                evening = self._heading(cells)
            self.begins = self.begins or evening[:2] != self.evening[:2]
            self.evening = evening
            return None
        self.evening = evening
        if begins or self.begins:
            self.evenings += 1
            self.begins = False
            self.sums_before = self.sums
            if self.map.restart:
                self.totals.clear()
        if self.map.totals and not self.map.points:
            points = self._differences(totals)
        self.totals.update(totals)
        deal = [1, *(points.get(player, 0) for player in self.players)]
        self.sums = [total + won for total, won in zip(self.sums, deal, strict=True)]
        return WrittenRow(
            sheet=self.sheet.title,
            cells=cells,
            map=self.map,
            at_evening=self.evenings,
            day=evening.day,
            day_is_guessed=evening.day_is_guessed,
            evening=evening.name,
            contract=self._contract(cells),
            players=self.players,
            points=tuple(map(points.get, self.players)),
            totals=tuple(map(totals.get, self.players)) if self.map.totals else (),
            unreadable=tuple(unreadable),
            table_number=self.table_number,
            is_turned=self.sheet.is_turned,
        )

    def _differences(self, totals: Mapping[str, Points]) -> Mapping[str, Points]:
        """The points of a row that has totals alone."""
        gone_on = {player: total - self.totals.get(player, 0) for player, total in totals.items()}
        # The first totals of a sheet may be those of a deal, or go on from the sheet above.
        if self.sums[0] or _likeness([*totals.values()]) < _likeness([*gone_on.values()]):
            return gone_on
        self.totals.clear()
        return totals

    def _heading(self, cells: BookRow) -> _Evening:
        """The evening that begins below a row which says its day and nothing else; that above it for any other row."""
        texts = [value for value in cells.values if isinstance(value, str)]
        written = read_day(texts[0]) if len(texts) == 1 and not self.map.column("date") else None
        day = written and written.going_on_from(self.evening.last_day, self.year)
        if not written or not day:
            return self.evening
        self.begins = True
        return _Evening(self.evening.name, day, written.year is None, day, self.evening.number)

    def _evening_of(self, cells: BookRow, unreadable: list[tuple[int, str]]) -> tuple[_Evening, bool]:
        """The evening of a row by what it names, and whether it begins there, or because its number begins anew."""
        name, day, is_guessed, last_day, above = self.evening
        if (named := cells.text(self.map.column("evening"))) and not TOTAL_WORDS.search(named):
            name = named
        column = self.map.column("date")
        if (text := cells.text(column)) and not TOTAL_WORDS.search(text):
            written = read_day(cells.value(column))
            day = written and written.going_on_from(last_day, self.year)
            is_guessed = day is not None and written is not None and written.year is None
            if day is None:
                unreadable.append((column, text))
        number = _number_of(cells.text(self.map.column("number")))
        begins = (name, day) != self.evening[:2] or number == 1 < above or self.map.by_evening
        if begins and column and not text and self.sums[0]:
            day = None  # it is another evening than the one above, whose day is not its own
        return _Evening(name, day, is_guessed, day or last_day, number or above), begins

    def _is_aside(self, cells: BookRow, amounts: Mapping[str, Points], unreadable: Sequence[tuple[int, str]]) -> bool:
        """Whether a row is no deal: without numbers, a total by its words, or by adding up what stands above it."""
        if self.map.is_typed:  # the number stands there beforehand, and whatever is typed is meant
            return not any(map(cells.text, [*map(self.map.column, TYPED), *self.map.tricks]))
        told = [what for what in ("number", "declarer", "contract") if cells.text(self.map.column(what))]
        if len(amounts) < 2:
            return len(told) < 2 and not (told and unreadable)
        # A row that says who declared what is a deal, whatever else its words or sums look like.
        if {"declarer", "contract"} <= {*told}:
            return False
        texts = [
            value for at, value in enumerate(cells.values, 1) if isinstance(value, str) and at not in self.of_deals
        ]
        # What was carried over from another page is what the totals below go on from.
        if any(map(CARRIED_WORDS.search, texts)) and self.map.totals:
            self.totals.update(amounts)
        if any(TOTAL_WORDS.search(text) or CARRIED_WORDS.search(text) for text in texts):
            return True
        # A total without words: nothing of a deal beside it, and what stands above it added up.
        return not told and (self._adds_up(amounts, self.sums_before) or self._adds_up(amounts, self.nothing))

    def _adds_up(self, amounts: Mapping[str, Points], before: Sequence[Points]) -> bool:
        """Whether a row's amounts are the sum of several deals above it, from where the sums stood before."""
        deals, *sums = (now - then for now, then in zip(self.sums, before, strict=True))
        return deals > 1 and sums == [amounts.get(player, 0) for player in self.players]

    def _contract(self, cells: BookRow) -> str:
        """What stands in one or several columns, a mark as the heading above it."""
        headings = self.rows.get(self.map.header_row, cells)
        parts: list[str] = []
        for column in self.map.columns_of("contract"):
            text = cells.text(column)
            words = (headings.text(column) or text) if text.lower() in MARKS else text
            # What a column before says already, a contract and then its attachment, is said once.
            if words and words.lower() not in WORD.findall(" ".join(parts).lower()):
                parts.append(words)
        return " ".join(parts)


def _amounts(cells: BookRow, columns: Mapping[str, int], unreadable: list[tuple[int, str]]) -> Mapping[str, Points]:
    """The amounts that stand in the players' columns of a row."""
    amounts: dict[str, Points] = {}
    for player, column in columns.items():
        try:
            amount = read_amount(cells.value(column))
        except Refusal:
            amount = None
            unreadable.append((column, cells.text(column)))
        if amount is not None:
            amounts[player] = amount
    return amounts


def _likeness(points: Sequence[Points]) -> tuple[bool, Points]:
    """How much numbers look like a deal's."""
    return pays_like_a_deal(points), min(points, default=0) - max(points, default=0)


def _column_of(columns: Mapping[int, str], player: str) -> int:
    return next((column for column, name in columns.items() if name == player), 0)


def _number_of(text: str) -> int:
    """A deal's number, 0 where it is none."""
    digits = text.rstrip(".")
    return int(digits) if digits.isdecimal() and len(digits) < 9 else 0
