"""A scoring table's document as grids of text cells, read back as typed.

A section's rows are records of the document, and a
heading is a path within the record: "label.da".
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.parameter import Heading, Section, name_of
from ledger.rules.scoring.scoring_table import ATTACHMENTS
from ledger.rules.site.labels import Label, Phrase, Text
from ledger.rules.site.points import LONGEST_TEXT, VULGAR_FRACTIONS, exact_value, read_exact
from ledger.rules.site.refusal import Refusal


def facts() -> tuple[Heading, ...]:
    """The facts, in display order."""
    return tuple(heading for parameter in PARAMETERS.values() for heading in parameter.facts)


def sections(document: Mapping[str, Any]) -> Iterator[Section]:
    """Every section except the facts and the sheet of values, in display order.

    Later sections offer as choices what the earlier ones of this document hold, read when they are asked for.
    """
    yield from (section for parameter in PARAMETERS.values() if (section := parameter.section(document)))


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then the prices of each column of the document."""
    priced = (
        Heading(str(place), name_of(column), "price", may_lack=True)
        for place, column in enumerate(document.get("columns", []))
    )
    headings = (Heading("level", Phrase("Level"), "whole"), *priced)
    return Section("values", Phrase("Prices", "one sheet"), headings, named_by=1)


def facts_section() -> Section:
    """The facts, which stand one below the other."""
    headings = (Heading("fact", Phrase("Rule")), Heading("value", Phrase("Value")))
    return Section("facts", Phrase("Rules"), headings, named_by=1)


# Any document can be written, and whatever is written is read back unchanged. Nothing is validated here:
# `read_scoring_table` does that, and `place_of` finds the cell of its Refusal.


Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Grid:
    """One section with its rows of text, a cell for each heading."""

    section: Section
    rows: tuple[tuple[str, ...], ...]


def write_grids(document: Mapping[str, Any]) -> dict[str, Grid]:
    """Every section of a document by key, the facts and the sheet of values first; empty sections too."""
    fact_rows = tuple((heading.key, text_of(_get(document, heading.key))) for heading in facts())
    values = tuple((str(level), *map(text_of, row)) for level, row in sheet_rows(document))
    grids = {"facts": Grid(facts_section(), fact_rows), "values": Grid(values_section(document), values)}
    for section in sections(document):
        records = records_of(section, document.get(section.key))
        rows = (tuple(text_of(_get(record, heading.key)) for heading in section.headings) for record in records)
        grids[section.key] = Grid(section, tuple(rows))
    return grids


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


def place_of(path: str | None, document: Mapping[str, Any]) -> tuple[str, int, int] | None:
    """Where a Refusal's path lies in the grids: the section's key, and the indices of row and column.

    None if the path belongs to no cell. A path to a whole row or section gives its first cell.
    """
    path = path or ""
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
            document.setdefault("values", {})[level.strip()] = [
                price(cell.strip()) if cell.strip() else None for cell in padded
            ]


def _records(section: Section, rows: Rows) -> list[dict[str, Any]]:
    records = []
    for row in rows:
        if any(cell.strip() for cell in row):
            record: dict[str, Any] = {}
            for heading, text in zip(section.headings, row, strict=False):
                _put_text(record, heading, text)
            records.append(record)
    return records


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


# A value of a scoring table's document as the text in a cell, and the text back as a value.
#
# Text that is not a valid value is kept as typed; reading the document refuses it and says where it stands.


WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
VULGAR = f"[{''.join(VULGAR_FRACTIONS)}]"
AMOUNT = rf"\d[\d.,]*(?: ?/ ?\d+| +\d+ ?/ ?\d+| ?{VULGAR})?|{VULGAR}"
FOUR = re.compile(
    rf"\s*({AMOUNT})\s*\+\s*({AMOUNT})\s*/\s*[-\u2212]\s*({AMOUNT})\s*[-\u2212]\s*({AMOUNT})\s*", re.ASCII
)
FOUR_NUMBERS = "{made} +{over} / -{lost} -{under}"


