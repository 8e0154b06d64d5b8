"""The declaration of a scoring table's parameter, with the cells, factors, readers that several share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from typing import Any, Generic, NamedTuple, TypeVar

from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, join, same
from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

# What the readers of a document's parts share.


T = TypeVar("T")

LARGEST_PRICE = 1_000_000

NEGATIVE_PRICE = gettext_noop("A price is 0 or more.")


@dataclass(frozen=True)
class Context:
    """The whole document, the options that override its rules, and the values read so far, by key.

    `faults` collects the Refusals of prices; without it the first is raised.
    """

    document: Mapping[str, Any]
    options: Mapping[str, str]
    faults: list[Refusal] | None = None
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def tricks(self) -> int:
        """The tricks of a deal."""
        return int(self.values["tricks"])

    @property
    def denominator(self) -> int:
        """Units a point."""
        return int(self.values["unit_denominator"])

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules in force."""
        rules: Mapping[str, str] = self.values["rules"]
        return rules

    def units(self, value: object, field: str) -> int:
        """A price of 0 or more, in units."""
        units = self.signed_units(value, field, lowest=0)
        if units < 0:
            raise Refusal(NEGATIVE_PRICE, field)
        return units

    def signed_units(self, value: object, field: str, lowest: int = -LARGEST_PRICE) -> int:
        """An amount of any sign, in units."""
        if isinstance(value, str):
            return read_points(value, self.denominator, field)
        if type(value) is int:
            return fields.integer(value, field, lowest, LARGEST_PRICE) * self.denominator
        raise Refusal(gettext_noop('Write the price as a whole number or as text such as "1/8".'), field)

    def rule(self, rule: str) -> str:
        """The choice of a named rule.

        Raises Refusal if none is made.
        """
        if rule not in self.rules:
            raise Refusal(
                gettext_noop("The rule “%(rule)s” must be chosen for these prices."), f"rules.{rule}", rule=rule
            )
        return self.rules[rule]

    def price(self, field: str, read: Callable[..., T], *given: object) -> T | None:
        """A price as read from its field, or None if it is unreadable and `faults` are collected."""
        try:
            return read(*given, field)
        except Refusal as refusal:
            # What is wrong elsewhere, such as a rule that is not chosen, is no fault of this price.
            if self.faults is None or not str(refusal.field).startswith(field):
                raise
            self.faults.append(refusal)
            return None


Choices = Mapping[str, Label]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Heading:
    """One column of a section: its key within the record, its name, how its text is read, its choices.

    An empty cell omits the key, or gives None if the key `may_lack` its value.
    A heading without a name is said in the JSON file only; a fact that `is_aside` appears on the editor's page among
    those that are rarely changed.
    """

    key: str
    label: Label | None
    kind: str = "words"
    choices: Choices = field(default_factory=dict)
    may_lack: bool = False
    is_aside: bool = False


LANGUAGES = (Heading("da", Phrase("Danish")), Heading("en", Phrase("English")))  # of a text in a document


@dataclass(frozen=True)
class Section:
    """One grid of a scoring table: its key in the document, its name, and its columns.

    A row is identified in paths by its value under `named_by`, or by its index; a path that ends there means the cell
    under `value_key`.
    `fold` turns the document's value into records, `unfold` turns records back into it.
    `new_row` makes a further record for a document, with a free code; `new_name` is its first name.
    """

    key: str
    title: Label
    headings: tuple[Heading, ...]
    named_by: str = "code"
    value_key: str = ""
    fold: Callable[[Any], list[Any]] = list
    unfold: Callable[[list[Any]], object] = list
    new_row: Callable[[Document, str], Mapping[str, Any]] | None = None
    new_name: Text | None = None


# Lists of a scoring table: cells declared once, from which reader, grid and JSON order derive.


REPEATED = gettext_noop("“%(code)s” is given twice.")

Record = dict[str, Any]


