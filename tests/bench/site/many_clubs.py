"""`python dev.py bench many_clubs --database postgres`: what a club costs among ten thousand others in one database.

The others are copies of the measured club, each with ids and digests of its own, so that an audit of any is clean. What
is measured is measured twice, alone and among them: the processor's time of the site and of the database server, and
the blocks of the database that are looked at, which do not depend on what else the machine does.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from statistics import median
from typing import Any, NamedTuple

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.test.utils import override_settings
from django.utils import timezone

from ledger.models import Club, Entry
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.services.clubs.reading import choose_readers
from ledger.services.seasons.closing import close_season
from tests.bench.pages import EMPTY, SETTINGS, ask_site, temporary_database
from tests.bench.parts.figures import Figure, least_fifth, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.server_costs import blocks_looked_at, server_microseconds
from tests.bench.parts.true_copies import TrueCopies
from tests.bench.parts.usual_machine import as_usual
from tests.bench.site.start import prepared_site, starts

MOST_GROWTH = 1.2
MOST_SECONDS_OF_A_START = 3
LISTED = 50  # other clubs, with which the list of clubs has a whole page and a next one
CLOSINGS = 10
AUDITED, SPREAD = 5, 40  # clubs anywhere among the others: those that are audited, and those whose pages are drawn
PAGES = {"standings": "standings/", "evening": "evenings/1/", "log": "log/"}

LARGEST = """
    SELECT relname, reltuples, pg_table_size(oid) / reltuples, pg_indexes_size(oid) / reltuples FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND reltuples > 0
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 6"""


class Cost(NamedTuple):
    """What something costs: µs of the processor of the site and of the server, and blocks that are looked at."""

    site: float
    server: float
    blocks: float

    def __str__(self) -> str:
        return f"{self.site:7.0f} {self.server:7.0f} {self.blocks:6.0f}"


class Command(BaseCommand):
    help = "Measure a club alone and among many others in one PostgreSQL, in a database of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clubs", type=int, default=10_000, help="in the database (default: 10,000)")
        parser.add_argument("--deals", type=int, default=300, help="of each club (default: 300)")
        parser.add_argument("--rounds", type=int, default=40, help="times that each page is drawn (default: 40)")

    def handle(self, *_args: Any, clubs: int, deals: int, rounds: int, **_options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("So many clubs are one PostgreSQL's: add --database postgres.")
        with temporary_database(), override_settings(**SETTINGS):
            club = listed_club(deals)
            alone = costs_of(club, rounds)
            copies = TrueCopies(club)
            copies.store(range(1, LISTED + 1))
            few = {**costs_of(club, rounds), "home": cost_of(drawing("/"), rounds)}
            began = time.monotonic()
            copies.store(range(LISTED + 1, clubs))
            self.stdout.write(f"{size_in_words()}, made in {time.monotonic() - began:.0f} s")
            among = {**costs_of(club, rounds), "home": cost_of(drawing("/"), rounds)}
            self.stdout.write(tables_in_words())
            self._print(alone, few, among)
            self.stdout.write(f"the short audit beside a start, as a page's costs: {_cost_now(short_audit)}")
            require_clean_audits()
            self.stdout.write(f"the standings of clubs at random, each the first time: {cost_anywhere()}")
            # A club alone has no list of clubs: home leads into it.
            print_all([*figures({**few, **alone}, among, clubs), start_figure(clubs)], self.stdout)

    def _print(self, *measured: Mapping[str, Cost]) -> None:
        self.stdout.write(f"µs of the site and of the server, blocks: alone, among {LISTED} others, among all")
        for name in measured[-1]:
            self.stdout.write(f"{name:10} {'; '.join(str(costs.get(name, '-')) for costs in measured)}")


def listed_club(deals: int) -> Club:
    """A club with a season of so many deals, which the list of clubs shows."""
    club = long_season(name="Club", deals=deals)
    founder = club.memberships.get().user
    choose_readers(club=club, readers=Club.Readers.EVERYBODY, is_listed=True, author=founder, now=timezone.now())
    return club


def costs_of(club: Club, rounds: int) -> dict[str, Cost]:
    """What a club's pages and the closing of its season cost now."""
    pages = {name: cost_of(drawing(f"/{club.slug}/{page}"), rounds) for name, page in PAGES.items()}
    return {**pages, "closing": cost_of(lambda: close_and_take_back(club), CLOSINGS)}


