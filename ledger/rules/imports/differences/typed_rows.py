"""The rows of a season's sheet of deals as they came back: found by their headings, wherever the columns went."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
class TypedRow:
    """A row of the sheet of deals: what stands in its cells, and the points by the headings above them.

    `sheet_at` is the sheet's place in the file and `number` the row's, from 1.
    """

    sheet: str
    sheet_at: int
    number: int
    values: Mapping[str, Value]
    points: Mapping[str, Value]
    columns: Mapping[str, int]

    def text(self, what: str) -> str:
        """What stands in a column, as text."""
        return text_of(self.values.get(what))

    def has(self, what: str) -> bool:
        """Whether the sheet still has a column."""
        return what in self.columns

    def place(self, what: str) -> CellPlace:
        """The cell of a column; the first one if there is no such column."""
        return CellPlace(self.sheet, self.number, self.columns.get(what, 1))

    @property
    def evening(self) -> int | None:
        """The number of the evening, if there is one."""
        return _whole(self.values.get("evening"))

    @property
    def deal(self) -> int | None:
        """The number of the deal, if there is one."""
        return _whole(self.values.get("number"))

    @property
    def deal_place(self) -> Place | None:
        """The numbers of evening and deal, if both are there."""
        evening, deal = self.evening, self.deal
        return None if evening is None or deal is None else (evening, deal)

    @property
    def day(self) -> date | None:
        """The day, if it can be read with its year."""
        written = read_day(self.values.get("date"))
        return written.going_on_from(None, None) if written else None


def typed_rows(sheets: Sequence[BookSheet], headings: Headings, players: Mapping[str, str]) -> list[TypedRow]:
    """The rows of the sheet of deals; `players` are the names of the file by their folded headings.

    Raises Refusal where no sheet has the headings.
    """
    for at, sheet in enumerate(sheets, start=1):
        for top in sheet.rows[:FIRST_ROWS]:
            columns = _columns(top, headings)
            if all(what in columns for what in NEEDED):
                return list(_rows_below(at, sheet, top, columns, _point_columns(top, headings, players)))
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


def _rows_below(
    sheet_at: int, sheet: BookSheet, top: BookRow, columns: Mapping[str, int], points: Mapping[str, int]
) -> Iterator[TypedRow]:
    for row in sheet.rows:
        values = {what: row.value(at) for what, at in columns.items()}
        if row.number > top.number and _is_of_a_deal(values):
            at_points = {name: row.value(at) for name, at in points.items()}
            yield TypedRow(sheet.title, sheet_at, row.number, values, at_points, {**points, **columns})


def _is_of_a_deal(values: Mapping[str, Value]) -> bool:
    """Whether a row holds a deal: below the list stand sums, whose first cell is a word."""
    if _whole(values.get("evening")) is None and text_of(values.get("evening")):
        return False
    return any(text_of(values.get(what)) for what in ("number", "declarer", "contract", "tricks", "dealer"))


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
