"""The deals of an old book, row by row as the map says, with what could not be read in them; totals are left out."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from ledger.rules.imports.written.amounts import pays_like_a_deal, read_amount
from ledger.rules.imports.written.column_map import BookMap, SheetMap
from ledger.rules.imports.written.days import read_day, year_in
from ledger.rules.imports.written.sheets import BookRow, BookSheet, CellPlace, Value, text_of
from ledger.rules.site.points import Points
from ledger.rules.site.refusal import Refusal

TOTAL_WORDS = re.compile(
    r"\b(i ?alt|total(en|er)?|totals?|sum(mer|men)?|saldo|stilling(en)?|resultat|slut(stilling)?|subtotal"
    r"|standings?|gennemsnit|snit|average|kontrol|check|differen(ce|s)|ifølge posteringerne|by the postings)\b",
    re.IGNORECASE,
)
CARRIED_WORDS = re.compile(r"\b(overført|transport|primo|startsaldo|carried|brought|opening)\b", re.IGNORECASE)
MARKS = {"x", "✓", "ja", "yes"}  # in a column of its own: its heading says what is so
TYPED = ("declarer", "partner", "contract", "tricks")  # besides a contract's attachment, trump and knock
WORD = re.compile(r"\d+|[^\W\d]+")
ROWS_ABOVE = 8  # of the headings, where an evening's day may stand


@dataclass(frozen=True, slots=True)
class OldRow:
    """One deal of an old book as it was written.

    `at_evening` counts the evenings of the book from 1; `day` is None where an evening begins without one.
    `players` are those of the sheet, `points` what each of them won or lost, in points and in their order, None where
    nothing stands; `totals` likewise the running totals after the deal, empty if the sheet has none. `day_is_guessed`
    if its year was not written. `unreadable` are the columns with what is no number or no day, and why. `line` is the
    deal as a keyboard line, empty if there is none. `table_number` is that of the table that the sheet names, or 0;
    `day_text` what stands in place of its day and is none.
    """

    sheet: str
    number: int
    map: SheetMap = field(repr=False)
    at_evening: int
    day: date | None
    day_is_guessed: bool
    evening: str
    deal: str
    declarer: str
    partner: str
    dealer: str
    joiners: str
    contract: str
    note: str
    tricks: int | None
    players: tuple[str, ...]
    points: tuple[Points | None, ...]
    totals: tuple[Points | None, ...]
    unreadable: tuple[tuple[int, str], ...] = ()
    line: str = ""
    table_number: int = 0
    day_text: str = ""

    def place(self, what: str) -> CellPlace:
        """The cell that holds something of the row; the first of its points if it has no such column."""
        column = self.map.column(what)
        if what in self.map.cells:
            return CellPlace(self.sheet, *self.map.cell(what))
        return CellPlace(self.sheet, self.number, column) if column else self.place_of_points()

    def place_of(self, player: str, *, total: bool = False) -> CellPlace:
        """The cell with a player's points, or with the running total if the sheet has nothing else."""
        columns = self.map.totals if total or not self.map.points else self.map.points
        return CellPlace(self.sheet, self.number, next(column for column, name in columns.items() if name == player))

    def place_of_points(self) -> CellPlace:
        """The cells with everybody's points."""
        columns = sorted(self.map.points or self.map.totals)
        return CellPlace(self.sheet, self.number, columns[0], columns[-1])


