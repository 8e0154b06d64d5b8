"""The club in figures: its records, its milestones, a season's curve, its attendance, its review."""

import csv
import re
from fractions import Fraction
from html import unescape

import pytest

from ledger.models import Entry
from ledger.queries.statistics.figures import common_denominator
from ledger.rules.site.points import in_points
from ledger.web.statistics import club_figures
from tests.support.every_sort import club_of_every_sort
from tests.support.people import (
    load_sample,
    play_evening,
)
from tests.support.presets import EVERY_SEED
from tests.web.reading import page, pages_of
from tests.web.statistics.test_player_page import section

pytestmark = pytest.mark.django_db

FIGURES = "/torsdagsklubben/figures/"


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_every_count_and_sum_is_that_of_its_list(client, every):
    """By default every eighth link of the page."""
    club = load_sample()
    client.force_login(club.memberships.first().user)

    for season in ("", "?season=12-saeson"):
        response = client.get(f"/{club.slug}/figures/{season}")
        contracts = response.context["contracts"]
        links = re.findall(r'<a href="([^"]+/deals/\?[^"]+)">(\d+)</a>', response.content.decode())
        assert len(links) >= 2 * len(contracts) > 10
        for link, count in links[::every]:
            assert client.get(unescape(link)).context["counted"].deal == int(count), link
        counted = response.context["season"]
        denominator = common_denominator([counted] if counted else response.context["seasons"])
        for row in contracts[::every]:
            points = client.get(row["address"]).context["points"]
            units = Fraction(row["contract"].units, denominator)
            assert points == units
        file = client.get(f"/{club.slug}/figures/contracts.csv{season}").content.decode("utf-8-sig")
        _, *listed = csv.reader(file.splitlines(), delimiter=";")
        assert [(name, int(deals)) for name, deals, *_ in listed] == [
            (row["name"], row["contract"].deals) for row in contracts
        ]
        assert [Fraction(points.replace(",", ".") or 0) for *_, points, _average in listed] == [
            Fraction(row["contract"].units if row["contract"].bids else 0, denominator) for row in contracts
        ]


def test_records_lead_to_what_they_were(visitor, club):
    play_evening(club, "Bodil", "Carl", 10)

    content = visitor.get(FIGURES).content.decode()

    assert re.findall(r'<dd class="more"><a class="go" href="([^"]+)">([^<]+)</a>', content) == [
        ("/torsdagsklubben/evenings/1/", "Bodil, 3 Sep 2026"),
        ("/torsdagsklubben/evenings/1/", "Dorthe, 3 Sep 2026"),
        ("/torsdagsklubben/evenings/1/deals/1/", "Bodil: Plain, evening 1, deal 1"),
        ("/torsdagsklubben/evenings/1/", "Bodil, evening 1, and counting"),
        ("/torsdagsklubben/standings/?season=2026-27", "Bodil, 2026/27"),
        ("/torsdagsklubben/evenings/1/", "3 Sep 2026"),
    ]
    assert section(visitor.get(FIGURES), "contracts")[0][1] == "1"


OF_SEASON = ("curve", "review", "attendance")
PAGES_OF_FIGURES = ("figures/", "deals/", "standings/", *(f"seasons/2026-27/{page}/" for page in OF_SEASON))


@pytest.mark.parametrize("address", PAGES_OF_FIGURES)
def test_a_club_without_deals_has_no_figures_yet(secretary, address):
    for_the_board = secretary.get(f"/torsdagsklubben/{address}")
    secretary.logout()
    for_all = secretary.get(f"/torsdagsklubben/{address}").content.decode()

    assert re.search(r"Nobody has played yet .*\. To the evening", page(for_the_board))
    assert "Ingen har spillet endnu" in for_all
    assert "Til aftenen" not in for_all


@pytest.mark.parametrize("code", EVERY_SEED)
def test_every_preset_has_its_figures(visitor, code):
    club_of_every_sort(code)

    response = visitor.get(FIGURES)

    assert sum(int(row[1]) for row in section(response, "contracts")) == Entry.objects.filter(kind="deal").count()
    assert "{" not in page(response)


# The club's milestones: what an evening is told to have brought, by date.


def words_of(milestone):
    """How an evening may tell a milestone: a winner's record stands beside who won."""
    yield milestone.label["da"]
    if milestone.sort == "club_best":
        points = in_points(*milestone.points.as_integer_ratio(), signed=True)["da"]
        yield f"{milestone.name} vandt med {points}, mere end nogen i klubben før på en aften"
    if milestone.sort == "best":
        yield f"På {milestone.number} aftener har {milestone.name} aldrig gjort det bedre"


def test_what_the_sample_clubs_evenings_brought_is_listed_the_latest_first(client, monkeypatch):
    monkeypatch.setattr(club_figures, "PER_PAGE", 3)
    club = load_sample()
    client.force_login(club.memberships.first().user)

    pages = list(pages_of(client, f"/{club.slug}/figures/milestones/"))
    rows = [row for response in pages for row in response.context["on_page"]]
    assert len(pages) == -(-len(rows) // 3) > 1
    days = [evening.date for evening, _ in rows]
    assert days == sorted(days, reverse=True)
    for evening, brought in rows:
        told = page(client.get(f"/{club.slug}/evenings/{evening.number}/"))
        assert any(words in told for milestone in brought for words in words_of(milestone)), evening.number


def test_a_club_without_deals_has_no_milestone(visitor, club):
    assert "No milestone yet" in page(visitor.get("/torsdagsklubben/figures/milestones/"))
