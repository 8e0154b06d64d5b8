"""The forms in which an old book is handed in, and in which is said what its columns hold."""

import hashlib
from collections.abc import Iterator, Sequence
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
from ledger.rules.imports.written.column_map import EVERY_SHEET, NO_POINTS, ONCE, BookMap, SheetMap, read_map
from ledger.rules.imports.written.sheets import BookSheet, Value, text_of
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.drafts import book_for
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


class Layout:
    """A sheet whose columns are asked about, its map so far if it has one, and how many sheets have no other."""

    def __init__(self, at: int, title: str, sheet: BookSheet, sheet_map: SheetMap | None, *, is_unknown: bool) -> None:
        self.at, self.title, self.sheet, self.map, self.is_unknown = at, title, sheet, sheet_map, is_unknown
        self.header = sheet_map.header_row if sheet_map else 1
        # Whatever column a book uses is used in its first rows too.
        width = max((len(row.values) for row in sheet.rows[:200]), default=0)
        self.columns = range(1, min(width, MOST_COLUMNS) + 1)
        self.held: dict[int, str] = {}
        self.names: dict[int, str] = {}
        if sheet_map:
            self.names = {**sheet_map.totals, **sheet_map.points}
            self.held = {**sheet_map.columns, **dict.fromkeys(sheet_map.points, POINTS)}
            self.held |= dict.fromkeys(sheet_map.totals, TOTAL)

    def field(self, what: str, column: int = 0) -> str:
        """The name of a field."""
        return f"{what}{self.at}-{column}" if column else f"{what}{self.at}"

    def heading(self, header: int, column: int) -> str:
        """What stands above a column in a row of headings, else its letters."""
        row = next((row for row in self.sheet.rows if row.number == header), None)
        return (row.text(column) if row else "") or letters_of(column)

    def column_field(self, column: int) -> forms.ChoiceField:
        """The field that asks what a column holds, with the first values below its heading."""
        letters, heading = letters_of(column), self.heading(self.header, column)
        values = (shown_value(row.value(column)) for row in self.sheet.rows if row.number > self.header)
        samples = islice((text[:30] for text in values if text), SAMPLES)
        return forms.ChoiceField(
            label=letters if heading == letters else f"{letters}: {heading[:40]}",
            choices=WHAT,
            initial=self.held.get(column, NOTHING),
            help_text=" · ".join(samples),
        )


