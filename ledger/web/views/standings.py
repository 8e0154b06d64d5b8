"""Who leads the season."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.web.access import Visit, reads


@reads
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    return render(request, "ledger/standings.html", {"visit": visit, "club": visit.club})
