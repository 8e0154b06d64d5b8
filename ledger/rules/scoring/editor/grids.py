"""A scoring table's document as grids of cells, each shown as text and typed over.

A section's rows are records of the document, and a heading is a path within the record: "label.da".
"""

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.parameter import Heading, Section, name_of
from ledger.rules.scoring.scoring_table import ATTACHMENTS
from ledger.rules.site.labels import NOTHING, Label, Text
from ledger.rules.site.points import LONGEST_TEXT, VULGAR_FRACTIONS, exact_value, read_exact
from ledger.rules.site.refusal import Refusal

Record = dict[str, Any]
Cell = tuple[Record, Heading]  # a record of the document, and which of its values the cell shows
OTHER_LANGUAGE = {"da": "en", "en": "da"}  # of a document
Place = tuple[str, int, int]  # of a cell: the key of its section, its row, its column


def facts() -> tuple[Heading, ...]:
    """The facts, in display order."""
    return tuple(heading for parameter in PARAMETERS.values() for heading in parameter.facts)


def sections(document: Mapping[str, Any]) -> dict[str, Section]:
    """Every section except the facts by its key: the sheet of values, then the lists in display order.

    Later sections offer as choices what the earlier ones of this document hold.
    """
    of_parameters = [parameter.section(document) for parameter in PARAMETERS.values()]
    return {section.key: section for section in (values_section(document), *of_parameters) if section}


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then the prices of each column of the document."""
    priced = (
        Heading(str(place), name_of(column), "price", may_lack=True)
        for place, column in enumerate(document.get("columns", []))
    )
    headings = (Heading("level", None, "whole"), *priced)
    return Section("values", NOTHING, headings, named_by="level", fold=_fold_sheet, unfold=_unfold_sheet)


def _fold_sheet(values: Mapping[str, Any]) -> list[Record]:
    rows = sheet_rows({"values": values})
    return [{"level": level, **{str(place): cell for place, cell in enumerate(cells)}} for level, cells in rows]


def _unfold_sheet(records: list[Record]) -> dict[str, Any]:
    return {record["level"]: list(record.values())[1:] for record in records}


def sheet_rows(document: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    """The rows of the sheet, a level with its values each, lowest first; rows that are no level come last."""
    sheet: Mapping[str, list[Any]] = document.get("values", {})
    # The shorter number first, or "10" would stand before "7".
    return sorted(sheet.items(), key=lambda row: (not row[0].isdecimal(), len(row[0]), row[0]))


def records_of(section: Section, document: Mapping[str, Any]) -> list[Record]:
    """The rows of a section, as records of the document."""
    value = document.get(section.key)
    return section.fold(value) if value else []


def grids(document: Record) -> dict[str, list[list[Cell]]]:
    """The cells of every section by row and column, empty sections too; a fact is a row, and its value is column 1."""
    laid = {"facts": [[(document, heading)] * 2 for heading in facts()]}
    for key, section in sections(document).items():
        records = records_of(section, document)
        laid[key] = [[(record, heading) for heading in section.headings] for record in records]
    return laid


def type_cells(document: Mapping[str, Any], texts: Mapping[Place, str]) -> Record:
    """A copy of the document with texts typed into its cells; a row goes when nothing is said in it any more.

    A name typed in one language is copied to the other if the two were alike. Places without a cell are passed over.
    Nothing is validated: `read_scoring_table` does that, and `place_of` finds the cell of its Refusal.
    """
    changed = {key: copy.deepcopy(value) for key, value in document.items() if value is not None}
    laid = grids(changed)
    for (key, row, column), text in texts.items():
        if row < len(laid.get(key, ())) and column < len(laid[key][row]):
            _type(*laid[key][row][column], text.strip())
    changed = {key: value for key, value in changed.items() if not _is_blank(value)}
    for key, section in sections(changed).items():
        kept = [cells[0][0] for cells in laid[key] if not _is_blank(cells[0][0])]
        changed.pop(key, None)
        if kept:
            changed[key] = section.unfold(kept)
    if "ladder" in changed:
        changed["ladder"] = [bid_code(changed, str(step)) for step in changed["ladder"]]
    return {"rules": {}} | changed


def _type(record: Record, heading: Heading, text: str) -> None:
    twin = in_the_other_language(heading.key)
    if twin and _follows(text_in(record, twin), text_in(record, heading.key), text):
        _put(record, twin, text or None)
    _put(record, heading.key, READERS[heading.kind](text) if text else None, may_lack=heading.may_lack)


def _follows(other: str, before: str, typed: str) -> bool:
    """Whether the name in the other language follows a typed one: it is empty, the same, or still a new row's."""
    if other in ("", before):
        return True
    # A page saves itself: a new row's names stay two until one of them is typed over.
    return typed != before and (NEW_NAMES.get(before) == other or NEW_NAMES.get(other) == before)


