"""A tariff holds exactly the outcomes that can be entered, and every one of them balances."""

import random

import pytest

from ledger.rules.deals.kinds import FreeForAll, NoloDeal, PairBook, Participant, RoleTable, TrickDeal
from ledger.rules.deals.settling import deal_data, every_deal, read_deal, settle
from ledger.rules.scoring.document import GALLERY, PRESETS, SEEDS, table_from
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.tariff import compile_tariff, partitions
from tests.rules.deals.playing import FIVE, FOUR, SIX, table_of, tariff_of

TABLES_AND_PLAYERS = [(code, FOUR) for code in PRESETS] + [("call-ace-euchre", FIVE), ("call-ace-euchre", SIX)]


@pytest.mark.parametrize(("code", "players"), TABLES_AND_PLAYERS)
def test_every_outcome_of_every_preset_sums_to_zero_with_the_house(code, players):
    tariff = tariff_of(code)

    for deal in every_deal(tariff.scoring_table, players):
        settlement = settle(deal, tariff, players)

        assert sum(settlement.units.values()) + settlement.house == 0
        assert settlement.house == 0 or not tariff.scoring_table.zero_sum
        assert list(settlement.units) == list(players)


@pytest.mark.parametrize("code", [*SEEDS, *(pytest.param(code, marks=pytest.mark.long) for code in GALLERY)])
def test_every_offered_choice_still_sums_to_zero(code):
    scoring_table = table_of(code)

    for rule in scoring_table.rules:
        for choice in RULES[rule].choices:
            tariff = tariff_of(code, **{rule: choice})
            for deal in random.Random(code).sample(list(every_deal(tariff.scoring_table, FOUR)), 5):
                settlement = settle(deal, tariff, FOUR)
                assert sum(settlement.units.values()) + settlement.house == 0


@pytest.mark.parametrize("code", PRESETS)
def test_three_or_four_players_on_a_nolo_balance_too(code):
    tariff = tariff_of(code)
    if tariff.scoring_table.rules.get("joined") not in ("independent", "outsiders"):
        return

    for contract in tariff.scoring_table.nolo:
        for tricks in partitions(13, 4):
            on_it = tuple(Participant(player, taken) for player, taken in zip(FOUR, tricks, strict=True))
            for count in (3, 4):
                settlement = settle(NoloDeal(contract=contract, participants=on_it[:count]), tariff, FOUR)
                assert sum(settlement.units.values()) == 0


@pytest.mark.parametrize(("code", "players"), TABLES_AND_PLAYERS)
def test_every_deal_of_a_table_can_be_entered(code, players):
    scoring_table = table_of(code)

    for deal in every_deal(scoring_table, players):
        assert read_deal(deal_data(deal), scoring_table, players) == deal


@pytest.mark.parametrize("code", PRESETS)
def test_the_tariff_holds_exactly_the_outcomes_that_can_be_entered(code):
    tariff = tariff_of(code)
    entered = set()
    for players in (FOUR, FIVE, SIX)[: tariff.scoring_table.seats.max - 3]:
        for deal in every_deal(tariff.scoring_table, players):
            entered |= look_up(deal, settle(deal, tariff, players).key)

    held = {(line, tricks) for line, amounts in tariff.amounts.items() for tricks in range(len(amounts))}
    held |= {("free_for_all", tricks) for tricks in tariff.free_for_all}
    held |= {("pair_book", tricks) for tricks in range(len(tariff.pair_book))}
    held |= {("role", line) for line in tariff.roles}

    assert entered == held


def look_up(deal, line):
    match deal:
        case TrickDeal():
            return {(line, deal.tricks)}
        case NoloDeal():
            return {(line, participant.tricks) for participant in deal.participants}
        case FreeForAll():
            return {("free_for_all", tuple(sorted(deal.tricks.values())))}
        case PairBook():
            return {("pair_book", deal.pair_tricks[0])}
        case RoleTable():
            return {("role", line)}
        case _:
            return set()


@pytest.mark.parametrize("code", PRESETS)
def test_a_lost_contract_never_pays_and_one_more_trick_never_pays_less(code):
    tariff = tariff_of(code)

    for level in tariff.scoring_table.levels:
        for line, amounts in tariff.amounts.items():
            if line.startswith(f"{level} "):
                assert max(amounts[:level]) <= 0 <= min(amounts[level:])
                assert list(amounts) == sorted(amounts)


def test_the_lines_read_like_the_contracts():
    tariff = tariff_of("esmakker-wikipedia")

    assert tariff.amounts["9 vip2"] == (-160, -144, -128, -112, -96, -80, -64, -48, -32, 16, 32, 48, 64, 80)
    assert tariff.amounts["9 vip2 clubs"][10] == 64
    assert tariff.amounts["9 vip2 clubs alone"] == tariff.amounts["9 vip2 clubs"]
    assert tariff.amounts["9 kvarte alone"][9] == 8
    assert tariff.amounts["sol"] == (8, 8, *[-8] * 12)
    assert "9 kvarte" not in tariff.amounts
    assert "9 gode clubs" not in tariff.amounts


def test_the_other_games_have_maps_of_their_own():
    assert tariff_of("dansk-whist").free_for_all[1, 1, 5, 6] == (162, 162, -144, -180)
    assert tariff_of("engelsk-whist").pair_book[9] == (3, -3)
    assert tariff_of("call-ace-euchre").roles["march_partners 5"] == (3, 0)


def test_a_missing_price_is_a_line_of_nothing():
    tariff = compile_tariff(table_from("whistklubben"))

    assert tariff.amounts["8 vip"] == (None,) * 14


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
