"""A workbook's sheets as a scoring table's document: recognised by their titles and headings, in any order.

Titles, headings and choices may be in any language. Nothing in a sheet is ignored: what has no place in
the document is refused, with its cell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.editor.cell_text import READERS
from ledger.rules.scoring.editor.grids import fact_named, place_of, read_grids, write_grids
from ledger.rules.scoring.editor.layout import facts, facts_section, sections, values_section
from ledger.rules.scoring.parameters.headings import TRUTHS, Heading, Section
from ledger.rules.scoring.parameters.lists.columns import COLUMN_ROWS
from ledger.rules.scoring.parameters.lists.rows import REPEATED
from ledger.rules.site import fields
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.fields import excerpt
from ledger.rules.site.labels import Label, join, texts
from ledger.rules.site.phrases import LANGUAGES
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.spreadsheets.scoring.table_book import CHOICES_SHEET
from ledger.spreadsheets.site.book_reading import ReadSheet
from ledger.spreadsheets.site.safe_text import one_line, unique_headings

IN_CELL = gettext_noop("Sheet %(sheet)s, row %(row)d, column %(column)s: %(fault)s")
NO_SHEET = gettext_noop("The workbook has no sheet called “%(sheet)s”.")
NO_COLUMN = gettext_noop("The sheet %(sheet)s has no column called “%(heading)s”.")
NO_ROW = gettext_noop("The sheet %(sheet)s has no row called “%(heading)s”.")
UNKNOWN_SHEET = gettext_noop("A scoring table has no sheet called “%(sheet)s”.")
SHEET_TWICE = gettext_noop("The sheet “%(sheet)s” is there twice.")
UNKNOWN_HEADING = gettext_noop("This sheet has no heading called “%(heading)s”.")
UNKNOWN_FACT = gettext_noop("A scoring table has no rule called “%(fact)s”.")
NO_HEADING = gettext_noop("This column has no heading.")
EMPTY = gettext_noop("Fill in this cell.")


def in_cell(sheet: str, row: int, column: int, fault: Refusal) -> Refusal:
    """A refusal with its place in a workbook; row and column count from 1. Its param `fault` is a Refusal too."""
    return Refusal(IN_CELL, sheet=excerpt(sheet), row=row, column=letters_of(column), fault=fault)


def document_of(book: Sequence[ReadSheet]) -> dict[str, Any]:
    """The document in a workbook.

    Raises Refusal for the first error, with its place.
    """
    sheets = _by_section(book)
    rules = [_Filled(sheets[part.key], part) for part in (facts_section(), next(sections({}))) if part.key in sheets]
    for sheet in rules:
        sheet.refuse_too_many_columns()
    known = read_grids(_rows(rules))  # the headings of the other sheets depend on these two
    every = (facts_section(), values_section(known), *sections(known))
    filled = [_Filled(sheets[section.key], section) for section in every if section.key in sheets]
    for sheet in filled:
        sheet.refuse_unnamed_rows()
    document = read_grids(_rows(filled))
    try:
        read_scoring_table(document)
    except Refusal as refusal:
        by_section = {sheet.section.key: sheet for sheet in filled}
        raise _Placing(document, by_section).at_its_cell(refusal) from None
    return document


def _by_section(book: Sequence[ReadSheet]) -> dict[str, ReadSheet]:
    titles = {
        section.title[language].casefold(): section.key
        for section in (facts_section(), values_section({}), *sections({}))
        for language in LANGUAGES
    }
    by_section: dict[str, ReadSheet] = {}
    for sheet in book:
        key = titles.get(sheet.title.strip().casefold())
        if not sheet.cells or sheet.title in texts(CHOICES_SHEET):
            continue
        if key is None:
            raise Refusal(UNKNOWN_SHEET, sheet=excerpt(sheet.title))
        if key in by_section:
            raise Refusal(SHEET_TWICE, sheet=excerpt(sheet.title))
        by_section[key] = sheet
    return by_section


@dataclass(frozen=True)
class _Row:
    """A row with text in it: its number in the sheet, and its texts by the section's headings."""

    number: int
    texts: tuple[str, ...]


