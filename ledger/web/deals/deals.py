"""One deal's page, with the ways to correct, void, restore or undo it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ledger.models import Entry, Evening
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.doubts import doubts_among, repeated_deal
from ledger.queries.deals.history import DealHistory, deal_history
from ledger.queries.evenings.seating import seats_then
from ledger.queries.evenings.turns import at_table, totals_of
from ledger.rules.deals.settling import WORDS_OF_A_DEAL
from ledger.rules.evenings.figures import is_tonight
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.deals import correct_deal, restore_deal, undo_correction, void_deal
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.deals.changing import change_arguments, deal_or_404, fact_text, requested_change, settles_form
from ledger.web.deals.deal_form import (
    ChangeForm,
    DealForm,
    OnePressForm,
    TotalsForm,
    VoidForm,
    initial_from,
    question_about,
)
from ledger.web.deals.entry_page import entry_address, entry_page, preview_of, sentence_part, with_names
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.forms import CONFLICT, status_of
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.request import part_of


@fresh
@reads
def deal(request: HttpRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """One deal: what it paid and why, and its whole history."""
    evening, history = deal_or_404(visit, evening_number, deal_number, or_opening=True)
    return _deal_page(request, visit, evening, history)


@writes
def deal_void(request: SignedInRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """Void a deal, for a reason; it stays on the sheet, struck through."""
    notice = gettext_noop("Deal %(number)s is voided.")
    return _change_deal(request, visit, evening_number, deal_number, void_deal, notice)


@writes
def deal_restore(request: SignedInRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """Restore a voided deal."""
    notice = gettext_noop("Deal %(number)s is restored.")
    return _change_deal(request, visit, evening_number, deal_number, restore_deal, notice)


@writes
def deal_undo(request: SignedInRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """Undo a correction by correcting the deal to what it was before."""
    notice = gettext_noop("The correction of deal %(number)s is undone.")
    return _change_deal(request, visit, evening_number, deal_number, undo_correction, notice)


def _change_deal(
    request: SignedInRequest,
    visit: Visit,
    evening_number: int,
    deal_number: int,
    change: Callable[..., Entry],
    notice: str,
) -> HttpResponse:
    """Change a deal as its page asked, or show that page again with what was typed.

    To whoever came too late, the page offers what can be done to the deal now; a reason for voiding it is kept for that
    only.
    """
    evening, history = deal_or_404(visit, evening_number, deal_number)
    if request.method != "POST":
        return redirect("deal", visit.club.slug, evening_number, deal_number)
    form: ChangeForm = VoidForm(request.POST, prefix="change")
    status = 200
    if form.is_valid():
        try:
            arguments = requested_change(request, evening, deal_number, form)
            settles = settles_form(request, visit, evening, deal_number)
            settles.change_and_settle(request, lambda: change(**arguments))
        except Refusal as refusal:
            messages.error(request, refusal_text(refusal))
            status = status_of(refusal)
            evening, history = deal_or_404(visit, evening_number, deal_number)
            if status == CONFLICT:
                reason = form.cleaned_data["reason"] if change is void_deal else ""
                form = _change_form(history, reason)
        else:
            messages.success(request, gettext(notice) % {"number": deal_number})
            if "go_on" in request.POST:
                address = reverse("deal_correct", args=[visit.club.slug, evening_number, deal_number])
                return redirect(f"{address}?again")
            return redirect("deal", visit.club.slug, evening_number, deal_number)
    return _deal_page(request, visit, evening, history, form, status)


def _deal_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    history: DealHistory,
    sent: ChangeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """One deal's page, with the form that was sent if it was refused."""
    # Others are offered no change, so for them nothing is asked.
    # Opening balances are taken out with the list that they came from.
    is_opening, is_totals = (bool(history.entry.deal.get(flag)) for flag in ("opening", "totals"))
    refusal = why_closed(evening) if visit.may_write and not is_opening else None
    is_closed = not visit.may_write or is_opening or refusal is not None
    undoable = not is_closed and not history.voided and history.now.before is not None
    undo = change_arguments(history, reason=gettext("The correction is undone"))
    context = {
        "evening": evening,
        "season": evening.season,
        "history": history,
        "number": history.entry.number,
        "is_closed": is_closed,
        "why_closed": refusal and refusal_text(refusal),
        "is_opening": is_opening,
        "is_sum": is_opening or is_totals,
        "title": label_text(history.now.contract)
        if is_opening or is_totals
        else gettext("Deal %(number)s") % {"number": history.entry.number},
        "settles": settles_form(request, visit, evening, history.entry.number),
        "repeats": repeated_deal(entry=history.entry),
        "doubts": doubts_among(club=visit.club, deal=(evening, history.entry.number)),
        "change": sent or _change_form(history),
        # The page has two forms with the same fields, whose ids must differ.
        "undo": OnePressForm(**undo, auto_id="undo_%s") if undoable else None,
    }
    return club_page(request, visit, "ledger/deals/deal.html", context, status=status)