def drawing(address: str) -> Callable[[], object]:
    """What draws a page, for nobody keeps it."""
    site = WSGIHandler()

    def draw() -> None:
        if (status := ask_site(site, address)["status"]) != "200 OK":
            raise CommandError(f"{address}: {status}")

    return draw


def cost_of(work: Callable[[], object], rounds: int) -> Cost:
    """The least fifth of some rounds, after one that does not count; the blocks are the median's.

    An empty view goes before each, so that the processor's caches are as they are between visitors.
    """
    empty, spent = drawing(EMPTY), []
    work()
    for _ in range(rounds):
        empty()
        spent.append(_cost_now(work))
    site, server, blocks = zip(*spent, strict=True)
    return Cost(least_fifth(site), least_fifth(server), median(blocks))


def _cost_now(work: Callable[[], object]) -> Cost:
    blocks, server, site = blocks_looked_at(), server_microseconds(), time.process_time()
    work()
    site = 1e6 * (time.process_time() - site)
    server = server_microseconds() - server
    return Cost(site, server, blocks_looked_at() - blocks)


def close_and_take_back(club: Club) -> None:
    """Close the club's season, with all of its evenings, and undo it."""
    season = club.seasons.get()
    with transaction.atomic():
        author = club.memberships.get().user
        close_season(season=season, entry_count=season.entry_count, author=author, now=timezone.now())
        transaction.set_rollback(True)


def size_in_words() -> str:
    """How much there is in the database, in words."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    clubs, entries = Club.objects.count(), Entry.objects.count()
    return f"{clubs:,} clubs, {entries:,} entries, {size / 1e6:,.0f} MB, {size / entries:,.0f} bytes an entry"


def tables_in_words() -> str:
    """The largest tables: the bytes of a row, and of its places in indexes."""
    with connection.cursor() as cursor:
        cursor.execute(LARGEST)
        return "bytes of a row and in indexes: " + "; ".join(
            f"{table} {rows:,.0f} rows, {row:.0f} and {indexed:.0f}" for table, rows, row, indexed in cursor.fetchall()
        )


def clubs_at_random(count: int) -> list[Club]:
    """Some of the clubs, the same every time."""
    return list(Club.objects.filter(pk__in=Random(7).sample(list(Club.objects.values_list("pk", flat=True)), count)))


def require_clean_audits() -> None:
    """Raise CommandError unless the audits of some clubs are clean."""
    for club in clubs_at_random(AUDITED):
        if findings := audit(club=club).findings:
            raise CommandError(f"The audit of {club.slug}: {findings[0]}")


def cost_anywhere() -> Cost:
    """The medians of what the standings cost of clubs of which this process has seen nothing."""
    spent = [_cost_now(drawing(f"/{club.slug}/standings/")) for club in clubs_at_random(SPREAD)]
    return Cost(*map(median, zip(*spent, strict=True)))


def figures(alone: Mapping[str, Cost], among: Mapping[str, Cost], clubs: int) -> Iterator[Figure]:
    """What each costs the processor among so many clubs, as times what it costs alone, and likewise its blocks."""
    for name, cost in among.items():
        times = (cost.site + cost.server) / (alone[name].site + alone[name].server)
        yield Figure(f"{name} among {clubs:,} clubs, over alone", times, MOST_GROWTH)


def start_figure(clubs: int) -> Figure:
    """The seconds that the processor needs until a site among whose clubs nobody asked for one answers."""
    connection.close()
    _, processor = map(median, zip(*starts(prepared_site()), strict=True))
    return Figure(
        f"start until it answers, {clubs:,} clubs, s of the processor", as_usual(processor), MOST_SECONDS_OF_A_START
    )
