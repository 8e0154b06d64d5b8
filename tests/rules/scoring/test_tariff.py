"""A tariff holds every outcome that can be entered, each of them balances, and a page is told what it needs of it."""

import pytest

from ledger.rules.deals.settling import every_deal, settle
from ledger.rules.scoring.document import PRESETS
from tests.rules.deals.playing import FIVE, FOUR, SIX, tariff_of

TABLES_AND_PLAYERS = [(code, FOUR) for code in PRESETS] + [("call-ace-euchre", FIVE), ("call-ace-euchre", SIX)]


@pytest.mark.parametrize(("code", "players"), TABLES_AND_PLAYERS)
def test_every_outcome_of_every_preset_sums_to_zero_with_the_house(code, players):
    tariff = tariff_of(code)

    for deal in every_deal(tariff.scoring_table, players):
        settlement = settle(deal, tariff, players)

        assert sum(settlement.units.values()) + settlement.house == 0
        assert settlement.house == 0 or not tariff.scoring_table.zero_sum
        assert list(settlement.units) == list(players)


def test_the_lines_read_like_the_contracts():
    tariff = tariff_of("esmakker-wikipedia")

    assert tariff.amounts["9 vip2"] == (-160, -144, -128, -112, -96, -80, -64, -48, -32, 16, 32, 48, 64, 80)
    assert tariff.amounts["9 vip2 clubs"][10] == 64
    assert tariff.amounts["9 vip2 clubs alone"] == tariff.amounts["9 vip2 clubs"]
    assert tariff.amounts["9 kvarte alone"][9] == 8
    assert tariff.amounts["sol"] == (8, 8, *[-8] * 12)
    assert "9 kvarte" not in tariff.amounts
    assert "9 gode clubs" not in tariff.amounts


def test_the_page_gets_what_a_look_up_needs():
    shipped = tariff_of("esmakker-wikipedia").as_json()

    assert shipped["unit_denominator"] == 8
    assert shipped["joined"] == "independent"
    assert shipped["columns"][6] == {
        "code": "vip1",
        "attachment": "vip",
        "alone": "possible",
        "tricks_played": 13,
        "trump": "turned",
    }
    assert shipped["multipliers"] == [{"attachment": "vip", "trump": "clubs"}]
    assert shipped["nolo"]["sol"] == {"side": "alone", "min_tricks": 0, "max_tricks": 1, "by_tricks": False}
    assert shipped["amounts"]["9 vip2"][10] == 32


def test_playing_alone_is_told_to_the_page_only_where_it_pays_another_amount():
    tariff = tariff_of("esmakker-wikipedia")
    alone = {key for key in tariff.amounts if key.endswith(" alone")}
    told = {key for key in tariff.as_json()["amounts"] if key.endswith(" alone")}

    assert told == {f"{level} kvarte alone" for level in range(7, 14)}  # nobody plays them with a partner
    assert told < alone
    assert tariff.amounts.keys() - alone == tariff.as_json()["amounts"].keys() - told


@pytest.mark.parametrize(
    ("code", "part", "told"),
    [
        ("whist2", "penalties", {"duestraf": {"offender": -72, "other": 24}}),
        ("pywhist", "flags", {bid: ["knock", "re_knock"] for bid in ("plain", "gode", "halve", "sans", "vip")}),
        ("whist-scoreboard", "penalties", {"straf": {"offender": -75, "other": 25}}),
        (
            *("call-ace-euchre", "sides"),
            {
                "march_alone": "alone",
                "made_alone": "alone",
                "march_partners": "pair",
                "made_partners": "pair",
                "euchred": "any",
            },
        ),
    ],
)
def test_the_page_gets_penalties_sides_and_knocks(code, part, told):
    assert tariff_of(code).as_json()[part] == told
