"""A club's ranking rules and prizes: reading them, and choosing the next."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.queries.seasons.ranking import prizes_in_words, ranking_versions
from ledger.services.seasons import Given, choose_ranking
from ledger.web.seasons.ranking.ranking_form import RankingForm, initial_of
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def ranking(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every ranking rule of the club, the latest first, with what was given by it."""
    versions = ranking_versions(club=visit.club)
    rows = [(version, version.to_rule(), prizes_in_words(version)) for version in versions]
    return club_page(request, visit, "ledger/seasons/ranking/ranking.html", {"rows": rows})


@writes
def ranking_change(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Choose the ranking rule and the prizes from a day on."""
    form = RankingForm(request.POST if request.method == "POST" else None, initial=_initial(visit))
    response, status = submit_once(request, form, lambda: _choose(request, visit, form))
    if response:
        return response
    return club_page(request, visit, "ledger/seasons/ranking/ranking_change.html", {"form": form}, status=status)


def _initial(visit: Visit) -> dict[str, Any]:
    """The latest rule, in force from the first day of the season under way."""
    latest = next(iter(ranking_versions(club=visit.club)), None)
    texts = {row.prize.kind: Given(row.title, row.gift) for row in prizes_in_words(latest)} if latest else {}
    season = next((season for season in visit.seasons if season.closed_at is None), None)
    return initial_of(latest, day=season.starts_on if season else timezone.localdate(), texts=texts)


def _choose(request: SignedInRequest, visit: Visit, form: RankingForm) -> str:
    """Choose what the valid form asks for; returns the address of the rules."""
    day = form.cleaned_data["in_force_from"]
    choose_ranking(
        club=visit.club,
        rule=form.rule(),
        prizes=form.prizes(),
        in_force_from=day,
        author=request.user,
        now=timezone.now(),
    )
    words = gettext("The ranking rule is in force from %(day)s.") % {"day": date_format(day, "SHORT_DATE_FORMAT")}
    messages.success(request, words)
    return reverse("ranking", args=[visit.club.slug])
