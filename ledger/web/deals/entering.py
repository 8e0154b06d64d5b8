"""Entering a deal: the entry screen of a table, its preview, what others enter meanwhile, the calculator."""

import uuid
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from ledger.models import Entry, LoggedChange, Player, Seat
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.deals.pricing import tariff_for_page, trial
from ledger.queries.evenings.seating import seats_then
from ledger.queries.evenings.turns import AtTable
from ledger.rules.deals.kinds.deal import PriceMissing
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.wall.sheet import PLAYERS
from ledger.rules.site.labels import enumeration, same
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import why_closed
from ledger.services.deals import FORGOTTEN_SITS, KeyUsed, SeatsChanged, Seen, record_deal, record_with_prices
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.deals.deal_form import DealForm, question_about
from ledger.web.deals.entry_page import (
    announce_saved,
    entry_address,
    form_as_drawn,
    new_deal_form,
    new_deal_page,
    preview_of,
    sentence_part,
    so_far_context,
    table_or_404,
)
from ledger.web.deals.kinds.part import IN_CAT, DealPart
from ledger.web.scoring.forms import PricesForm
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import CONFLICT, status_of
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh_part
from ledger.web.site.request import part_of

GONE_ON = gettext_noop(
    "The evening has gone on meanwhile: now %(dealer)s deals. Look at who deals and who plays, then save."
)
SEATED_ANEW = gettext_noop(
    "Not saved: %(writer)s has meanwhile seated %(came)s in deal %(number)s instead of %(gone)s."
)


