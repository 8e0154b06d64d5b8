"""A club's settings, including who reads it, and the link that it gives its players."""

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Club
from ledger.queries.clubs.reading import reading_link
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.clubs.reading import choose_readers, make_reading_link, withdraw_reading_link
from ledger.services.evenings.confirming import let_players_confirm
from ledger.services.seasons.amending import change_club, choose_fractions
from ledger.services.seasons.closing import change_window
from ledger.templatetags.ledger_refusals import refusal_text
from ledger.web.clubs.password_again import password_again
from ledger.web.clubs.settings.settings_form import SettingsForm
from ledger.web.site.access import SignedInRequest, Visit, administers
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page


@never_cache
@administers
def settings(request: SignedInRequest, visit: Visit) -> HttpResponseBase:
    """The club's settings, for its administrators; a closed club is opened to everybody with the password alone."""
    opens = not visit.club.is_open and request.POST.get("readers") == Club.Readers.EVERYBODY
    return (password_again(_settings) if opens else _settings)(request, visit)


def _settings(request: SignedInRequest, visit: Visit) -> HttpResponseBase:
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=_initial(visit.club))

    def save() -> str:
        cleaned = form.cleaned_data
        signed: Signed = {"author": request.user, "now": timezone.now()}
        change_club(club=visit.club, name=cleaned["name"], language=cleaned["language"], **signed)
        choose_fractions(club=visit.club, on=cleaned["writes_fractions"], **signed)
        change_window(club=visit.club, hours=cleaned["hours"], **signed)
        let_players_confirm(club=visit.club, on=cleaned["players_confirm"], **signed)
        readers = Club.Readers(cleaned["readers"])
        choose_readers(club=visit.club, readers=readers, is_listed=cleaned["is_listed"], **signed)
        messages.success(request, gettext("The settings are saved."))
        return reverse("settings", args=[visit.club.slug])

    response, status = submit_once(request, form, save)
    return response or _settings_page(request, visit, form, status=status)


@never_cache
@administers
def link_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Make the club's link and show it, this once; the former one no longer works."""
    if request.method != "POST":
        return redirect("settings", visit.club.slug)
    try:
        token = make_reading_link(club=visit.club, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("settings", visit.club.slug)
    address = request.build_absolute_uri(reverse("read_by_link", args=[visit.club.slug, token]))
    code = segno.make(address, micro=False).svg_data_uri(border=2, light="#fff", omitsize=True)
    return _settings_page(request, visit, SettingsForm(initial=_initial(visit.club)), address=address, code=code)


@require_POST
@administers
def link_withdraw(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Withdraw the club's link, also from those who have opened it."""
    withdraw_reading_link(club=visit.club, author=request.user, now=timezone.now())
    messages.success(request, gettext("The club's link is withdrawn: nobody reads by it any more."))
    return redirect("settings", visit.club.slug)


def _settings_page(
    request: HttpRequest, visit: Visit, form: SettingsForm, *, status: int = 200, **context: str
) -> HttpResponse:
    page_context = {"form": form, "link": reading_link(club=visit.club), **context}
    return club_page(request, visit, "ledger/clubs/settings/settings.html", page_context, status=status)


def _initial(club: Club) -> dict[str, object]:
    """The form's initial values: the club as it is."""
    return {
        "name": club.name,
        "language": club.language,
        "writes_fractions": club.writes_fractions,
        "hours": club.correction_window_hours,
        "players_confirm": club.players_confirm,
        "readers": club.readers,
        "is_listed": club.is_listed,
    }
