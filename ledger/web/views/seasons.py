"""The seasons of a club: their list, one season's evenings, a new season, and the workbook."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.web.access import Visit, reads, writes


@reads
def seasons(request: HttpRequest, visit: Visit) -> HttpResponse:
    return render(request, "ledger/seasons.html", {"visit": visit, "club": visit.club})


@reads
def season(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    return render(request, "ledger/season.html", {"visit": visit, "club": visit.club, "season": season})


@writes
def season_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    return render(request, "ledger/season_new.html", {"visit": visit, "club": visit.club})


@reads
def workbook(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    return HttpResponse(season)