@writes
def deal_new(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int = 1) -> HttpResponse:
    """The entry screen: keys, live preview, save.

    The button "preview" shows the points where there is no JavaScript.
    """
    table = table_or_404(visit, evening_number, table_number)
    if request.method != "POST" and (closed := why_closed(table.evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", visit.club.slug, evening_number)
    if request.method != "POST" and any(seat.player.forgotten_at for seat in table.seats):
        messages.warning(request, gettext(FORGOTTEN_SITS))
        return redirect("seats", visit.club.slug, evening_number)
    form, status = _bind_form(request.POST, table)
    version = table.evening.table_version
    context: dict[str, Any] = {"preview": None, "question": None}
    if request.method == "POST" and form.is_valid():
        try:
            if "preview" in request.POST:
                context["preview"] = preview_of(form, table.evening, version)
            else:
                context["question"] = question_about(data=request.POST, form=form, version=version)
                if context["question"] is None:
                    return _record_deal(request, table, form)
        except Refusal as refusal:
            if isinstance(refusal, PriceMissing) and version == version.scoring_table.versions.latest("number"):
                prices = PricesForm(request.POST, scoring_table=version.to_rules())
                del prices.fields[refusal.path].widget.attrs["aria-label"]  # the question says more
                return new_deal_page(request, visit, table, form, context | {"price": prices[refusal.path]}, status)
            if isinstance(refusal, KeyUsed):
                form = _next_form(request.POST, table, stored=refusal.entry)
            form.refuse(refusal)
            status = status_of(refusal)
    return new_deal_page(request, visit, table, form, context, status)


@part_of("deal_new", "evening_number", "table_number")
@fresh_part
@reads
def evening_so_far(request: HttpRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """The part of the entry screen that others change meanwhile, for which the page asks repeatedly (following.js)."""
    table = table_or_404(visit, evening_number, table_number)
    return render(request, "ledger/deals/entry/_so_far.html", so_far_context(table))


@part_of("deal_new", "evening_number", "table_number")
@writes
def deal_sentence(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """The sentence of a new deal, or the first thing that is missing."""
    table = table_or_404(visit, evening_number, table_number)
    form = new_deal_form(request.GET, table)
    # Nothing is stored, so the page asks without one.
    del form.fields["key"]
    return sentence_part(request, form, table.evening, table.evening.table_version)


def _bind_form(data: QueryDict, table: AtTable) -> tuple[DealForm, int]:
    """The form that was sent, and the status of an answer that shows it again.

    A form drawn before others sat down, or that still proposes who dealt and sat out before, is not valid: it is shown
    as it is now, to be checked and saved by the next press. A deal that is saved already is read by the seats of then.
    """
    form, (current_data, refusal) = new_deal_form(data, table), _bring_up_to_date(data, table)
    if refusal is None:
        return form, 200
    key = None if "key" in form.errors else form.cleaned_data["key"]
    if key and (stored := Entry.objects.filter(key=key, evening=table.evening).first()):
        seats = seats_then(entry=stored)
        return new_deal_form(data, replace(table, seats=seats, dealer=seats[0].player_id)), 200
    form = new_deal_form(current_data, table)
    form.refuse(refusal)
    for name in ("declarer", "partner", "called_by"):
        if data.get(name) != current_data.get(name):
            form.add_error(name, gettext("Whoever was chosen sits there no longer: choose another."))
    return form, CONFLICT


def _next_form(data: QueryDict, table: AtTable, *, stored: Entry) -> DealForm:
    """The form of a deal whose key has stored another one already, as the table's next deal with a key of its own."""
    current_data = _bring_up_to_date(data, table)[0].copy()
    current_data["key"] = str(uuid.uuid4())
    form = new_deal_form(current_data, table)
    form.stored = reverse("deal", args=[table.evening.club.slug, stored.evening.number, stored.number])
    return form


def _bring_up_to_date(data: QueryDict, table: AtTable) -> tuple[QueryDict, Refusal | None]:
    """A form's data with the seats and turn of now, and the refusal that says so; None if it was up to date.

    Others who were chosen by hand to deal or to sit out stay.
    """
    here, away = list(map(str, table.players)), list(map(str, table.turn))
    # A program that enters deals need not say whom it saw.
    if data.get("players") not in (None, ",".join(here)):
        anew = data.copy()
        for name in ("declarer", "partner", "called_by"):
            if anew.get(name) not in (*here, IN_CAT, ""):
                anew.pop(name, None)
        anew["dealer"] = away[0]
        anew.setlist("sits_out", away)
        return anew, _seats_changed(data, table)
    then = data.get("turn", "").split(",")
    proposed, now = {"dealer": then[:1], "sits_out": then}, {"dealer": away[:1], "sits_out": away}
    stale = [name for name in now if sorted(data.getlist(name)) == sorted(proposed[name]) != sorted(now[name])]
    if "turn" not in data or not stale:
        return data, None
    anew = data.copy()
    for name in stale:
        anew.setlist(name, now[name])
    return anew, Refusal(GONE_ON, "dealer", dealer=table.dealer_name)


def _seats_changed(data: QueryDict, table: AtTable) -> Refusal:
    """Who has seated the table anew, and whom in whose place; only that it was, where this is not certain."""
    then, club = form_as_drawn(data).players or [], table.evening.club
    gone = [same(player.name) for player in club.players.filter(pk__in=then).exclude(pk__in=table.players)]
    came = [same(name) for player, name in table.names.items() if player not in then]
    # The log does not say which table was seated, so of two who did it neither is named.
    seated = LoggedChange.objects.filter(evening=table.evening, kind=LoggedChange.Kind.SEATS_CHANGED, after="")
    writers = set(seated.values_list("by", flat=True))
    if not gone or not came or len(writers) != 1:
        return SeatsChanged()
    writer = writer_names(club=club).get(writers.pop(), "?")
    return Refusal(SEATED_ANEW, writer=writer, came=enumeration(came), number=table.number, gone=enumeration(gone))


def _record_deal(request: SignedInRequest, table: AtTable, form: DealForm) -> HttpResponse:
    """Save the deal, with the price that it lacks if that was typed, and go on to the next."""
    seen = form_as_drawn(request.POST)
    recorded: dict[str, Any] = {
        "evening": table.evening,
        "table_number": table.table_number,
        "deal": form.deal(),
        "key": form.cleaned_data["key"],
        **signature(request),
    }
    try:
        entry = record_deal(**recorded, seen=seen)
    except PriceMissing:
        prices = PricesForm(request.POST, scoring_table=table.evening.table_version.to_rules())
        if not prices.is_valid():
            raise
        entry = record_with_prices(**recorded, seen=Seen(players=seen.players), prices=prices.prices())
    announce_saved(request, entry)
    return redirect(entry_address(table.evening, table.table_number))


class TryForm(DealForm):
    """A deal of A, B, C and D, or of as many as the address asks for if the scoring table lets the number vary."""

    def __init__(self, asked: QueryDict, *, scoring_table: ScoringRules) -> None:
        self.counts = range(max(4, scoring_table.seats.min), scoring_table.seats.max + 1)
        wanted = asked.get("players", "")
        count = next((count for count in self.counts if str(count) == wanted), self.counts[0])
        self.names = PLAYERS[:count]
        seats = [Seat(player=Player(pk=name, name=name)) for name in self.names]
        is_asked = bool(set(asked) - {"players"})
        super().__init__(asked if is_asked else None, scoring_table=scoring_table, seats=seats, dealer=self.names[0])
        for name in ("key", "dealer", *(field.name for field, _kinds in self.remarks())):
            self.fields.pop(name, None)

    def offered_parts(self, scoring_table: ScoringRules) -> list[type[DealPart]]:
        """The parts of those kinds that the scoring table prices."""
        return [part for part in super().offered_parts(scoring_table) if part.kind.is_priced]

    def clean(self) -> dict[str, Any]:
        """Let the first player deal, which changes nothing because nobody sits out."""
        return self.cleaned_data | {"dealer": self.names[0]}


# The calculator of a price list, in which a deal can be tried.


@reads
def try_deal(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """What a deal would pay; asked by GET, so that the answer can be shared, and never stored."""
    version = visit.table_version(version_id)
    rules = version.to_rules()
    form = TryForm(request.GET, scoring_table=rules)
    answer = None
    if form.is_valid():
        try:
            answer = trial(version=version, deal=form.deal(), players=form.names)
        except Refusal as refusal:
            form.refuse(refusal)
    context = {
        "table_version": version,
        "rules": rules,
        "form": form,
        "answer": answer,
        "tariff": tariff_for_page(version=version, season_denominator=rules.unit_denominator),
    }
    return club_page(request, visit, "ledger/scoring/try_deal.html", context)
