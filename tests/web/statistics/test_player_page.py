"""A player's page: every count leads to the deals it counts, and says how little a few of them tell."""

import re
from datetime import date

import pytest

from ledger.services.clubs.clubs import start_evening, start_season
from tests.support.people import (
    FOUR,
    make_evening,
    nolo,
    record,
    signed,
    trick,
    version_of,
)
from tests.web.reading import grid_of, page, words

pytestmark = pytest.mark.django_db

PLAYER = "/torsdagsklubben/players/bodil/"


@pytest.fixture
def three_deals(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, trick(evening, "Dorthe", "Emil", 8))
    record(evening, nolo(evening, "sol", {"Bodil": 0, "Emil": 3}))


def section(response, name):
    return grid_of(response.content.decode().split(f'id="{name}"')[1].split("</table>")[0])[1:]


@pytest.mark.usefixtures("three_deals")
def test_a_player_sees_every_part_and_every_contract(visitor):
    response = visitor.get(PLAYER)

    assert [row[:3] for row in section(response, "parts")] == [
        ["Declarer with a partner 1 won", "1", "1"],
        ["Nolo 1 won", "1", "1"],
        ["Defender 0 won", "1", "0"],
    ]
    assert [row[:3] for row in section(response, "contracts")] == [["Sol 1 won", "1", "1"], ["Plain 1 won", "1", "1"]]
    assert "fewer than 10, too few to go by" in page(response)
    assert "few" in response.content.decode().split('id="parts"')[1].split("</table>")[0]


@pytest.mark.usefixtures("three_deals")
def test_the_others_stand_beside_and_add_up_to_the_players_own(visitor):
    response = visitor.get(PLAYER)

    rows = section(response, "others")
    assert [row[0] for row in rows[:-1]] == ["Emil", "Dorthe", "Carl"]
    assert rows[-1] == [
        "Against, in all",
        words(response.content.decode().split('id="parts"')[0]).split(" with ")[1].split()[0],
    ]
    assert "1 deal" in rows[2][1] and rows[0][1] == ""


@pytest.mark.usefixtures("three_deals")
def test_everything_on_the_page_is_of_one_period(visitor, club):
    day, version = date(2027, 9, 2), version_of(club)
    season = start_season(club=club, name="2027/28", starts_on=day, version=version, **signed(club))
    evening = start_evening(
        season=season, day=day, players=club.players.filter(name__in=FOUR), version=version, **signed(club)
    )
    record(evening, trick(evening, "Bodil", "Emil", 8))

    latest, ever = visitor.get(PLAYER), visitor.get(f"{PLAYER}?all=1")

    assert page(latest).startswith("← Players 2027/28 Bodil Number 1 in 2027/28 with +0.25 on 1 evening. 1 deal in all")
    assert list_of_evenings(latest) == [["2 Sep 2027", "1", "+0.25", "+0.25"]]
    assert "in all seasons with +4.75 on 2 evenings. 4 deals in all" in page(ever)
    assert page(ever).startswith("← Players All seasons Bodil Number ")
    assert list_of_evenings(ever) == [["2 Sep 2027", "1", "+0.25", "+4.75"], ["3 Sep 2026", "3", "+4.5", "+4.5"]]
    assert "through all seasons" in ever.content.decode()


def list_of_evenings(response):
    return grid_of(response.content.decode().split("<tbody>")[-1].split("</tbody>")[0])


@pytest.mark.usefixtures("three_deals")
def test_records_lead_to_what_they_were(visitor):
    content = visitor.get(PLAYER).content.decode()

    assert re.findall(r'<dd class="more"><a class="go" href="([^"]+)">([^<]+)</a>', content) == [
        ("/torsdagsklubben/evenings/1/", "3 Sep 2026"),
        ("/torsdagsklubben/evenings/1/", "evening 1, and counting"),
        ("/torsdagsklubben/evenings/1/deals/3/", "Sol, evening 1, deal 3"),
    ]
