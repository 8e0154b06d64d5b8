"""Entering a deal with its preview, and one deal: its explanation, its history, and the ways to change it."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_noop

from ledger.models import Entry, Evening, Seat, TableVersion
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.duplicates import repeated_by
from ledger.queries.deals.history import DealHistory, deal_history, last_at_table, so_far
from ledger.queries.deals.previews import Preview, preview, tariff_for_page
from ledger.queries.evenings.seats import seats_then
from ledger.queries.evenings.turns import AtTable, at_table, totals_of
from ledger.rules.deals.reading import WORDS_OF_A_DEAL
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.deals.recording import (
    Change,
    KeyUsed,
    SeatsChanged,
    Seen,
    correct_deal,
    record_deal,
    restore_deal,
    undo_correction,
    void_deal,
)
from ledger.web.deals.asking import question_about
from ledger.web.deals.deal_form import (
    GONE_ON,
    AgainForm,
    ChangeForm,
    DealForm,
    RestoreForm,
    UndoCorrectionForm,
    UndoForm,
    at_its_seats,
    at_its_turn,
)
from ledger.web.deals.deal_shown import initial_from
from ledger.web.deals.line_panel import line_panel
from ledger.web.deals.settles_form import settles_form
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import CONFLICT, status_of
from ledger.web.site.freshness import fresh, fresh_part
from ledger.web.site.in_place import part_of
from ledger.web.site.refusals import refusal_text


@writes
def deal_new(request: HttpRequest, visit: Visit, evening: int, table: int = 1) -> HttpResponse:
    """The entry screen: keys, live preview, save. The button "preview" shows the points for want of JavaScript."""
    seated = table_or_404(visit, evening, table)
    if request.method != "POST" and (closed := why_closed(seated.evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", visit.club.slug, evening)
    form, status = _sent_form(request.POST, seated)
    version = seated.evening.table_version
    shown, question = None, None
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                shown = preview_of(form, seated.evening, version)
            elif not (question := question_about(said=request.POST, form=form, version=version)):
                return _record(request, seated, form)
        except Refusal as refusal:
            if isinstance(refusal, KeyUsed):
                form = _next_form(request.POST, seated)
                stored = refusal.entry
                form.stored = reverse("deal", args=[visit.club.slug, stored.evening.number, stored.number])
            form.refuse(refusal)
            status = status_of(refusal)
    return new_deal_page(request, visit, seated, form, {"preview": shown, "question": question}, status)


@part_of("deal_new", "evening", "table")
@fresh_part
@reads
def evening_so_far(request: HttpRequest, visit: Visit, evening: int, table: int) -> HttpResponse:
    """The part of the entry screen that others change meanwhile: asked for again and again (live.js)."""
    return render(request, "ledger/deals/_so_far.html", _so_far(table_or_404(visit, evening, table)))


@writes
def deal_correct(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """The entry screen again, filled with the deal as it stands, and a reason for the change.

    With `?again` for a deal that was undone: it is saved under its number once more, and one goes on to the next.
    """
    played, history = deal_or_404(visit, evening, number)
    is_again = "again" in request.GET
    brings_back = is_again and history.voided
    if request.method != "POST" and (history.voided != is_again or why_closed(played)):
        return redirect("deal", visit.club.slug, evening, number)
    form = correction_form(request.POST, played, history.entry)
    settles = settles_form(request, visit, played, number)
    reason = {} if brings_back else {"reason": settles.reason()}
    change = (AgainForm if brings_back else ChangeForm)(request.POST or None, **_asking(history, **reason))
    version = history.entry.table_version
    shown, question, status = None, None, 200
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                shown = preview_of(form, played, version)
            elif change.is_valid() and not (question := question_about(said=request.POST, form=form, version=version)):
                correction = {
                    "entry": _seen(played, number, change),
                    "deal": form.deal(),
                    "change": _change(request, change),
                }
                save = restore_deal if brings_back else correct_deal
                settles.settling(request, lambda: save(**correction))
                return _corrected(request, played, history.entry, is_again=is_again)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
            if status == CONFLICT:
                played, history = deal_or_404(visit, evening, number)
                change = ChangeForm(**_asking(history, reason=change["reason"].value()))
    context = {
        "preview": shown,
        "question": question,
        "change": change,
        "settles": settles,
        "history": history,
        "number": number,
        "won": status == CONFLICT,
        "next_deal": entry_address(played, history.entry.table_number) if brings_back else None,
        "totals": _with_names(form.seats, totals_of(evening=played, seats=form.seats)),
    }
    return _entry_page(request, visit, played, version, form, context, status)


def _corrected(request: HttpRequest, evening: Evening, entry: Entry, *, is_again: bool) -> HttpResponse:
    """On from a correction: to the deal, or to the table's next deal where it had only been undone."""
    if is_again:
        messages.success(request, gettext("Deal %(number)s is saved.") % {"number": entry.number}, extra_tags="saved")
        return redirect(entry_address(evening, entry.table_number))
    messages.success(request, gettext("Deal %(number)s is corrected.") % {"number": entry.number})
    return redirect("deal", evening.club.slug, evening.number, entry.number)


