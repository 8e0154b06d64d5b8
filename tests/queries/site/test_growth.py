"""The standings and a page of deals read no more of a season that is many times as long, as the engine tells.

The short form of `dev.py bench reading`, by ratios of 300 and 10,500 deals, which do not depend on the machine.
"""

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
from ledger.services.site.kept_pages import forget_all_pages
from tests.bench.parts.figures import least_fifth
from tests.bench.parts.long_season import long_season
from tests.bench.parts.stretched import stretch
from tests.support.people import record
from tests.support.plans import as_beside_thousands, every_statement
from tests.support.processor import seconds_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.engines,
    pytest.mark.direct("the plans are those of the session that asks"),
]

EVENINGS = 4
TIMES = (20, 105)  # the shorter season too has more evenings than a course of the standings goes through
FEW_TIMES = 3  # 300 deals, so that the longer has the length of the benchmark's
LATE = date(2026, 3, 1)  # evenings are before and after it in both seasons
MOST_GROWTH = 1.15
ROUNDS, TRIES = 11, 5  # other programs spoil one measurement or another, and what grows is seen in each of them
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


def draw_anew(address):
    forget_all_pages()
    return seconds_of(lambda: Client().get(address))


def test_a_longer_season_is_not_read_further_and_its_pages_are_drawn_as_fast(clubs, monkeypatch):
    for page in ("standings/", "players/", "", "seasons/2026/curve/", "deals/"):
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

    # The short form of the benchmark: 300 deals and 10,500.
    few, many = stretched_club(FEW_TIMES), clubs[-1]
    for page in ("standings/", "evenings/1/", ""):
        assert any(growth(few, many, page) < MOST_GROWTH for _ in range(TRIES)), page


def growth(few, many, page):
    """What a page of one club costs over that of another, drawn by turns."""
    rounds = [[draw_anew(f"/{club.slug}/{page}") for club in (few, many)] for _ in range(ROUNDS)]
    short, long = (least_fifth(times) for times in zip(*rounds, strict=True))
    return long / short


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


def deals_of_agnes(club):
    return PlayedDeals(player=club.players.get(name="Agnes"), season=None, seasons=tuple(club.seasons.all()))
