"""Changing what stands beside the deals: an evening's day and place, a mistaken evening, a season's name."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening, Season
from ledger.services.book.posting import why_closed
from ledger.services.clubs.clubs import Signed
from ledger.services.seasons import change_evening, change_season, remove_evening
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.seasons.amending_forms import ChangeEveningForm, ChangeSeasonForm, RemoveEveningForm
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import KeyedForm, earlier_answer, submit_once
from ledger.web.site.frame import club_page


@writes
def evening_change(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Change an evening's day or place; one opened by mistake can be removed from here."""
    evening = visit.evening(evening_number)
    if request.method != "POST" and (closed := why_closed(evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", visit.club.slug, evening_number)
    form = ChangeEveningForm(request.POST if request.method == "POST" else None, evening=evening)
    response, status = submit_once(request, form, lambda: _change_evening(request, evening, form))
    return response or _evening_page(request, visit, visit.evening(evening_number), form, status)


@writes
def evening_remove(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Remove an evening without a deal."""
    if request.method != "POST":
        return redirect("evening_change", visit.club.slug, evening_number)
    if response := earlier_answer(request):
        return response
    evening, form = visit.evening(evening_number), RemoveEveningForm(request.POST)

    def remove() -> str:
        remove_evening(evening=evening, author=request.user, now=timezone.now())
        messages.success(request, gettext("Evening %(number)s is removed.") % {"number": evening_number})
        return reverse("season", args=[visit.club.slug, evening.season.slug])

    response, status = submit_once(request, form, remove)
    return response or _evening_page(request, visit, evening, form, status)


@writes
def season_change(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Change the name or the first day of an open season."""
    season = visit.season(season_slug)
    if season.closed_at and request.method != "POST":
        return redirect("season", visit.club.slug, season.slug)
    form = ChangeSeasonForm(request.POST if request.method == "POST" else None, season=season)
    response, status = submit_once(request, form, lambda: _change_season(request, season, form))
    if response:
        return response
    context = {"season": visit.season(season_slug), "form": form}
    return club_page(request, visit, "ledger/seasons/season_change.html", context, status=status)


def _change_evening(request: SignedInRequest, evening: Evening, form: ChangeEveningForm) -> str:
    cleaned = form.cleaned_data
    signed: Signed = {"author": request.user, "now": timezone.now()}
    change_evening(evening=evening, day=cleaned["day"], place=cleaned["place"], **signed)
    messages.success(request, gettext("Evening %(number)s is saved.") % {"number": evening.number})
    return reverse("evening", args=[evening.club.slug, evening.number])


def _change_season(request: SignedInRequest, season: Season, form: ChangeSeasonForm) -> str:
    cleaned = form.cleaned_data
    signed: Signed = {"author": request.user, "now": timezone.now()}
    changed = change_season(season=season, name=cleaned["name"], starts_on=cleaned["starts_on"], **signed)
    messages.success(request, gettext("The season %(season)s is saved.") % {"season": changed.name})
    return reverse("season", args=[season.club.slug, changed.slug])


def _evening_page(request: HttpRequest, visit: Visit, evening: Evening, form: KeyedForm, status: int) -> HttpResponse:
    is_change = isinstance(form, ChangeEveningForm)
    context = {
        "evening": evening,
        "form": form,
        "change": form if is_change else ChangeEveningForm(evening=evening),
        "remove": None if evening.entries.exists() else RemoveEveningForm(auto_id=False),
    }
    return club_page(request, visit, "ledger/evenings/evening_change.html", context, status=status)
