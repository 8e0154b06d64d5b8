"""The seasons of a club: their list, one season's evenings, starting the next, and closing one."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Season
from ledger.models.clubs.persons import names_shown, shown_by
from ledger.queries.clubs import clubs
from ledger.queries.clubs.persons import persons_of
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.closings import (
    balances_now,
    closing_of,
    former_heads,
    open_evenings,
)
from ledger.queries.evenings.confirming import evenings_with_complaints
from ledger.queries.seasons.story import count_deals, evenings_of
from ledger.services.clubs.clubs import Signed, start_season
from ledger.services.keeping import backups
from ledger.services.seasons import close_season
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.web.clubs.password_again import password_again
from ledger.web.evenings.closing_forms import ApproveForm, announce_audit
from ledger.web.seasons.ending.closing_sheet import balances_context, closing_context
from ledger.web.seasons.ending.season_end import season_end
from ledger.web.seasons.lists import EveningsList, SeasonsList
from ledger.web.seasons.season_form import SeasonForm
from ledger.web.site.access import SignedInRequest, Visit, closes, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

PER_PAGE = 25


@fresh
@reads
def seasons(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's seasons, the newest first."""
    season_list = SeasonsList(clubs.seasons(club=visit.club), club_slug=visit.club.slug)
    season_list.turn_to_page(request, per_page=PER_PAGE)
    return club_page(request, visit, "ledger/seasons/seasons.html", {"season_list": season_list})


@fresh
@reads
def season(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's evenings with their results, and links to its standings and its workbook; of a closed one, its end."""
    season = visit.season(season_slug)
    if season.closed_at:
        return season_end(request, visit, season)
    evening_list = EveningsList(evenings_of(season=season), season=season, club=visit.club)
    evening_list.turn_to_page(request, per_page=PER_PAGE)
    context = {
        "season": season,
        "evening_list": evening_list,
        "evening_count": season.evenings.count(),
        "deals": count_deals(season=season),
        "former_heads": former_heads(season=season),
    }
    return club_page(request, visit, "ledger/seasons/season.html", context)


@writes
def season_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Start the next season."""
    versions = clubs.versions(club=visit.club)
    form = SeasonForm(request.POST or None, versions=versions, today=timezone.localdate())
    response, status = submit_once(request, form, lambda: _start_season(request, visit, form))
    if response:
        return response
    context = {"form": form}
    return club_page(request, visit, "ledger/seasons/season_new.html", context, status=status)


def _start_season(request: SignedInRequest, visit: Visit, form: SeasonForm) -> str:
    """Start the season that the valid form asks for; returns its address."""
    cleaned = form.cleaned_data
    signed: Signed = {"author": request.user, "now": timezone.now()}
    season = start_season(
        club=visit.club, name=cleaned["name"], starts_on=cleaned["starts_on"], version=form.version(), **signed
    )
    messages.success(request, gettext("The season %(season)s is open.") % {"season": season.name})
    return reverse("season", args=[visit.club.slug, season.slug])


@closes
@password_again
def season_close(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Close a season for good, by one button below the balances as the book gives them now."""
    season = visit.season(season_slug)
    if season.closed_at and request.method != "POST":
        return redirect("season", visit.club.slug, season.slug)
    form = ApproveForm(request.POST if request.method == "POST" else None)
    with LONG_PAGES.take():  # before anything is closed, or its audit would find no turn
        response, status = submit_once(request, form, lambda: _close_season(request, visit, season, form))
        if response:
            announce_audit(request, visit)
            return response
    if request.method == "POST":
        season = visit.season(season_slug)
    with shown_by(None, persons_of(club=visit.club)):
        balances = balances_context(season, balances_now(season=season))
    context = {
        "season": season,
        "form": form,
        "close": ApproveForm(initial={"lines": season.entry_count}),
        "evening_count": season.evenings.count(),
        "deals": count_deals(season=season),
        **balances,
        "doubts": doubts_among(club=visit.club, seasons=[season]),
        "open_evenings": open_evenings(season=season),
        "complaints": evenings_with_complaints(season=season) if visit.club.players_confirm else (),
    }
    return club_page(request, visit, "ledger/seasons/ending/season_close.html", context, status=status)


def _close_season(request: SignedInRequest, visit: Visit, season: Season, form: ApproveForm) -> str:
    """Close the season as its page showed it; returns the address of its end."""
    close_season(season=season, entry_count=form.cleaned_data["lines"], author=request.user, now=timezone.now())
    messages.success(request, gettext("The season %(season)s is closed.") % {"season": season.name})
    # Once it is committed, so that the copy has the closing, and robust, as the closing stands without it.
    transaction.on_commit(lambda: backups.back_up_soon(), robust=True)
    return reverse("season", args=[visit.club.slug, season.slug])


@fresh
@reads
def closing_sheet(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """The balances that a season was closed with, on one sheet of paper."""
    season = visit.season(season_slug)
    closing = closing_of(season=season)
    if closing is None:
        raise Http404
    # What was signed stays as it was signed: who was made one with another since stands there by their own name.
    with shown_by(names_shown(), persons_of(club=visit.club, until=closing.at)):
        context = closing_context(visit.club, season, closing)
        return club_page(request, visit, "ledger/seasons/ending/closing_sheet.html", context)