def refuse_repeats(codes: Sequence[str], field: str) -> None:
    """Raise Refusal for `field` if a code is given twice."""
    for code in codes:
        if codes.count(code) > 1:
            raise Refusal(REPEATED, field, code=code)


def _one_column(cell: "RowCell", document: Document) -> Iterator[Heading]:
    kind, may_lack = cell.kind, cell.may_be_null and cell.is_required
    yield Heading(cell.key, cell.label, kind.text, kind.choices(document), may_lack)


@dataclass(frozen=True)
class CellKind:
    """What a cell accepts: how its text and its value are read, its choices.

    `read` takes the value and its path, and raises Refusal. `columns` are the cell's columns in a grid.
    `keys` are the keys of a value that is itself a record.
    """

    text: str
    read: Callable[[object, str, Context], Any]
    choices: Callable[[Document], Choices] = lambda _document: {}
    columns: Callable[["RowCell", Document], Iterator[Heading]] = _one_column
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowCell:
    """One cell of a row: its key, its heading, without which it is said in the JSON file only, and what it accepts.

    A document may omit it unless it `is_required`, and give null if it `may_be_null`.
    `brief` gives its value in a word or two, for a comparison, where it follows the name of its row.
    """

    key: str
    label: Phrase | None
    kind: CellKind
    is_required: bool = True
    may_be_null: bool = False
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
    unfold: Callable[[list[Record]], list[Record]] = list

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


def _names(cell: RowCell, _document: Document) -> Iterator[Heading]:
    yield Heading(f"{cell.key}.da", Phrase("Name"))
    yield Heading(f"{cell.key}.en", Phrase("Name"))


WORDS = CellKind("words", lambda value, field, _context: fields.words(value, field))
CODE = CellKind("words", lambda value, field, _context: fields.code(value, field))
NAME = CellKind("words", lambda value, field, _context: fields.label(value, field), columns=_names)
TRICKS = CellKind("whole", lambda value, field, context: fields.integer(value, field, 0, context.tricks))
PRICE = CellKind("points", lambda value, field, context: context.units(value, field))
AMOUNT = CellKind("points", lambda value, field, context: context.signed_units(value, field))

CODE_CELL = RowCell("code", None, CODE)
NAME_CELL = RowCell("label", None, NAME)


def whole(low: int, high: int) -> CellKind:
    """A whole number within bounds."""
    return CellKind("whole", lambda value, field, _context: fields.integer(value, field, low, high))


def choice(choices: Choices) -> CellKind:
    """One of the choices, by code."""
    return CellKind(
        "choice",
        lambda value, field, _context: fields.one_of(value, field, choices),
        lambda _document: choices,
    )


def offered_code(choices: Callable[[Document], Choices]) -> CellKind:
    """One of the codes that an earlier part of the same document defines."""
    return CellKind(
        "choice",
        lambda value, field, context: fields.one_of(value, field, choices(context.document)),
        choices,
    )


def code_of(key: str) -> CellKind:
    """The code of a row in another list of the document."""
    return offered_code(lambda document: {str(row.get("code")): name_of(row) for row in document.get(key, [])})


def name_of(row: Mapping[str, Any]) -> Text:
    """The name of a document's row, or its code if it has none."""
    names, code = row.get("label", {}), str(row.get("code", ""))
    return Text(names.get("da") or code, names.get("en") or code)


def record(cells: Sequence[RowCell]) -> CellKind:
    """A record within a row, spread over one grid column for each of its own cells."""

    def columns(cell: RowCell, document: Document) -> Iterator[Heading]:
        for part in cells:
            for heading in part.kind.columns(part, document):
                yield Heading(f"{cell.key}.{heading.key}", heading.label, heading.kind, heading.choices)

    return CellKind(
        "words",
        lambda value, field, context: read_record(cells, value, field, context),
        columns=columns,
        keys=tuple(cell.key for cell in cells),
    )


# The steps from a price to what each opponent pays.


