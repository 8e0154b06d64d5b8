"""Deals as keyboard lines: one typed, many pasted, and an evening read as its lines."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext

from ledger.models import Entry
from ledger.queries.evenings.lines import FaultyLine, ReadLine, ReadText, evening_text, read_line, read_text
from ledger.queries.evenings.turns import AtTable, as_seen
from ledger.rules.site.refusal import Refusal
from ledger.services.deals.recording import SeatsChanged, record_deal
from ledger.services.evenings.entering import enter_parts
from ledger.web.deals.deals import new_deal_form, new_deal_page, next_deal_address, say_saved, seen, table_or_404
from ledger.web.deals.line_form import LineForm, PasteForm
from ledger.web.deals.line_lists import LinesList
from ledger.web.deals.line_panel import line_panel, said_of
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import status_of
from ledger.web.site.in_place import is_in_place


@writes
def deal_line(request: HttpRequest, visit: Visit, evening: int, table: int = 1) -> HttpResponse:
    """A line sent is saved at once, and the next one may be typed; while one types (GET) only what it says."""
    seated = table_or_404(visit, evening, table)
    next_line = f"{next_deal_address(seated)}?line=1"
    if request.method != "POST":
        is_typing = is_in_place(request) and "line-text" in request.GET
        return _as_one_types(request, seated) if is_typing else redirect(next_line)
    form = LineForm(request.POST, table=seated)
    faulty, status = None, 200
    if form.is_valid():
        read = _read(form)
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
    form = _paste_form(request, seated)
    found, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            text = form.cleaned_data["text"]
            found = read_text(table=form.as_seen(), text=text, language=_language(), drawn=form.drawn())
            form.refuse_lines(found)
            if "save" in request.POST and not form.errors:
                return _record_all(request, visit, form, seated, found)
        except SeatsChanged as refusal:
            form, found, status = _as_it_sits(form, seated), None, status_of(refusal)
            form.refuse(refusal)
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
        "lines": found and found.lines and LinesList(found, denominator=seated.evening.season.unit_denominator),
    }
    return render(request, "ledger/evenings/lines_paste.html", context, status=status)


@reads
def deals_text(_request: HttpRequest, visit: Visit, evening: int) -> HttpResponse:
    """The deals of the evening as lines, to keep or to read back."""
    text = evening_text(evening=visit.evening(evening), language=_language())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _paste_form(request: HttpRequest, table: AtTable) -> PasteForm:
    """The form, for those who sat there when it was drawn."""
    if request.method != "POST":
        return PasteForm(table=table)
    shown = as_seen(table=table, dealer=table.dealer, number=table.number, players=seen(request).players)
    return PasteForm(request.POST, table=shown)


def _as_it_sits(form: PasteForm, table: AtTable) -> PasteForm:
    """The same text to be read anew, among those who sit there now."""
    fresh = PasteForm(table=table)
    said = {name: fresh[name].value() for name in ("key", "dealer", "number", "seating")}
    fresh = PasteForm({**said, "text": form.cleaned_data["text"]}, table=table)
    fresh.full_clean()
    return fresh


def _as_one_types(request: HttpRequest, table: AtTable) -> HttpResponse:
    """What the line says so far, as a part of the page."""
    form = LineForm(request.GET, table=table)
    del form.fields["key"]
    context = {"denominator": table.evening.season.unit_denominator}
    if form.is_valid():
        context |= said_of(_read(form), table.names)
    return render(request, "ledger/deals/_line_read.html", context)


def _read(form: LineForm) -> ReadLine | FaultyLine:
    return read_line(table=form.as_seen(), line=form.cleaned_data["text"], language=_language())


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
    saved = enter_parts(
        evening=table.evening,
        table_number=table.table_number,
        parts=found.parts,
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
