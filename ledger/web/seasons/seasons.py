"""The seasons of a club: their list, one season's evenings, what is changed of them, closing, workbooks."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Season
from ledger.models.clubs.persons import names_shown, shown_by
from ledger.queries.clubs import clubs
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.clubs.persons import persons_of
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.approval import open_evenings
from ledger.queries.evenings.confirming import evenings_with_complaints
from ledger.queries.seasons.closing import balances_now, closing_of, former_heads
from ledger.queries.seasons.season_book import workbook_name
from ledger.queries.seasons.story import count_deals, evenings_of
from ledger.services.book.posting import why_closed
from ledger.services.clubs.clubs import start_season
from ledger.services.keeping import backups
from ledger.services.keeping.comparison import prove
from ledger.services.seasons import change_evening, change_season, close_season, make_workbook, remove_evening
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.spreadsheets.site import csv_file
from ledger.templatetags.ledger_labels import page_wording, refusal_text
from ledger.web.clubs.account_forms import password_again
from ledger.web.evenings.evening_forms import ApproveForm
from ledger.web.seasons.lists import EveningsList, SeasonsList
from ledger.web.seasons.season_end import SeasonForm, balances_context, closing_context, season_end
from ledger.web.site.access import SignedInRequest, Visit, closes, reads, signature, writes
from ledger.web.site.forms import DayInput, KeyedForm, earlier_answer, form_data, submit_once
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
    return club_page(request, visit, "ledger/seasons/season_new.html", {"form": form}, status=status)


def _start_season(request: SignedInRequest, visit: Visit, form: SeasonForm) -> str:
    """Start the season that the valid form asks for; returns its address."""
    cleaned = form.cleaned_data
    season = start_season(
        club=visit.club,
        name=cleaned["name"],
        starts_on=cleaned["starts_on"],
        version=form.version(),
        **signature(request),
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
    form = ApproveForm(form_data(request))
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
    close_season(season=season, entry_count=form.cleaned_data["lines"], **signature(request))
    messages.success(request, gettext("The season %(season)s is closed.") % {"season": season.name})
    # Once it is committed, so that the copy has the closing, and robust, as the closing stands without it.
    transaction.on_commit(lambda: backups.back_up_soon(), robust=True)
    return reverse("season", args=[visit.club.slug, season.slug])


def announce_audit(request: HttpRequest, visit: Visit) -> None:
    """Audit the club's book, and say how it went."""
    # The closing is committed by now: no deal waits for the audit, and its failure undoes nothing.
    report = prove(club=visit.club, now=timezone.now())
    if report.findings:
        messages.error(request, refusal_text(report.findings[0]))
    else:
        messages.success(request, refusal_text(report.balance))


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


# What a treasurer fetches of a season: its workbook, and once it is closed everything in one file.


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@fresh
@reads
def workbook(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """The whole season as an Excel workbook in the reader's language, else the club's (`speak_as`)."""
    season = visit.season(season_slug)
    return _to_keep(_workbook(season), XLSX, workbook_name(season=season))


@writes
def season_files(request: SignedInRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A closed season's workbook, closing sheet and final standings in one zip file."""
    season = visit.season(season_slug)
    content = BytesIO()
    closing = closing_of(season=season)
    if closing is None:
        raise Http404
    name = workbook_name(season=season)
    with shown_by(names_shown(), persons_of(club=visit.club, until=closing.at)):
        context = closing_context(visit.club, season, closing)
        sheet = {**context, "club": visit.club, "writers": writer_names(club=visit.club)}
        html = render_to_string("ledger/seasons/ending/closing_sheet_file.html", sheet, request)
        standings = csv_file(context["balances_file"].file_rows())
    with ZipFile(content, "w", ZIP_DEFLATED) as files:
        files.writestr(name, _workbook(season))
        files.writestr(gettext("closing-sheet.html"), html)
        files.writestr(gettext("final-standings.csv"), standings)
    return _to_keep(content.getvalue(), "application/zip", name.replace(".xlsx", ".zip"))


def _workbook(season: Season) -> bytes:
    content = BytesIO()
    with LONG_PAGES.take():
        make_workbook(season=season, language=page_wording(), now=timezone.localtime(), target=content)
    return content.getvalue()


def _to_keep(content: bytes, content_type: str, name: str) -> HttpResponse:
    """A file to download."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Content-Encoding"] = "identity"  # compressed already, so the gzip middleware would only cost time
    return response


class ChangeEveningForm(KeyedForm):
    """An evening's day and place."""

    day = forms.DateField(label=_("Date"), widget=DayInput)
    place = forms.CharField(label=_("Played at"), max_length=80, required=False)

    def __init__(self, data: QueryDict | None = None, *, evening: Evening) -> None:
        super().__init__(data, initial={"day": evening.date, "place": evening.place})


class ChangeSeasonForm(KeyedForm):
    """A season's name and first day."""

    refusal_fields = {"season": "name"}

    name = forms.CharField(
        label=_("Name"),
        max_length=Season._meta.get_field("name").max_length,
        help_text=_("Its address follows the name; links to the former address go on working."),
    )
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)


# Changing what stands beside the deals: an evening's day and place, a mistaken evening, a season's name.


@writes
def evening_change(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Change an evening's day or place; one opened by mistake can be removed from here."""
    evening = visit.evening(evening_number)
    if request.method != "POST" and (closed := why_closed(evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", visit.club.slug, evening_number)
    form = ChangeEveningForm(form_data(request), evening=evening)
    response, status = submit_once(request, form, lambda: _change_evening(request, evening, form))
    return response or _evening_page(request, visit, visit.evening(evening_number), form, status)


@writes
def evening_remove(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Remove an evening without a deal."""
    if request.method != "POST":
        return redirect("evening_change", visit.club.slug, evening_number)
    if response := earlier_answer(request):
        return response
    evening = visit.evening(evening_number)
    form = KeyedForm(request.POST)

    def remove() -> str:
        remove_evening(evening=evening, **signature(request))
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
    form = ChangeSeasonForm(form_data(request), initial={"name": season.name, "starts_on": season.starts_on})
    response, status = submit_once(request, form, lambda: _change_season(request, season, form))
    if response:
        return response
    context = {"season": visit.season(season_slug), "form": form}
    return club_page(request, visit, "ledger/seasons/season_change.html", context, status=status)


def _change_evening(request: SignedInRequest, evening: Evening, form: ChangeEveningForm) -> str:
    cleaned = form.cleaned_data
    change_evening(evening=evening, day=cleaned["day"], place=cleaned["place"], **signature(request))
    messages.success(request, gettext("Evening %(number)s is saved.") % {"number": evening.number})
    return reverse("evening", args=[evening.club.slug, evening.number])


def _change_season(request: SignedInRequest, season: Season, form: ChangeSeasonForm) -> str:
    cleaned = form.cleaned_data
    changed = change_season(
        season=season,
        name=cleaned["name"],
        starts_on=cleaned["starts_on"],
        **signature(request),
    )
    messages.success(request, gettext("The season %(season)s is saved.") % {"season": changed.name})
    return reverse("season", args=[season.club.slug, changed.slug])


def _evening_page(request: HttpRequest, visit: Visit, evening: Evening, form: KeyedForm, status: int) -> HttpResponse:
    is_change = isinstance(form, ChangeEveningForm)
    context = {
        "evening": evening,
        "form": form,
        "change": form if is_change else ChangeEveningForm(evening=evening),
        "remove": None if evening.entries.exists() else KeyedForm(auto_id=False),
    }
    return club_page(request, visit, "ledger/evenings/evening_change.html", context, status=status)
