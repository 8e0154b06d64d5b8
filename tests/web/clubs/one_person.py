"""The same evenings played twice: with one person entered under two names, and under one."""

import re
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from random import Random

import openpyxl
from django.test import Client

from ledger.models import Club
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import persons_of
from ledger.services.deals import correct_deal, void_deal
from ledger.services.seasons import make_workbook
from tests.support.people import (
    DAY,
    NOW,
    change,
    make_club,
    make_evening,
    nolo,
    record,
    seat_again,
    trick,
)

KEPT, OTHER = "Karen Ann", "Anna Holm"  # the other name comes earlier in a list
NAMES = (KEPT, "Bodil", "Carl", "Dorthe", "Emil", "Frida")
LINK = re.compile(r'href="([^"#]*)')
# What a book has of its own in any case: the digests of its entries, the id of its prices, and the token of a form.
ITS_OWN = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|\b[0-9a-f]{4}(?:[- ][0-9a-f]{4}){3}\b|\b[0-9a-f]{16,64}\b|/tables/\d+/'
)
# Which tell of the registers, or of what was done when.
NOT_COMPARED = re.compile(
    r"/(log|players|hand-over|audit|settings|members|imports|outsider|tables|words|guide)/$|\.xlsx"
)


@dataclass(frozen=True)
class Played:
    """An evening: its seats, and its deals as declarer, partner (None on a sol) and tricks.

    In the deals from `other_from` up to `other_to`, counted from 0, the person sat there under the other name.
    """

    seats: tuple[str, ...]
    deals: tuple[tuple[str, str | None, int], ...]
    other_from: int
    other_to: int

    def name_in(self, name: str, deal: int) -> str:
        """What somebody was called in a deal."""
        return OTHER if name == KEPT and self.other_from <= deal < self.other_to else name


def evenings_of_chance(random: Random, *, evenings: int, deals: int) -> list[Played]:
    """Evenings on some of which the person has the other name: all the time, at first or at last."""
    played = []
    for _ in range(evenings):
        seats = (KEPT, *random.sample(NAMES[1:], 3)) if random.random() < 0.8 else tuple(random.sample(NAMES[1:], 4))
        dealt = []
        for _ in range(deals):
            declarer, partner = random.sample(seats, 2)
            dealt.append((declarer, random.choice([partner, partner, None]), random.randint(0, 13)))
        ends = random.choice([(0, 0), (0, deals), (0, deals // 2), (deals // 2, deals)])
        played.append(Played(seats, tuple(dealt), *ends))
    return played


def book_of(played: list[Played], *, by_two_names: bool) -> Club:
    """A club with these evenings, where the person has been entered under both names or under one.

    The first deal is voided, and the second corrected.
    """
    club = make_club(players=(*NAMES, OTHER) if by_two_names else NAMES)
    for week, evening in enumerate(played):
        _play(club, evening, week, by_two_names)
    return club


def _play(club: Club, played: Played, week: int, by_two_names: bool) -> None:
    def seats_in(deal: int) -> tuple[str, ...]:
        return tuple(played.name_in(name, deal) if by_two_names else name for name in played.seats)

    seated = seats_in(0)
    evening = make_evening(club, names=seated, day=DAY + timedelta(weeks=week))
    for number, (declarer, partner, tricks) in enumerate(played.deals):
        if seats_in(number) != seated:
            seated = seats_in(number)
            seat_again(evening, *seated)
        called = dict(zip(played.seats, seated, strict=True))
        if partner is None:
            deal = nolo(evening, "sol", {called[declarer]: tricks % 4})
        else:
            deal = trick(evening, called[declarer], called[partner], tricks)
        entry = record(evening, deal)
        if week == 0 and number == 0:
            void_deal(entry=entry, change=change(evening))
        elif week == 0 and number == 1 and partner is not None:
            correct_deal(entry=entry, deal={**deal, "tricks": (tricks + 1) % 14}, change=change(evening))


def pages_of(club: Club, browser: Client, *, most: int) -> dict[str, str]:
    """The first pages that can be reached from the club's front page, by address, without what is its book's own."""
    waiting, pages = [f"/{club.slug}/"], dict[str, str]()
    while waiting and len(pages) < most:
        address = waiting.pop(0)
        if address in pages or NOT_COMPARED.search(address.split("?")[0]):
            continue
        response = browser.get(address)
        assert response.status_code in (200, 302), address
        if response.status_code == 200:
            text = response.content.decode()
            pages[address] = ITS_OWN.sub("", text)
            links = (link.replace("&amp;", "&") for link in LINK.findall(text))
            waiting += [link for link in links if link.startswith(f"/{club.slug}/")]
    return pages


def workbook_cells(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """Every cell of the season's workbook, as formulas, by its list; without what it says of itself."""
    season, target = club.seasons.get(), BytesIO()
    with shown_by(None, persons_of(club=club)):
        make_workbook(season=season, language="da", now=NOW, target=target)
    book = openpyxl.load_workbook(BytesIO(target.getvalue()))
    return {
        sheet.title: [
            tuple(ITS_OWN.sub("", cell) if isinstance(cell, str) else cell for cell in row)
            for row in sheet.iter_rows(values_only=True)
        ]
        for sheet in book
    }
