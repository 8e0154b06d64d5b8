"""Bringing a club along from another installation, by its complete file."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from ledger.queries.clubs.clubs import owners
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.club_file import Arrival
from ledger.services.keeping.club_file import bring_club as bring
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.keeping.home.club_file_form import ClubFileForm
from ledger.web.keeping.home.founders import asks_code, may_start_club
from ledger.web.site.slowing import FOUNDING_CODE, count_wrong_guess, lockout_page


@never_cache
def bring_club(request: HttpRequest) -> HttpResponse:
    """Bring a club in, and lead whoever did to the choice of a password for the club's administrator.

    No key makes the form work once: a club that is here already is refused, or claimed again while it is nobody's, and
    no answer with a link is kept.
    """
    # While every club here is nobody's yet, nobody could sign in to claim one.
    if not may_start_club(request) and owners().filter(club__is_sample=False).exists():
        return redirect_to_login(request.get_full_path())
    asks = asks_code(request)
    if asks and request.method == "POST" and (lockout := lockout_page(request, FOUNDING_CODE)):
        return lockout
    form = ClubFileForm(*((request.POST, request.FILES) if request.method == "POST" else (None, None)), asks_code=asks)
    if form.is_valid():
        try:
            return _welcome(request, bring(file=form.cleaned_data["file"]))
        except Refusal as refusal:
            form.refuse(refusal)
    if form.data.get("code") and "code" in form.errors:
        count_wrong_guess(request, FOUNDING_CODE)
    return render(request, "ledger/keeping/bring_club.html", {"form": form})


def _welcome(request: HttpRequest, arrival: Arrival) -> HttpResponse:
    """Say what has arrived and what had to change; then its administrator's password, or its front page."""
    for change in arrival.changes:
        messages.info(request, refusal_text(change))
    if arrival.link is None:
        messages.success(request, gettext("%(club)s is here, with its whole book.") % {"club": arrival.club.name})
        return redirect("club", arrival.club.slug)
    sentence = gettext("%(club)s is here, with its whole book. Choose a password for %(name)s, who administers it.")
    messages.success(request, sentence % {"club": arrival.club.name, "name": arrival.username})
    return redirect("new_password", *arrival.link)
