"""The page on which a club that keeps its old book brings its members along, and what each stood at."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache

from ledger.queries.clubs.listed import listed_players, listed_seasons
from ledger.queries.imports.entry_book import entry_version
from ledger.queries.imports.looking import NO_TABLE
from ledger.queries.imports.remembered import known_names
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.name_lists import add_listed_players, bring_in_balances
from ledger.web.imports.list_form import ListForm
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page

NO_SEASON = gettext_noop("There is no open season: begin one first.")


@never_cache
@writes
def name_list(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """A list of members, guests or not, with what each stood at if the club wants to go on from there."""
    form = _form(request, visit)
    response, status = submit_once(request, form, lambda: _take_in(request, visit, form))
    return response or club_page(request, visit, "ledger/imports/name_list.html", {"form": form}, status=status)


def _form(request: HttpRequest, visit: Visit) -> ListForm:
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return ListForm(
        *data,
        players=list(listed_players(club=visit.club).filter(forgotten_at=None, joining=None)),
        aliases=dict(known_names(club=visit.club).aliases),
        seasons=list(listed_seasons(club=visit.club).filter(closed_at=None).order_by("-starts_on")),
    )


def _take_in(request: SignedInRequest, visit: Visit, form: ListForm) -> str:
    """Take the list in; returns the address of what became of it."""
    signed: Signed = {"author": request.user, "now": timezone.localtime()}
    if not form.has_balances:
        add_listed_players(club=visit.club, listed=form.listed, meant=form.meant, **signed)
        return reverse("players", args=[visit.club.slug])
    chosen = form.cleaned_data["season"]
    season = listed_seasons(club=visit.club).filter(pk=int(chosen), closed_at=None).first() if chosen else None
    if season is None:
        raise Refusal(NO_SEASON, "season")
    version = entry_version(club=visit.club, now=signed["now"])
    if version is None:
        raise Refusal(NO_TABLE)
    made = bring_in_balances(season=season, version=version, listed=form.listed, meant=form.meant, **signed)
    return reverse("book_import", args=[visit.club.slug, made.number])