class MapForm(KeyedForm):
    """What the columns hold, one layout at a time: "*" is that of every sheet without one of its own."""

    def __init__(self, data: QueryDict | None, *, sheets: Sequence[BookSheet], book_map: BookMap) -> None:
        super().__init__(data)
        self.others = {title for title, sheet_map in book_map.sheets.items() if not sheet_map}
        titles = [title for title in book_map.sheets if title not in self.others] or [EVERY_SHEET]
        unlike = [sheet for sheet in sheets if sheet.title not in book_map.sheets]
        unknown = [sheet.title for sheet in sheets if book_map.of_sheet(sheet.title) is None and sheet.rows]
        if len(self.others) < len(book_map.sheets):
            titles += unknown[:MOST_UNKNOWN]
        self.like_the_first = len(unlike) - 1
        by_title = {sheet.title: sheet for sheet in reversed([*sheets])}
        self.layouts: list[Layout] = []
        for at, title in enumerate(titles):
            # For "*" the first without a layout of its own.
            sheet = by_title.get(title) or (unlike or list(sheets))[0]
            is_unknown = title in unknown and title != EVERY_SHEET
            layout = Layout(at, title, sheet, book_map.sheets.get(title), is_unknown=is_unknown)
            self.layouts.append(layout)
            self._add_layout(layout)

    def _add_layout(self, layout: Layout) -> None:
        self.fields[layout.field("skip")] = forms.BooleanField(
            label=_("There are no deals here: leave it out"), required=False, initial=layout.is_unknown
        )
        self.fields[layout.field("header")] = forms.IntegerField(
            label=_("The row of headings"),
            min_value=0,
            max_value=200_000,
            initial=layout.header,
            help_text=_("The last one, if there are several; 0 if there is none."),
        )
        self.fields[layout.field("year")] = forms.IntegerField(
            label=_("The year of days that are written without one"),
            required=False,
            min_value=1900,
            max_value=2100,
            initial=layout.map.year if layout.map else None,
        )
        self.fields[layout.field("restart")] = forms.BooleanField(
            label=_("Running totals begin at 0 each evening"),
            required=False,
            initial=bool(layout.map and layout.map.restart),
        )
        self.fields[layout.field("row")] = forms.ChoiceField(
            label=_("Each row is"),
            choices=[("deal", _("a deal")), (BY_EVENING, _("an evening's points"))],
            initial=BY_EVENING if layout.map and layout.map.by_evening else "deal",
        )
        for column in layout.columns:
            self.fields[layout.field("column", column)] = layout.column_field(column)

    def sections(self) -> Iterator[dict[str, Any]]:
        """What the page shows of each layout: its sheet, the field of its headings, and those of its columns."""
        for layout in self.layouts:
            names = ("skip", "header", "row", "year", "restart")
            section: dict[str, Any] = {name: self[layout.field(name)] for name in names}
            section["columns"] = [self[layout.field("column", column)] for column in layout.columns]
            section["others"] = self.like_the_first if layout.title == EVERY_SHEET else 0
            section |= {"is_unknown": layout.is_unknown, "is_turned": layout.sheet.is_turned}
            yield {"title": layout.sheet.title, **section}

    def clean(self) -> dict[str, Any]:
        """Say beside a column what another one of its sheet holds already, and where no player's points are."""
        for layout in self.layouts:
            if not self.cleaned_data.get(layout.field("skip")):
                self._check_layout(layout)
        return self.cleaned_data

    def _check_layout(self, layout: Layout) -> None:
        first: dict[str, int] = {}
        for column in layout.columns:
            name = layout.field("column", column)
            what = self.cleaned_data.get(name, NOTHING)
            other = first.setdefault(what, column)
            if what in ONCE and other != column:
                held = {"what": dict(WHAT)[what], "column": letters_of(other)}
                self.add_error(name, gettext("“%(what)s” is in column %(column)s already.") % held)
        if not first.keys() & {POINTS, TOTAL}:
            # Where every column holds something else, none of them is wrong.
            blank = layout.field("column", first[NOTHING]) if NOTHING in first else None
            self.add_error(blank, gettext(NO_POINTS))

    def map_data(self) -> dict[str, Any]:
        """The map as data, from the valid form; raises Refusal for one that holds no players' points."""
        data: dict[str, Any] = dict.fromkeys(self.others)
        for layout in self.layouts:
            is_skipped = self.cleaned_data[layout.field("skip")]
            data[layout.title] = None if is_skipped else self._layout_data(layout)
        return read_map({"sheets": data}).as_plain_data()

    def _layout_data(self, layout: Layout) -> dict[str, Any]:
        header, row, year, restart = (
            self.cleaned_data[layout.field(name)] for name in ("header", "row", "year", "restart")
        )
        columns: dict[str, Any] = {}
        for column in layout.columns:
            what = self.cleaned_data[layout.field("column", column)]
            if what in (POINTS, TOTAL):
                name = layout.names.get(column) if header == layout.header else None
                columns[letters_of(column)] = {what: name or layout.heading(header, column)[:80]}
            elif what != NOTHING:
                columns[letters_of(column)] = what
        data = {"header_row": header, "columns": columns, "restart": restart, BY_EVENING: row == BY_EVENING}
        return {**data, "year": year} if year else data


def shown_value(value: Value) -> str:
    """A cell of an old book as readers write days and numbers."""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return label_text(points_label(value)) if isinstance(value, int | Fraction) else text_of(value)
