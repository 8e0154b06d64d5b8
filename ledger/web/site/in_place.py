"""Answers to a page that stays where it is: a notice among its messages, or one of its parts anew."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django_htmx.http import reselect, reswap, retarget

View = Callable[..., HttpResponseBase]


def is_in_place(request: HttpRequest) -> bool:
    """Whether the page itself asks, by htmx or as one types, and stays where it is."""
    return request.headers.get("HX-Request") == "true"


def notice(markup: str, *, status: int) -> HttpResponse:
    """Markup with one notice in it, shown where the page shows its messages (templates/base.html)."""
    response = retarget(HttpResponse(markup, status=status), "#messages")
    return reselect(reswap(response, "innerHTML"), ".notice")


def part_of(page: str, *arguments: str) -> Callable[[View], View]:
    """A view of a part of a page, in whose address are `arguments`; opened by itself it leads there."""

    def of_the_page(part: View) -> View:
        @wraps(part)
        def answer(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if is_in_place(request):
                response = part(request, slug, **kwargs)
            else:
                response = redirect(page, slug=slug, **{name: kwargs[name] for name in arguments})
            patch_vary_headers(response, ["HX-Request"])
            return response

        return answer

    return of_the_page
