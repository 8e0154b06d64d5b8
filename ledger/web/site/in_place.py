"""Answers to a page that stays where it is: a notice among its messages, or one of its parts redrawn."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers

View = Callable[..., HttpResponseBase]


def is_in_place(request: HttpRequest) -> bool:
    """Whether a page that stays where it is asks, to save, to follow others or while somebody types (asking.js)."""
    return request.headers.get("In-Place") == "true"


def notice(markup: str, *, status: int) -> HttpResponse:
    """A response whose one notice is shown among the page's messages (asking.js)."""
    return HttpResponse(markup, status=status)


def part_of(page: str, *arguments: str) -> Callable[[View], View]:
    """Turn a view into a part of `page`, whose address has `arguments`; opened by itself, it redirects to the page."""

    def of_the_page(part: View) -> View:
        @wraps(part)
        def answer(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if is_in_place(request):
                response = part(request, slug, **kwargs)
            else:
                response = redirect(page, slug=slug, **{name: kwargs[name] for name in arguments})
            patch_vary_headers(response, ["In-Place"])
            return response

        return answer

    return of_the_page
