"""The forms in which an old book is handed in, and in which is said what its columns hold."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import islice
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club
from ledger.rules.imports.verdict.findings import points_label
from ledger.rules.imports.written.column_map import EVERY_SHEET, NO_POINTS, ONCE, BookMap, read_map
from ledger.rules.imports.written.sheets import BookSheet, Value, text_of
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.reading import book_for
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.site.form_keys import KeyedForm

MOST_COLUMNS, SAMPLES = 40, 3
MOST_UNKNOWN = 5  # sheets in which nothing looks like deals, that are shown all the same
NOTHING, POINTS, TOTAL = "-", "points", "total"
BY_EVENING = "by_evening"
WHAT = [
    (NOTHING, _("Nothing")),
    ("date", _("Date")),
    ("evening", _("Evening")),
    ("number", _("Deal number")),
    ("declarer", _("Declarer")),
    ("partner", _("Partner")),
    ("joiners", _("Who went along")),
    ("dealer", _("Dealer")),
    ("contract", _("Contract")),
    ("tricks", _("Tricks")),
    ("note", _("Note")),
    ("line", _("Keyboard line")),
    (POINTS, _("A player's points")),
    (TOTAL, _("A player's running total")),
]


class OldBookForm(KeyedForm):
    """A file; what is wrong with it is shown beside the field, by sheet, row and column."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("An Excel workbook (.xlsx), or a sheet saved as text (.csv)."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt"}),
    )

    def __init__(self, *args: Any, club: Club) -> None:
        super().__init__(*args)
        self.club = club

    def clean_file(self) -> dict[str, Any]:
        """The file's name, digest and sheets."""
        file = self.cleaned_data["file"]
        data = file.read()
        try:
            sheets = book_for(club=self.club, data=data)
        except Refusal as refusal:
            raise forms.ValidationError(refusal_text(refusal)) from refusal
        return {"file_name": file.name, "digest": hashlib.sha256(data).hexdigest(), "sheets": sheets}


