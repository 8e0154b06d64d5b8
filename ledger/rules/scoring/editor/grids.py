"""A scoring table's document as grids of text cells, and back.

Any document can be written, and whatever is written is read back unchanged. Nothing is validated here:
`read_scoring_table` does that, and `place_of` finds the cell of its Refusal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.rules.scoring.editor.bids import bid_code
from ledger.rules.scoring.editor.cell_text import READERS, text_of
from ledger.rules.scoring.editor.layout import facts, facts_section, sections, values_section
from ledger.rules.scoring.parameters.headings import Heading, Section

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Grid:
    """One section with its rows of text, a cell for each heading."""

    section: Section
    rows: tuple[tuple[str, ...], ...]

    @property
    def key(self) -> str:
        """The section's key."""
        return self.section.key


def write_grids(document: Mapping[str, Any]) -> tuple[Grid, ...]:
    """Every section of a document, the facts and the sheet of values first; empty sections too."""
    fact_rows = tuple((heading.key, text_of(_get(document, heading.key))) for heading in facts())
    values = tuple((str(level), *map(text_of, row)) for level, row in sheet_rows(document))
    return (
        Grid(facts_section(), fact_rows),
        Grid(values_section(document), values),
        *(Grid(section, tuple(_rows(document, section))) for section in sections(document)),
    )


def read_grids(rows: Mapping[str, Rows]) -> dict[str, Any]:
    """The document that grids hold, given as rows of text by section key; empty rows are skipped."""
    document: dict[str, Any] = {"rules": {}}
    by_key = {heading.key: heading for heading in facts()}
    for key, text in rows.get("facts", ()):
        _put_text(document, by_key[key], text)
    for key in {heading.key.partition(".")[0] for heading in facts() if heading.may_lack}:
        if key in document and all(value is None for value in document[key].values()):
            del document[key]  # only said to have no price: there is none
    _read_columns(document, rows)
    for section in sections(document):
        if section.key not in document and (records := _records(section, rows.get(section.key, ()))):
            document[section.key] = section.unfold(records)
    if "ladder" in document:
        document["ladder"] = [bid_code(document, str(step)) for step in document["ladder"]]
    return document


def place_of(path: str, document: Mapping[str, Any]) -> tuple[str, int, int] | None:
    """Where a Refusal's path lies in the grids: the section's key, and the indices of row and column.

    None if the path belongs to no cell. A path to a whole row or section gives its first cell.
    """
    head, *rest = path.split(".")
    if head == "values":
        return _place_of_value(rest, document)
    for section in sections(document):
        if section.key == head:
            return _place_in_section(section, rest, document)
    for row, heading in enumerate(facts()):
        if f"{heading.key}.".startswith(f"{path}.") or path.startswith(f"{heading.key}."):
            return "facts", row, 1
    return None


def sheet_rows(document: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    """The rows of the sheet, a level with its values each, lowest first; rows that are no level come last."""
    sheet: Mapping[str, list[Any]] = document.get("values", {})
    # The shorter number first, or "10" would stand before "7".
    return sorted(sheet.items(), key=lambda row: (not row[0].isdecimal(), len(row[0]), row[0]))


def _read_columns(document: dict[str, Any], rows: Mapping[str, Rows]) -> None:
    """The document's columns, which are read first: the sheet of values has a heading for each."""
    columns, *_others = sections(document)
    if given := _records(columns, rows.get("columns", ())):
        document["columns"] = given
    width = len(values_section(document).headings)
    for level, *cells in rows.get("values", ()):
        if level.strip():
            padded = [*cells, *[""] * width][: width - 1]
            document.setdefault("values", {})[level.strip()] = [_value(cell, "price") for cell in padded]


def _value(text: str, kind: str) -> object:
    return READERS[kind](text.strip()) if text.strip() else None


def _rows(document: Mapping[str, Any], section: Section) -> Iterator[tuple[str, ...]]:
    for record in records_of(section, document.get(section.key)):
        yield tuple(text_of(_get(record, heading.key)) for heading in section.headings)


def _records(section: Section, rows: Rows) -> list[dict[str, Any]]:
    typed_rows = [row for row in rows if any(cell.strip() for cell in row)]
    return [_record(section, row) for row in typed_rows]


def _record(section: Section, row: Sequence[str]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for heading, text in zip(section.headings, row, strict=False):
        _put_text(record, heading, text)
    return record


def _put_text(record: dict[str, Any], heading: Heading, text: str) -> None:
    if text.strip():
        _put(record, heading.key, READERS[heading.kind](text.strip()))
    elif heading.may_lack:
        _put(record, heading.key, None)


def records_of(section: Section, value: Any) -> Sequence[Any]:
    """The rows of a section, as records of the document."""
    return section.fold(value) if value else ()


def _get(record: Mapping[str, Any], key: str) -> object:
    value: Any = record
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value


def _put(record: dict[str, Any], key: str, value: object) -> None:
    *parents, last = key.split(".")
    for part in parents:
        record = record.setdefault(part, {})
    record[last] = value


def _place_of_value(rest: Sequence[str], document: Mapping[str, Any]) -> tuple[str, int, int]:
    level, code = (*rest, "", "")[:2]
    rows = [text for text, _row in sheet_rows(document)]
    codes = [column.get("code") for column in document.get("columns", [])]
    return "values", rows.index(level) if level in rows else 0, codes.index(code) + 1 if code in codes else 0


def _place_in_section(section: Section, rest: Sequence[str], document: Mapping[str, Any]) -> tuple[str, int, int]:
    row, *inner = rest or [""]
    records = records_of(section, document.get(section.key))
    if naming := section.headings[: section.named_by]:
        names = [".".join(str(record.get(heading.key)) for heading in naming) for record in records]
        row, inner = ".".join(rest[: len(naming)]), list(rest[len(naming) :])
        if len(section.headings) == len(naming) + 1:
            inner = [section.headings[-1].key]  # the path ends with the row's name
    else:
        names = [str(place if row.isdecimal() else record.get("code")) for place, record in enumerate(records)]
    return section.key, names.index(row) if row in names else 0, _column_of(".".join(inner), section)


def _column_of(path: str, section: Section) -> int:
    keys = [heading.key for heading in section.headings]
    return next((place for place, key in enumerate(keys) if path and f"{key}.".startswith(f"{path}.")), 0)
