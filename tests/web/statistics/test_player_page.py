"""A player's page: every count leads to the deals it counts, and says how little a few of them tell."""

import re
from datetime import date

import pytest

from ledger.models import Season
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.deals import void_deal
from tests.support.people import (
    FOUR,
    change,
    make_evening,
    nolo,
    play_evening,
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
    evening = play_evening(club, "Bodil", "Carl", 10)
    record(evening, trick(evening, "Dorthe", "Emil", 8))
    record(evening, nolo(evening, "sol", {"Bodil": 0, "Emil": 3}))


def section(response, name):
    return grid_of(response.content.decode().split(f'id="{name}"')[1].split("</table>")[0])[1:]


@pytest.mark.usefixtures("three_deals")
def test_a_player_sees_every_part_and_every_contract(visitor):
    response = visitor.get(PLAYER)

    assert [row[0] for row in section(response, "parts")] == [
        "Declarer with a partner 1 of 1 won",
        "Nolo 1 of 1 won",
        "Defender 0 of 1 won",
    ]
    assert [row[0] for row in section(response, "contracts")] == ["Sol 1 of 1 won", "Plain 1 of 1 won"]
    assert "fewer than 10, too few to go by" in page(response)
    assert "few" in response.content.decode().split('id="parts"')[1].split("</table>")[0]


@pytest.mark.usefixtures("three_deals")
def test_the_others_stand_by_what_two_got_together_and_add_up_to_the_players_own(visitor):
    rows = section(visitor.get(PLAYER), "others")

    assert [(row[0], row[1]) for row in rows] == [("Carl", "+1.5 1 deal"), ("Emil", "–"), ("Dorthe", "–")]
    assert sum(float(row[2].split()[0].replace("−", "-")) for row in rows) == 4.5


@pytest.fixture
def five_deals(club):
    """Bodil and Carl won five deals, Bodil and Dorthe lost four: more than both won in the fifth."""
    evening = make_evening(club)
    for _ in range(5):
        record(evening, trick(evening, "Bodil", "Carl", 10))
    for _ in range(4):
        record(evening, trick(evening, "Bodil", "Dorthe", 10))
    return evening


def facts(response):
    content = response.content.decode().split('<dl class="words">')[1].split("</dl>")[0]
    return [words(fact) for fact in content.split("<dt>")[1:]]


@pytest.mark.usefixtures("five_deals")
def test_what_is_best_is_said_in_words(visitor):
    content = visitor.get(PLAYER)

    assert facts(content) == [
        "Best partner Carl 5 deals together +7.5",
        "Best contract Plain 9 of 9 made +6.75",
        "Best evening 3 September +6.75",
        "In all since September 9 deals on 1 evening +6.75",
    ]
    assert page(content).startswith("Number 1 of 4 in 2026/27 Bodil 2026/27")


def test_of_fewer_than_five_deals_nothing_is_called_the_best(visitor, five_deals):
    void_deal(entry=five_deals.entries.get(number=1), change=change(five_deals))

    assert [fact.split(" on ")[0] for fact in facts(visitor.get(f"{PLAYER[:-6]}carl/"))] == [
        "In all since September 8 deals"
    ]
    assert "Best partner" not in page(visitor.get(PLAYER))


@pytest.mark.usefixtures("three_deals")
def test_everything_on_the_page_is_of_one_period(visitor, club):
    day, version = date(2027, 9, 2), version_of(club)
    season = start_season(club=club, name="2027/28", starts_on=day, version=version, **signed(club))
    evening = start_evening(
        season=season, day=day, players=club.players.filter(name__in=FOUR), version=version, **signed(club)
    )
    record(evening, trick(evening, "Bodil", "Emil", 8))

    latest, ever = visitor.get(PLAYER), visitor.get(f"{PLAYER}?all=1")

    assert page(latest).startswith("Number 1 of 4 in 2027/28 Bodil ")
    assert facts(latest) == facts(ever) == ["In all since September 2026 4 deals on 2 evenings +4.75"]
    assert list_of_evenings(latest) == [["2 Sep 2027", "1", "+0.25", "+0.25"]]
    assert page(ever).startswith("Number 1 of 4 in all seasons Bodil ")
    assert list_of_evenings(ever) == [["2 Sep 2027", "1", "+0.25", "+4.75"], ["3 Sep 2026", "3", "+4.5", "+4.5"]]
    assert "through all seasons" in ever.content.decode()


def test_all_points_are_right_beside_a_finer_season_that_the_player_missed(visitor, club):
    play_evening(club, "Bodil", "Carl", 10)
    before, version = list_of_evenings(visitor.get(f"{PLAYER}?all=1")), version_of(club)
    season = start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version, **signed(club))
    Season.objects.filter(pk=season.pk).update(unit_denominator=24)
    season.refresh_from_db()
    others = club.players.exclude(name="Bodil")
    evening = start_evening(season=season, day=date(2027, 1, 7), players=others, version=version, **signed(club))
    record(evening, trick(evening, "Carl", "Emil", 9))

    assert list_of_evenings(visitor.get(f"{PLAYER}?all=1")) == before
    carls = visitor.get(f"{PLAYER.replace('bodil', 'carl')}?all=1")
    assert [(row[0], row[-1]) for row in section(carls, "parts")] == [
        ("Declarer with a partner 1 of 1 won", "+0.5"),
        ("Partner 1 of 1 won", "+0.75"),
    ]


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
