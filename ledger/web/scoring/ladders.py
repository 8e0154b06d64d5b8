"""The evening's ladder, for anyone at the table, and drawing the order of the attachments."""

from random import SystemRandom

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening
from ledger.queries.scoring import evening_ladder
from ledger.services.evenings.seating import draw_attachments
from ledger.web.scoring.attachment_draw import attachment_draw_form
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def ladder(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """The evening's ladder, with the drawn attachments in their order."""
    return _ladder_page(request, visit, visit.evening(evening_number))


@writes
def ladder_draw(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Draw the order of the attachments, and show it."""
    evening = visit.evening(evening_number)
    address = reverse("ladder", args=[visit.club.slug, evening_number])
    if request.method != "POST":
        return redirect(address)
    form = KeyedForm(request.POST)

    def draw() -> str:
        draw_attachments(evening=evening, random=SystemRandom(), author=request.user, now=timezone.now())
        messages.success(request, gettext("The order of the attachments is drawn."))
        return address

    response, status = submit_once(request, form, draw)
    return response or _ladder_page(request, visit, evening, form, status)


def _ladder_page(
    request: HttpRequest, visit: Visit, evening: Evening, sent: KeyedForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "evening": evening,
        "ladder": evening_ladder(evening=evening),
        "form": sent,
        "draw": attachment_draw_form(visit, evening),
    }
    return club_page(request, visit, "ledger/scoring/ladder.html", context, status=status)
