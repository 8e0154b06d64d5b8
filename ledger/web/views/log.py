"""The log: every change in a club, with filters."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from ledger.queries.log import Changes
from ledger.web.access import Visit, reads
from ledger.web.freshness import fresh
from ledger.web.log_form import LogForm

PER_PAGE = 25


@fresh
@reads
def log(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who changed what from what to what, when and why; newest first."""
    form = LogForm(request.GET, club=visit.club)
    context = {"visit": visit, "club": visit.club, "form": form}
    if form.is_valid():
        changes = Changes(visit.club, form.asked(), get_language() or "da")
        context["page"] = Paginator(changes, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ledger/log.html", context)
