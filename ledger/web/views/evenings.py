"""The evenings of a club: starting one, and its sheet."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext

from ledger.queries.clubs import versions
from ledger.queries.evenings import sheet
from ledger.queries.seating import hands, last_evening, players_to_seat
from ledger.rules.refusal import Refusal
from ledger.services.opening import open_evening
from ledger.web.access import Visit, reads, writes
from ledger.web.evening_form import EveningForm
from ledger.web.freshness import fresh
from ledger.web.table_choice import version_name


@writes
def evening_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open an evening of the current season, with the seats as they were last time; then on to the first deal."""
    season = visit.asked_season(request)
    context = {"visit": visit, "club": visit.club, "season": season}
    if season.closed_at:
        return render(request, "ledger/evening_new.html", context, status=409 if request.method == "POST" else 200)
    form = _evening_form(request, visit)
    if request.method == "POST" and form.is_valid():
        try:
            opened = open_evening(season=season, new=form.new_evening())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            said = gettext("Evening %(number)s is open. Prices: %(version)s.")
            messages.success(request, said % {"number": opened.number, "version": version_name(opened.table_version)})
            return redirect("deal_new", visit.club.slug, opened.number)
    return render(request, "ledger/evening_new.html", {**context, "form": form})


@fresh
@reads
def evening(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """The evening's sheet: a row per deal, a column per player, and what each number is for."""
    played = visit.evening(number)
    read = sheet(evening=played, language=get_language())
    context = {
        "visit": visit,
        "club": visit.club,
        "season": played.season,
        "evening": played,
        "sheet": read,
        "rows": [(row, hands(entry=row.entry)) for row in read.rows],
        "totals": list(zip(read.players, read.totals, strict=True)),
        "house_plays": any(row.house for row in read.rows),
    }
    return render(request, "ledger/evening.html", context)


def _evening_form(request: HttpRequest, visit: Visit) -> EveningForm:
    return EveningForm(
        request.POST or None,
        players=players_to_seat(club=visit.club),
        versions=versions(club=visit.club),
        today=timezone.localdate(),
        last=last_evening(club=visit.club),
    )
