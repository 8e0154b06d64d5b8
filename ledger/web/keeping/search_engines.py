"""What search engines may index: the pages of clubs that allow it, and nothing else."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.queries.clubs.clubs import addresses_for_search_engines


class NoIndexMiddleware:
    """Keeps every page out of search engines unless it says otherwise (`close_to_others` in web/site/access.py)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("X-Robots-Tag", "noindex")
        return response


@require_safe
def robots_txt(_request: HttpRequest) -> HttpResponse:
    """The robots.txt (RFC 9309), which allows the clubs that may be found and their pages' static files."""
    clubs = [reverse("club", args=[slug]) for slug in addresses_for_search_engines()]
    # The dollar sign ends the address: without it every address that begins with a slash would be allowed.
    allowed = [f"{reverse('home')}$", "/static/", *clubs]
    text = "\n".join(["User-agent: *", "Disallow: /", *(f"Allow: {path}" for path in allowed), ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
