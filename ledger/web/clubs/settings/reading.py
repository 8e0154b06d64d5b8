"""Reading a closed club: by its link, and as an outsider for its board."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.queries.clubs.reading import is_read_by
from ledger.web.site.access import SEEN_AS, SignedInRequest, Visit, reading_cookie, reads_by_token, writes

KEPT_FOR = 60 * 60 * 24 * 400  # seconds; no browser keeps a cookie longer


@never_cache
@reads_by_token
def read_by_link(request: HttpRequest, visit: Visit, token: str) -> HttpResponse:
    """Trade the token of a club's link for a cookie, so that no page's address holds the token."""
    club = visit.club
    if not club.is_open and not is_read_by(club=club, token=token):
        raise Http404
    response = redirect("club", club.slug)
    # This address holds the token, so no other page is to be told of it.
    response["Referrer-Policy"] = "no-referrer"
    if not club.is_open:
        name, is_https = reading_cookie(club.slug), request.is_secure()
        response.set_cookie(name, token, max_age=KEPT_FOR, httponly=True, samesite="Lax", secure=is_https)
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
