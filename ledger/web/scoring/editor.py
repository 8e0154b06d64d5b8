"""The editor's page: a document as fields, and the fields back as a document.

Every field is named by its place in the grids of `rules/scoring/editor/grids.py`: "values.2.8" is row 2, column 8 of
the sheet.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext

from ledger.rules.scoring.checker.checking import NO_PRICE, check_scoring_table, is_hindrance
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.editor.drafting import NEW_NAMES
from ledger.rules.scoring.editor.grids import Grid, bids, facts, place_of, read_grids, write_grids
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.parameter import Heading
from ledger.rules.site.labels import DOCUMENT_LANGUAGE, Label, Text
from ledger.templatetags.ledger_labels import label_text, page_language, refusal_text

CELL = re.compile(r"([a-z_]{1,20})\.(\d{1,3})\.(\d{1,2})", re.ASCII)
NO_LISTS = ("facts", "values", "choices")
FIRST_LISTS = ("nolo", "multipliers", "flags", "penalties", "overrides")
LAST_LISTS = ("columns", "readings", "roles", "ladder")
SHORT = ("whole", "points", "price")
OTHER_LANGUAGE = {"da": "en", "en": "da"}  # of a document
ROW_NAMES = (("values", "0"), ("facts", "0"))  # the level and the name of the fact, which say what a row is

Place = tuple[str, int, int]


def anchor(place: Place) -> str:
    """The id of the field at a place, for links and labels."""
    return "c-{}-{}-{}".format(*place)


@dataclass(frozen=True)
class Mark:
    """The checker's mark on a field, an error or a remark; `note` is the id of the element with its text."""

    is_wrong: bool
    text: str
    note: str


@dataclass(frozen=True)
class EditorField:
    """One field: its place, name, value, choices and mark.

    `has_sentences` if the scoring table words the choices itself.
    """

    place: Place
    label: str
    text: str
    options: tuple[tuple[str, str], ...]
    is_short: bool
    mark: Mark | None
    has_sentences: bool = False

    @property
    def is_bid(self) -> bool:
        """Whether a contract is named in it."""
        return self.place[0] == "ladder"

    @property
    def name(self) -> str:
        """The name of the field."""
        return "{}.{}.{}".format(*self.place)

    @property
    def anchor(self) -> str:
        """The id of the field, for links and labels."""
        return anchor(self.place)


