"""`python dev.py bench reading`: what readers wait for, each figure beside what it must be.

Costs are multiples of the processor time of an empty view with the full middleware, in the same run. With
`--beside 2000` all of it beside so many other clubs.
"""

import uuid
from collections.abc import Iterator
from datetime import date
from random import Random
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings
from django.utils import timezone

from ledger.models import Club
from ledger.models.book.journal import EPOCH
from ledger.queries.book.log_places import Place
from ledger.queries.evenings.seats import seats_of
from ledger.queries.statistics.deals import DealPlace
from ledger.services.deals.recording import record_deals
from ledger.services.keeping.sample_play import Play
from tests.bench.pages import EMPTY, SETTINGS, ask_site, seconds, temporary_database
from tests.bench.parts.crowd import add_crowd, found_crowd
from tests.bench.parts.figures import Figure, least_fifth, print_all
from tests.bench.parts.long_season import DEALS_AN_EVENING, EVERYDAY, long_season
from tests.bench.parts.stretched import stretch
from tests.bench.parts.usual_machine import as_usual

FEW, MANY = 300, (10_500,)
VERY_MANY = (100_500, 1_000_500)
PLAYED = 1_500  # deals of a longer season; the rest are copies of them
ROWS, MOST_ROWS = 400, 1_600
CLUBS, EVENINGS_OF_A_CLUB = 1_000, 12
SAME_HOWEVER_LONG = {
    "an evening": "evenings/1/",
    "the front page": "",
    "the standings of all time": "standings/?all=1",
    "the standings of the last five evenings": "standings/?last=5",
}
BEYOND_ALL = "page=1000000"  # which gets the last page
IN_PAGES = {
    "evenings": "seasons/2026/",
    "a player's evenings": "players/agnes/",
    "milestones": "figures/milestones/",
    "standings": "standings/",
    "players": "players/",
}
A_LONG_SEASON = 3_000  # of 120 evenings, all of them played and open
# Pages with lists and curves that 300 deals do not fill: from 1,500 on they show as much as ever.
WITH_LISTS = {
    "a player's page": "players/agnes/",
    "who was there": "seasons/2026/attendance/",
    "the milestones": "figures/milestones/",
    "a season in review": "seasons/2026/review/",
    "the club's figures": "figures/",
}
MORE_SHOWN = 1.4  # of a season that fills the lists over one of 300 deals, which is another page
SLOWER = {10_500: 1.15, 100_500: 1.15, 1_000_500: 1.3}


class Command(BaseCommand):
    help = "Measure what readers wait for in a database of its own, and fail where a figure is not what it must be."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=15, help="rounds of two questions a page (default: 15)")
        parser.add_argument(
            "--long", action="store_true", help="seasons of 100,000 deals and of a million too, and a sheet of 1,600"
        )
        add_crowd(parser)

    def handle(self, *_args: Any, rounds: int, long: bool, beside: int, deals_each: int, **_options: Any) -> None:
        lengths = (*MANY, *VERY_MANY) if long else MANY
        with temporary_database(), override_settings(**SETTINGS):
            found_crowd(beside, deals_each=deals_each)
            print_all(figures(rounds, lengths, (ROWS, MOST_ROWS) if long else (ROWS,)), self.stdout)


def figures(rounds: int, lengths: tuple[int, ...], sheets: tuple[int, ...]) -> Iterator[Figure]:
    """Every figure, in empty views where nothing else is said."""
    few = long_season(name="Few", deals=FEW)
    evening, log = drawing_costs(rounds, f"/{few.slug}/evenings/1/", f"/{few.slug}/log/")
    yield Figure("an evening of 25 deals drawn", evening, 60)
    yield Figure("a page of the log drawn", log, 100)
    for rows in sheets:
        club = long_season(name=f"Rows {rows}", deals=2 * DEALS_AN_EVENING)
        yield Figure(f"one row of a sheet of {rows:,} deals, ms", as_usual(a_row_more(club, rounds, rows)), 0.3)
    clubs = {FEW: few} | {deals: long_club(deals) for deals in (PLAYED, *lengths)}
    yield from growth_figures(clubs, rounds, lengths)
    yield from list_figures(clubs, rounds, lengths)
    (told,) = drawing_costs(rounds, f"/{long_season(name='Long', deals=A_LONG_SEASON).slug}/evenings/3/")
    yield Figure(f"an evening with its sentences drawn, {A_LONG_SEASON:,} deals", told, 60)


