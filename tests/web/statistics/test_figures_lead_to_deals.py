"""Every figure of a player's page leads to a list of deals whose number and sum are the figure."""

import re
from html import unescape

import pytest

from ledger.models import Posting
from ledger.rules.scoring.document import SEEDS
from ledger.services.deals import void_deal
from tests.queries.random_book import POINTS_ONLY, record_points_only
from tests.support.every_sort import club_of_every_sort
from tests.support.long_season import long_season
from tests.support.people import anna, change, load_sample, record
from tests.support.presets import A_FEW_SEEDS
from tests.web.reading import in_english

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a href="(/[\w-]+/deals/\?[^"]+)">\s*([^<]*?)\s*</a>')
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd]\b.*?</t[hd]>", re.DOTALL)
PAD = re.compile(r'<i class="pad".*?</i>')
POINTS = re.compile(r'<span class="points[^"]*">([^<]*)</span>')
COUNT = re.compile(r"\d+")
EVERY_FEW = 7  # of the many links of a long page


def figures_of(content):
    """Each link to deals, with the number and the points that the page has beside it."""
    for row in ROW.findall(PAD.sub("", content)):
        for place in CELL.findall(row):
            for address, text in LINK.findall(place):
                beside = POINTS.findall(place) or POINTS.findall(row)
                # "5 deals", or "3 of 4 won".
                yield unescape(address), int(COUNT.findall(text)[-1]), beside[0]


def check_page(client, address, *, every=1):
    """Follow the figures of a page, or one of every few; give how many were followed."""
    figures = list(figures_of(client.get(address).content.decode()))
    for link, count, points in figures[::every]:
        answer = client.get(link)
        counted = answer.context["counted"]
        deals = counted.adjustment if "part=adjustment" in link else counted.deal
        stand = re.search(r'<p class="stand">(.*?)</p>', PAD.sub("", answer.content.decode()), re.DOTALL)[1]
        assert count == deals, link
        assert POINTS.search(stand)[1] == points, link
    return len(figures)


@pytest.mark.parametrize(
    ("code", "every"),
    [*((code, EVERY_FEW) for code in A_FEW_SEEDS), *(pytest.param(code, 1, marks=pytest.mark.long) for code in SEEDS)],
)
def test_every_figure_of_every_preset_is_that_of_its_deals(client, code, every):
    club = club_of_every_sort(code)
    client.force_login(anna(club))

    for player in club.players.filter(postings__role__in=["declarer", "player", "defender"]).distinct()[:2]:
        assert check_page(in_english(client), f"/{club.slug}/players/{player.slug}/", every=every) > 4


def test_every_figure_of_the_sample_club_is_that_of_its_deals(client):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    assert check_page(in_english(client), f"/{club.slug}/players/ejnar/", every=EVERY_FEW) > 25


@pytest.mark.parametrize("name", ["bodil", "carl"])
def test_every_figure_of_deals_of_points_only_is_that_of_its_deals(visitor, evening, name):
    for known in POINTS_ONLY:
        record_points_only(evening, known)

    assert check_page(visitor, f"/torsdagsklubben/players/{name}/", every=2) > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_figure_of_a_season_of_chance_is_that_of_its_deals(client, seed):
    club = long_season(name="Klub", deals=100, seed=seed)
    client.force_login(anna(club))
    posting = Posting.objects.filter(entry__kind="deal").select_related("entry__evening").earliest("pk")
    void_deal(entry=posting.entry, change=change(posting.entry.evening))
    ids = [str(seat.player_id) for seat in posting.entry.evening.seats.order_by("position")]
    record(posting.entry.evening, {"kind": "adjustment", "amounts": {ids[0]: -3, ids[1]: 3}, "reason": "aftalt"})

    for player in club.players.filter(postings__isnull=False).distinct()[:8]:
        for season in ("", "?season=2026"):
            assert check_page(in_english(client), f"/klub/players/{player.slug}/{season}") > 10
