"""The forms in which an old book is handed in, in which is said what its columns hold."""

import hashlib
from datetime import date
from fractions import Fraction
from itertools import islice
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import BookDraft, Club
from ledger.rules.imports.verdict.findings import points_label
from ledger.rules.imports.written.cells import BookSheet, Value, sheets_of, text_of
from ledger.rules.imports.written.columns import (
    EVERY_SHEET,
    LAST_ROW,
    NO_POINTS,
    ONCE,
    BookMap,
    SheetMap,
    entry_map,
    read_map,
)
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import letters_of
from ledger.services.imports.drafts import book_for
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.site.access import Visit
from ledger.web.site.forms import KeyedForm, earlier_answer

MOST_COLUMNS, SAMPLES = 40, 3
MOST_UNKNOWN = 5  # sheets in which nothing looks like deals, that are shown all the same
NOTHING, POINTS, TOTAL = "-", "points", "total"
BY_EVENING = "by_evening"
WHAT = {
    NOTHING: _("Nothing"),
    "date": _("Date"),
    "evening": _("Evening"),
    "number": _("Deal number"),
    "declarer": _("Declarer"),
    "partner": _("Partner"),
    "joiners": _("Who went along"),
    "dealer": _("Dealer"),
    "contract": _("Contract"),
    "tricks": _("Tricks"),
    "note": _("Note"),
    POINTS: _("A player's points"),
    TOTAL: _("A player's running total"),
}


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


