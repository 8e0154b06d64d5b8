"""What every page shows around its content, or passes on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language_info

from ledger.models import Club
from ledger.queries.clubs.clubs import is_member, newest_token, writer_names
from ledger.queries.clubs.persons import names_for_outsiders
from ledger.templatetags.ledger_format import markup, points
from ledger.templatetags.ledger_labels import page_language
from ledger.web.site.access import Visit, held_token, outsiders_view
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
    _, _, first, *rest = [*request.path.split("/"), "", ""]
    return {
        "version": settings.VERSION,
        "seen_as": outsiders_view(request),
        "language_links": partial(_language_links, request),
        "room": ROOMS.get(first, ""),
        "is_room_itself": not any(rest),
    }


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


# What a page passes on: a short text, and an address that opens for whoever gets it.


MOST_PLACES = 12


@dataclass(frozen=True)
class SharedText:
    """A page's text to pass on: what it is about, the places with their points, and one to three sentences.

    `address` is empty where a closed club has no link that can be shown.
    """

    title: str
    places: Sequence[str]
    sentences: str
    address: str

    @property
    def message(self) -> str:
        """The text as it is sent; the address follows it."""
        return "\n\n".join(filter(None, [self.title, "\n".join(self.places), self.sentences]))

    @property
    def summary(self) -> str:
        """What a preview of the page says below its title."""
        return " ".join(filter(None, [", ".join(self.places), self.sentences]))


def share(
    request: HttpRequest, visit: Visit, about: str, *, page: str, places: Iterable[str] = (), sentences: Iterable[str]
) -> SharedText:
    """The text about what a page of the club shows, with the address that opens it.

    In a closed club that is the link by which the reader came, or for the board the newest. Whoever is shown by
    initials is so in what the board passes on, too.
    """
    club = visit.club
    sees_as_outsider = outsiders_view(request) is not None and is_member(club_id=club.pk, user=request.user)
    is_boards = visit.may_write or sees_as_outsider
    token = newest_token(club=club) if is_boards and not club.is_open else held_token(request, club.slug)
    address = _address(request, club, token, page.removeprefix(reverse("club", args=[club.slug])))
    is_hiding = visit.may_write and club.has_initials  # type: ignore[attr-defined]
    as_shown = names_for_outsiders(club=club).in_text if is_hiding else str
    ranked = [as_shown(place) for place in list(places)[:MOST_PLACES]]
    return SharedText(f"{club.name}, {as_shown(about)}", ranked, as_shown(" ".join(sentences)), address)


def place_in_words(place: int, name: str, units: int, unit_denominator: int) -> str:
    """A place in a text: "1. Lilly +32,25"."""
    return f"{place}. {name} {points(units, unit_denominator)}"


def link_card(request: HttpRequest, club: Club, token: str = "") -> dict[str, str] | None:
    """The club's link with a token, or the address of an open club; None where neither opens the club.

    An `address` to hand out, and its QR `code` as the source of a picture.
    """
    address = _address(request, club, token)
    return {"address": address, "code": qr_code(address)} if address else None


def qr_code(text: str) -> str:
    """A text as a QR code, the source of a picture."""
    # Cameras of phones do not read Micro QR codes.
    return segno.make(text, micro=False).svg_data_uri(border=2, light="#fff", omitsize=True)


def _address(request: HttpRequest, club: Club, token: str, page: str = "") -> str:
    """The whole address of a page of the club, given below the club's own; empty where no token opens it."""
    if club.is_open:
        return request.build_absolute_uri(reverse("club", args=[club.slug]) + page)
    return request.build_absolute_uri(reverse("read_by_link", args=[club.slug, token]) + page) if token else ""