class MapForm(KeyedForm):
    """What the columns hold, one layout at a time: "*" is that of every sheet without one of its own."""

    def __init__(self, data: QueryDict | None, *, sheets: Sequence[BookSheet], book_map: BookMap) -> None:
        super().__init__(data)
        self.sheets, self.book_map = sheets, book_map
        mapped = [title for title, sheet_map in book_map.sheets.items() if sheet_map] or [EVERY_SHEET]
        unknown = [sheet.title for sheet in sheets if book_map.of_sheet(sheet.title) is None and sheet.rows]
        self.unknown = unknown[:MOST_UNKNOWN] if any(book_map.sheets.values()) else []
        self.layouts = [*mapped, *self.unknown]
        for at, title in enumerate(self.layouts):
            self._add_layout(at, title)

    def _add_layout(self, at: int, title: str) -> None:
        sheet_map = self.book_map.sheets.get(title)
        self.fields[f"skip{at}"] = forms.BooleanField(
            label=_("There are no deals here: leave it out"), required=False, initial=title in self.unknown
        )
        self.fields[f"header{at}"] = forms.IntegerField(
            label=_("The row of headings"),
            min_value=0,
            max_value=200_000,
            initial=sheet_map.header_row if sheet_map else 1,
            help_text=_("The last one, if there are several; 0 if there is none."),
        )
        self.fields[f"year{at}"] = forms.IntegerField(
            label=_("The year of days that are written without one"),
            required=False,
            min_value=1900,
            max_value=2100,
            initial=sheet_map.year if sheet_map else None,
        )
        self.fields[f"restart{at}"] = forms.BooleanField(
            label=_("Running totals begin at 0 each evening"),
            required=False,
            initial=bool(sheet_map and sheet_map.restart),
        )
        self.fields[f"row{at}"] = forms.ChoiceField(
            label=_("Each row is"),
            choices=[("deal", _("a deal")), (BY_EVENING, _("an evening's points"))],
            initial=BY_EVENING if sheet_map and sheet_map.by_evening else "deal",
        )
        held: dict[int, str] = {}
        if sheet_map:
            held = {
                **sheet_map.columns,
                **dict.fromkeys(sheet_map.points, POINTS),
                **dict.fromkeys(sheet_map.totals, TOTAL),
            }
        for column in range(1, self._width(title) + 1):
            self.fields[f"column{at}-{column}"] = forms.ChoiceField(
                label=self._label(title, column),
                choices=WHAT,
                initial=held.get(column, NOTHING),
                help_text=" · ".join(self._samples(title, column)),
            )

    def sections(self) -> Iterator[dict[str, Any]]:
        """What the page shows of each layout: its sheet, the field of its headings, and those of its columns."""
        for at, title in enumerate(self.layouts):
            sheet = self._sheet(title)
            columns = [self[f"column{at}-{column}"] for column in range(1, self._width(title) + 1)]
            others = len(self.sheets) - len(self.book_map.sheets) if title == EVERY_SHEET else 0
            of_layout = {name: self[f"{name}{at}"] for name in ("skip", "header", "row", "year", "restart")}
            seen = {"is_unknown": title in self.unknown, "is_turned": sheet.is_turned}
            yield {"title": sheet.title, "others": others, "columns": columns, **seen, **of_layout}

    def clean(self) -> dict[str, Any]:
        """Say beside a column what another one of its sheet holds already, and where no player's points are."""
        for at, title in enumerate(self.layouts):
            if not self.cleaned_data.get(f"skip{at}"):
                self._check_layout(at, title)
        return self.cleaned_data

    def _check_layout(self, at: int, title: str) -> None:
        first: dict[str, int] = {}
        for column in range(1, self._width(title) + 1):
            name = f"column{at}-{column}"
            what = self.cleaned_data.get(name, NOTHING)
            other = first.setdefault(what, column)
            if what in ONCE and other != column:
                held = {"what": dict(WHAT)[what], "column": letters_of(other)}
                self.add_error(name, gettext("“%(what)s” is in column %(column)s already.") % held)
        if not first.keys() & {POINTS, TOTAL}:
            # Where every column holds something else, none of them is wrong.
            self.add_error(f"column{at}-{first[NOTHING]}" if NOTHING in first else None, gettext(NO_POINTS))

    def map_data(self) -> dict[str, Any]:
        """The map as data, from the valid form; raises Refusal for one that holds no players' points."""
        data: dict[str, Any] = dict.fromkeys(self.book_map.sheets)
        for at, title in enumerate(self.layouts):
            data[title] = None if self.cleaned_data[f"skip{at}"] else self._layout_data(at, title)
        return read_map({"sheets": data}).as_plain_data()

    def _layout_data(self, at: int, title: str) -> dict[str, Any]:
        cleaned, header = self.cleaned_data, self.cleaned_data[f"header{at}"]
        sheet_map = self.book_map.sheets.get(title)
        known: Mapping[int, str] = {**sheet_map.points, **sheet_map.totals} if sheet_map else {}
        is_same = sheet_map is not None and sheet_map.header_row == header
        columns: dict[str, Any] = {}
        for column in range(1, self._width(title) + 1):
            what = cleaned[f"column{at}-{column}"]
            if what in (POINTS, TOTAL):
                name = known.get(column) if is_same else None
                columns[letters_of(column)] = {what: name or self._heading(title, header, column)}
            elif what != NOTHING:
                columns[letters_of(column)] = what
        flags = {"restart": cleaned[f"restart{at}"], BY_EVENING: cleaned[f"row{at}"] == BY_EVENING}
        year = {"year": cleaned[f"year{at}"]} if cleaned[f"year{at}"] else {}
        return {"header_row": header, "columns": columns, **flags, **year}

    def _sheet(self, title: str) -> BookSheet:
        """The sheet of a layout; for "*" the first without one of its own."""
        own_layout = set(self.book_map.sheets) if title == EVERY_SHEET else set()
        rest = [sheet for sheet in self.sheets if sheet.title == title or sheet.title not in own_layout]
        named = [sheet for sheet in rest if sheet.title == title]
        return (named or rest or list(self.sheets))[0]

    def _width(self, title: str) -> int:
        # Whatever column a book uses is used in its first rows too.
        return min(max((len(row.values) for row in self._sheet(title).rows[:200]), default=0), MOST_COLUMNS)

    def _heading(self, title: str, header: int, column: int) -> str:
        row = next((row for row in self._sheet(title).rows if row.number == header), None)
        return (row.text(column)[:80] if row else "") or letters_of(column)

    def _label(self, title: str, column: int) -> str:
        sheet_map = self.book_map.sheets.get(title)
        heading = self._heading(title, sheet_map.header_row if sheet_map else 1, column)
        letters = letters_of(column)
        return letters if heading == letters else f"{letters}: {heading[:40]}"

    def _samples(self, title: str, column: int) -> list[str]:
        """The first values below the headings."""
        sheet_map = self.book_map.sheets.get(title)
        below = sheet_map.header_row if sheet_map else 1
        values = (row.value(column) for row in self._sheet(title).rows if row.number > below)
        filled = (text[:30] for value in values if (text := shown_value(value)))
        return list(islice(filled, SAMPLES))


def shown_value(value: Value) -> str:
    """A cell of an old book as readers write days and numbers."""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return label_text(points_label(value)) if isinstance(value, int | Fraction) else text_of(value)
