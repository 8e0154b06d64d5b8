"""The check that the database file is still the one that the site opened, so that nothing is saved to another."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from ledger.models.site.opened_file import is_still_there
from ledger.queries.site.failures import Failure
from ledger.web.keeping.not_saved import failure_page


class BookFileMiddleware:
    """Checks the database file before each page; `/health` reports it in its own way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """The page about the missing file, in place of the one asked for; None while it is there."""
        is_health = request.resolver_match is not None and request.resolver_match.view_name == "health"
        return None if is_health or is_still_there(connection) else failure_page(request, Failure.GONE)
