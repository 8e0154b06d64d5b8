"""Drawing who sits where: a new evening with several tables, what was drawn, and drawing again."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening, Season, Seat
from ledger.queries.clubs.clubs import current_of
from ledger.queries.evenings.closings import approval_of
from ledger.queries.evenings.seating import tables_of
from ledger.rules.clubs import names_in
from ledger.services.clubs.clubs import Signed
from ledger.services.evenings.seating import draw_again, open_drawn_evening
from ledger.web.clubs.player_forms import tell_skipped
from ledger.web.evenings.draw_form import DrawAgainForm, DrawnEveningForm
from ledger.web.scoring.table_choice import version_name
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@writes
def draw_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Open an evening of the current season, with everybody who is there drawn onto its tables."""
    season = visit.asked_season(request, current_of)
    if season.closed_at:
        return redirect(f"{reverse('evening_new', args=[visit.club.slug])}?season={season.slug}")
    form = DrawnEveningForm(request.POST or None, club=visit.club, today=timezone.localdate())
    response, status = submit_once(request, form, lambda: _open_evening(request, season, form))
    if response:
        return response
    context = {"form": form}
    return club_page(request, visit, "ledger/evenings/draw_new.html", context, status=status)


@fresh
@reads
def draw(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Who sits where at which table, for a phone and for the wall."""
    return _draw_page(request, visit, visit.evening(evening_number))


@writes
def draw_anew(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Draw everybody again, for the deals still to come."""
    evening = visit.evening(evening_number)
    address = reverse("draw", args=[visit.club.slug, evening_number])
    if request.method != "POST":
        return redirect(address)
    form = DrawAgainForm(request.POST)

    def draw_everybody() -> str:
        signed: Signed = {"author": request.user, "now": timezone.now()}
        draw_again(evening=evening, draw=form.draw(), seen=form.cleaned_data["seating"], **signed)
        messages.success(request, gettext("Everybody has been drawn again."))
        return address

    response, status = submit_once(request, form, draw_everybody)
    if response:
        return response
    form.see_anew(_seating(tables_of(evening=evening)))
    return _draw_page(request, visit, evening, form, status)


def _open_evening(request: SignedInRequest, season: Season, form: DrawnEveningForm) -> str:
    """Open the evening that the valid form asks for; returns the address of its draw."""
    evening = open_drawn_evening(
        season=season, new=form.new_evening(), draw=form.draw(), author=request.user, now=timezone.now()
    )
    tell_skipped(request, names_in(form.cleaned_data["guests"]).skipped)
    text = gettext("Evening %(number)s is open. Prices: %(version)s.")
    messages.success(request, text % {"number": evening.number, "version": version_name(evening.table_version)})
    return reverse("draw", args=[season.club.slug, evening.number])


def _draw_again_form(tables: Mapping[int, Sequence[Seat]]) -> DrawAgainForm:
    return DrawAgainForm(initial={"tables": len(tables), "seating": _seating(tables)})


def _seating(tables: Mapping[int, Sequence[Seat]]) -> int:
    """The number of the evening's present seating, from 1."""
    return max((seat.seating for seats in tables.values() for seat in seats), default=0)


def _draw_page(
    request: HttpRequest, visit: Visit, evening: Evening, sent: DrawAgainForm | None = None, status: int = 200
) -> HttpResponse:
    tables, is_begun = tables_of(evening=evening), evening.entries.exists()
    is_open = visit.may_write and not evening.season.closed_at and not approval_of(evening=evening).now
    context: dict[str, Any] = {
        "evening": evening,
        "tables": tables,
        "is_begun": is_begun,
        "is_open": is_open,
        "form": sent or (_draw_again_form(tables) if is_open else None),
    }
    return club_page(request, visit, "ledger/evenings/draw.html", context, status=status)