class _SheetReader:
    """Reads one sheet from the top, remembering what stands for the rows below: day, evening and totals so far."""

    def __init__(self, sheet: BookSheet, sheet_map: SheetMap, totals: dict[str, Points], evenings: int) -> None:
        self.sheet, self.map = sheet, sheet_map
        self.totals, self.evenings = totals, evenings
        self.players = sheet_map.players
        self.point_columns = [_column_of(sheet_map.points, player) for player in self.players]
        self.total_columns = (
            [_column_of(sheet_map.totals, player) for player in self.players] if sheet_map.totals else []
        )
        self.evening = "" if sheet_map.column("evening") or sheet_map.column("date") else sheet.title
        self.day: date | None = None
        self.last_day: date | None = None
        self.is_guessed = False
        self.day_text = ""
        self.number = self.rows_read = 0
        self.begins = False
        self.headings = _headings(sheet, sheet_map)
        self.of_evening, self.of_sheet = _Sum(), _Sum()
        of_deals = (
            sheet_map.columns_of(what)
            for what in ("declarer", "partner", "dealer", "joiners", "contract", "note", "line")
        )
        self.of_deals = {*sheet_map.points, *sheet_map.totals, *(column for columns in of_deals for column in columns)}
        self._begin()

    def rows(self) -> Iterator[OldRow]:
        for row in self.sheet.rows:
            if row.number > self.map.header_row and (deal := self._deal(row)):
                yield deal

    def _begin(self) -> None:
        """Take the evening's day and its year from the sheet's title, or from what stands above the headings.

        Where a sheet says in which cell its day is, it is nowhere else.
        """
        self.table_number = _number_of(text_of(self._in_cell("table")))
        if self.map.is_of_entry:
            self.year = None
            self._note_day(self._in_cell("date"))
            return
        above = [row for row in self.sheet.rows if row.number < self.map.header_row][:ROWS_ABOVE]
        texts = [self.sheet.title, *(value for row in above for value in row.values)]
        self.year = self.map.year or next(filter(None, map(year_in, map(text_of, texts))), None)
        for written in filter(None, map(read_day, texts)):
            if day := written.going_on_from(None, self.year):
                self.day = self.last_day = day
                self.is_guessed = written.year is None
                return

    def _in_cell(self, what: str) -> Value:
        number, column = self.map.cell(what)
        return next((row.value(column) for row in self.sheet.rows if row.number == number), None)

    def _note_day(self, value: Value) -> None:
        written = read_day(value)
        self.day = self.last_day = written and written.going_on_from(None, None)
        self.day_text = "" if self.day else text_of(value)

    def _deal(self, row: BookRow) -> OldRow | None:
        unreadable: list[tuple[int, str]] = []
        before = self.evening, self.day, self.last_day, self.is_guessed, self.number
        is_new = self._note_evening(row, unreadable)
        points = self._amounts(row, self.point_columns, unreadable)
        totals = self._amounts(row, self.total_columns, unreadable)
        if self._is_aside(row, points if self.map.points else totals, unreadable):
            if not any(row.text(self.map.column(what)) for what in ("date", "evening")):
                self.evening, self.day, self.last_day, self.is_guessed, self.number = before
                self._note_heading(row)
            self.begins = self.begins or (is_new and (self.evening, self.day) != before[:2])
            return None
        self.rows_read += 1
        if is_new or self.begins:
            self._begin_evening()
        if not self.map.points:
            if self.rows_read == 1 and self._begin_at_zero(totals):
                self.totals.clear()
            points = [
                None if total is None else total - self.totals.get(player, 0)
                for player, total in zip(self.players, totals, strict=True)
            ]
        for player, total in zip(self.players, totals, strict=bool(totals)):
            if total is not None:
                self.totals[player] = total
        won = tuple(points)  # one for the sums and for the row: a long book has a hundred thousand
        self.of_evening.add(won)
        self.of_sheet.add(won)
        return self._old_row(row, won, totals, unreadable)

    def _begin_evening(self) -> None:
        self.evenings, self.begins = self.evenings + 1, False
        self.of_evening = _Sum()
        if self.map.restart:
            self.totals.clear()

    def _begin_at_zero(self, totals: Sequence[Points | None]) -> bool:
        """Whether the first totals of a sheet look more like a deal than what they add to those of the sheet above."""
        told = [(player, total) for player, total in zip(self.players, totals, strict=True) if total is not None]
        ways = [total for _, total in told], [total - self.totals.get(player, 0) for player, total in told]
        begun, gone_on = (
            (pays_like_a_deal(points), min(points, default=0) - max(points, default=0)) for points in ways
        )
        return begun >= gone_on

    def _note_heading(self, row: BookRow) -> None:
        """Remember the day of a row that says nothing else, above its evening's deals."""
        texts = [value for value in row.values if isinstance(value, str)]
        written = read_day(texts[0]) if len(texts) == 1 and not self.map.column("date") else None
        if written and (day := written.going_on_from(self.last_day, self.year)):
            self.day = self.last_day = day
            self.is_guessed, self.begins = written.year is None, True

    def _old_row(
        self,
        row: BookRow,
        points: Sequence[Points | None],
        totals: Sequence[Points | None],
        unreadable: Sequence[tuple[int, str]],
    ) -> OldRow:
        texts = {
            what: row.text(self.map.column(what)) for what in ("number", "declarer", "partner", "dealer", "joiners")
        }
        return OldRow(
            sheet=self.sheet.title,
            number=row.number,
            map=self.map,
            at_evening=self.evenings,
            day=self.day,
            day_is_guessed=self.is_guessed,
            evening=self.evening,
            deal=texts["number"],
            declarer=texts["declarer"],
            partner=texts["partner"],
            dealer=texts["dealer"],
            joiners=texts["joiners"],
            contract=self._words(row, "contract"),
            note=self._words(row, "note"),
            tricks=_tricks(row, self.map.column("tricks")),
            players=self.players,
            points=tuple(points),
            totals=tuple(totals),
            unreadable=tuple(unreadable),
            line=row.text(self.map.column("line")),
            table_number=self.table_number,
            day_text=self.day_text,
        )

    def _note_evening(self, row: BookRow, unreadable: list[tuple[int, str]]) -> bool:
        """Remember the evening and the day that a row names, or that its number begins anew; whether one begins."""
        evening, day, column = self.evening, self.day, self.map.column("date")
        if (named := row.text(self.map.column("evening"))) and not TOTAL_WORDS.search(named):
            evening = named
        if (text := row.text(column)) and not TOTAL_WORDS.search(text):
            written = read_day(row.value(column))
            day = written and written.going_on_from(self.last_day, self.year)
            self.is_guessed = day is not None and written is not None and written.year is None
            if day is None:
                unreadable.append((column, text))
        number = _number_of(row.text(self.map.column("number")))
        is_new = (evening, day) != (self.evening, self.day) or (number == 1 and self.number > 1) or not self.rows_read
        if is_new and column and not row.text(column) and self.rows_read:
            day = None  # it is another evening than the one above, whose day is not its own
        self.number = number or self.number
        self.evening, self.day, self.last_day = evening, day, day or self.last_day
        return is_new

    def _amounts(self, row: BookRow, columns: Sequence[int], unreadable: list[tuple[int, str]]) -> list[Points | None]:
        amounts: list[Points | None] = []
        values, width = row.values, len(row.values)
        for column in columns:
            value = values[column - 1] if 0 < column <= width else None
            try:
                # Most cells of a wide book are empty.
                amounts.append(None if value is None else read_amount(value))
            except Refusal:
                amounts.append(None)
                unreadable.append((column, row.text(column)))
        return amounts

    def _is_aside(self, row: BookRow, amounts: Sequence[Points | None], unreadable: Sequence[tuple[int, str]]) -> bool:
        """Whether a row is no deal: without numbers, a total by its words, or by adding up what stands above it."""
        if row.text(self.map.column("line")):
            return False
        if self.map.is_of_entry:  # the number stands there beforehand, and whatever is typed is meant
            return not any(row.text(self.map.column(what)) for what in TYPED)
        told = [what for what in ("number", "declarer", "contract") if row.text(self.map.column(what))]
        if len([amount for amount in amounts if amount is not None]) < 2:
            return len(told) < 2 and not (told and unreadable)
        # A row that says who declared what is a deal, whatever else its words or sums look like.
        if {"declarer", "contract"} <= {*told}:
            return False
        texts = [value for at, value in enumerate(row.values, 1) if isinstance(value, str) and at not in self.of_deals]
        # What was carried over from another page is what the totals below go on from.
        if any(map(CARRIED_WORDS.search, texts)) and self.map.totals:
            carried = zip(self.players, amounts, strict=True)
            self.totals.update((player, amount) for player, amount in carried if amount is not None)
        if any(TOTAL_WORDS.search(text) or CARRIED_WORDS.search(text) for text in texts):
            return True
        # A total without words: nothing of a deal beside it, and what stands above it added up.
        row_of_amounts = [amount or 0 for amount in amounts]
        return not told and any(above.is_told_by(row_of_amounts) for above in (self.of_evening, self.of_sheet))

    def _words(self, row: BookRow, what: str) -> str:
        """What stands in one or several columns, a mark as the heading above it."""
        parts: list[str] = []
        for column in self.map.columns_of(what):
            text = row.text(column)
            words = self.headings.get(column, text) if text.lower() in MARKS else text
            # What a column before says already, a contract and then its attachment, is said once.
            if words and words.lower() not in WORD.findall(" ".join(parts).lower()):
                parts.append(words)
        return " ".join(parts)


