"""The editor's page: a document as fields, and the fields back as a document.

Every field is named by its place in the grids of `rules/scoring/editor/grids.py`: "values.2.8" is row 2, column 8 of
the sheet.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ledger.rules.scoring.checker.checking import NO_PRICE, check_scoring_table, is_hindrance
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.editor.grids import (
    OTHER_LANGUAGE,
    Cell,
    Place,
    bids,
    grids,
    place_of,
    sections,
    text_in,
    type_cells,
)
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.parameter import Heading
from ledger.rules.site.labels import DOCUMENT_LANGUAGE, Label, Text
from ledger.templatetags.ledger_labels import label_text, page_language, refusal_text

CELL = re.compile(r"([a-z_]{1,20})\.(\d{1,3})\.(\d{1,2})", re.ASCII)
FIRST_LISTS = ("nolo", "multipliers", "flags", "penalties", "overrides")
LAST_LISTS = ("columns", "readings", "roles", "ladder")
SHORT = ("whole", "points", "price")

Field = dict[str, Any]
"""One field of the page: its name, anchor, label, text, options, mark, and how it looks."""


def anchor(place: Place) -> str:
    """The id of the field at a place, for links and labels."""
    return "c-{}-{}-{}".format(*place)


class ScoringTableEditor:
    """A document laid out for the page in the reader's language, with what the checker says of it.

    `errors` block publishing, `doubts` do not, and `pointed_out` shows them; `missing` counts the prices still to be
    typed. `bids` names the contracts that can stand on the ladder, by their codes.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.document_language = DOCUMENT_LANGUAGE[page_language()]
        self.sections = sections(document)
        self.grids = grids(dict(document))
        self.bids = {code: label_text(name) for code, name in bids(document).items()}
        remarks = check_scoring_table(document)
        self.errors = [self._field_remark(remark) for remark in remarks if is_hindrance(remark)]
        self.doubts = [remark for remark in remarks if not remark.is_error]
        self.pointed_out = [self._field_remark(remark) for remark in self.doubts]
        self.missing = sum(remark.message == NO_PRICE for remark in remarks)
        self.marks = self._marks(remark for remark in remarks if remark.message != NO_PRICE)

    def _marks(self, remarks: Iterable[Remark]) -> dict[Place, dict[str, Any]]:
        """The mark of each cell, an error or a remark; `note` is the id of the element with its text.

        Further cells of a remark are marked without a text.
        """
        marks: dict[Place, dict[str, Any]] = {}
        for remark in remarks:
            paths = (remark.path, *remark.also)
            places = [place for path in paths if (place := place_of(path, self.document))]
            for place in places:
                mark = marks.get(place)
                if mark is None or (mark["is_wrong"] and remark.is_error):
                    text = refusal_text(remark) if place == places[0] else ""
                    text = f"{mark['text']} {text}".strip() if mark else text
                    marks[place] = {"is_wrong": remark.is_error, "text": text, "note": f"{anchor(places[0])}-note"}
        return marks

    def marked_fields(self) -> list[tuple[str, dict[str, Any]]]:
        """The marked fields, for a page already on the screen."""
        return [(anchor(place), mark) for place, mark in self.marks.items()]

    def columns(self) -> list[str]:
        """The headings of the sheet's columns."""
        return [label_text(heading.label) for heading in self.sections["values"].headings[1:]]

    def levels(self) -> list[tuple[str, list[Field]]]:
        """The sheet: a level and its cells, a row each."""
        rows = []
        for row, (level, *cells) in enumerate(self.grids["values"]):
            text = text_in(level[0], "level")
            rows.append((text, [self._field(("values", row, n), cell, text) for n, cell in enumerate(cells, 1)]))
        return rows

    def house_rules(self) -> list[Field]:
        """The rules that decide prices, the scoring table's own readings last; without rules that do not apply."""
        return sorted(self._facts(is_aside=False), key=lambda field: field["has_sentences"])

    def other_facts(self) -> list[Field]:
        """The source of the prices, and facts that are rarely changed."""
        return self._facts(is_aside=True)

    def lists(self) -> list[dict[str, Any]]:
        """The sections that are lists, those in use first."""
        others = (key for key in self.sections if key not in ("values", *FIRST_LISTS, *LAST_LISTS))
        keys = (*FIRST_LISTS, *others, *LAST_LISTS)
        lists = [self._list(key) for key in keys if key != "roles" or self.grids[key]]
        return sorted(lists, key=lambda listing: not listing["rows"])

    def _list(self, key: str) -> dict[str, Any]:
        """A section that is a list: its name, the headings and the rows of cells that are shown."""
        section = self.sections[key]
        places = [n for n, heading in enumerate(section.headings) if self._is_shown(heading)]
        return {
            "key": key,
            "title": label_text(section.title),
            "headings": [label_text(section.headings[n].label) for n in places],
            "rows": [
                [self._field((key, row, n), cells[n]) for n in places] for row, cells in enumerate(self.grids[key])
            ],
            "may_grow": bool(section.new_row),
        }

    def _facts(self, *, is_aside: bool) -> list[Field]:
        fields = []
        for row, (_name, cell) in enumerate(self.grids["facts"]):
            heading = cell[1]
            head, _dot, rest = heading.key.partition(".")
            # A fact applies to this scoring table if it is given, or if it can always be chosen.
            if head == "rules":
                applies = rest in self.document.get("rules", {})
            else:
                applies = PARAMETERS[head].is_used(self.document)
            if applies and heading.is_aside == is_aside and self._is_shown(heading):
                fields.append(self._field(("facts", row, 1), cell))
        return fields

    def _is_shown(self, heading: Heading) -> bool:
        return heading.label is not None and heading.key.rpartition(".")[2] != OTHER_LANGUAGE[self.document_language]

    def _field(self, place: Place, cell: Cell, prefix: str = "") -> Field:
        record, heading = cell
        text = text_in(record, heading.key)
        sentences = self._sentences(heading)
        return {
            "name": "{}.{}.{}".format(*place),
            "anchor": anchor(place),
            "label": f"{prefix} {label_text(heading.label)}".strip(),
            "text": self.bids.get(text, text) if place[0] == "ladder" else text,
            "options": _options(heading, sentences, text),
            "is_bid": place[0] == "ladder",
            "is_short": heading.kind in SHORT,
            "mark": self.marks.get(place),
            "has_sentences": bool(sentences),
        }

    def _sentences(self, heading: Heading) -> Mapping[str, Label]:
        """The readings of a rule that the scoring table itself offers."""
        part, _dot, rule = heading.key.partition(".")
        offered = self.document.get("choices", {}).get(rule, {}) if part == "rules" else {}
        return {code: Text(**label) for code, label in offered.items()}

    def _field_remark(self, remark: Remark) -> dict[str, str | None]:
        """Something the checker says, and the field it is about."""
        place = place_of(remark.path, self.document)
        return {"text": refusal_text(remark), "anchor": anchor(place) if place else None}


def _options(heading: Heading, sentences: Mapping[str, Label], text: str) -> list[tuple[str, str]]:
    """The choices of a cell, in the scoring table's own sentences if it has some; including the present value."""
    if not heading.choices:
        return []
    names = {code: label_text(label) for code, label in (sentences or heading.choices).items()}
    if text and text not in names:
        names[text] = label_text(heading.choices[text]) if text in heading.choices else text
    empty = [] if heading.key.startswith(("rules.", "side")) else [("", "–")]
    return [*empty, *names.items()]


def typed_document(post: Mapping[str, str], old: Mapping[str, Any], name: str | None) -> dict[str, Any]:
    """The old document with what was typed in its cells, and a new `name` in both languages if there is one.

    Cells that the page does not show keep what they held, and no cell is added.
    """
    places = {
        (place[1], int(place[2]), int(place[3])): text
        for field, text in post.items()
        if (place := CELL.fullmatch(field))
    }
    texts = {place: text for place, text in places.items() if (place[0], place[2]) != ("values", 0)}  # a level stays
    document = type_cells(old, texts)
    return document | {"name": {"da": name, "en": name}} if name else document
