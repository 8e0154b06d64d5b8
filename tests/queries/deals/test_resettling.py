"""A deal that is looked up by its pattern pays what it pays when it is settled anew, under every table."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ledger.queries.deals.resettling import Resettling
from ledger.rules.deals.outcomes import every_deal
from ledger.rules.deals.reading import deal_data, read_deal
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.presets import preset
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal
from tests.support.presets import EVERY_PRESET

SEATINGS = (["1", "2", "3", "4"], ["40", "3", "12", "7"], ["8", "10", "9", "11"])
MOST_DEALS = 400


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_a_pattern_met_before_pays_what_the_deal_pays(code):
    document = preset(code)
    tariff = compile_tariff(read_scoring_table(document))
    table = tariff.scoring_table
    resettling = Resettling()
    for places in SEATINGS:
        players = places[: table.seats.max]
        deals = list(every_deal(table, players))
        for deal in Random(1).sample(deals, min(len(deals), MOST_DEALS)):
            assert look_up(resettling, tariff, deal, players) == settle_plainly(table, tariff, deal, players)


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_a_table_turned_round_pays_the_same(code):
    """Whoever deals, and sits out where one is too many: a pattern is met again with each of them."""
    tariff = compile_tariff(read_scoring_table(preset(code)))
    table, resettling = tariff.scoring_table, Resettling()
    players = ["8", "10", "9", "11", "3", "12", "7"][: table.seats.max + 1]
    for first, dealer in enumerate(players):
        deals = list(every_deal(table, [*players[first + 1 :], *players[:first]]))
        for deal in Random(2).sample(deals, min(len(deals), MOST_DEALS // 4)):
            if deal.is_dealt:
                dealt = replace(deal, dealer=dealer)
                assert look_up(resettling, tariff, dealt, players) == settle_plainly(table, tariff, dealt, players)


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_who_sits_where_pays_the_same_unless_pairs_are_fixed(code):
    """The audit rests on it: ledger/queries/book/audit/patterns.py."""
    draw, tariff = Random(3), compile_tariff(read_scoring_table(preset(code)))
    table = tariff.scoring_table
    dealer, *others = ["8", "10", "9", "11", "3", "12", "7"][: table.seats.max + 1]
    deals, players = list(every_deal(table, others)), [dealer, *others]
    paid_alike = Counter()
    for deal in draw.sample(deals, min(len(deals), MOST_DEALS // 4)):
        if deal.is_dealt:
            dealt, seated_otherwise = replace(deal, dealer=dealer), draw.sample(players, len(players))
            outcomes = [settle_plainly(table, tariff, dealt, seats) for seats in (players, seated_otherwise)]
            paid_alike[outcomes[0] == outcomes[1]] += 1

    assert paid_alike[True]
    assert table.partner == "fixed" or not paid_alike[False]


def look_up(resettling, tariff, deal, players):
    try:
        units, house, roles = resettling.payout(tariff=tariff, deal=deal_data(deal), players=players)
    except Refusal as refusal:
        return str(refusal)
    return dict(zip(players, units, strict=True)), house, dict(zip(players, roles, strict=True))


def settle_plainly(table, tariff, deal, players):
    try:
        settlement = settle(read_deal(deal_data(deal), table, players), tariff, players)
    except Refusal as refusal:
        return str(refusal)
    return dict(settlement.units), settlement.house, dict(settlement.roles)


def test_an_amount_that_is_spelt_as_a_players_number_is_an_amount():
    document = preset("esmakker-wikipedia")
    tariff = compile_tariff(read_scoring_table(document))
    resettling = Resettling()

    for amount in ("3", "4"):
        players = ["1", "2", amount, "9"]
        deal = {"kind": "adjustment", "amounts": {"1": amount, "2": f"-{amount}"}, "reason": "duestraf"}
        units, *_ = resettling.payout(tariff=tariff, deal=deal, players=players)
        assert units[0] == int(amount) * tariff.unit_denominator


def test_a_text_that_looks_like_a_place_in_a_pattern_is_not_one():
    document = preset("esmakker-wikipedia")
    tariff = compile_tariff(read_scoring_table(document))
    resettling, players = Resettling(), ["5", "6", "7", "8"]
    deal = {"kind": "trick", "level": 8, "attachment": "plain", "tricks": 8, "declarer": "5", "partner": "6"}
    resettling.payout(tariff=tariff, deal=deal, players=players)

    with pytest.raises(Refusal):
        resettling.payout(tariff=tariff, deal={**deal, "partner": "@1"}, players=players)
