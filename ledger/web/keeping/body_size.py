"""What can be sent: whatever is larger than any form here is refused unread, and no text of a form has a NUL."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext

from ledger.web.site.in_place import is_in_place, notice

TOO_LARGE = 413


NUL = "\0"


class BodySizeMiddleware:
    """Refuses a request whose declared length is too large, and takes the NULs out of a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        # Of a request that declares no length Django reads nothing.
        if not length.isdecimal():
            return HttpResponseBadRequest()
        return _too_large(request) if int(length) > settings.LARGEST_BODY else self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Take the NULs out of what a form sends: nobody types one, and no database stores it.

        Here, once the CSRF check has read the form, so that no field needs to know.
        """
        sent = list(request.POST.lists())
        if not any(NUL in text for name, texts in sent for text in (name, *map(str, texts))):
            return
        without = QueryDict(mutable=True)
        for name, texts in sent:
            without.setlist(name.replace(NUL, ""), [str(text).replace(NUL, "") for text in texts])
        request.POST = without  # type: ignore[assignment]  # a form that nobody has seen otherwise


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
