"""Entering a deal with its preview, and one deal: its explanation, its history, and the ways to change it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_noop

from ledger.models import Entry, Evening, TableVersion
from ledger.queries.deals import DealHistory, deal_history, upcoming
from ledger.queries.mentions import Mentions
from ledger.queries.play import (
    Preview,
    next_dealer,
    preview,
    seats_of,
    tariff_for_page,
    totals_at_table,
)
from ledger.rules.refusal import Refusal
from ledger.services.posting import require_open
from ledger.services.recording import (
    Change,
    KeyUsed,
    correct_deal,
    record_deal,
    restore_deal,
    undo_correction,
    void_deal,
)
from ledger.web.access import Visit, reads, writes
from ledger.web.deal_form import ChangeForm, DealForm, RestoreForm, UndoCorrectionForm, UndoForm, initial_from
from ledger.web.freshness import fresh
from ledger.web.line_panel import line_panel
from ledger.web.once import CONFLICT, status_of
from ledger.web.refusals import refusal_text
from ledger.web.settles_form import settles_form


@writes
def deal_new(request: HttpRequest, visit: Visit, evening: int) -> HttpResponse:
    """The entry screen: keys, live preview, save. The button "preview" shows the points for want of JavaScript."""
    played = visit.evening(evening)
    if request.method != "POST" and (closed := _why_closed(played)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", visit.club.slug, evening)
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
            status = status_of(refusal)
            if isinstance(refusal, KeyUsed):
                form.stored = reverse(
                    "deal", args=[visit.club.slug, refusal.entry.evening.number, refusal.entry.number]
                )
    return entry_page(request, visit, played, form, {"preview": shown}, status)


@writes
def deal_correct(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """The entry screen again, filled with the deal as it stands, and a reason for the change."""
    played, history = _deal_or_404(visit, evening, number)
    if request.method != "POST" and _why_closed(played):
        return redirect("deal", visit.club.slug, evening, number)
    form = deal_form(request.POST, played, history.entry)
    settles = settles_form(request, visit, played, number)
    said = {"seen": history.entry.pk, "reason": settles.reason()}
    change = ChangeForm(request.POST or None, prefix="change", initial=said)
    shown, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                shown = _preview(played, history.entry.table_version, form)
            elif change.is_valid():
                correction = {"entry": _seen(played, change), "deal": form.deal(), "change": _change(request, change)}
                settles.settling(request, lambda: correct_deal(**correction))
                messages.success(request, gettext("Deal %(number)s is corrected.") % {"number": number})
                return redirect("deal", visit.club.slug, evening, number)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
            if status == CONFLICT:
                played, history = _deal_or_404(visit, evening, number)
                said = {"seen": history.entry.pk, "reason": change["reason"].value()}
                change = ChangeForm(prefix="change", initial=said)
    context = {"preview": shown, "change": change, "history": history, "number": number, "won": status == CONFLICT}
    context["settles"] = settles
    return entry_page(request, visit, played, form, context, status)


@fresh
@reads
def deal(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """One deal: what it paid and why, and everything that was ever done to it."""
    played, history = _deal_or_404(visit, evening, number)
    return _deal_page(request, visit, played, history)


@writes
def deal_void(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """Take a deal out of the sums, with a reason; it stays on the sheet, struck through."""
    return _changed(request, visit, evening, number, void_deal, gettext_noop("Deal %(number)s is voided."))


@writes
def deal_restore(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """Bring a voided deal back, with a reason."""
    return _changed(request, visit, evening, number, restore_deal, gettext_noop("Deal %(number)s is restored."))


@writes
def deal_undo(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """Take a correction back: the deal is corrected to what it was before."""
    done = gettext_noop("The correction of deal %(number)s is undone.")
    return _changed(request, visit, evening, number, undo_correction, done)


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
            change = {"entry": _seen(played, form), "change": _change(request, form)}
            settles_form(request, visit, played, number).settling(request, lambda: deed(**change))
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
            status = status_of(refusal)
            played, history = _deal_or_404(visit, evening, number)
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
        initial=_shown_deal(evening, entry) if entry else None,
    )
    if entry:
        del form.fields["key"]
    return form


def _shown_deal(evening: Evening, entry: Entry) -> dict[str, Any]:
    """What the form shows for a deal in the book, its reason in words."""
    shown = initial_from(entry.deal, entry.table_version.to_rules())
    return {name: Mentions(evening.club_id).said(said) if name == "reason" else said for name, said in shown.items()}


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
    sent: ChangeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """One deal's page, with the form that was sent when it could not be done."""
    seen = {"prefix": "change", "initial": {"seen": history.entry.pk}}
    is_closed = _why_closed(evening) is not None if visit.may_write else True
    undoable = not is_closed and not history.voided and history.now.before is not None
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": evening,
        "season": evening.season,
        "history": history,
        "number": history.entry.number,
        "is_closed": is_closed,
        "settles": settles_form(request, visit, evening, history.entry.number),
        "change": sent or (RestoreForm if history.voided else ChangeForm)(**seen),
        "undo": UndoCorrectionForm(**seen, auto_id="undo_%s") if undoable else None,
    }
    return render(request, "ledger/deal.html", context, status=status)


def _deal_or_404(visit: Visit, evening: int, number: int) -> tuple[Evening, DealHistory]:
    played = visit.evening(evening)
    history = deal_history(evening=played, number=number, language=get_language())
    if history is None:
        raise Http404
    return played, history


def _why_closed(evening: Evening) -> Refusal | None:
    """What stands in the way of a new line; None for an evening that is open; one query."""
    try:
        require_open(season=evening.season, evening=evening)
    except Refusal as refusal:
        return refusal
    return None


def _seen(evening: Evening, form: ChangeForm) -> Entry:
    """The line the reader saw when they decided to change it, or 404 when it is no line of this evening."""
    loaded = Entry.objects.select_related("evening__season", "table_version", "replaces")
    entry = loaded.filter(evening=evening, pk=form.cleaned_data["seen"]).first()
    if entry is None:
        raise Http404
    return entry


def _change(request: HttpRequest, form: ChangeForm) -> Change:
    said = form.cleaned_data
    return Change(key=said["key"], reason=said["reason"], author=request.user, now=timezone.now())
