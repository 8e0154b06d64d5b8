"""The worked examples of a price list: telling deals, settled and explained by the engine itself."""

import pytest

from ledger.rules.deals.kinds import NoloDeal, TrickDeal
from ledger.rules.deals.settling import calculation, every_deal
from ledger.rules.scoring.document import PRESETS, fill_prices, preset, read_scoring_table, table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.scoring.wall.sheet import worked_examples
from tests.rules.deals.playing import tariff_of


def sentences_told(code, language="da"):
    tariff = tariff_of(code)
    return [
        calculation(deal, tariff.scoring_table, settlement)[language] for deal, settlement in worked_examples(tariff)
    ]


def test_a_table_is_shown_by_a_bid_just_made_one_with_an_overtrick_and_a_nolo_lost():
    assert sentences_told("esmakker-wikipedia") == [
        "9 kræver 9 stik, fik 9: 0,5 fra hver modspiller",
        "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
        "Sol kræver højst 1 stik, fik 2: 1 til hver modspiller",
    ]


@pytest.mark.parametrize("code", PRESETS)
def test_every_table_has_a_few_different_examples_that_balance(code):
    tariff = tariff_of(code)

    examples = worked_examples(tariff)

    assert 2 <= len(examples) <= 3
    for language in ("da", "en"):
        assert len(set(sentences_told(code, language))) == len(examples)
    assert {sum(settlement.units.values()) + settlement.house for _deal, settlement in examples} == {0}
    assert examples == worked_examples(tariff)


@pytest.mark.parametrize("code", ["esmakker-wikipedia", "dansk-whist", "whist2", "call-ace-euchre"])
def test_every_example_is_a_deal_that_can_be_entered(code):
    table = tariff_of(code).scoring_table
    possible = list(every_deal(table, ("A", "B", "C", "D")))
    examples = [deal for deal, _settlement in worked_examples(tariff_of(code))]

    assert [deal for deal in examples if deal not in possible] == []


def test_what_has_no_price_is_not_shown():
    typed = fill_prices(preset("whistklubben"), {"values.10.vip": "2", "nolo.ren_sol.made": "3"})

    deals = [deal for deal, _settlement in worked_examples(compile_tariff(read_scoring_table(typed)))]

    assert {deal.level for deal in deals if isinstance(deal, TrickDeal)} == {10}
    assert {deal.contract for deal in deals if isinstance(deal, NoloDeal)} == {"ren_sol"}
    assert worked_examples(compile_tariff(table_from("whistklubben"))) == []
