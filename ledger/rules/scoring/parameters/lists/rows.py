"""The lists of a scoring table: cells declared once, from which reader, grid and JSON order derive."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices, Document, Heading, Section
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

REPEATED = gettext_noop("“%(code)s” is given twice.")

Read = Callable[[object, str, Context], Any]
Record = dict[str, Any]


def refuse_repeats(codes: Sequence[str], field: str) -> None:
    """Raise Refusal for `field` if a code is given twice."""
    for code in codes:
        if codes.count(code) > 1:
            raise Refusal(REPEATED, field, code=code)


def _no_choices(_document: Document) -> Choices:
    return {}


def _one_column(cell: "RowCell", document: Document) -> Iterator[Heading]:
    kind, may_lack = cell.kind, cell.may_be_null and cell.is_required
    yield Heading(cell.key, cell.label, kind.text, kind.choices(document), may_lack, cell.is_hidden)


@dataclass(frozen=True)
class CellKind:
    """What a cell accepts: how its text and its value are read, its choices.

    `read` takes the value and its path, and raises Refusal. `columns` are the cell's columns in a grid.
    `keys` are the keys of a value that is itself a record.
    """

    text: str
    read: Read
    choices: Callable[[Document], Choices] = _no_choices
    columns: Callable[["RowCell", Document], Iterator[Heading]] = _one_column
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowCell:
    """One cell of a row: its key, its heading, and what it accepts.

    A document may omit it unless it `is_required`, and give null if it `may_be_null`.
    `brief` gives its value in a word or two, for a comparison, where it follows the name of its row.
    """

    key: str
    label: Phrase
    kind: CellKind
    is_required: bool = True
    may_be_null: bool = False
    is_hidden: bool = False
    brief: Callable[[Any], Label | None] | None = None

    def read(self, value: object, field: str, context: Context) -> Any:
        """What a value says; raises Refusal."""
        return None if value is None and self.may_be_null else self.kind.read(value, field, context)


def read_record(cells: Sequence[RowCell], value: object, field: str, context: Context) -> Record:
    """Read a record cell by cell; omitted keys stay omitted."""
    required = [cell.key for cell in cells if cell.is_required]
    given = fields.record(value, field, required=required, optional=[cell.key for cell in cells])
    return {
        cell.key: cell.read(given[cell.key], inside(field, cell.key), context) for cell in cells if cell.key in given
    }


def _as_they_are(rows: list[Record]) -> list[Record]:
    return rows


@dataclass(frozen=True)
class ListRows:
    """A list's rows: the name of its grid, and the cells of a row.

    `name` is a row's name in a comparison; lists without one are compared by their prices alone.
    The cells are in the order of a row in a file; in a grid the name and the code come first.
    An added row is called `new_name` and starts with `new_facts`, without which a row would be invalid.
    `modern` rewrites a row of an older form, `unfold` corrects rows read from a grid.
    """

    title: Label
    cells: tuple[RowCell, ...]
    most: int = 40
    name: Callable[[Any, ScoringRules], Label] | None = None
    new_name: Text | None = None
    new_facts: Callable[[Document], Record] | None = None
    modern: Callable[[object], object] = lambda row: row
    unfold: Callable[[list[Record]], list[Record]] = _as_they_are

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a row and of the records within it, in order."""
        return tuple(key for cell in self.cells for key in (cell.key, *cell.kind.keys))

    def read(self, value: object, key: str, context: Context) -> list[tuple[str, Record]]:
        """Each row with its path, such as "nolo.0"."""
        rows = enumerate(fields.sequence(value, key, 0, self.most))
        paths = ((f"{key}.{place}", self.modern(row)) for place, row in rows)
        return [(path, read_record(self.cells, row, path, context)) for path, row in paths]

    def section(self, key: str, document: Document) -> Section:
        """Its grid, whose choices are those that the document offers."""
        headings = sorted(
            (heading for cell in self.cells for heading in cell.kind.columns(cell, document)), key=_place_in_a_grid
        )
        new_row = self.new_row if self.new_facts else None
        return Section(key, self.title, tuple(headings), unfold=self.unfold, new_row=new_row, new_name=self.new_name)

    def new_row(self, document: Document, code: str) -> Record:
        """A further row, with the most common values."""
        given = {"code": code, "label": self.new_name and {"da": self.new_name.da, "en": self.new_name.en}}
        named = {cell.key: given[cell.key] for cell in self.cells if cell.key in given}
        return {**named, **(self.new_facts(document) if self.new_facts else {})}

    def in_brief(self, rows: Iterable[object], scoring_table: ScoringRules) -> Label | None:
        """The rows by name, with their cells in brief: "Vip 2 (trump turned, never alone)"."""
        if self.name is None:
            return None
        return join([self._row_in_brief(self.name(row, scoring_table), row) for row in rows] or [NOTHING], ", ")

    def _row_in_brief(self, name: Label, row: object) -> Label:
        values = ((cell.brief, getattr(row, cell.key)) for cell in self.cells if cell.brief)
        briefs = [label for brief, value in values if (label := brief(value))]
        return join([name, same(" ("), join(briefs, ", "), same(")")], "") if briefs else name


def _place_in_a_grid(heading: Heading) -> tuple[int, int]:
    """Sort key of a grid's columns: names, the code, then the rest as declared, per number of players by number."""
    head, _dot, rest = heading.key.partition(".")
    return ("label", "code", head).index(head), int(rest) if rest.isdecimal() else 0
