"""What the entry screen shares between new deals, corrections, keyboard lines: form, preview, page."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from ledger.models import Entry, Evening, ScoringTableVersion, Seat
from ledger.queries.deals.doubts import repeated_deal
from ledger.queries.deals.history import HistoryStep, so_far
from ledger.queries.deals.pricing import DealsInWords, Preview, preview, tariff_for_page
from ledger.queries.evenings.turns import AtTable, at_table
from ledger.rules.deals.payout import THE_HOUSE, who_got_what
from ledger.rules.site.labels import Label, same
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import Seen
from ledger.templatetags.ledger_labels import page_wording
from ledger.web.deals.deal_form import DealForm, OnePressForm
from ledger.web.deals.line_panel import line_panel
from ledger.web.site.access import Visit
from ledger.web.site.frame import club_page

A_DAY = 24 * 60 * 60
NOT_KEPT = {"seconds": 0, "by": ""}
UNDONE = gettext_noop("Undone right after it was entered")


def kept_keys(form: DealForm, evening: Evening) -> dict[str, Any]:
    """How many seconds the keys of the entry screen are kept as drawn, and all that they depend on.

    The keys for a table's next deal are the same for everybody and hold no token; a form that was sent, or a
    correction, has its own, which are not kept.
    """
    if form.is_bound:
        return NOT_KEPT
    version, season = evening.table_version, evening.season
    depends = [version.digest, season.unit_denominator, page_wording(), form.players, form.away()]
    return {"seconds": A_DAY, "by": str(depends)}


def table_or_404(visit: Visit, evening_number: int, table_number: int) -> AtTable:
    """A table of an evening that somebody sits at.

    Raises Http404 if there is no such evening, or nobody sits there.
    """
    table = at_table(evening=visit.evening(evening_number), table_number=table_number)
    if table is None:
        raise Http404
    return table


def new_deal_form(data: QueryDict | None, table: AtTable) -> DealForm:
    """The form for a table's next deal; unbound without data."""
    rules = table.evening.table_version.to_rules()
    initial = {"sits_out": list(map(str, table.sits_out))}
    return DealForm(data or None, scoring_table=rules, seats=table.seats, dealer=str(table.dealer), initial=initial)


def form_as_drawn(data: QueryDict) -> Seen:
    """The version that the page priced by, and who sat at the table, as the page was drawn."""
    # No id has more digits, and one that had would be more than a database counts to.
    prices = data.get("prices", "")[:18]
    players = [player[:18] for player in data.get("players", "").split(",")[:12]]
    return Seen(
        prices=int(prices) if prices.isdecimal() else None,
        players=[int(player) for player in players] if all(player.isdecimal() for player in players) else None,
    )


def preview_of(form: DealForm, evening: Evening, version: ScoringTableVersion) -> Preview:
    """What a valid form's deal would pay, and why.

    Raises Refusal for a deal that cannot be.
    """
    return preview(seats=form.seats, evening=evening, version=version, deal=form.deal())


def announce_saved(request: HttpRequest, entry: Entry) -> None:
    """Say that a deal is saved, and of which deal it may be a duplicate."""
    messages.success(request, gettext("Deal %(number)s is saved.") % {"number": entry.number}, extra_tags="saved")
    if before := repeated_deal(entry=entry):
        text = gettext("Deal %(number)s is a possible duplicate of deal %(before)s.")
        messages.warning(request, text % {"number": entry.number, "before": before})


def entry_address(evening: Evening, table_number: int) -> str:
    """The address where the next deal of a table with this number is entered."""
    table = [] if table_number == 1 else [table_number]
    return reverse("deal_new", args=[evening.club.slug, evening.number, *table])


def new_deal_page(
    request: HttpRequest, visit: Visit, table: AtTable, form: DealForm, context: dict[str, Any], status: int
) -> HttpResponse:
    """The entry screen of a table, with its keyboard line."""
    evening, shared = table.evening, so_far_context(table)
    last = shared["so_far"].last
    context = {
        **shared,
        "kept": kept_keys(form, evening),
        "number": table.number,
        "last": last,
        "gains": last and _gains(last, evening),
        "undo": last and OnePressForm(prefix="change", initial={"seen": last.entry.pk, "reason": gettext(UNDONE)}),
        "here": entry_address(evening, table.table_number),
        "line": context.get("line") or line_panel(table, is_focused="line" in request.GET),
        **context,
    }
    return entry_page(request, visit, evening, evening.table_version, form, context, status)


def _gains(step: HistoryStep, evening: Evening) -> Label | None:
    """Who got and who gave what in a deal, the declarer first and the partner after."""
    sides = sorted(step.postings, key=lambda of: (of.role != "declarer", of.role != "partner"))
    units = [(same(of.player.name) if of.player else THE_HOUSE, of.points) for of in sides]
    return who_got_what(units, evening.season.unit_denominator)


def so_far_context(table: AtTable) -> dict[str, Any]:
    """What the entry screen shows of the evening so far."""
    evening = table.evening
    words = DealsInWords(club_id=evening.club_id)
    return {
        "club": evening.club,
        "evening": evening,
        "season": evening.season,
        "table": table,
        "totals": with_names(table.seats, table.totals),
        "so_far": so_far(evening=evening, table_number=table.table_number, words=words),
    }


def with_names(seats: Sequence[Seat], totals: Sequence[int]) -> list[tuple[str, int]]:
    """Each seat's player by name, with their total in units."""
    return [(seat.player.name, units) for seat, units in zip(seats, totals, strict=True)]


def entry_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    version: ScoringTableVersion,
    form: DealForm,
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    """The entry screen, with what the caller's context adds to it."""
    tariff = partial(tariff_for_page, version=version, season_denominator=evening.season.unit_denominator)
    shared = {"evening": evening, "season": evening.season, "form": form, "tariff": tariff, "kept": NOT_KEPT}
    shared |= {"is_entering": True}  # the styles ask it before the form has arrived
    return club_page(request, visit, "ledger/deals/entry/deal_form.html", {**shared, **context}, status=status)


def sentence_part(request: HttpRequest, form: DealForm, evening: Evening, version: ScoringTableVersion) -> HttpResponse:
    """The deal of a form in words, or the first thing that is missing, as a part of the page; nothing is stored."""
    deal = None
    if form.is_valid():
        try:
            deal = preview_of(form, evening, version)
        except Refusal as refusal:
            form.refuse(refusal)
    missing = next((error for errors in form.errors.values() for error in errors), "")
    context = {"preview": deal, "missing": missing, "season": evening.season}
    return render(request, "ledger/deals/entry/_deal_sentence.html", context)
