"""The evenings of a club: starting one, and its sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.web.access import Visit, reads, writes


@writes
def evening_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    return render(request, "ledger/evening_new.html", {"visit": visit, "club": visit.club})


@reads
def evening(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    return render(request, "ledger/evening.html", {"visit": visit, "club": visit.club, "number": number})