def _change_form(history: DealHistory, reason: str = "") -> ChangeForm:
    """The form that voids a deal, with a reason to start from, or that restores a voided one."""
    if history.voided:
        return OnePressForm(**change_arguments(history, reason=gettext("It counts after all")))
    return VoidForm(**change_arguments(history, reason=reason))


# Correcting a deal: the entry screen filled with the deal as it stands, and a reason.


@writes
def deal_correct(request: SignedInRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """Correct a deal on the entry screen, for a reason.

    With `?again`, save a deal that was undone anew under its number, and go on to the next.
    """
    evening, history = deal_or_404(visit, evening_number, deal_number)
    is_again = "again" in request.GET
    brings_back = is_again and history.voided
    if request.method != "POST" and (history.voided != is_again or why_closed(evening)):
        return redirect("deal", visit.club.slug, evening_number, deal_number)
    form = correction_form(request.POST, evening, history.entry)
    settles = settles_form(request, visit, evening, deal_number)
    reason = gettext("Undone, put right and saved again") if brings_back else settles.reason()
    asks = OnePressForm if brings_back else ChangeForm
    change = asks(request.POST or None, **change_arguments(history, reason=reason))
    version, status = history.entry.table_version, 200
    context: dict[str, Any] = {"preview": None, "question": None}
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                context["preview"] = preview_of(form, evening, version)
            elif change.is_valid():
                context["question"] = question_about(data=request.POST, form=form, version=version)
                if context["question"] is None:
                    correction = {**requested_change(request, evening, deal_number, change), "deal": form.deal()}
                    save = restore_deal if brings_back else correct_deal
                    settles.change_and_settle(request, lambda: save(**correction))
                    return _redirect_from_correction(request, evening, history.entry, is_again=is_again)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
            if status == CONFLICT:
                evening, history = deal_or_404(visit, evening_number, deal_number)
                change = ChangeForm(**change_arguments(history, reason=change["reason"].value()))
    context |= {
        "change": change,
        "settles": settles,
        "history": history,
        "number": deal_number,
        "won": status == CONFLICT,
        "next_deal": entry_address(evening, history.entry.table_number) if brings_back else None,
        "totals": with_names(form.seats, totals_of(evening=evening, seats=form.seats)),
    }
    return entry_page(request, visit, evening, version, form, context, status)


@part_of("deal_correct", "evening_number", "deal_number")
@writes
def correction_sentence(request: SignedInRequest, visit: Visit, evening_number: int, deal_number: int) -> HttpResponse:
    """The sentence of a deal as it is being corrected, or the first thing that is missing."""
    evening, history = deal_or_404(visit, evening_number, deal_number)
    form = correction_form(request.GET, evening, history.entry)
    return sentence_part(request, form, evening, history.entry.table_version)


def correction_form(data: QueryDict | None, evening: Evening, entry: Entry) -> DealForm:
    """The form for correcting a deal among those who sat there; without data, filled with the deal."""
    seats = seats_then(entry=entry)
    initial, names = initial_from(entry.deal, entry.table_version.to_rules()), Mentions(evening.club_id).with_names
    asks = TotalsForm if entry.deal.get("totals") else DealForm
    form = asks(
        data or None,
        scoring_table=entry.table_version.to_rules(),
        seats=seats,
        dealer=str(seats[0].player_id),
        initial={name: names(value) if name in WORDS_OF_A_DEAL else value for name, value in initial.items()},
    )
    # The change that goes along has a key of its own.
    del form.fields["key"]
    return form


def _redirect_from_correction(request: HttpRequest, evening: Evening, entry: Entry, *, is_again: bool) -> HttpResponse:
    """Go on to the table's next deal after an undo or while the evening is played, else to the deal."""
    if is_again:
        messages.success(request, gettext("Deal %(number)s is saved.") % {"number": entry.number}, extra_tags="saved")
    else:
        history = deal_history(evening=evening, number=entry.number)
        what = "; ".join(fact_text(*change) for change in history.now.changed) if history else ""
        text = gettext("Deal %(number)s is corrected: %(what)s.") if what else gettext("Deal %(number)s is corrected.")
        messages.success(request, text % {"number": entry.number, "what": what})
    # Whoever settles a complaint goes back to the deal, to see it settled.
    is_night = is_tonight(evening.date, timezone.localtime()) and "settles" not in request.POST
    if is_again or (is_night and at_table(evening=evening, table_number=entry.table_number)):
        return redirect(entry_address(evening, entry.table_number))
    return redirect("deal", evening.club.slug, evening.number, entry.number)
