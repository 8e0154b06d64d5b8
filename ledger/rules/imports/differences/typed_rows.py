"""The rows of a season's sheet of deals as they came back: found by their headings, wherever the columns went."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ledger.rules.imports.differences.origin import Place
from ledger.rules.imports.written.amounts import read_amount
from ledger.rules.imports.written.days import read_day
from ledger.rules.imports.written.sheets import BookRow, BookSheet, CellPlace, Value, text_of
from ledger.rules.site.refusal import Refusal, gettext_noop

FIRST_ROWS = 20  # in which the headings are looked for: somebody may have put a title above them
FACTS = (
    "table", "dealer", "declarer", "contract", "attachment", "vip_turn", "partner", "joiners", "tricks", "note",
)  # fmt: skip
NEEDED = ("evening", "number", "date", "contract", "declarer")
MINUSES = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\xa0": " "})

NO_SHEET = gettext_noop("No sheet of deals was found in the workbook: its headings must stay as they were.")

Headings = Mapping[str, frozenset[str]]
"""The headings of each column in every language, folded; `ignored` are those of columns that are not read."""


@dataclass(frozen=True)
class DealColumns:
    """The sheet of deals by its title and its place in the file, from 1, and its columns by what stands in them.

    `points` are those of the points by the names above them, `facts` all others that are read.
    """

    sheet: str
    sheet_at: int
    facts: Mapping[str, int]
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row of the sheet of deals, as long a one as the file has it: what stands in it is looked up by its columns."""

    columns: DealColumns
    cells: BookRow

    @property
    def number(self) -> int:
        """The row's place in its sheet, from 1."""
        return self.cells.number

    @property
    def sheet_at(self) -> int:
        """The sheet's place in the file, from 1."""
        return self.columns.sheet_at

    @property
    def points(self) -> dict[str, Value]:
        """What stands under each name."""
        return {name: self.cells.value(at) for name, at in self.columns.points.items()}

    def value(self, what: str) -> Value:
        """What stands in a column; nothing if there is no such column."""
        return self.cells.value(self.columns.facts.get(what, 0))

    def text(self, what: str) -> str:
        """What stands in a column, as text."""
        return text_of(self.value(what))

    def has(self, what: str) -> bool:
        """Whether the sheet still has a column."""
        return what in self.columns.facts or what in self.columns.points

    def place(self, what: str) -> CellPlace:
        """The cell of a column; the first one if there is no such column."""
        at = self.columns.facts.get(what) or self.columns.points.get(what) or 1
        return CellPlace(self.columns.sheet, self.number, at)

    @property
    def is_of_a_deal(self) -> bool:
        """Whether it holds a deal: below the list stand sums, whose first cell is a word."""
        if self.evening is None and self.text("evening"):
            return False
        return any(self.text(what) for what in ("number", "declarer", "contract", "tricks", "dealer"))

    @property
    def evening(self) -> int | None:
        """The number of the evening, if there is one."""
        return _whole(self.value("evening"))

    @property
    def deal(self) -> int | None:
        """The number of the deal, if there is one."""
        return _whole(self.value("number"))

    @property
    def deal_place(self) -> Place | None:
        """The numbers of evening and deal, if both are there."""
        evening, deal = self.evening, self.deal
        return None if evening is None or deal is None else (evening, deal)

    @property
    def day(self) -> date | None:
        """The day, if it can be read with its year."""
        written = read_day(self.value("date"))
        return written.going_on_from(None, None) if written else None


def typed_rows(sheets: Sequence[BookSheet], headings: Headings, players: Mapping[str, str]) -> list[TypedRow]:
    """The rows of the sheet of deals; `players` are the names of the file by their folded headings.

    Raises Refusal where no sheet has the headings.
    """
    for at, sheet in enumerate(sheets, start=1):
        for top in sheet.rows[:FIRST_ROWS]:
            facts = _columns(top, headings)
            if all(what in facts for what in NEEDED):
                columns = DealColumns(sheet.title, at, facts, _point_columns(top, headings, players))
                below = (TypedRow(columns, row) for row in sheet.rows if row.number > top.number)
                return [row for row in below if row.is_of_a_deal]
    raise Refusal(NO_SHEET)


def comparable(text: str) -> str:
    """A heading or a text as they are compared: on one line and in any case."""
    return " ".join(text.translate(MINUSES).split()).casefold()


def _columns(top: BookRow, headings: Headings) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at in range(1, len(top.values) + 1):
        heading = comparable(top.text(at))
        what = next((what for what, words in headings.items() if heading in words and what != "ignored"), None)
        if what and what not in columns:
            columns[what] = at
    return columns


def _point_columns(top: BookRow, headings: Headings, players: Mapping[str, str]) -> dict[str, int]:
    """The columns of the players by their names, and of whoever else was given one by what stands above it."""
    fixed = frozenset().union(*headings.values())
    columns: dict[str, int] = {}
    for at in range(1, len(top.values) + 1):
        heading = top.text(at)
        if heading and comparable(heading) not in fixed:
            columns.setdefault(players.get(comparable(heading), heading), at)
    return columns


def _whole(value: Value) -> int | None:
    """The whole number in a cell; None for anything else."""
    if value is None or isinstance(value, date):
        return None
    try:
        number = read_amount(value)
    except Refusal:
        return None
    return number if isinstance(number, int) and 0 <= number <= 10_000_000 else None


def points_in(row: TypedRow, known: Collection[str]) -> dict[str, Fraction]:
    """The points of a row by name, without the empty cells; under a heading of nobody `known` only numbers count.

    Raises Refusal, with the name as its field, for what is no number under one that is known.
    """
    points = {}
    for name, value in row.points.items():
        try:
            amount = read_amount(value)
        except Refusal as refusal:
            if name in known:
                raise Refusal(refusal.message, name, **refusal.params) from None
            continue
        if amount is not None:
            points[name] = Fraction(amount)
    return points
