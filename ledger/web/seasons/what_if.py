"""A season scored again under other prices, beside its book; nothing is written."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from ledger.models import Season
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs import clubs
from ledger.queries.clubs.persons import persons_of
from ledger.queries.scoring import drafts
from ledger.queries.seasons.what_if import count_entries
from ledger.queries.seasons.what_if import what_if as scored_again
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.web.seasons.what_if_form import WhatIfForm
from ledger.web.seasons.what_if_lists import PlacingList, UnpricedList
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.forms import focus_refused
from ledger.web.site.frame import club_page

PER_PAGE = 25
MOST_DEALS = 10_000  # that a page can score without a long wait


@writes
def what_if(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Choose other prices, perhaps some evenings, and see the standings under them."""
    season = visit.season(season_slug)
    form = WhatIfForm(
        request.GET,
        versions=clubs.versions(club=visit.club),
        drafts=drafts(club=visit.club),
        evenings=season.evenings.order_by("date", "number"),
    )
    context: dict[str, Any] = {"season": season, "form": form, "most": MOST_DEALS}
    if form.is_valid():
        context["too_many"] = is_too_long(season, form.chosen_evenings())
        if not context["too_many"]:
            with LONG_PAGES.take():
                context |= _answer_context(request, visit, season, form)
    focus_refused(form)
    return club_page(request, visit, "ledger/seasons/what_if.html", context)


def is_too_long(season: Season, evenings: list[int] | None) -> bool:
    """Whether there are too many deals for a page."""
    # A query counts them only in a season that has many entries.
    return season.entry_count > MOST_DEALS and count_entries(season=season, evenings=evenings) > MOST_DEALS


def _answer_context(request: HttpRequest, visit: Visit, season: Season, form: WhatIfForm) -> dict[str, Any]:
    evenings = form.chosen_evenings()
    with shown_by(None, persons_of(club=visit.club)):
        answer = scored_again(season=season, tariff=form.tariff(), evenings=evenings)
    slug = visit.club.slug
    standings = PlacingList(answer.standings, denominator=answer.denominator, club_slug=slug)
    unpriced = UnpricedList(answer.unpriced, club_slug=slug, prefix="unpriced-")
    for answer_list in (standings, unpriced):
        answer_list.turn_to_page(request, per_page=PER_PAGE)
    return {"answer": answer, "standings": standings, "unpriced": unpriced, "evenings": evenings}
