"""The log: every change in a club, with filters."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse

from ledger.queries.book.log import Asked, changes
from ledger.queries.book.log_places import Place
from ledger.web.book.log_file import log_file
from ledger.web.book.log_filters import LogFilters
from ledger.web.site.access import Visit, as_entered, reads
from ledger.web.site.forms import focus_refused
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

PER_PAGE = 25


class Side(TypedDict):
    """A page of the log: beside a change, on its newer or older side; without one, the first page."""

    beyond: Place | None
    is_newer: bool


@fresh
@reads
@as_entered
def log(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who changed what from what to what, when and why; newest first."""
    filters = LogFilters(request.GET, club=visit.club)
    context: dict[str, Any] = {"filters": filters, "form": filters.form, "writers": filters.writer_names}
    if filters.is_valid():
        asked = filters.narrow(Asked())
        context["page"] = changes(club=visit.club, asked=asked, most=PER_PAGE, **_side(request.GET))
        context["file"] = log_file(visit.club, asked, filters.writer_names)
    focus_refused(filters.form)
    return club_page(request, visit, "ledger/book/log.html", context)


def _side(asked: Mapping[str, str]) -> Side:
    """The page that an address asks for.

    Raises Http404 for an address that no page links to.
    """
    newer, older = asked.get("newer_than"), asked.get("older_than")
    try:
        return {"beyond": Place.read(newer or older or "") if newer or older else None, "is_newer": bool(newer)}
    except ValueError:
        raise Http404 from None
