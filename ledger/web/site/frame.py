"""What every page shows around its content, without a query."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from ledger.queries.clubs.clubs import writer_names
from ledger.web.site.access import Visit, outsiders_view

RELEASE = re.compile(r"^## \[?v?(\d+\.\d+(?:\.\d+)?)", re.MULTILINE)


@cache
def version() -> str:
    """The newest release in the changelog; read once."""
    changelog = settings.BASE_DIR / "CHANGELOG.md"
    newest = RELEASE.search(changelog.read_text(encoding="utf-8")) if changelog.exists() else None
    return newest.group(1) if newest else ""


def frame(request: HttpRequest) -> dict[str, object]:
    """What the context of templates/base.html holds besides the page's own."""
    return {"version": version(), "seen_as": outsiders_view(request)}


def club_page(
    request: HttpRequest, visit: Visit, template: str, context: Mapping[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """Render a page of a club, with the visit and the club in its context.

    `writers` holds the names of everybody who ever wrote, by account; one query, made only if a template uses it.
    """
    shared = {"visit": visit, "club": visit.club, "writers": SimpleLazyObject(lambda: writer_names(club=visit.club))}
    return render(request, template, {**shared, **(context or {})}, status=status)