@fresh
@reads
def deal(request: HttpRequest, visit: Visit, evening: int, number: int) -> HttpResponse:
    """One deal: what it paid and why, and everything that was ever done to it."""
    played, history = deal_or_404(visit, evening, number)
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
    """Change a deal as its page asked, or show that page again with what was typed.

    To whoever came too late it offers what can be done to the deal now; a reason to void it is kept for that alone.
    """
    played, history = deal_or_404(visit, evening, number)
    if request.method != "POST":
        return redirect("deal", visit.club.slug, evening, number)
    form, status = ChangeForm(request.POST, prefix="change"), 200
    if form.is_valid():
        try:
            change = {"entry": _seen(played, number, form), "change": _change(request, form)}
            settles_form(request, visit, played, number).settling(request, lambda: deed(**change))
        except Refusal as refusal:
            messages.error(request, refusal_text(refusal))
            status = status_of(refusal)
            played, history = deal_or_404(visit, evening, number)
            if status == CONFLICT:
                form = _change_form(history, form.cleaned_data["reason"] if deed is void_deal else "")
        else:
            messages.success(request, gettext(done) % {"number": number})
            if "go_on" in request.POST:
                return redirect(f"{reverse('deal_correct', args=[visit.club.slug, evening, number])}?again")
            return redirect("deal", visit.club.slug, evening, number)
    return _deal_page(request, visit, played, history, form, status)


def _sent_form(said: QueryDict, table: AtTable) -> tuple[DealForm, int]:
    """The form that was sent, and the status of an answer that shows it again.

    One drawn before others sat down, or that still proposes who dealt and sat out before, is not valid: it comes again
    as it is now, to be looked at and saved by the next press. What was saved already is read as they sat then.
    """
    form, (anew, refusal) = new_deal_form(said, table), _as_it_is_now(said, table)
    if refusal is None:
        return form, 200
    key = None if "key" in form.errors else form.cleaned_data["key"]
    if stored := Entry.objects.filter(key=key, evening=table.evening).first():
        seats = seats_then(entry=stored)
        return new_deal_form(said, replace(table, seats=seats, dealer=seats[0].player_id)), 200
    form = new_deal_form(anew, table)
    form.refuse(refusal)
    return form, CONFLICT


def _next_form(said: QueryDict, table: AtTable) -> DealForm:
    """What a form said that was saved as another deal already, as the table's next deal, with a key of its own."""
    anew = _as_it_is_now(said, table)[0].copy()
    anew["key"] = str(uuid.uuid4())
    return new_deal_form(anew, table)


def _as_it_is_now(said: QueryDict, table: AtTable) -> tuple[QueryDict, Refusal | None]:
    """What a form said, with who sits there and whose turn it is now, and why it is shown anew, if it has to be."""
    if (anew := at_its_seats(said, table.players, table.turn)) is not None:
        return anew, SeatsChanged()
    if (anew := at_its_turn(said, table.turn)) is not None:
        return anew, Refusal(GONE_ON, "dealer", dealer=table.dealer_name)
    return said, None


def _record(request: HttpRequest, table: AtTable, form: DealForm) -> HttpResponse:
    """Save the deal and go on to the next."""
    entry = record_deal(
        evening=table.evening,
        table_number=table.table_number,
        deal=form.deal(),
        key=form.cleaned_data["key"],
        author=request.user,
        now=timezone.now(),
        seen=seen(request),
    )
    say_saved(request, entry)
    return redirect(next_deal_address(table))


def say_saved(request: HttpRequest, entry: Entry) -> None:
    """Tell that a deal is in the book, and which deal it may have been entered as before."""
    messages.success(request, gettext("Deal %(number)s is saved.") % {"number": entry.number}, extra_tags="saved")
    if before := repeated_by(entry=entry):
        said = gettext("Deal %(number)s is a possible duplicate of deal %(before)s.")
        messages.warning(request, said % {"number": entry.number, "before": before})


def next_deal_address(table: AtTable) -> str:
    """Where a table's next deal is entered."""
    return entry_address(table.evening, table.table_number)


def entry_address(evening: Evening, table_number: int) -> str:
    """Where the next deal of a table with this number is entered."""
    other = [] if table_number == 1 else [table_number]
    return reverse("deal_new", args=[evening.club.slug, evening.number, *other])


def table_or_404(visit: Visit, evening: int, table_number: int) -> AtTable:
    """A table of an evening that somebody sits at."""
    table = at_table(evening=visit.evening(evening), table_number=table_number)
    if table is None:
        raise Http404
    return table


def seen(request: HttpRequest) -> Seen:
    """The version that the page worked out its points by, and who sat at the table as it was drawn."""
    prices = request.POST.get("prices", "")[:18]
    players = [player[:18] for player in request.POST.get("players", "").split(",")[:12]]
    return Seen(
        prices=int(prices) if prices.isdecimal() else None,
        players=[int(player) for player in players] if all(player.isdecimal() for player in players) else None,
    )


