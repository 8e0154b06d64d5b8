"""The home page: the clubs of the installation, and the language."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control

from ledger.queries.clubs.clubs import clubs_of, has_own_club, listed_clubs, only_club
from ledger.web.keeping.home.find_club_form import FindClubForm
from ledger.web.site.access import held_tokens

CLUBS_A_PAGE = 50
A_YEAR = 60 * 60 * 24 * 365


@cache_control(private=True, no_cache=True)  # it names the closed clubs that the visitor reads
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


def choose_language(request: HttpRequest, language_code: str) -> HttpResponse:
    """Remember a language for this browser, and go back to where the reader was."""
    if language_code not in dict(settings.LANGUAGES):
        raise Http404
    back = request.GET.get("next", "")
    # "//elsewhere" begins with a slash too, and leads to another site.
    is_own_path = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    # Not redirect(), which takes whatever is no path for the name of a page.
    response = HttpResponseRedirect(back if is_own_path else reverse("home"))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language_code, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
    )
    return response
