"""Correcting a deal: the entry screen filled with the deal as it stands, and a reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Entry, Evening
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.history import deal_history
from ledger.queries.evenings.seating import seats_then
from ledger.queries.evenings.turns import at_table, totals_of
from ledger.rules.deals.settling import WORDS_OF_A_DEAL
from ledger.rules.evenings.figures import is_tonight
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.deals import correct_deal, restore_deal
from ledger.web.deals.asking import question_about
from ledger.web.deals.changing import change_arguments, deal_or_404, fact_text, requested_change
from ledger.web.deals.deal_form import ChangeForm, DealForm, OnePressForm, TotalsForm, initial_from
from ledger.web.deals.entry_page import entry_address, entry_page, preview_of, sentence_part, with_names
from ledger.web.deals.settles_form import settles_form
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import CONFLICT, status_of
from ledger.web.site.in_place import part_of


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
