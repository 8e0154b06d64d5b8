"""What beats what tonight, for anyone at the table, and drawing the order of the attachments."""

from random import SystemRandom

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening
from ledger.queries.evenings.closings import approval_of
from ledger.queries.scoring.ladders import evening_ladder, is_order_settled
from ledger.services.evenings.drawn_order import draw_attachments
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.freshness import fresh


@fresh
@reads
def ladder(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """The ladder of the evening's table, with the order that was drawn in its place."""
    return _page(request, visit, visit.evening(number))


@writes
def ladder_draw(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Draw the order of the attachments, and show it."""
    evening = visit.evening(number)
    address = reverse("ladder", args=[visit.club.slug, number])
    if request.method != "POST":
        return redirect(address)
    form = KeyedForm(request.POST)

    def draw() -> str:
        draw_attachments(evening=evening, random=SystemRandom(), author=request.user, now=timezone.now())
        messages.success(request, gettext("The order of the attachments is drawn."))
        return address

    response, status = submit_once(request, form, draw)
    if response:
        return response
    return _page(request, visit, evening, form, status)


def _page(
    request: HttpRequest, visit: Visit, evening: Evening, sent: KeyedForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": evening,
        "ladder": evening_ladder(evening=evening),
        "form": sent,
        "draw": draw_form(visit, evening),
    }
    return render(request, "ledger/scoring/ladder.html", context, status=status)


def draw_form(visit: Visit, evening: Evening) -> KeyedForm | None:
    """The form that draws the order of the attachments, for who may use it now."""
    is_open = visit.may_write and not evening.season.closed_at and evening.table_version.to_rules().drawn
    if not is_open or is_order_settled(evening=evening) or approval_of(evening=evening).now:
        return None
    return KeyedForm()
