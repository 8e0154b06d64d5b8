"""`python dev.py bench pages`: what a page costs compared with an empty view."""

from collections.abc import Iterator

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import CommandError
from django.test import Client

from ledger.models import Club
from tests.bench.measuring import EMPTY, Figure, ask_site, least_fifth, seconds
from tests.support.long_season import long_season

MOST_DRAWN, MOST_DRAWN_OF_A_LONG_SEASON, MOST_304 = 240, 600, 10  # times an empty view
LONG_SEASON = 3_000  # deals; a season of more is a long one
TIMES_A_ROUND = 5
PAGES = {
    "standings": "standings/",
    "seasons": "seasons/",
    "season": "seasons/2026/",
    "front": "",
    "players": "players/",
    "player": "players/agnes/",
    "player, all seasons": "players/agnes/?all=1",
    "attendance": "seasons/2026/attendance/",
    "review": "seasons/2026/review/",
    "figures": "figures/",
    "milestones": "figures/milestones/",
    "deals": "deals/",
    "deals of a player": "deals/?player=agnes",
    "tables": "tables/",
    "evening": "evenings/1/",
    "a late evening": "evenings/{last}/",
    "deal": "evenings/1/deals/3/",
    "log": "log/",
}


def figures(club: Club, deals: int, rounds: int) -> Iterator[Figure]:
    """Each page of a season of so many deals, drawn and answered 304; one without an ETag is only drawn."""
    long_season(name="Another", deals=TIMES_A_ROUND)  # or the home page would lead to the only club
    secretary, last = Client(), club.evenings.latest("number").number
    secretary.force_login(club.memberships.get().user)
    session = secretary.cookies["sessionid"].OutputString()
    pages = {name: (f"/{club.slug}/{page.format(last=last)}", "") for name, page in PAGES.items()}
    pages |= {"entry": (f"/{club.slug}/evenings/1/deals/new/", session), "home": ("/", "")}
    site, spent = WSGIHandler(), dict[tuple[str, str], list[tuple[float, float]]]()
    for _ in range(rounds):
        for name, (address, cookie) in pages.items():
            answer = ask_site(site, address, HTTP_COOKIE=cookie)
            if answer["status"] != "200 OK":
                raise CommandError(f"{address}: {answer['status']}")
            ways = {"drawn": {"HTTP_COOKIE": cookie}}
            if "ETag" in answer:
                ways["304"] = {"HTTP_IF_NONE_MATCH": answer["ETag"]}
            for way, headers in ways.items():
                times = spent.setdefault((name, way), [])
                # An empty view costs more after a page that was drawn than after a small answer.
                times += [(seconds(site, address, **headers), seconds(site, EMPTY)) for _ in range(TIMES_A_ROUND)]
    drawn = MOST_DRAWN if deals <= LONG_SEASON else MOST_DRAWN_OF_A_LONG_SEASON
    for (name, way), times in spent.items():
        page, empty = map(least_fifth, zip(*times, strict=True))
        yield Figure(f"{name}, {way}, in empty views", page / empty, drawn if way == "drawn" else MOST_304)