class ScoringTableEditor:
    """A document laid out for the page in the reader's language."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.document_language = DOCUMENT_LANGUAGE[page_language()]
        self.grids = write_grids(document)

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        return check_scoring_table(self.document)

    @cached_property
    def errors(self) -> list[dict[str, str | None]]:
        """Remarks that block publishing."""
        return [self._field_remark(remark) for remark in self.remarks if is_hindrance(remark)]

    @cached_property
    def pointed_out(self) -> list[dict[str, str | None]]:
        """What looks like a slip."""
        return [self._field_remark(remark) for remark in self.doubts]

    @cached_property
    def doubts(self) -> list[Remark]:
        """Remarks that do not block publishing."""
        return [remark for remark in self.remarks if not remark.is_error]

    @cached_property
    def missing(self) -> int:
        """The number of prices still to be typed."""
        return sum(remark.message == NO_PRICE for remark in self.remarks)

    @cached_property
    def marks(self) -> Mapping[Place, Mark]:
        """The mark of each cell: an error or a remark; further cells of a remark are marked without a note."""
        marks: dict[Place, Mark] = {}
        for remark in (remark for remark in self.remarks if remark.message != NO_PRICE):
            first = place_of(remark.path, self.document)
            if first is None:
                continue
            for place in (first, *(place_of(path, self.document) for path in remark.also)):
                if place is None:
                    continue
                mark = marks.get(place)
                text = refusal_text(remark) if place == first else ""
                if mark is None or (mark.is_wrong and remark.is_error):
                    text = f"{mark.text} {text}".strip() if mark else text
                    marks[place] = Mark(remark.is_error, text, f"{anchor(first)}-note")
        return marks

    def marked_fields(self) -> list[tuple[str, Mark]]:
        """The marked fields, for a page already on the screen."""
        return [(anchor(place), mark) for place, mark in self.marks.items()]

    def columns(self) -> list[str]:
        """The headings of the sheet's columns."""
        return [label_text(heading.label) for heading in self.grids["values"].section.headings[1:]]

    def levels(self) -> list[tuple[str, list[EditorField]]]:
        """The sheet: a level and its cells, a row each."""
        grid = self.grids["values"]
        headings = grid.section.headings
        return [
            (
                texts[0],
                [self._cell("values", row, n, headings[n], texts[n], prefix=texts[0]) for n in range(1, len(texts))],
            )
            for row, texts in enumerate(grid.rows)
        ]

    def house_rules(self) -> list[EditorField]:
        """The rules that decide prices, the scoring table's own readings last; without rules that do not apply."""
        return sorted(
            (cell for heading, cell in self._facts() if not heading.is_aside), key=lambda cell: cell.has_sentences
        )

    def other_facts(self) -> list[EditorField]:
        """The source of the prices, and facts that are rarely changed."""
        return [cell for heading, cell in self._facts() if heading.is_aside]

    def lists(self) -> list[dict[str, Any]]:
        """The sections that are lists, those in use first."""
        others = (key for key in self.grids if key not in (*NO_LISTS, *FIRST_LISTS, *LAST_LISTS))
        keys = (*FIRST_LISTS, *others, *LAST_LISTS)
        lists = [self._list(self.grids[key]) for key in keys if key != "roles" or self.grids[key].rows]
        return sorted(lists, key=lambda listing: not listing["rows"])

    def _list(self, grid: Grid) -> dict[str, Any]:
        """A section that is a list: its name, the headings and the rows of cells that are shown."""
        section = grid.section
        places = [n for n, heading in enumerate(section.headings) if self._is_shown(heading)]
        return {
            "key": section.key,
            "title": label_text(section.title),
            "headings": [self._heading(section.headings[n]) for n in places],
            "rows": [
                [self._cell(section.key, row, n, section.headings[n], texts[n]) for n in places]
                for row, texts in enumerate(grid.rows)
            ],
            "may_grow": bool(section.new_row),
        }

    @cached_property
    def bids(self) -> Mapping[str, str]:
        """The names of the contracts that can stand on the ladder, by their codes."""
        return {code: label_text(name) for code, name in bids(self.document).items()}

    def _facts(self) -> Iterator[tuple[Heading, EditorField]]:
        for row, (heading, texts) in enumerate(zip(facts(), self.grids["facts"].rows, strict=True)):
            head, _dot, rest = heading.key.partition(".")
            # A fact applies to this scoring table if it is given, or if it can always be chosen.
            applies = (
                rest in self.document.get("rules", {}) if head == "rules" else PARAMETERS[head].is_used(self.document)
            )
            if applies and self._is_shown(heading):
                yield heading, self._cell("facts", row, 1, heading, texts[1])

    def _is_shown(self, heading: Heading) -> bool:
        return not heading.is_hidden and heading.key.rpartition(".")[2] != OTHER_LANGUAGE[self.document_language]

    def _heading(self, heading: Heading) -> str:
        return gettext("Name") if heading.key.startswith("label.") else label_text(heading.label)

    def _cell(self, key: str, row: int, column: int, heading: Heading, text: str, prefix: str = "") -> EditorField:
        label = f"{prefix} {self._heading(heading)}".strip()
        return EditorField(
            place=(key, row, column),
            label=label,
            text=self.bids.get(text, text) if key == "ladder" else text,
            options=self._options(heading, text),
            is_short=heading.kind in SHORT,
            mark=self.marks.get((key, row, column)),
            has_sentences=bool(self._sentences(heading)),
        )

    def _options(self, heading: Heading, text: str) -> tuple[tuple[str, str], ...]:
        """The choices of a cell, in the scoring table's own sentences if it has some; including the present value."""
        if not heading.choices:
            return ()
        offered = self._sentences(heading) or heading.choices
        names = {code: label_text(label) for code, label in offered.items()}
        other = heading.choices.get(text)
        chosen = {} if text in names or not text else {text: label_text(other) if other else text}
        empty = {} if heading.key.startswith(("rules.", "zero_sum", "side")) else {"": "–"}
        return tuple({**empty, **names, **chosen}.items())

    def _sentences(self, heading: Heading) -> Mapping[str, Label]:
        """The readings of a rule that the scoring table itself offers."""
        part, _dot, rule = heading.key.partition(".")
        offered = self.document.get("choices", {}).get(rule, {}) if part == "rules" else {}
        return {code: Text(**label) for code, label in offered.items()}

    def _field_remark(self, remark: Remark) -> dict[str, str | None]:
        """Something the checker says, and the field it is about."""
        place = place_of(remark.path, self.document)
        return {"text": refusal_text(remark), "anchor": anchor(place) if place else None}


def typed_document(post: Mapping[str, str], old: Mapping[str, Any], name: str | None) -> dict[str, Any]:
    """The old document with what was typed in its cells, and a new `name` in both languages if there is one.

    A name typed in one language is copied to the other if the two were alike.

    Cells that the page does not show keep what they held, and no cell is added.
    """
    cells: dict[str, list[list[str]]] = {}
    headings: dict[str, list[str]] = {}
    for key, grid in write_grids(old).items():
        cells[key] = [list(row) for row in grid.rows]
        headings[key] = [heading.key for heading in grid.section.headings]
    for field, text in post.items():
        if (place := CELL.fullmatch(field)) and place[1] in cells and (place[1], place[3]) not in ROW_NAMES:
            _type(cells[place[1]], headings[place[1]], int(place[2]), int(place[3]), text)
    document = read_grids(cells)
    return document | {"name": {"da": name, "en": name}} if name else document


def _type(rows: list[list[str]], headings: list[str], row: int, column: int, text: str) -> None:
    if row >= len(rows) or column >= len(rows[row]):
        return
    twin = _twin(rows, headings, row, column)
    if twin and _follows(rows[twin[0]][twin[1]], rows[row][column]):
        rows[twin[0]][twin[1]] = text
    rows[row][column] = text


def _follows(other: str, before: str) -> bool:
    """Whether the name in the other language follows a typed one: it is empty, the same, or still a new row's."""
    return other in ("", before) or NEW_NAMES.get(before) == other or NEW_NAMES.get(other) == before


def _twin(rows: list[list[str]], headings: list[str], row: int, column: int) -> tuple[int, int] | None:
    """The place of the same name in the other language: beside it, or in the facts below or above it."""
    key = headings[column]
    if key == "value":
        other = _in_the_other_language(rows[row][0])
        return next(((n, column) for n, cells in enumerate(rows) if other and cells[0] == other), None)
    other = _in_the_other_language(key)
    return (row, headings.index(other)) if other in headings else None


def _in_the_other_language(key: str) -> str | None:
    """ "label.da" for "label.en", and the other way."""
    stem, dot, language = key.rpartition(".")
    return f"{stem}{dot}{OTHER_LANGUAGE[language]}" if language in OTHER_LANGUAGE else None
