"""What a request asks for, apart from its page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from ledger.templatetags.ledger_labels import begin_page, page_language


class PrivacyMiddleware(MiddlewareMixin):
    """Keeps pages that do not say otherwise out of search engines, and those of the board out of browsers' stores."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers that search engines and browsers ask for."""
        response.headers.setdefault("X-Robots-Tag", "noindex")
        # After signing out, nobody can leaf back to such a page, nor find a workbook with the names that only the board
        # sees. What follows an evening remembers the ETags itself (live.js), so it needs no store either.
        if settings.SESSION_COOKIE_NAME in {*request.COOKIES, *response.cookies}:
            patch_cache_control(response, private=True, no_store=True)
        return response


# The language of a page: the one chosen on the site, else Danish, whatever the browser asks for.


def chosen_language(request: HttpRequest) -> str | None:
    """The language that the reader chose by the switch in the footer, or None."""
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return code if code and code in dict(settings.LANGUAGES) else None


class LanguageMiddleware:
    """Activates the chosen language for one request; a view may activate its club's own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with translation.override(chosen_language(request) or settings.LANGUAGE_CODE):
            # A thread serves one club after another, and the last one's choice is still set.
            begin_page()
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", page_language())
        patch_vary_headers(response, ["Cookie"])
        return response


# Answers to a page that stays where it is: a notice among its messages, or one of its parts redrawn.


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


# No text of a form has a NUL: nobody types one, and no database stores it.


NUL = "\0"


class WithoutNulMiddleware(MiddlewareMixin):
    """Takes the NULs out of what a form sends, so that no field needs to know."""

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Take them out here, once the CSRF check has read the form."""
        sent = list(request.POST.lists())
        if not any(NUL in text for name, texts in sent for text in (name, *map(str, texts))):
            return
        without = QueryDict(mutable=True)
        for name, texts in sent:
            without.setlist(name.replace(NUL, ""), [str(text).replace(NUL, "") for text in texts])
        request.POST = without  # type: ignore[assignment]  # a form that nobody has seen otherwise
