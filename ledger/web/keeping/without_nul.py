"""No text of a form has a NUL: nobody types one, and no database stores it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict

NUL = "\0"


class WithoutNulMiddleware:
    """Takes the NULs out of what a form sends, so that no field needs to know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Take them out here, once the CSRF check has read the form."""
        sent = list(request.POST.lists())
        if not any(NUL in text for name, texts in sent for text in (name, *map(str, texts))):
            return
        without = QueryDict(mutable=True)
        for name, texts in sent:
            without.setlist(name.replace(NUL, ""), [str(text).replace(NUL, "") for text in texts])
        request.POST = without  # type: ignore[assignment]  # a form that nobody has seen otherwise
