"""The limit on what can be sent: whatever is larger than any form here is refused unread."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext

from ledger.web.site.in_place import is_in_place, notice

TOO_LARGE = 413


class BodySizeMiddleware:
    """Refuses a request whose declared length is too large."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        # Of a request that declares no length Django reads nothing.
        if not length.isdecimal():
            return HttpResponseBadRequest()
        return _too_large(request) if int(length) > settings.LARGEST_BODY else self.get_response(request)


def _too_large(request: HttpRequest) -> HttpResponse:
    context = {
        "heading": gettext("That is too much to take in"),
        "sentence": gettext("At most %(largest)s MB can be sent at once; nothing of it was saved.")
        % {"largest": settings.LARGEST_BODY // 2**20},
        "is_form": True,
    }
    if is_in_place(request):
        response = notice(render_to_string("ledger/keeping/_not_saved.html", context), status=TOO_LARGE)
    else:
        page = render_to_string("ledger/keeping/not_saved.html", context, request=request)
        response = HttpResponse(page, status=TOO_LARGE)
    add_never_cache_headers(response)
    return response
