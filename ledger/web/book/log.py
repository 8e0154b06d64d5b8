"""The log: every change in a club, with filters."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from ledger.queries.book.log import Asked, changes, changes_at
from ledger.web.book.log_file import log_file
from ledger.web.book.log_filters import LogFilters
from ledger.web.site.access import Visit, as_entered, reads
from ledger.web.site.forms import focus_refused
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

PER_PAGE = 25


@fresh
@reads
@as_entered
def log(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who changed what from what to what, when and why; newest first."""
    filters = LogFilters(request.GET, club=visit.club)
    context: dict[str, Any] = {"filters": filters, "form": filters.form, "writers": filters.writer_names}
    if filters.is_valid():
        asked = filters.narrow(Asked())
        # Any number gets the nearest page.
        page = Paginator(changes(club=visit.club, asked=asked), PER_PAGE).get_page(request.GET.get("page"))
        context |= {"page": page, "changes": changes_at(club=visit.club, places=page)}
        context["file"] = log_file(visit.club, asked, filters.writer_names)
    focus_refused(filters.form)
    return club_page(request, visit, "ledger/book/log.html", context)