def old_rows(sheets: Iterable[BookSheet], book_map: BookMap) -> Iterator[OldRow]:
    """The deals of a book in the order in which they stand, sheet by sheet."""
    totals: dict[str, Points] = {}
    evenings = 0
    for sheet in sheets:
        sheet_map = book_map.of_sheet(sheet.title)
        if sheet_map is not None:
            if sheet_map.restart:
                totals = {}
            reader = _SheetReader(sheet, sheet_map, totals, evenings)
            yield from reader.rows()
            evenings = reader.evenings


class _Sum:
    """What the deals above a row add up to; only a row that says nothing of a deal asks, so they are added then."""

    def __init__(self) -> None:
        self.deals = 0
        self._sums: Sequence[Points] = ()
        self._waiting: list[Sequence[Points | None]] = []

    def add(self, points: Sequence[Points | None]) -> None:
        """Count a deal, with the points of each player."""
        self.deals += 1
        self._waiting.append(points)

    def is_told_by(self, amounts: Sequence[Points]) -> bool:
        """Whether a row's amounts are the sum of several deals above it."""
        if self._waiting:
            columns = zip(*filter(None, (self._sums, *self._waiting)), strict=True)
            self._sums = [sum([won for won in column if won]) for column in columns]
            self._waiting.clear()
        return self.deals > 1 and self._sums == amounts


def _column_of(columns: Mapping[int, str], player: str) -> int:
    return next((column for column, name in columns.items() if name == player), 0)


def _headings(sheet: BookSheet, sheet_map: SheetMap) -> dict[int, str]:
    row = next((row for row in sheet.rows if row.number == sheet_map.header_row), None)
    return {at: text_of(value) for at, value in enumerate(row.values, 1)} if row else {}


def _number_of(text: str) -> int:
    """A deal's number, 0 where it is none."""
    digits = text.rstrip(".")
    return int(digits) if digits.isdecimal() and len(digits) < 9 else 0


def _tricks(row: BookRow, column: int) -> int | None:
    """The tricks in a column of their own; None for what is no such number, which the contract may say better."""
    try:
        tricks = read_amount(row.value(column)) if column else None
    except Refusal:
        return None
    return tricks if type(tricks) is int and 0 <= tricks <= 20 else None
