"""Reading a closed club: by one of its links, and as an outsider for its board."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.queries.clubs.clubs import is_read_by
from ledger.web.site.access import (
    SEEN_AS,
    SignedInRequest,
    Visit,
    reading_cookie,
    reads_by_token,
    speak_as,
    writes,
)
from ledger.web.site.frame import club_page

KEPT_FOR = 60 * 60 * 24 * 400  # seconds; no browser keeps a cookie longer


@never_cache
@reads_by_token
def read_by_link(request: HttpRequest, visit: Visit, token: str, page: str = "") -> HttpResponse:
    """Trade the token of a club's link for a cookie, and go on to a page, whose own address does not hold the token.

    In a closed club by a page that goes on by itself: what draws a preview reads that one and no other, and it names
    neither the club nor anybody in it.
    """
    club = visit.club
    if not club.is_open and not is_read_by(club=club, token=token):
        raise Http404
    address = reverse("club", args=[club.slug]) + page
    if query := request.GET.urlencode():
        address = f"{address}?{query}"
    if club.is_open:
        response: HttpResponse = redirect(address)
    else:
        speak_as(club, request)
        response = club_page(request, visit, "ledger/clubs/front/by_link.html", {"address": address})
        name, is_https = reading_cookie(club.slug), request.is_secure()
        response.set_cookie(name, token, max_age=KEPT_FOR, httponly=True, samesite="Lax", secure=is_https)
    # This address holds the token, so no other page is to be told of it.
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
@writes
def see_as_outsider(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Show a member of the board the club's pages as others see them, until they switch back."""
    request.session[SEEN_AS] = {"club": visit.club.slug, "has_link": "has_link" in request.POST}
    return redirect("club", visit.club.slug)


@require_POST
def see_as_oneself(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch back from an outsider's view of a club."""
    request.session.pop(SEEN_AS, None)
    return redirect("club", slug)
