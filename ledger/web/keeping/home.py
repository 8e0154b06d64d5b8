"""The pages of the installation: its home page, its privacy, its health, what programs look for."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from ledger.queries.clubs.clubs import addresses_for_search_engines, clubs_of, has_own_club, listed_clubs, only_club
from ledger.web.site.access import held_tokens
from ledger.web.site.errors import to_the_server

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
    context: dict[str, Any] = {"form": form, "wanted": wanted, "mine": mine}
    context["clubs"] = [club for club in clubs_found[:CLUBS_A_PAGE] if club not in mine]
    context["before"] = number - 1
    context["after"] = number + 1 if len(clubs_found) > CLUBS_A_PAGE else None
    context["may_start"] = request.user.is_authenticated or not has_own_club()
    return render(request, "ledger/keeping/home.html", context)


def choose_language(request: HttpRequest, language_code: str) -> HttpResponse:
    """Remember a language for this browser, and go back to where the reader was."""
    if language_code not in dict(settings.LANGUAGES):
        raise Http404
    back = request.GET.get("next", "")
    # "//elsewhere" begins with a slash too, and leads to another site.
    is_own_path = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    if not is_own_path:
        back = reverse("home")
    # Not redirect(), which takes whatever is no path for the name of a page.
    response = HttpResponseRedirect(back)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language_code, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
    )
    return response


# A larger number would make the database count in vain, and one larger still is more than it can count.
MOST_PAGES = 10_000


class FindClubForm(forms.Form):
    """A part of a club's name, and a page of the list."""

    q = forms.CharField(
        label=_("Find a club"),
        required=False,
        max_length=80,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES, widget=forms.HiddenInput)

    def search(self) -> tuple[str, int]:
        """The part of a name and the page number; everything from the start if the form is not valid."""
        cleaned: dict[str, Any] = self.cleaned_data if self.is_valid() else {}
        return cleaned.get("q") or "", cleaned.get("page") or 1


# The page about what the site keeps about people, why, for how long, and whom to ask.


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The privacy page, whose promises are tested in tests/web/keeping/test_home.py."""
    return render(request, "ledger/keeping/privacy.html", {"contact": settings.SECURITY_CONTACT})


# `/health`, for whoever watches over the server: 200 while the site may serve, else 503 and what is wrong.


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The state of the site as JSON, by a few small queries and without a session."""
    wrong = to_the_server()
    state = {"status": "failing" if wrong else "ok", "wrong": wrong, "version": settings.VERSION}
    return JsonResponse(state, status=503 if wrong else 200)


# What search engines may index: the pages of clubs that allow it, and nothing else.


@require_safe
def robots_txt(_request: HttpRequest) -> HttpResponse:
    """The robots.txt (RFC 9309), which allows the clubs that may be found and their pages' static files."""
    clubs = [reverse("club", args=[slug]) for slug in addresses_for_search_engines()]
    # The dollar sign ends the address: without it every address that begins with a slash would be allowed.
    allowed = [f"{reverse('home')}$", "/static/", *clubs]
    text = "\n".join(["User-agent: *", "Disallow: /", *(f"Allow: {path}" for path in allowed), ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# Files that programs look for at the same addresses on every site.


# RFC 9116 advises less than a year, so that nobody uses a stale contact; while the site answers, this one is current.
CONTACT_LASTS = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contact for reports of a security hole (RFC 9116); 404 if the installation names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact, expires = settings.SECURITY_CONTACT, datetime.now(UTC) + CONTACT_LASTS
    if ":" not in contact:  # it is to be a URI
        contact = f"mailto:{contact}"
    lines = {
        "Contact": contact,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _language in settings.LANGUAGES),
        "Canonical": request.build_absolute_uri(reverse("security_txt")),
    }
    text = "".join(f"{field}: {value}\n" for field, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