LARGEST_FACTOR = 64


class Played(NamedTuple):
    """How a trick contract was played, in what affects its price."""

    tricks: int
    trump: str | None = None
    flag: str | None = None
    alone: bool = False


class Outcome(NamedTuple):
    """A trick contract as it ended, under a scoring table."""

    scoring_table: ScoringRules
    column: Column
    played: Played
    is_made: bool


class Finish(NamedTuple):
    """How a step ends: `of` turns `size` / `divisor` into whole units, by rounding up for instance."""

    words: Label
    of: Callable[[int, int], int]


class Factor(NamedTuple):
    """A step towards an amount: times `times` / `divisor`, ended by `finish`, plus `plus` units; `reason` explains it.

    A step without a reason is explained by its finish alone.
    """

    times: int = 1
    reason: Label | None = None
    plus: int = 0
    divisor: int = 1
    finish: Finish | None = None

    def of(self, size: int) -> int:
        """The size, in units, after this step."""
        size *= self.times
        return (self.finish.of(size, self.divisor) if self.finish else size // self.divisor) + self.plus


# The declaration itself.


FIELDS = frozenset(fact.name for fact in dataclass_fields(ScoringRules))  # what a scoring table has under its own name
Units = Mapping[Label, int | None]  # the parts of one price, in units; None where nothing is typed
PriceNumbers = tuple[str, Label, Units]  # with the path and the name of the price


@dataclass(frozen=True)
class Parameter(Generic[T]):
    """One parameter, under its `key` in the document.

    `default` applies where the document is silent, which it may be unless the parameter `is_required`.

    `read` takes the document's value (for a list its `rows`, each with its path), and raises Refusal with a path from
    `key` on. `facts` are its cells among the facts of the editor; otherwise `rows` or a `grid` give it its own.
    `is_used` says whether the editor has to show the facts. `in_brief` is a word or two under `title` in a comparison,
    `prices` the numbers compared one by one, and `on_the_wall` gives sentences for the club's wall. `steps` change what
    each opponent pays for a trick contract.
    """

    key: str
    default: T
    read: Callable[[Any, Context], T]
    title: Label = NOTHING
    is_required: bool = False
    facts: tuple[Heading, ...] = ()
    rows: ListRows | None = None
    grid: Section | None = None
    is_used: Callable[[Document], bool] = lambda _document: True
    in_brief: Callable[[T, ScoringRules], Label] | None = None
    prices: Callable[[T, ScoringRules], Iterable[PriceNumbers]] = lambda _value, _scoring_table: ()
    on_the_wall: Callable[[T, ScoringRules], Iterable[Label]] = lambda _value, _scoring_table: ()
    steps: Callable[[T, Outcome], Iterable[Factor]] | None = None

    def value(self, context: Context) -> T:
        """What the document says; raises Refusal."""
        if self.key not in context.document:
            return self.default
        given = context.document[self.key]
        return self.read(self.rows.read(given, self.key, context) if self.rows else given, context)

    def section(self, document: Document) -> Section | None:
        """Its own grid, if it has one."""
        return self.rows.section(self.key, document) if self.rows else self.grid

    def of(self, scoring_table: ScoringRules) -> T:
        """What a scoring table says."""
        read: Mapping[str, T] = vars(scoring_table) if self.key in FIELDS else scoring_table.settings
        return read.get(self.key, self.default)

    def brief(self, scoring_table: ScoringRules) -> Label | None:
        """A scoring table's value, in a word or two."""
        value: Any = self.of(scoring_table)
        if self.rows:
            return self.rows.in_brief(value.values() if isinstance(value, Mapping) else value, scoring_table)
        return self.in_brief(value, scoring_table) if self.in_brief else None

    def sentences(self, scoring_table: ScoringRules) -> Iterable[Label]:
        """A scoring table's value as sentences for the wall."""
        return self.on_the_wall(self.of(scoring_table), scoring_table)
