"""What every page shows around its content, without a query."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language_info

from ledger.queries.clubs.clubs import writer_names
from ledger.templatetags.ledger_format import markup
from ledger.templatetags.ledger_labels import page_language
from ledger.web.site.access import Visit, outsiders_view
from ledger.web.site.lists import asked_file

# The five rooms of a club, by the part of an address that follows the club's own.
ROOMS = {
    "": "evening",
    "evenings": "evening",
    "standings": "standings",
    "ranking": "standings",
    "figures": "standings",
    "players": "players",
    "seasons": "seasons",
    "tables": "tables",
    **dict.fromkeys(["menu", "guide", "words", "deals", "log", "links", "settings", "members"], "menu"),
    **dict.fromkeys(["hand-over", "audit", "own-name", "imports"], "menu"),
}

LINK = '<a class="button plain" href="{0}?next={1}" lang="{2}" hreflang="{2}">{3}</a>'


def frame(request: HttpRequest) -> dict[str, object]:
    """What the context of templates/base.html holds besides the page's own."""
    room, is_room_itself = room_of(request.path)
    return {
        "version": settings.VERSION,
        "seen_as": outsiders_view(request),
        "language_links": partial(_language_links, request),
        "room": room,
        "is_room_itself": is_room_itself,
    }


def room_of(path: str) -> tuple[str, bool]:
    """Which of a club's rooms an address is in, and whether it is the room's own; no room for what is in none."""
    _, _, first, *rest = [*path.split("/"), "", ""]
    return ROOMS.get(first, ""), not any(rest)


def _language_links(request: HttpRequest) -> SafeString:
    """Links that choose another language, each named in itself, and lead back to this page."""
    way_back = quote(request.get_full_path(), safe="")
    links = []
    for code, _ in settings.LANGUAGES:
        if code != page_language():
            name = capfirst(get_language_info(code)["name_local"])
            links.append(markup(LINK, reverse("choose_language", args=[code]), way_back, code, name))
    return SafeString(" · ".join(links))


def club_page(
    request: HttpRequest, visit: Visit, template: str, context: Mapping[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """Render a page of a club, with the visit and the club in its context.

    `writers` holds the names of everybody who ever wrote, by account; one query, made only if a template uses it. An
    address that asks for a list of the page as a file gets the file instead.
    """
    if file := asked_file(request, context or {}):
        return file
    shared = {"visit": visit, "club": visit.club, "writers": SimpleLazyObject(lambda: writer_names(club=visit.club))}
    return render(request, template, {**shared, **(context or {})}, status=status)
