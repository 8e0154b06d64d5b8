"""A club whose source has no prices types its own and plays on: from the first page to the standings."""

import uuid

import pytest

from ledger.models import Evening, ScoringTableVersion
from tests.support.people import FOUR, PASSWORD, points_of, seat_ids
from tests.web.reading import in_english, notices, publish, rows_of

pytestmark = pytest.mark.django_db

CLUB = "/fredagsklubben"


@pytest.fixture
def founder(client, time_machine):
    time_machine.move_to("2026-09-04T18:00+02:00")  # the first season begins on the day of its founding
    return in_english(client)


def start(founder, preset):
    founder.post(
        "/start/",
        {
            "name": "Fredagsklubben",
            "players": "\n".join(FOUR),
            "place": "all",
            "fit": preset,
            "writer_name": "Alma Lund",
            "username": "alma",
            "password": PASSWORD,
        },
    )


def type_prices(founder, prices, **start):
    """Prices in force from before any evening, unless something else is said."""
    address = f"{CLUB}/tables/{ScoringTableVersion.objects.latest('number').pk}/prices/"
    return publish(founder, address, {"in_force_from": "2026-01-01", **prices, **start})


def open_evening(founder):
    """An evening with the four in seat order."""
    founder.get(f"{CLUB}/evenings/new/")
    players = {
        player.name: player.pk for player in ScoringTableVersion.objects.first().scoring_table.club.players.all()
    }
    seats = {f"seat_{place}": players[name] for place, name in enumerate(FOUR, start=1)}
    founder.post(f"{CLUB}/evenings/new/", {"day": "2026-09-04", **seats})
    return Evening.objects.latest("number")


def enter(founder, evening, **fields):
    """A deal as the entry screen sends it; gives what it paid, by name, in units."""
    ids = seat_ids(evening)
    sent = {"key": str(uuid.uuid4()), "dealer": ids["Bodil"], "declarer": ids["Bodil"], "save": "1"}
    founder.post(
        f"{CLUB}/evenings/{evening.number}/deals/new/",
        sent | {name: ids.get(value, value) for name, value in fields.items()},
    )
    return points_of(evening.entries.latest("number"))


def standings(founder):
    rows = rows_of(founder.get(f"{CLUB}/standings/"))
    return sorted((name.split()[0], points.split()[0]) for _place, _moved, name, *_, points in rows)


def test_whistklubben_types_the_whole_sheet_and_plays(founder):
    start(founder, "whistklubben")
    columns = ("plain", "vip", "staerke", "gode", "halve", "sans")
    sheet = {f"values.{level}.{column}": "1/2" for level in range(8, 14) for column in columns}
    nolo = {f"nolo.{code}.made": "1,5" for code in ("sol", "ren_sol", "bordlaegger", "ren_bordlaegger")}

    type_prices(founder, sheet | nolo)
    evening = open_evening(founder)
    won = enter(founder, evening, contract="9", column="gode", partner="Carl", tricks="10")
    lost = enter(founder, evening, contract="sol", **{f"tricks_{seat_ids(evening)['Bodil']}": "2"})

    assert ScoringTableVersion.objects.latest("number").to_rules().missing_prices == {}
    assert won == {"Bodil": 8, "Carl": 8, "Dorthe": -8, "Emil": -8}  # eighths: 1/2 + 1 x 1/2 = 1
    assert lost == {"Bodil": -36, "Carl": 12, "Dorthe": 12, "Emil": 12}
    assert standings(founder) == [("Bodil", "−3.5"), ("Carl", "+2.5"), ("Dorthe", "+0.5"), ("Emil", "+0.5")]


def test_dansk_whist_types_five_prices_and_plays_every_contract(founder):
    start(founder, "dansk-whist")
    prices = {"values.7.grand": "1", "values.7.grandi": "2", "nolo.nolo.made": "3", "nolo.sol.made": "4"}

    type_prices(founder, prices | {"free_for_all.price": "1/2"})
    evening = open_evening(founder)
    ids = seat_ids(evening)
    grand = enter(founder, evening, contract="7", column="grand", tricks="8")
    pasnolo = {f"tricks_{ids[name]}": tricks for name, tricks in zip(FOUR, (1, 2, 4, 6), strict=True)}
    pot = enter(founder, evening, contract="free_for_all", **pasnolo)
    nolo = enter(founder, evening, contract="nolo", **{f"tricks_{ids['Bodil']}": "6"})

    assert grand == {"Bodil": 48, "Carl": -48, "Dorthe": 48, "Emil": -48}  # twenty-fourths: 1 + 1 x 1 = 2
    assert pot == {"Bodil": 108, "Carl": -12, "Dorthe": -36, "Emil": -60}
    assert nolo == {"Bodil": 72, "Carl": -72, "Dorthe": 72, "Emil": -72}
    assert standings(founder) == [("Bodil", "+9.5"), ("Carl", "−5.5"), ("Dorthe", "+3.5"), ("Emil", "−7.5")]


def enter_a_sol(founder, evening):
    """Emil bids sol and takes no trick."""
    emil = seat_ids(evening)["Emil"]
    sent = {"key": str(uuid.uuid4()), "contract": "sol", "dealer": emil, "declarer": emil, "save": "1"}
    return founder.post(f"{CLUB}/evenings/{evening.number}/deals/new/", sent)


def test_an_evening_opened_before_the_prices_keeps_its_empty_sheet(founder):
    start(founder, "dansk-whist")
    evening = open_evening(founder)

    type_prices(founder, {"nolo.sol.made": "4"})
    response = enter_a_sol(founder, evening)

    assert (response.status_code, evening.entries.count()) == (200, 0)
    assert response.context["form"].non_field_errors() == ["The scoring table has no price for Sol yet."]


def test_unless_the_prices_are_in_force_from_that_evening(founder):
    start(founder, "dansk-whist")
    evening = open_evening(founder)

    response = type_prices(founder, {"nolo.sol.made": "4"}, in_force_from="", from_evening=str(evening.number))
    enter_a_sol(founder, evening)

    assert notices(response)[-1:] == ["Version 2 is published, in force from evening 1, 4 Sep 2026."]
    assert points_of(evening.entries.get()) == {"Bodil": -96, "Carl": -96, "Dorthe": -96, "Emil": 288}
