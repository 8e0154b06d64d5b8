"""The seasons of a club: their list, one season's evenings, a new season, and the workbook."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django_tables2 import RequestConfig

from ledger.queries import clubs
from ledger.queries.season_book import season_book, workbook_name
from ledger.queries.season_evenings import evenings_of
from ledger.rules.refusal import Refusal
from ledger.services.clubs import start_season
from ledger.spreadsheets.writing import write_season_book
from ledger.web.access import Visit, reads, writes
from ledger.web.freshness import fresh
from ledger.web.refusals import refusal_text
from ledger.web.season_form import SeasonForm
from ledger.web.tables import EveningsTable, SeasonsTable

PER_PAGE = 25
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@fresh
@reads
def seasons(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's seasons, the newest first."""
    table = SeasonsTable(clubs.seasons(club=visit.club), club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    return render(request, "ledger/seasons.html", {"visit": visit, "club": visit.club, "table": table})


@fresh
@reads
def season(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    """One season: its evenings with their results, and the ways to its standings and its workbook."""
    shown = visit.season(season)
    table = EveningsTable(evenings_of(season=shown), season=shown, club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    return render(request, "ledger/season.html", {"visit": visit, "club": visit.club, "season": shown, "table": table})


@writes
def season_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open the next season."""
    versions = clubs.versions(club=visit.club)
    form = SeasonForm(request.POST or None, versions=versions, today=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            opened = start_season(
                club=visit.club, name=said["name"], starts_on=said["starts_on"], version=form.version()
            )
        except Refusal as refusal:
            form.add_error("name" if refusal.field == "season" else None, refusal_text(refusal))
        else:
            messages.success(request, gettext("The season %(season)s is open.") % {"season": opened.name})
            return redirect("season", visit.club.slug, opened.slug)
    return render(request, "ledger/season_new.html", {"visit": visit, "club": visit.club, "form": form})


@reads
def workbook(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    """The whole season as an Excel workbook, in the language of the page."""
    shown = visit.season(season)
    book = season_book(
        season=shown,
        language="da" if get_language() == "da" else "en",
        made_at=timezone.localtime(),
        made_by=request.user.get_username() or "Whistklub",
    )
    name = workbook_name(season=shown)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return HttpResponse(write_season_book(book), content_type=XLSX, headers=headers)