class LayoutForm(forms.Form):
    """What the columns of a sheet hold, or of all sheets without a layout of their own, of which it is the first."""

    skip = forms.BooleanField(label=_("There are no deals here: leave it out"), required=False)
    row = forms.ChoiceField(label=_("Each row is"), choices={"deal": _("a deal"), BY_EVENING: _("an evening's points")})
    header = forms.IntegerField(
        label=_("The row of headings"),
        min_value=0,
        max_value=LAST_ROW,
        help_text=_("The last one, if there are several; 0 if there is none."),
    )
    year = forms.IntegerField(
        label=_("The year of days that are written without one"), required=False, min_value=1900, max_value=2100
    )
    restart = forms.BooleanField(label=_("Running totals begin at 0 each evening"), required=False)

    def __init__(
        self, data: QueryDict | None, prefix: str, title: str, sheet: BookSheet, sheet_map: SheetMap | None
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.title, self.sheet = title, sheet
        self.is_unknown = sheet_map is None and title != EVERY_SHEET
        self.map = sheet_map or SheetMap(1, {}, {}, {})
        self.initial = {
            "skip": self.is_unknown,
            "row": BY_EVENING if self.map.by_evening else "deal",
            "header": self.map.header_row,
            "year": self.map.year,
            "restart": self.map.restart,
        }
        held = {**self.map.columns, **dict.fromkeys(self.map.totals, TOTAL), **dict.fromkeys(self.map.points, POINTS)}
        # Whatever column a book uses is used in its first rows too.
        width = max((len(row.values) for row in sheet.rows[:200]), default=0)
        self.columns = {column: f"column{column}" for column in range(1, min(width, MOST_COLUMNS) + 1)}
        for column, name in self.columns.items():
            self.fields[name] = self._column_field(column, held.get(column, NOTHING))
        self.column_fields = [self[name] for name in self.columns.values()]

    def _column_field(self, column: int, held: str) -> forms.ChoiceField:
        """The field that asks what a column holds, with the first values below its heading."""
        letters = letters_of(column)
        heading = self._heading(self.map.header_row, column)
        values = (shown_value(row.value(column)) for row in self.sheet.rows if row.number > self.map.header_row)
        samples = islice((text[:30] for text in values if text), SAMPLES)
        label = f"{letters}: {heading}" if heading else letters
        return forms.ChoiceField(label=label, choices=WHAT, initial=held, help_text=" · ".join(samples))

    def _heading(self, header: int, column: int) -> str:
        """What stands above a column in a row of headings."""
        return next((row.text(column) for row in self.sheet.rows if row.number == header), "")

    def clean(self) -> dict[str, Any]:
        """Say beside a column what another one holds already, and where no player's points are."""
        if self.cleaned_data.get("skip"):
            return self.cleaned_data
        first: dict[str, int] = {}
        for column, name in self.columns.items():
            what = self.cleaned_data.get(name, NOTHING)
            other = first.setdefault(what, column)
            if what in ONCE and other != column:
                held = {"what": WHAT[what], "column": letters_of(other)}
                self.add_error(name, gettext("“%(what)s” is in column %(column)s already.") % held)
        if not first.keys() & {POINTS, TOTAL}:
            # Where every column holds something else, none of them is wrong.
            self.add_error(self.columns[first[NOTHING]] if NOTHING in first else None, gettext(NO_POINTS))
        return self.cleaned_data

    def map_data(self) -> dict[str, Any] | None:
        """The map of the sheet as data, from the valid form; None if it is left out."""
        given = self.cleaned_data
        if given["skip"]:
            return None
        names = {**self.map.totals, **self.map.points} if given["header"] == self.map.header_row else {}
        columns: dict[str, Any] = {}
        for column, field in self.columns.items():
            what, letters = given[field], letters_of(column)
            if what in (POINTS, TOTAL):
                columns[letters] = {what: names.get(column) or self._heading(given["header"], column)[:80] or letters}
            elif what != NOTHING:
                columns[letters] = what
        by_evening = given["row"] == BY_EVENING
        same = {"year": given["year"], "restart": given["restart"]}
        return {"header_row": given["header"], "columns": columns, "by_evening": by_evening, **same}


class MapForm(KeyedForm):
    """What the columns of a book that is looked through hold, one layout at a time."""

    def __init__(self, data: QueryDict | None, *, draft: BookDraft) -> None:
        super().__init__(data)
        sheets = sheets_of(draft.sheets)
        self.map = map_of(draft, sheets)
        known = [title for title, sheet_map in self.map.sheets.items() if sheet_map]
        unknown = [sheet.title for sheet in sheets if sheet.rows and not self.map.of_sheet(sheet.title)]
        titles = [*known, *unknown[:MOST_UNKNOWN]] if known else [EVERY_SHEET]
        self.unlike = [sheet for sheet in sheets if sheet.title not in self.map.sheets] or [*sheets]
        by_title = {sheet.title: sheet for sheet in reversed(sheets)}
        self.layouts = [
            LayoutForm(data, str(at), title, by_title.get(title, self.unlike[0]), self.map.sheets.get(title))
            for at, title in enumerate(titles)
        ]

    def is_valid(self) -> bool:
        """Whether this form is, and every layout."""
        return all([super().is_valid(), *(layout.is_valid() for layout in self.layouts)])

    def map_data(self) -> dict[str, Any]:
        """The map as data, from the valid form; raises Refusal for one that holds no players' points."""
        data: dict[str, Any] = dict.fromkeys(title for title, sheet_map in self.map.sheets.items() if not sheet_map)
        data |= {layout.title: layout.map_data() for layout in self.layouts}
        return read_map({"sheets": data}).as_plain_data()


def shown_value(value: Value) -> str:
    """A cell of an old book as readers write days and numbers."""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return label_text(points_label(value)) if isinstance(value, int | Fraction) else text_of(value)


# An old book that is being looked through, as its pages find it.


def draft_of(visit: Visit, book_draft_id: int) -> BookDraft:
    """A draft of the visited club; raises Http404 for any other."""
    return get_object_or_404(visit.club.book_drafts, pk=book_draft_id)


def answer_without_draft(request: HttpRequest, visit: Visit, book_draft_id: int) -> HttpResponse | None:
    """What a form is answered whose draft is gone: as before if it was sent twice, else a word on the list of imports.

    None if the draft is there, and for a page that is only looked at.
    """
    if request.method != "POST" or visit.club.book_drafts.filter(pk=book_draft_id).exists():
        return None
    if answer := earlier_answer(request):
        return answer
    messages.warning(request, gettext("The file is no longer looked through: it has been booked, or given up."))
    return redirect("imports", visit.club.slug)


def map_of(draft: BookDraft, sheets: tuple[BookSheet, ...]) -> BookMap:
    """The map of a draft, or what its headings suggest.

    The site's own workbook to type in says itself what it holds, also where an earlier release kept a map of it.
    """
    return read_map(draft.map) if draft.map and not entry_map(sheets) else guess_map(sheets)
