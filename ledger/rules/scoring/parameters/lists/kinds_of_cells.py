"""The kinds of value that a cell of a list accepts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices, Document, Heading
from ledger.rules.scoring.parameters.lists.rows import CellKind, RowCell, read_record
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text

MOST_TRICKS = 13


def _names(cell: RowCell, _document: Document) -> Iterator[Heading]:
    yield Heading(f"{cell.key}.da", Phrase("Name (Danish)"))
    yield Heading(f"{cell.key}.en", Phrase("Name (English)"))


def _tricks(value: object, field: str, context: Context) -> int:
    return fields.integer(value, field, 0, context.tricks)


WORDS = CellKind("words", lambda value, field, _context: fields.words(value, field))
CODE = CellKind("words", lambda value, field, _context: fields.code(value, field))
NAME = CellKind("words", lambda value, field, _context: fields.label(value, field), columns=_names)
TRICKS = CellKind("whole", _tricks)
PRICE = CellKind("points", lambda value, field, context: context.units(value, field))
AMOUNT = CellKind("points", lambda value, field, context: context.signed_units(value, field))

CODE_CELL = RowCell("code", Phrase("Code"), CODE, is_hidden=True)
NAME_CELL = RowCell("label", NOTHING, NAME)


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


def name_of(row: Mapping[str, Any]) -> Label:
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
