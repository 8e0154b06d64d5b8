"""Answers to a form that was sent without leaving its page: a notice among the page's messages; nothing else moves."""

from django.http import HttpRequest, HttpResponse
from django_htmx.http import reselect, reswap, retarget


def is_in_place(request: HttpRequest) -> bool:
    """Whether htmx asks, for a page that stays where it is."""
    return request.headers.get("HX-Request") == "true"


def notice(markup: str, *, status: int) -> HttpResponse:
    """Markup with one notice in it, shown where the page shows its messages (templates/base.html)."""
    response = retarget(HttpResponse(markup, status=status), "#messages")
    return reselect(reswap(response, "innerHTML"), ".notice")
