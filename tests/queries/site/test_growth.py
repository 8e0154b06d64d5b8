"""Pages read and do no more of a season that is many times as long, as the engine and the interpreter count it.

The short form of `dev.py bench reading`, by the engine's work and by the calls of functions, which depend neither on
the machine nor on what else it does.
"""

from cProfile import Profile
from datetime import date

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from ledger.models import Entry
from ledger.models.site.schema_lock import unlocked
from ledger.queries.statistics import deals
from ledger.queries.statistics.deal_filter import DealFilter
from ledger.queries.statistics.deals import ChosenDeals, DealPlace, deals_page
from ledger.queries.statistics.played import PlayedDeals
from ledger.queries.statistics.player_counts import player_counts
from ledger.queries.statistics.tallies import forget_counts
from tests.bench.parts.long_season import long_season
from tests.bench.parts.stretched import stretch
from tests.support.people import record
from tests.support.plans import as_beside_thousands, every_statement

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.engines,
    pytest.mark.direct("the plans are those of the session that asks"),
]

EVENINGS = 4
TIMES = (20, 105)  # the shorter season too has more evenings than a course of the standings goes through
FEW_TIMES = 3  # 300 deals, so that the longer has the length of the benchmark's
LATE = date(2026, 3, 1)  # evenings are before and after it in both seasons
MOST_GROWTH = 1.15  # of the calls, over 300 deals
MOST_OF_FULL = 1.05  # over a season that fills the lists and courses; the same page differs by one in a hundred
PAGES = (
    "standings/",
    "standings/?all=1",
    "standings/?last=5",
    "players/",
    "",
    "seasons/2026/curve/",
    "deals/",
    "evenings/1/",
)
WITH_LISTS = ("players/agnes/", "seasons/2026/attendance/", "figures/milestones/", "seasons/2026/review/", "figures/")
AS_FULL_EARLY = ("standings/", "evenings/1/")  # pages that 300 deals fill
MORE = {"sqlite": 60, "postgresql": 10}  # steps, rows: less than looking at each of the further evenings would take


@pytest.fixture
def clubs(real_commits, tmp_path, monkeypatch):
    """Two clubs alike but for the lengths of their seasons."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    clubs = [stretched_club(times) for times in TIMES]
    with unlocked(connection), as_beside_thousands():
        yield clubs


def stretched_club(times):
    club = long_season(name=f"Klub {times}", deals=25 * EVENINGS)
    with unlocked(connection):
        stretch(season=club.seasons.get(), times=times)
    return club


def statements_of(address):
    Client().get(address)  # what the process keeps
    with every_statement() as statements:
        assert Client().get(address).status_code == 200
    return statements


def rows_of_deals(club, asked):
    """The statements of a late page of the club's deals that a filter lets through, without its number and sum."""
    players, seasons = ({row.slug: row for row in rows.all()} for rows in (club.players, club.seasons))
    chosen = ChosenDeals(club=club, asked=asked, players=players, seasons=seasons)
    assert chosen.sums
    with every_statement() as statements:
        page = deals_page(chosen=chosen, most=25, beyond=DealPlace(LATE, 10**6, 1))
    assert len(page.deals) == 25
    return statements


def calls_of(address):
    """How many functions are called to draw a page that was drawn before."""
    client, profile = Client(), Profile()
    profile.runcall(client.get, address)
    return sum(function.callcount for function in profile.getstats())


def test_a_longer_season_is_not_read_further_and_its_pages_are_drawn_by_as_much(clubs, monkeypatch):
    for page in PAGES:
        short, long = (statements_of(f"/{club.slug}/{page}") for club in clubs)
        assert [asked.sql for asked in short] == [asked.sql for asked in long]
        grown = [
            f"{before.work} -> {now.work}: {now.sql}\n{now.plan}"
            for before, now in zip(short, long, strict=True)
            if now.work > before.work + MORE[connection.vendor]
        ]
        assert not grown, "\n\n".join(grown)

    monkeypatch.setattr(deals, "FEW", 0)  # in the shorter season what a filter lets through is not many
    for asked in (DealFilter(), DealFilter(player="agnes"), DealFilter(result="lost"), DealFilter(season="2026")):
        short, long = (rows_of_deals(club, asked) for club in clubs)
        assert long[0].work <= short[0].work + MORE[connection.vendor], f"{asked}\n{long[0].sql}\n{long[0].plan}"

    few, full, many = stretched_club(FEW_TIMES), *clubs
    for page in PAGES:
        Client().get(f"/{few.slug}/{page}")
        calls = {club: calls_of(f"/{club.slug}/{page}") for club in (few, full, many)}
        assert calls[many] <= MOST_OF_FULL * calls[full], page
        assert page not in AS_FULL_EARLY or calls[many] <= MOST_GROWTH * calls[few], page


def test_a_deal_more_is_counted_alone_however_long_the_season(clubs):
    works = []
    for club in clubs:
        played = [deals_of_agnes(club)]
        player_counts(played=played[0])
        last = club.evenings.latest("number")
        (deal,) = [Entry.objects.standing().filter(evening=last, kind="deal").latest("sequence").deal]
        record(last, deal)
        played.append(deals_of_agnes(club))
        with every_statement() as statements:
            counts = player_counts(played=played[1])
        forget_counts()
        assert counts == player_counts(played=played[1])
        works.append([asked.work for asked in statements])

    short, long = works
    assert len(short) == len(long) == 2
    assert sum(long) <= sum(short) + MORE[connection.vendor]


@pytest.mark.long
def test_after_a_deal_the_pages_with_lists_are_drawn_by_as_much_however_long_the_season(clubs):
    for page in WITH_LISTS:
        works, calls = zip(*(work_and_calls_after_a_deal(club, page) for club in clubs), strict=True)
        assert works[1] <= works[0] + MORE[connection.vendor], page
        assert calls[1] <= MOST_OF_FULL * calls[0], page


def work_and_calls_after_a_deal(club, page):
    """What the statements of a page take, and how many functions are called, after a deal more in its last evening."""
    address, last = f"/{club.slug}/{page}", club.evenings.latest("number")
    deal = last.entries.filter(kind="deal").latest("sequence").deal
    Client().get(address)  # what the process keeps
    record(last, deal)
    with every_statement() as statements:
        assert Client().get(address).status_code == 200
    record(last, deal)
    return sum(asked.work for asked in statements), calls_of(address)


def deals_of_agnes(club):
    return PlayedDeals(player=club.players.get(name="Agnes"), season=None, seasons=tuple(club.seasons.all()))