def preview_of(form: DealForm, evening: Evening, version: TableVersion) -> Preview:
    """What a valid form's deal would pay, and why. Raises Refusal for a deal that cannot be."""
    return preview(seats=form.seats, evening=evening, version=version, deal=form.deal(), language=get_language())


def new_deal_form(said: QueryDict | None, table: AtTable) -> DealForm:
    """The form for a table's next deal; empty where nothing was said."""
    rules = table.evening.table_version.to_rules()
    away = {"sits_out": list(table.sits_out)}
    return DealForm(said or None, scoring_table=rules, seats=table.seats, dealer=table.dealer, initial=away)


def correction_form(said: QueryDict | None, evening: Evening, entry: Entry) -> DealForm:
    """The form for correcting a deal, among those who sat there; filled with the deal where nothing was said."""
    seats = seats_then(entry=entry)
    form = DealForm(
        said or None,
        scoring_table=entry.table_version.to_rules(),
        seats=seats,
        dealer=seats[0].player_id,
        initial=_shown_deal(evening, entry),
    )
    del form.fields["key"]
    return form


def _shown_deal(evening: Evening, entry: Entry) -> dict[str, Any]:
    """What the form shows for a deal in the book, what was typed in it with names."""
    shown, mentions = initial_from(entry.deal, entry.table_version.to_rules()), Mentions(evening.club_id)
    return {name: mentions.said(said) if name in WORDS_OF_A_DEAL else said for name, said in shown.items()}


def new_deal_page(
    request: HttpRequest,
    visit: Visit,
    table: AtTable,
    form: DealForm,
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    """The entry screen of a table; a deal can be typed as a line too."""
    evening = table.evening
    last = last_at_table(evening=evening, table_number=table.table_number, language=get_language())
    context = {
        "number": table.number,
        "last": last,
        "undo": last and UndoForm(prefix="change", initial={"seen": last.entry.pk}),
        "here": next_deal_address(table),
        **_so_far(table),
        "line": context.get("line") or line_panel(table, is_focused="line" in request.GET),
        **context,
    }
    return _entry_page(request, visit, evening, evening.table_version, form, context, status)


def _so_far(table: AtTable) -> dict[str, Any]:
    """What the entry screen shows of the evening so far."""
    evening = table.evening
    return {
        "club": evening.club,
        "evening": evening,
        "season": evening.season,
        "table": table,
        "totals": _with_names(table.seats, table.totals),
        "so_far": so_far(evening=evening, table_number=table.table_number, language=get_language()),
    }


def _with_names(seats: Sequence[Seat], totals: Sequence[int]) -> list[tuple[str, int]]:
    return [(seat.player.name, units) for seat, units in zip(seats, totals, strict=True)]


def _entry_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    version: TableVersion,
    form: DealForm,
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    """The entry screen with what the context adds to it."""
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": evening,
        "season": evening.season,
        "form": form,
        "tariff": tariff_for_page(version=version, season_denominator=evening.season.unit_denominator),
        **context,
    }
    return render(request, "ledger/deals/deal_form.html", context, status=status)


def _deal_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    history: DealHistory,
    sent: ChangeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """One deal's page, with the form that was sent when it could not be done."""
    is_closed = why_closed(evening) is not None if visit.may_write else True
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
        "repeats": repeated_by(entry=history.entry),
        "change": sent or _change_form(history),
        "undo": UndoCorrectionForm(**_asking(history), auto_id="undo_%s") if undoable else None,
    }
    return render(request, "ledger/deals/deal.html", context, status=status)


def _change_form(history: DealHistory, reason: str = "") -> ChangeForm:
    """The form to void a deal, for a reason to begin with, or to restore one that is voided."""
    return RestoreForm(**_asking(history)) if history.voided else ChangeForm(**_asking(history, reason=reason))


def _asking(history: DealHistory, **said: str) -> dict[str, Any]:
    """What a form that asks for a change of a deal as it stands begins with."""
    return {"prefix": "change", "initial": {"seen": history.entry.pk, **said}}


def deal_or_404(visit: Visit, evening: int, number: int) -> tuple[Evening, DealHistory]:
    """The evening, and everything that was ever done to one of its deals."""
    played = visit.evening(evening)
    history = deal_history(evening=played, number=number, language=get_language())
    if history is None:
        raise Http404
    return played, history


def _seen(evening: Evening, number: int, form: ChangeForm) -> Entry:
    """The line the reader saw when they decided to change a deal, or 404 when it is no line about that one."""
    loaded = Entry.objects.select_related("evening__season", "table_version", "replaces")
    entry = loaded.filter(evening=evening, number=number, pk=form.cleaned_data["seen"]).first()
    if entry is None:
        raise Http404
    return entry


def _change(request: HttpRequest, form: ChangeForm) -> Change:
    said = form.cleaned_data
    return Change(key=said["key"], reason=said["reason"], author=request.user, now=timezone.now())
