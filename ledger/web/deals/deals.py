"""One deal's page, with its explanation and its history, and the ways to void, restore and undo."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from ledger.models import Entry, Evening
from ledger.queries.deals.doubts import doubts_among, repeated_deal
from ledger.queries.deals.history import DealHistory
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.deals import restore_deal, undo_correction, void_deal
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.deals.changing import change_arguments, deal_or_404, requested_change
from ledger.web.deals.deal_form import ChangeForm, OnePressForm, VoidForm
from ledger.web.deals.settles_form import settles_form
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import CONFLICT, status_of
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


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
                form = _change_form(history, form.cleaned_data["reason"] if change is void_deal else "")
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
