"""Entering a deal with its preview, and one deal: its explanation, its history, and the ways to change it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_noop

from ledger.models import Entry, Evening, TableVersion
from ledger.queries.deals import DealHistory, deal_history, upcoming
from ledger.queries.play import (
    Preview,
    next_dealer,
    preview,
    seats_of,
    tariff_for_page,
    totals_at_table,
)
from ledger.rules.refusal import Refusal
from ledger.services.recording import (
    Change,
    DealChanged,
    KeyUsed,
    PricesChanged,
    correct_deal,
    record_deal,
    restore_deal,
    void_deal,
)
from ledger.web.access import Visit, reads, writes
from ledger.web.deal_form import ChangeForm, DealForm, UndoForm, initial_from
from ledger.web.freshness import fresh
from ledger.web.line_panel import line_panel
from ledger.web.refusals import refusal_text

CONFLICT = 409


@writes
def deal_new(request: HttpRequest, visit: Visit, evening: int) -> HttpResponse:
    """The entry screen: keys, live preview, save. The button "preview" shows the points for want of JavaScript."""
    played = visit.evening(evening)
    form = deal_form(request.POST, played)
    shown, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                shown = _preview(played, played.table_version, form)
            else:
                return _record(request, visit, played, form)
        except Refusal as refusal:
            form.refuse(refusal)
            status = CONFLICT if isinstance(refusal, KeyUsed | PricesChanged) else 200
    return entry_page(request, visit, played, form, {"preview": shown}, status)


@writes
def deal_correct(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """The entry screen again, filled with the deal as it stands, and a reason for the change."""
    played, history = _deal_or_404(visit, evening, number)
    form = deal_form(request.POST, played, history.entry)
    change = ChangeForm(request.POST or None, prefix="change", initial={"seen": history.entry.pk})
    shown, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                shown = _preview(played, history.entry.table_version, form)
            elif change.is_valid():
                correct_deal(entry=_seen(played, change), deal=form.deal(), change=_change(request, change))
                messages.success(request, gettext("Deal %(number)s is corrected.") % {"number": number})
                return redirect("deal", visit.club.slug, evening, number)
        except Refusal as refusal:
            form.refuse(refusal)
            status = CONFLICT if isinstance(refusal, DealChanged | KeyUsed) else 200
    context = {"preview": shown, "change": change, "history": history, "number": number}
    return entry_page(request, visit, played, form, context, status)


@fresh
@reads
def deal(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """One deal: what it paid and why, and everything that was ever done to it."""
    played, history = _deal_or_404(visit, evening, number)
    return _deal_page(request, visit, played, history, ChangeForm(prefix="change", initial={"seen": history.entry.pk}))


@writes
def deal_void(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """Take a deal out of the sums, with a reason; it stays on the sheet, struck through."""
    return _changed(request, visit, evening, number, void_deal, gettext_noop("Deal %(number)s is voided."))


@writes
def deal_restore(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """Bring a voided deal back, with a reason."""
    return _changed(request, visit, evening, number, restore_deal, gettext_noop("Deal %(number)s is restored."))


def _changed(
    request: HttpRequest, visit: Visit, evening: int, number: int, deed: Callable[..., Entry], done: str
) -> HttpResponse:
    """Void or restore a deal as the deal's page asked, or show that page again with what was typed."""
    played, history = _deal_or_404(visit, evening, number)
    if request.method != "POST":
        return redirect("deal", visit.club.slug, evening, number)
    form, status = ChangeForm(request.POST, prefix="change"), 200
    if form.is_valid():
        try:
            deed(entry=_seen(played, form), change=_change(request, form))
        except (DealChanged, KeyUsed) as refusal:
            form.add_error(None, refusal_text(refusal))
            status = CONFLICT
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
        else:
            messages.success(request, gettext(done) % {"number": number})
            return redirect("deal", visit.club.slug, evening, number)
    return _deal_page(request, visit, played, history, form, status)


def _record(request: HttpRequest, visit: Visit, evening: Evening, form: DealForm) -> HttpResponse:
    """Save the deal and go on to the next."""
    entry = record_deal(
        evening=evening,
        deal=form.deal(),
        key=form.cleaned_data["key"],
        author=request.user,
        now=timezone.now(),
        prices_seen=prices_seen(request),
    )
    messages.success(request, gettext("Deal %(number)s is saved.") % {"number": entry.number})
    return redirect("deal_new", visit.club.slug, evening.number)


def prices_seen(request: HttpRequest) -> int | None:
    """The version that the page worked out its points by."""
    said = request.POST.get("prices", "")[:18]
    return int(said) if said.isdecimal() else None


def _preview(evening: Evening, version: TableVersion, form: DealForm) -> Preview:
    return preview(evening=evening, version=version, deal=form.deal(), language=get_language())


def deal_form(said: QueryDict | None, evening: Evening, entry: Entry | None = None) -> DealForm:
    """The form for a new deal, or for correcting the one of an entry; empty where nothing was said."""
    seats = seats_of(evening=evening)
    version = entry.table_version if entry else evening.table_version
    table = version.to_rules()
    form = DealForm(
        said or None,
        table=table,
        seats=seats,
        dealer=next_dealer(evening=evening, seats=seats),
        initial=initial_from(entry.deal, table) if entry else None,
    )
    if entry:
        del form.fields["key"]
    return form


def entry_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    form: DealForm,
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    """The entry screen with what the context adds to it; a new deal can be typed as a line too."""
    history = context.get("history")
    number, last = (None, None) if history else upcoming(evening=evening, language=get_language())
    version = history.entry.table_version if history else evening.table_version
    if history is None and "line" not in context:
        context["line"] = line_panel(form, is_focused="line" in request.GET)
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": evening,
        "season": evening.season,
        "form": form,
        "last": last,
        "undo": last and UndoForm(prefix="change", initial={"seen": last.entry.pk}),
        "number": number,
        "tariff": tariff_for_page(version=version, season_denominator=evening.season.unit_denominator),
        "totals": totals_at_table(evening=evening, seats=form.seats),
        **context,
    }
    return render(request, "ledger/deal_form.html", context, status=status)


def _deal_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    history: DealHistory,
    change: ChangeForm,
    status: int = 200,
) -> HttpResponse:
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": evening,
        "season": evening.season,
        "history": history,
        "number": history.entry.number,
        "change": change,
    }
    return render(request, "ledger/deal.html", context, status=status)


def _deal_or_404(visit: Visit, evening: int, number: int) -> tuple[Evening, DealHistory]:
    played = visit.evening(evening)
    history = deal_history(evening=played, number=number, language=get_language())
    if history is None:
        raise Http404
    return played, history


def _seen(evening: Evening, form: ChangeForm) -> Entry:
    """The line the reader saw when they decided to change it, or 404 when it is no line of this evening."""
    loaded = Entry.objects.select_related("evening__season", "table_version")
    entry = loaded.filter(evening=evening, pk=form.cleaned_data["seen"]).first()
    if entry is None:
        raise Http404
    return entry


def _change(request: HttpRequest, form: ChangeForm) -> Change:
    said = form.cleaned_data
    return Change(key=said["key"], reason=said["reason"], author=request.user, now=timezone.now())