def growth_figures(clubs: dict[int, Club], rounds: int, lengths: tuple[int, ...]) -> Iterator[Figure]:
    """The standings by the length of the season, and the last page of its evenings beside the first."""
    costs = dict(
        zip(clubs, drawing_costs(rounds, *(f"/{club.slug}/standings/" for club in clubs.values())), strict=True)
    )
    for deals in (FEW, MANY[0]):
        yield Figure(f"the standings drawn, {deals:,} deals", costs[deals], 15)
        pages = (f"/{clubs[deals].slug}/{page}" for page in ("standings/", "players/agnes/"))
        standings, player = drawing_costs(rounds, *pages)
        yield Figure(f"a player's page over the standings, {deals:,} deals", player / standings, 2)
    for deals in lengths:
        yield Figure(f"the standings, {deals:,} deals over {FEW}", costs[deals] / costs[FEW], SLOWER[deals])
        for name, (page, query) in last_pages().items():
            list_address = f"/{clubs[deals].slug}/{page}"
            first, last = drawing_costs(rounds, list_address, f"{list_address}?{query}")
            yield Figure(f"the last page of {name} over the first, {deals:,} deals", last / first, 1.2)
        for name, page in SAME_HOWEVER_LONG.items():
            short, long = drawing_costs(rounds, f"/{clubs[FEW].slug}/{page}", f"/{clubs[deals].slug}/{page}")
            yield Figure(f"{name}, {deals:,} deals over {FEW}", long / short, SLOWER[deals])


def list_figures(clubs: dict[int, Club], rounds: int, lengths: tuple[int, ...]) -> Iterator[Figure]:
    """The pages with lists in an open season over one that fills them, also after a deal, and that over a short one."""
    for name, page in WITH_LISTS.items():
        costs = dict(
            zip(clubs, drawing_costs(rounds, *(f"/{club.slug}/{page}" for club in clubs.values())), strict=True)
        )
        yield Figure(f"{name}, {PLAYED:,} deals over {FEW}: more is shown", costs[PLAYED] / costs[FEW], MORE_SHOWN)
        after_a_deal = costs_after_a_deal({deals: clubs[deals] for deals in (PLAYED, *lengths)}, rounds, page)
        for deals in lengths:
            yield Figure(f"{name}, {deals:,} deals over {PLAYED:,}", costs[deals] / costs[PLAYED], SLOWER[deals])
            growth = after_a_deal[deals] / after_a_deal[PLAYED]
            yield Figure(f"{name} after a deal, {deals:,} deals over {PLAYED:,}", growth, SLOWER[deals])


def costs_after_a_deal(clubs: dict[int, Club], rounds: int, page: str) -> dict[int, float]:
    """The processor time of a page drawn after a deal more in a club's last evening; medians of rounds in turn."""
    site = WSGIHandler()
    spent: dict[int, list[float]] = {deals: [] for deals in clubs}
    for _ in range(rounds):
        for deals, club in clubs.items():
            play_one_more(club)
            spent[deals].append(seconds(site, f"/{club.slug}/{page}"))
    return {deals: median(times) for deals, times in spent.items()}


def play_one_more(club: Club) -> None:
    """Save the last deal of a club's last evening once more."""
    evening = club.evenings.latest("number")
    deal, author = evening.entries.filter(kind="deal").latest("sequence").deal, User.objects.get(memberships__club=club)
    record_deals(evening=evening, deals=[deal], key=uuid.uuid4(), author=author, now=timezone.now())


def last_pages() -> dict[str, tuple[str, str]]:
    """The address and the query of the last page of each list that has pages, by what it lists."""
    before_all = {"deals": DealPlace(date(2000, 1, 1), 0, 0), "log": Place(EPOCH, 0, 0)}
    keyset = {page: (f"{page}/", f"newer_than={place}") for page, place in before_all.items()}
    return {**{name: (page, BEYOND_ALL) for name, page in IN_PAGES.items()}, **keyset}


def long_club(deals: int) -> Club:
    """A club whose season has so many deals, all but PLAYED of them copies."""
    club = long_season(name=f"Many {deals}", deals=PLAYED)
    if deals > PLAYED:
        stretch(season=club.seasons.get(), times=deals // PLAYED)
    return club


def drawing_costs(rounds: int, *addresses: str) -> list[float]:
    """How many empty views each page costs when it is drawn; medians of interleaved rounds."""
    site = WSGIHandler()
    spent: dict[str, list[float]] = {address: [] for address in (*addresses, EMPTY)}
    for address in spent:
        if (status := ask_site(site, address)["status"]) != "200 OK":
            raise CommandError(f"{address}: {status}")
    for _ in range(rounds):
        for address, times in spent.items():
            for _ in range(2):
                times.append(seconds(site, address))
    empty = median(spent.pop(EMPTY))
    return [median(times) / empty for times in spent.values()]


def a_row_more(club: Club, rounds: int, rows: int) -> float:
    """The milliseconds that one more row of a sheet costs: an evening played on for long, over another."""
    usual, long = club.evenings.order_by("number")[:2]
    play = Play(Random(5), long.table_version.to_rules(), {str(s.player_id): EVERYDAY for s in seats_of(evening=long)})
    author = User.objects.get(memberships__club=club)
    deals = play.deals(rounds=rows // len(play.seated))
    record_deals(evening=long, deals=deals, key=uuid.uuid4(), author=author, now=timezone.now())
    site = WSGIHandler()
    spent: dict[int, list[float]] = {usual.number: [], long.number: []}
    for _ in range(rounds):
        for number, times in spent.items():
            times.append(seconds(site, f"/{club.slug}/evenings/{number}/"))
    return 1000 * (least_fifth(spent[long.number]) - least_fifth(spent[usual.number])) / len(deals)
