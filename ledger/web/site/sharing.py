"""What a page passes on: a short text, and an address that opens for whoever gets it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import segno
from django.http import HttpRequest
from django.urls import reverse

from ledger.models import Club
from ledger.queries.clubs.clubs import is_member, newest_token
from ledger.queries.clubs.persons import names_for_outsiders
from ledger.templatetags.ledger_format import points
from ledger.web.site.access import Visit, held_token, outsiders_view

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


class LinkCard(NamedTuple):
    """An address to hand out, and its QR code as the source of a picture."""

    address: str
    code: str


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


def link_card(request: HttpRequest, club: Club, token: str = "") -> LinkCard | None:
    """The club's link with a token, or the address of an open club; None where neither opens the club."""
    address = _address(request, club, token)
    return LinkCard(address, qr_code(address)) if address else None


def qr_code(text: str) -> str:
    """A text as a QR code, the source of a picture."""
    # Cameras of phones do not read Micro QR codes.
    return segno.make(text, micro=False).svg_data_uri(border=2, light="#fff", omitsize=True)


def _address(request: HttpRequest, club: Club, token: str, page: str = "") -> str:
    """The whole address of a page of the club, given below the club's own; empty where no token opens it."""
    if club.is_open:
        return request.build_absolute_uri(reverse("club", args=[club.slug]) + page)
    return request.build_absolute_uri(reverse("read_by_link", args=[club.slug, token]) + page) if token else ""