def text_of(value: object) -> str:
    """A value as the text of its cell: "" for None, "7, 8" for a list, "73 +1 / -73 -5" for four numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        four = {part: points(str(amount)) for part, amount in value.items()}
        return FOUR_NUMBERS.format_map({"made": "", "over": "", "lost": "", "under": "", **four})
    return str(value)


def whole(text: str) -> object:
    """A whole number."""
    return int(text) if WHOLE.fullmatch(text) else text


def points(text: str) -> object:
    """Points: a whole number, or the shortest exact fraction as text."""
    try:
        exact = read_exact(text)
    except Refusal:
        return text
    value = exact_value(exact)
    # What is too long to be typed again stays as it was typed.
    return value if len(str(value)) <= LONGEST_TEXT else text


def price(text: str) -> object:
    """One number, or all four: made and over / lost and under, such as "73 +1 / -73 -5"."""
    if not (four := FOUR.fullmatch(text)):
        return points(text)
    return dict(zip(("made", "over", "lost", "under"), map(points, four.groups()), strict=True))


def is_price(text: str) -> bool:
    """Whether a text is one number of points, or four."""
    try:
        return bool(FOUR.fullmatch(text) or read_exact(text) >= 0)
    except Refusal:
        return False


READERS: Mapping[str, Callable[[str], object]] = {
    "whole": whole,
    "points": points,
    "price": price,
    "words": str,
    "codes": lambda text: [code.strip() for code in text.split(",") if code.strip()],
    "truth": lambda text: {"true": True, "false": False}.get(text, text),
    "choice": str,
}


# Names of the contracts of a draft, as they are typed into its ladder.


Names = Mapping[str, str]
LANGUAGES = ("da", "en")  # of a document


def bids(document: Mapping[str, Any]) -> dict[str, Label]:
    """Every contract that can stand on the ladder: its name by its code ("9 vip", "sol"), levels first."""
    return {code: _usual_name(names, code) for code, names in _bids(document)}


def bid_code(document: Mapping[str, Any], text: str) -> str:
    """The code of the contract that a text names in any language, or by its code; the text itself if it names none."""
    known = list(_bids(document))
    # From the last, so that of two contracts of one name the first is meant.
    by_name = {
        _plain(text): code for code, names in reversed(known) for name in names for text in name.values() if text
    }
    by_code = {_plain(code): code for code, _names in known}
    by_code |= {step: step for level in document.get("values", {}) for step in (f"{level}+", f"{level} plain")}
    return {**by_name, **by_code}.get(_plain(text), text.strip())


def _bids(document: Mapping[str, Any]) -> Iterator[tuple[str, list[Names]]]:
    """Each contract's code with its names in every language, the usual one first."""
    attachments: dict[str, list[Names]] = {}
    for column in document.get("columns", []):
        attachment = str(column.get("attachment"))
        if attachment not in attachments:
            general = ATTACHMENTS.get(attachment)
            attachments[attachment] = [{language: general[language] for language in LANGUAGES}] if general else []
        attachments[attachment].append(column.get("label", {}))
    for level in document.get("values", {}):
        for attachment, labels in attachments.items():
            names: list[Names] = [{language: f"{level} {name}" for language, name in label.items()} for label in labels]
            if attachment == "plain":
                yield level, [dict.fromkeys(LANGUAGES, level), *names]
            else:
                yield f"{level} {attachment}", names
    for nolo in document.get("nolo", []):
        if isinstance(nolo, Mapping):
            yield str(nolo.get("code")), [nolo.get("label", {})]


def _usual_name(names: list[Names], code: str) -> Label:
    """The first name that is typed in each of a document's languages; the code in one without a name."""
    da, en = (next((name[language] for name in names if name.get(language)), code) for language in LANGUAGES)
    return Text(da, en)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
