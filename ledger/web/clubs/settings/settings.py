"""A club's settings, including who reads it."""

from django.contrib import messages
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from ledger.models import Club
from ledger.services.clubs.addresses import choose_readers
from ledger.services.clubs.clubs import Signed
from ledger.services.evenings.confirming import let_players_confirm
from ledger.services.seasons import change_club, change_window, choose_fractions
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
    template = "ledger/clubs/settings/settings.html"
    return response or club_page(request, visit, template, {"form": form}, status=status)


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
