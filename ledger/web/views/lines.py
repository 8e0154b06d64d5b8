"""Deals as keyboard lines: one typed, many pasted, and an evening read as its lines."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext

from ledger.models import Entry
from ledger.queries.lines import FaultyLine, ReadLine, ReadText, evening_text, read_line, read_text
from ledger.queries.play import AtTable
from ledger.rules.refusal import Refusal
from ledger.services.recording import record_deal, record_deals
from ledger.web.access import Visit, reads, writes
from ledger.web.line_form import LineForm, LinesForm, PasteForm
from ledger.web.line_panel import line_panel, said_of
from ledger.web.once import status_of
from ledger.web.tables_lines import LinesTable
from ledger.web.views.deals import new_deal_form, new_deal_page, next_deal_address, say_saved, seen, table_or_404


@writes
def deal_line(request: HttpRequest, visit: Visit, evening: int, table: int = 1) -> HttpResponse:
    """A line sent is saved at once, and the next one may be typed; while one types (GET) only what it says."""
    seated = table_or_404(visit, evening, table)
    next_line = f"{next_deal_address(seated)}?line=1"
    if request.method != "POST":
        return _as_one_types(request, seated) if "line-text" in request.GET else redirect(next_line)
    form = LineForm(request.POST, names=seated.names, dealer=seated.dealer)
    faulty, status = None, 200
    if form.is_valid():
        read = _read(form, seated)
        faulty = read if isinstance(read, FaultyLine) else None
        try:
            if isinstance(read, FaultyLine):
                raise read.refusal
            saved = _record(request, form, seated, read)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
        else:
            say_saved(request, saved)
            return redirect(next_line)
    context = {"line": line_panel(seated, form, is_focused=True, sent=faulty)}
    return new_deal_page(request, visit, seated, new_deal_form(None, seated), context, status)


@writes
def deal_paste(request: HttpRequest, visit: Visit, evening: int, table: int = 1) -> HttpResponse:
    """Many deals pasted, one a line: shown with what they pay, then saved together or not at all."""
    seated = table_or_404(visit, evening, table)
    form = PasteForm(request.POST if request.method == "POST" else None, names=seated.names, dealer=seated.dealer)
    found, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            found = read_text(table=_as_shown(form, seated), text=form.cleaned_data["text"], language=_language())
            form.refuse_lines(found)
            if "save" in request.POST and not form.errors:
                return _record_all(request, visit, form, seated, found)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": seated.evening,
        "season": seated.evening.season,
        "table": seated,
        "form": form,
        "found": found,
        "lines": found and found.lines and LinesTable(found.lines, table=seated),
    }
    return render(request, "ledger/deal_paste.html", context, status=status)


@reads
def deals_text(_request: HttpRequest, visit: Visit, evening: int) -> HttpResponse:
    """The evening's deals as lines, to keep or to read back."""
    text = evening_text(evening=visit.evening(evening), language=_language())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _as_one_types(request: HttpRequest, table: AtTable) -> HttpResponse:
    """What the line says so far, as a part of the page."""
    form = LineForm(request.GET, names=table.names, dealer=table.dealer)
    del form.fields["key"]
    context = {"denominator": table.evening.season.unit_denominator}
    if form.is_valid():
        context |= said_of(_read(form, table), table.names)
    return render(request, "ledger/_line_read.html", context)


def _read(form: LineForm, table: AtTable) -> ReadLine | FaultyLine:
    return read_line(table=_as_shown(form, table), line=form.cleaned_data["text"], language=_language())


def _as_shown(form: LinesForm, table: AtTable) -> AtTable:
    """The table with the dealer whom the writer saw: a form sent twice says the same deal twice."""
    return replace(table, dealer=int(form.cleaned_data["dealer"]))


def _record(request: HttpRequest, form: LineForm, table: AtTable, read: ReadLine) -> Entry:
    return record_deal(
        evening=table.evening,
        table_number=table.table_number,
        deal=read.deal,
        key=form.cleaned_data["key"],
        author=request.user,
        now=timezone.now(),
        seen=seen(request),
    )


def _record_all(request: HttpRequest, visit: Visit, form: PasteForm, table: AtTable, found: ReadText) -> HttpResponse:
    saved = record_deals(
        evening=table.evening,
        table_number=table.table_number,
        deals=found.deals,
        key=form.cleaned_data["key"],
        author=request.user,
        now=timezone.now(),
        seen=seen(request),
    )
    words = ngettext("%(count)s deal is saved.", "%(count)s deals are saved.", len(saved))
    messages.success(request, words % {"count": len(saved)})
    return redirect("evening", visit.club.slug, table.evening.number)


def _language() -> str:
    return get_language() or "da"
