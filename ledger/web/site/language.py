"""The language of a page: the one chosen on the site, else Danish, whatever the browser asks for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from ledger.templatetags.ledger_labels import page_language, write_points
from ledger.templatetags.rule_words import explain_words_at


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
            write_points(in_fractions=False)
            explain_words_at("")
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", page_language())
        patch_vary_headers(response, ["Cookie"])
        return response
