"""The home page: the clubs of the installation, starting a club, and the language."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from ledger.queries.clubs.clubs import has_own_club, listed_clubs, only_club
from ledger.queries.clubs.reading import clubs_of
from ledger.rules.clubs.pasted_names import names_in
from ledger.services.clubs import clubs
from ledger.services.keeping.founding import found_club
from ledger.web.clubs.player_forms import tell_skipped
from ledger.web.keeping.home.find_club_form import FindClubForm
from ledger.web.keeping.home.founders import asks_code, may_start_club
from ledger.web.keeping.home.start_form import FoundingForm, StartForm
from ledger.web.site.access import held_tokens, sign_in_as
from ledger.web.site.form_keys import submit_once
from ledger.web.site.slowing import FOUNDING_CODE, count_wrong_guess, lockout_page

CLUBS_A_PAGE = 50
A_YEAR = 60 * 60 * 24 * 365


def home(request: HttpRequest) -> HttpResponse:
    """The visitor's own clubs and those that may be found, a page at a time, with a search.

    With a single club, redirects those who read it into the club, and others to the sign-in.
    """
    form = FindClubForm(request.GET)
    wanted, number = form.search()
    mine = list(clubs_of(user=request.user, tokens=held_tokens(request)))
    only = only_club() if number == 1 and not wanted else None
    if only is not None and (only.is_open or only in mine):
        return redirect("club", only.slug)
    if only is not None and not request.user.is_authenticated:
        return redirect("sign_in")
    first = (number - 1) * CLUBS_A_PAGE
    # One more than is shown tells whether there is a next page, without counting all clubs.
    clubs_found = list(listed_clubs(part_of_name=wanted)[first : first + CLUBS_A_PAGE + 1])
    context = {
        "form": form,
        "wanted": wanted,
        "mine": mine,
        "clubs": [club for club in clubs_found[:CLUBS_A_PAGE] if club not in mine],
        "before": number - 1,
        "after": number + 1 if len(clubs_found) > CLUBS_A_PAGE else None,
        "may_start": request.user.is_authenticated or not has_own_club(),
    }
    return render(request, "ledger/keeping/home.html", context)


def start_club(request: HttpRequest) -> HttpResponse:
    """Start a club of one's own."""
    if not may_start_club(request):
        return redirect_to_login(request.get_full_path())
    asks = asks_code(request)
    if asks and request.method == "POST" and (lockout := lockout_page(request, FOUNDING_CODE)):
        return lockout
    kind = StartForm if request.user.is_authenticated else FoundingForm
    form = kind(request.POST if request.method == "POST" else None, today=timezone.localdate(), asks_code=asks)
    response, status = submit_once(request, form, lambda: _start_club(request, form))
    if response:
        return response
    if form.data.get("code") and "code" in form.errors:
        count_wrong_guess(request, FOUNDING_CODE)
    return render(request, "ledger/keeping/start_club.html", {"form": form}, status=status)


def choose_language(request: HttpRequest, language_code: str) -> HttpResponse:
    """Remember a language for this browser, and go back to where the reader was."""
    if language_code not in dict(settings.LANGUAGES):
        raise Http404
    back = request.GET.get("next", "")
    # Not redirect(), which takes whatever is no path for the name of a page.
    response = HttpResponseRedirect(back if _is_own_path(back) else reverse("home"))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language_code, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
    )
    return response


def _is_own_path(address: str) -> bool:
    # "//elsewhere" begins with a slash too, and leads to another site.
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None)


def _start_club(request: HttpRequest, form: StartForm) -> str:
    """Start the club of a valid form, signing in a founder who was not; returns its address."""
    new, now, cleaned = form.new_club(), timezone.now(), form.cleaned_data
    name = cleaned["writer_name"]
    if request.user.is_authenticated:
        club = clubs.start_club(new=new, founder=request.user, now=now, writer_name=name)
    else:
        account = {"username": cleaned["username"], "password": cleaned["password"]}
        founder = found_club(new=new, **account, now=now, writer_name=name, has_code="code" in cleaned)
        sign_in_as(request, founder.user)
        club = founder.club
    tell_skipped(request, names_in(cleaned["players"]).skipped)
    messages.success(request, gettext("%(club)s is started. Below is what to do next.") % {"club": club.name})
    return reverse("club", args=[club.slug])
