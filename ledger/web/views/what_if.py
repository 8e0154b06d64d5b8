"""A season scored again under other prices, beside its book; nothing is written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django_tables2 import RequestConfig

from ledger.models import Season
from ledger.queries import clubs
from ledger.queries.what_if import standing_lines
from ledger.queries.what_if import what_if as scored_again
from ledger.rules.tariff import Tariff
from ledger.web.access import Visit, writes
from ledger.web.tables_what_if import PlacingTable, UnpricedTable
from ledger.web.what_if_form import WhatIfForm

PER_PAGE = 25
MOST_DEALS = 10_000  # what a page can score without being waited for


@writes
def what_if(request: HttpRequest, visit: Visit, season: str) -> HttpResponse:
    """Choose other prices and see the season's standings under them."""
    shown = visit.season(season)
    context: dict[str, Any] = {"visit": visit, "club": visit.club, "season": shown, "most": MOST_DEALS}
    if is_too_long(shown):
        return render(request, "ledger/what_if.html", context)
    form = WhatIfForm(request.GET, versions=clubs.versions(club=visit.club))
    context["form"] = form
    if form.is_valid():
        context |= _answer(request, visit, shown, form.tariff())
    return render(request, "ledger/what_if.html", context)


def is_too_long(season: Season) -> bool:
    """Whether a season has too many deals for a page; its lines are counted only where there are many."""
    return season.lines > MOST_DEALS and standing_lines(season=season) > MOST_DEALS


def _answer(request: HttpRequest, visit: Visit, season: Season, tariff: Tariff) -> dict[str, Any]:
    found = scored_again(season=season, tariff=tariff, language=get_language() or "da")
    slug = visit.club.slug
    standings = PlacingTable(found.standings, denominator=found.denominator, club_slug=slug)
    unpriced = UnpricedTable(found.unpriced, club_slug=slug, prefix="unpriced-")
    for table in (standings, unpriced):
        RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    return {"found": found, "standings": standings, "unpriced": unpriced, "rules": tariff.table}
