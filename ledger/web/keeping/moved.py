"""A club that has moved to another installation: where its pages lead, and the page that says so and takes it back."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Club
from ledger.queries.keeping.moving import last_written
from ledger.queries.scoring.versions import place_of_version
from ledger.services.book.posting import ClubMoved
from ledger.services.keeping.moving import come_back, leave_address
from ledger.web.clubs.password_again import password_again
from ledger.web.site.access import (
    MovedClub,
    SignedInRequest,
    Visit,
    administers_here,
    reading_cookie,
    speak_as,
)
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.in_place import is_in_place, notice

CONFLICT = 409
FOR_GOOD = 308  # for a page that everybody reads, so that search engines follow
# What an address calls by a number of this installation, and the page to which whoever asks for it is sent instead.
OF_THIS_INSTALLATION = {"draft_id": "tables", "book_draft_id": "imports", "workbook_draft_id": "imports"}


class LeaveForm(KeyedForm):
    """The new address, and the confirmation that the club is there whole."""

    address = forms.CharField(
        label=_("The club's new address"),
        help_text=_("Open the club there, and copy what stands in the browser's address bar; it begins with https://."),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "placeholder": "https://whist.example.dk/torsdagsklubben/"}
        ),
    )
    is_whole = forms.BooleanField(label=_("I have opened the club there, and its newest deal is the newest from here"))


@never_cache
@administers_here
@password_again
def club_moved(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Say where the club has moved to; once said, the page says what follows, and how it is taken back."""
    form = LeaveForm(request.POST if request.method == "POST" else None)
    front = reverse("club", args=[visit.club.slug])
    here = request.build_absolute_uri(front)

    def save() -> str:
        told = {"address": form.cleaned_data["address"], "here": here}
        leave_address(club=visit.club, author=request.user, now=timezone.now(), **told)
        messages.success(request, gettext("It is said: this address leads to the new one."))
        return reverse("club_moved", args=[visit.club.slug])

    response, status = submit_once(request, form, save)
    context = {"form": form, "last_written": last_written(club=visit.club), "here": here}
    return response or club_page(request, visit, "ledger/keeping/club_moved.html", context, status=status)


@require_POST
@administers_here
@password_again
def club_back(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Take back that the club has moved."""
    come_back(club=visit.club, author=request.user, now=timezone.now())
    messages.success(request, gettext("It is taken back: the club is here, and is written in here."))
    return redirect("hand_over", visit.club.slug)


class MovedClubMiddleware:
    """Answers for a club that has moved: a page leads to the same page there, what was sent is refused."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer; None for any other error."""
        if isinstance(error, ClubMoved):  # said by a service, while the page was on its way
            return _refusal(request, error.address)
        if not isinstance(error, MovedClub):
            return None
        if error.may_take_back and request.resolver_match and request.resolver_match.view_name == "hand_over":
            return redirect("club_moved", error.club.slug)
        speak_as(error.club, request)
        if request.method in ("GET", "HEAD") and not is_in_place(request):
            return _onward(request, error.club)
        return _refusal(request, error.club.moved_to)


def _onward(request: HttpRequest, club: Club) -> HttpResponse:
    """A redirect to the same page at the club's new address; whoever reads by the club's link takes it along."""
    page = _page_there(request, club)
    token = request.COOKIES.get(reading_cookie(club.slug), "")
    if not club.is_open and token:
        page = f"read/{token}/?{urlencode({'to': page})}" if page else f"read/{token}/"
    response = HttpResponseRedirect(club.moved_to + page)
    response["Referrer-Policy"] = "no-referrer"  # the address asked for may hold a token
    if club.is_open:
        # Asked for anew every time, since it may be taken back.
        response.status_code = FOR_GOOD
        patch_cache_control(response, no_cache=True)
    else:
        add_never_cache_headers(response)
    return response


def _page_there(request: HttpRequest, club: Club) -> str:
    """What follows the club's address at the page that was asked for, with its query; versions by their place."""
    match = request.resolver_match
    assert match is not None
    front = reverse("club", args=[club.slug])
    if "version_id" in match.kwargs:
        return _version_there(request.path.removeprefix(front), club, match.kwargs["version_id"])
    for name, page in OF_THIS_INSTALLATION.items():
        if name in match.kwargs:
            return f"{page}/"
    return request.get_full_path().removeprefix(front)


def _version_there(page: str, club: Club, version_id: int) -> str:
    """The page of a version, "tables/12/try/", by the version's place; the list of them all if it is not the club's."""
    place = place_of_version(club=club, version_id=version_id)
    if place is None:
        return "tables/"
    rest = urlencode({"to": page.removeprefix(f"tables/{version_id}/")})
    return f"tables/by-place/{place}/?{rest}"


def _refusal(request: HttpRequest, address: str) -> HttpResponse:
    context: dict[str, Any] = {"address": address}
    if is_in_place(request):
        response = notice(render_to_string("ledger/keeping/_moved.html", context), status=CONFLICT)
    else:
        response = HttpResponse(render_to_string("ledger/keeping/moved.html", context), status=CONFLICT)
    add_never_cache_headers(response)
    return response