class _Filled:
    """A sheet matched with its section: where each heading stands, and the rows below the headings."""

    def __init__(self, sheet: ReadSheet, section: Section) -> None:
        self.section = section
        self.title = sheet.title
        self.top = min(row for row, _ in sheet.cells)
        self.columns = dict(self._columns(sheet))
        numbers = sorted({row for row, _ in sheet.cells if row > self.top})
        self.rows = [_Row(number, self._texts(sheet, number)) for number in numbers]
        self._refuse_unheaded(sheet)

    def _columns(self, sheet: ReadSheet) -> Iterator[tuple[int, int]]:
        """Of each heading present, its index in the section and its column in the sheet."""
        headings = {column: one_line(text) for (row, column), text in sorted(sheet.cells.items()) if row == self.top}
        known = self._places_by_name()
        seen: set[int] = set()
        for column, text in headings.items():
            place = known.get(text.casefold())
            if place is None:
                raise in_cell(self.title, self.top, column, Refusal(UNKNOWN_HEADING, heading=excerpt(text)))
            if place in seen:
                raise in_cell(self.title, self.top, column, Refusal(REPEATED, code=excerpt(text)))
            seen.add(place)
            yield place, column

    def _places_by_name(self) -> dict[str, int]:
        """The headings' indices by name; where languages disagree, the sheet's own takes precedence."""
        return {
            name.casefold(): place
            for language in sorted(LANGUAGES, key=self._language.__eq__)
            for place, name in enumerate(unique_headings(heading.label[language] for heading in self.section.headings))
        }

    @property
    def _language(self) -> str:
        title = self.title.strip().casefold()
        return next((code for code in LANGUAGES if self.section.title[code].casefold() == title), "en")

    def _texts(self, sheet: ReadSheet, number: int) -> tuple[str, ...]:
        places = range(len(self.section.headings))
        return tuple(sheet.cells.get((number, self.columns.get(place, 0)), "") for place in places)

    def _refuse_unheaded(self, sheet: ReadSheet) -> None:
        headed = set(self.columns.values())
        for row, column in sorted(sheet.cells):
            if column not in headed:
                raise in_cell(self.title, row, column, Refusal(NO_HEADING))

    def refuse_too_many_columns(self) -> None:
        """Raise Refusal for more columns of prices than can be read in reasonable time."""
        most = COLUMN_ROWS.most
        if self.section.key == "columns" and len(self.rows) > most:
            fault = Refusal(fields.WRONG_COUNT, low=0, high=most)
            raise in_cell(self.title, self.rows[most].number, 1, fault)

    def refuse_unnamed_rows(self) -> None:
        """Raise Refusal unless rows known by name have unique names, and facts known ones."""
        names: set[tuple[str, ...]] = set()
        for row in self.rows:
            for place in range(self.section.named_by):
                if not row.texts[place].strip():
                    raise self.fault_at(row.number, place, Refusal(EMPTY))
            if self.section.key == "facts" and not fact_named(row.texts[0]):
                raise self.fault_at(row.number, 0, Refusal(UNKNOWN_FACT, fact=excerpt(row.texts[0])))
            if name := self.name_of(row.texts):
                if name in names:
                    raise self.fault_at(row.number, 0, Refusal(REPEATED, code=excerpt(row.texts[0])))
                names.add(name)

    def name_of(self, texts: Sequence[str]) -> tuple[str, ...]:
        """What identifies a row, in codes; empty if rows are known by their index alone."""
        fact = fact_named(texts[0]) if self.section.key == "facts" else None
        if fact:
            return (fact.key,)
        named_by = self.section.headings[: self.section.named_by]
        named = zip(named_by, texts, strict=False)
        return tuple(str(READERS[heading.kind](text.strip(), heading.choices)) for heading, text in named)

    def fault_at(self, row: int, place: int, fault: Refusal) -> Refusal:
        """A fault in a row of the sheet, under one of the section's headings, which may be missing."""
        if place in self.columns:
            return in_cell(self.title, row, self.columns[place], fault)
        heading = self.section.headings[place].label[self._language]
        return Refusal(NO_COLUMN, sheet=excerpt(self.title), heading=heading)


def _rows(sheets: Sequence[_Filled]) -> dict[str, list[tuple[str, ...]]]:
    return {sheet.section.key: [row.texts for row in sheet.rows] for sheet in sheets}


@dataclass(frozen=True)
class _Placing:
    """Finds the cell that a refusal of the document is about, and puts it in the words of the sheet."""

    document: Mapping[str, Any]
    sheets: Mapping[str, _Filled]

    def at_its_cell(self, refusal: Refusal) -> Refusal:
        place = place_of(refusal.field or "", self.document)
        if place is None:
            return refusal
        key, row, column = place
        if key not in self.sheets:
            return Refusal(NO_SHEET, sheet=self._title(key))
        sheet = self.sheets[key]
        heading = facts()[row] if key == "facts" else sheet.section.headings[column]
        number = self._number(sheet, row)
        if number is None:
            return Refusal(NO_ROW, sheet=excerpt(sheet.title), heading=heading.label)
        return sheet.fault_at(number, column, self._in_words(refusal, heading))

    def _title(self, key: str) -> Label:
        every = (facts_section(), values_section(self.document), *sections(self.document))
        return next(section.title for section in every if section.key == key)

    def _number(self, sheet: _Filled, row: int) -> int | None:
        """The number of a grid's row in the sheet; the headings' for an empty sheet, None for a skipped row."""
        if not sheet.section.named_by:
            return sheet.rows[row].number if row < len(sheet.rows) else sheet.top
        grid = next(grid for grid in write_grids(self.document) if grid.key == sheet.section.key)
        name = sheet.name_of(grid.rows[row]) if row < len(grid.rows) else ()
        return next((at.number for at in sheet.rows if sheet.name_of(at.texts) == name), None)

    def _in_words(self, refusal: Refusal, heading: Heading) -> Refusal:
        """The fault in terms of the sheet instead of the document's codes."""
        if refusal.message == fields.MISSING_KEY:
            return Refusal(EMPTY)
        choices = TRUTHS if heading.kind == "truth" else heading.choices
        if refusal.message in (fields.NOT_OFFERED, fields.NOT_TRUE_OR_FALSE) and choices:
            return Refusal(fields.NOT_OFFERED, offered=join([*choices.values()], ", "))
        return refusal