def in_the_other_language(key: str) -> str | None:
    """ "label.da" for "label.en", and the other way; None for what has no language."""
    stem, dot, language = key.rpartition(".")
    return f"{stem}{dot}{OTHER_LANGUAGE[language]}" if language in OTHER_LANGUAGE else None


def text_in(record: Mapping[str, Any], key: str) -> str:
    """The text of a record's cell."""
    value: Any = record
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return text_of(value)


def _put(record: Record, key: str, value: object, *, may_lack: bool = False) -> None:
    """Put a value at a path; for None take the path away, unless its value may be lacking."""
    head, _dot, rest = key.partition(".")
    if rest:
        _put(record.setdefault(head, {}), rest, value, may_lack=may_lack)
        if not record[head]:
            del record[head]
    elif value is None and not may_lack:
        record.pop(head, None)
    else:
        record[head] = value


def _is_blank(value: object) -> bool:
    return all(map(_is_blank, value.values())) if isinstance(value, Mapping) else value is None


def place_of(path: str | None, document: Mapping[str, Any]) -> Place | None:
    """Where a Refusal's path lies in the grids: the section's key, and the indices of row and column.

    None if the path belongs to no cell. A path to a whole row or section gives its first cell.
    """
    key, *rest = (path or "").split(".")
    section = sections(document).get(key)
    if section is None:
        rows = (row for row, heading in enumerate(facts()) if _is_within(path or "", heading.key))
        return next((("facts", row, 1) for row in rows), None)
    name, *inner = rest or [""]
    names = [str(record.get(section.named_by)) for record in records_of(section, document)]
    row = 0
    if name in names:
        row = names.index(name)
    elif name.isdecimal() and int(name) < len(names):
        row = int(name)
    keys = [heading.key for heading in section.headings]
    if key == "values":
        keys = ["", *(str(column.get("code")) for column in document.get("columns", []))]
    at = ".".join(inner) or section.value_key
    column = next((place for place, key in enumerate(keys) if _is_within(at, key)), 0)
    return key, row, column


def _is_within(path: str, key: str) -> bool:
    """Whether one of two paths lies within the other."""
    return f"{key}.".startswith(f"{path}.") or path.startswith(f"{key}.")


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
    "choice": str,
}


# Names of the contracts of a draft, as they are typed into its ladder.


def bids(document: Mapping[str, Any]) -> dict[str, Label]:
    """Every contract that can stand on the ladder: its usual name by its code ("9 vip", "sol"), levels first."""
    names: dict[str, Label] = {}
    for code, name in _bids(document):
        names.setdefault(code, name)
    return names


def bid_code(document: Mapping[str, Any], text: str) -> str:
    """The code of the contract that a text names in any language, or by its code; the text itself if it names none."""
    known = list(_bids(document))
    # From the last, so that of two contracts of one name the first is meant.
    by_name = {_plain(text): code for code, name in reversed(known) for text in (name.da, name.en)}
    by_code = {_plain(code): code for code, _name in known}
    by_code |= {step: step for level in document.get("values", {}) for step in (f"{level}+", f"{level} plain")}
    return {**by_name, **by_code}.get(_plain(text), text.strip())


def _bids(document: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    """Each contract's code with each of its names, the usual one first."""
    for level in document.get("values", {}):
        for column in document.get("columns", []):
            attachment, label = str(column.get("attachment")), column.get("label", {})
            code = level if attachment == "plain" else f"{level} {attachment}"
            if attachment == "plain":
                yield code, Text(level, level)
            if general := ATTACHMENTS.get(attachment):
                yield code, Text(f"{level} {general['da']}", f"{level} {general['en']}")
            da, en = (f"{level} {label[language]}" if label.get(language) else code for language in OTHER_LANGUAGE)
            yield code, Text(da, en)
    for nolo in document.get("nolo", []):
        yield str(nolo.get("code")), name_of(nolo)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


# The names that new rows begin with.


NEW_NAMES = {section.new_name.da: section.new_name.en for section in sections({}).values() if section.new_name}
