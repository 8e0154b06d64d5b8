"""The season in review and who was there: what one page says is what the others say."""

import re
from datetime import date

import pytest

from ledger.services.evenings.approval import approve_evening
from ledger.services.seasons import close_season
from tests.support.people import (
    FIVE,
    load_sample,
    make_evening,
    play_evening,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
)
from tests.web.reading import grid_of, page
from tests.web.statistics.test_player_page import section

pytestmark = pytest.mark.django_db

SEASON = "/torsdagsklubben/seasons/2026-27/"


@pytest.fixture
def two_evenings(club):
    first = make_evening(club, names=FIVE)
    record(first, trick(first, "Bodil", "Carl", 10, dealer=seat_ids(first)["Frida"]))
    play_evening(club, "Dorthe", "Emil", 8, day=date(2026, 9, 10))
    approve_evening(evening=first, entry_count=1, **signed(club))


@pytest.mark.usefixtures("two_evenings")
def test_a_grid_says_who_came_and_who_won(visitor):
    response = visitor.get(f"{SEASON}attendance/")

    grid = grid_of(response.content.decode().split("<table")[1].split("</table>")[0])
    assert grid == [
        ["Player", "3/9", "10/9", "In all"],
        ["Bodil", "★ won", "● there", "2"],
        ["Carl", "★ won", "● there", "2"],
        ["Dorthe", "● there", "★ won", "2"],
        ["Emil", "● there", "★ won", "2"],
        ["Frida", "● there", "", "1"],
        ["Came", "5", "4", ""],
    ]


def test_the_review_has_the_standings_of_the_season_and_its_curve_ends_on_them(client):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    for season in club.seasons.all():
        address = f"/{club.slug}/seasons/{season.slug}/"
        review = client.get(f"{address}review/")
        standings = client.get(f"/{club.slug}/standings/?season={season.slug}").context["standings_list"].data
        assert [(row.place, row.name, row.evenings, row.deals, row.points) for row in standings] == [
            (row.place, row.name, row.evenings, row.deals, row.points) for row in review.context["ranking"].standings
        ]
        final = {row[1]: row[4].split()[0] for row in section(review, "final")[:-1]}
        for chart in re.findall(r'<svg class="curve .*?</svg>', review.content.decode()):
            labels = re.findall(r"<text[^>]*>([^<]* [+−]?[\d,]+)</text>", chart)
            assert sorted(labels) == sorted(f"{name} {points}" for name, points in final.items())
        came = {row[0]: int(row[-1]) for row in section(review, "attendance")[:-1]}
        assert came == {row.name: row.evenings for row in standings}


def test_nothing_goes_on_in_a_closed_season(visitor, club, two_evenings):
    play_evening(club, "Dorthe", "Emil", 8, day=date(2026, 9, 17))
    pages = [f"{SEASON}review/", "/torsdagsklubben/figures/?season=2026-27", "/torsdagsklubben/players/dorthe/"]
    assert ["and counting" in page(visitor.get(address)) for address in pages] == [True, True, True]

    close_season(season=season_of(club), entry_count=3, **signed(club))

    assert ["and counting" in page(visitor.get(address)) for address in pages] == [False, False, False]
    assert "Winning evenings in a row" in page(visitor.get(f"{SEASON}review/"))
