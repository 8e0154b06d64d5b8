"""What search engines may have: the pages of clubs that say so, and nothing else."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.queries.clubs.clubs import addresses_for_search_engines


class NoIndexMiddleware:
    """Keeps out of search engines what does not say otherwise (`close_to_others` in web/site/access.py)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("X-Robots-Tag", "noindex")
        return response


@require_safe
def robots_txt(_request: HttpRequest) -> HttpResponse:
    """RFC 9309: nothing but the clubs that may be found, and what their pages are drawn with."""
    clubs = [reverse("club", args=[slug]) for slug in addresses_for_search_engines()]
    allowed = [f"{reverse('home')}$", "/static/", *clubs]
    text = "\n".join(["User-agent: *", "Disallow: /", *(f"Allow: {path}" for path in allowed), ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
