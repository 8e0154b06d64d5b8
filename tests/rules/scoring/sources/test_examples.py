"""The worked examples of a price list: telling deals, settled and explained by the engine itself."""

import pytest

from ledger.rules.deals.explaining import calculation
from ledger.rules.deals.kinds import NoloDeal, TrickDeal
from ledger.rules.deals.outcomes import every_deal
from ledger.rules.scoring.document import fill_prices, read_scoring_table
from ledger.rules.scoring.presets import PRESETS, preset, table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.scoring.wall.examples import worked_examples
from tests.rules.deals.playing import tariff_of


def sentences_told(code, language="da", **options):
    tariff = tariff_of(code, **options)
    return [
        calculation(example.deal, tariff.scoring_table, example.settlement)[language]
        for example in worked_examples(tariff)
    ]


def test_a_table_is_shown_by_its_plain_deals_first():
    assert sentences_told("esmakker-wikipedia") == [
        "9 kræver 9 stik, fik 9: 0,5 fra hver modspiller",
        "9 kræver 9 stik, fik 10: 0,5 + 1 × 0,5 = 1 fra hver modspiller",
        "9 kræver 9 stik, fik 8: 0,5 + 1 × 0,5 = 1 til hver modspiller",
        "9 vip i 3. kræver 9 stik, fik 10: (4 + 1 × 4) × 2 for klør = 16 fra hver modspiller",
        "9 (selvmakker) kræver 9 stik, fik 9: 0,5 fra hver modspiller",
        "Sol kræver højst 1 stik, fik 1: 1 fra hver modspiller",
        "Sol kræver højst 1 stik, fik 2: 1 til hver modspiller",
        "Sol kræver højst 1 stik. A fik 1: 1 fra hver af de andre. C fik 2: 1 til hver af de andre",
    ]


@pytest.mark.parametrize(
    ("code", "options", "expected"),
    [
        ("pywhist", {}, "(120 + 1 × 120) × 2 for clubs × 2 for a knock = 960 from each opponent"),
        ("whist2", {}, "(32 + 4 × 16) × 2 for clubs in the 3rd turn × 2 for all 13 tricks = 384 from each opponent"),
        (
            "whist2",
            {"alone": "factor"},
            "9 (own partner) needs 9 tricks, took 9: 4 × 2/3 for playing alone, rounded up",
        ),
        ("es-makker-points", {}, "took 13, which count as 14: 6 + 5 × 2, rounded up = 16 from each opponent"),
        ("grundtakst", {}, "took 12: 32 + 3 × 32 + 8 for 12 tricks = 136 from each opponent"),
        ("jungs-jydewhist", {}, "Sol needs at most 1 trick, took 0: 73 + 1 × 1 = 74 from each opponent"),
        ("esmakker-wikipedia", {"joined": "outsiders"}, "A took 1: 1 from each player who did not go along."),
        ("whist-ai", {}, "9 shared by A and B = 4.5 each"),
        ("dansk-whist", {}, "Grandi needs 7 tricks, took 7: 1.5 from each opponent"),
        ("engelsk-whist", {}, "B and D took 8 tricks: 2 above the book of 6, 2 × 1 = 2 from each opponent"),
        ("call-ace-euchre", {}, "Euchred, 4 players: 2 points to C and D each, paid by the house"),
    ],
)
def test_what_is_a_tables_own_is_shown(code, options, expected):
    assert [text for text in sentences_told(code, "en", **options) if expected in text]


@pytest.mark.parametrize("code", PRESETS)
def test_every_table_has_a_handful_of_different_examples_that_balance(code):
    tariff = tariff_of(code)

    examples = worked_examples(tariff)

    assert 4 <= len(examples) <= 9
    for language in ("da", "en"):
        assert len(set(sentences_told(code, language))) == len(examples)
    assert [sum(example.settlement.units.values()) + example.settlement.house for example in examples] == [0] * len(
        examples
    )
    assert examples == worked_examples(tariff)


@pytest.mark.parametrize("code", ["esmakker-wikipedia", "dansk-whist", "whist2", "call-ace-euchre"])
def test_every_example_is_a_deal_that_can_be_entered(code):
    table = tariff_of(code).scoring_table
    possible = list(every_deal(table, ("A", "B", "C", "D")))
    examples = [example.deal for example in worked_examples(tariff_of(code))]

    unknown = [deal for deal in examples if deal not in possible]

    assert [deal for deal in unknown if not isinstance(deal, NoloDeal)] == []
    assert all(len(deal.participants) == 2 for deal in unknown)


def test_what_has_no_price_is_not_shown():
    typed = fill_prices(preset("whistklubben"), {"values.10.vip": "2", "nolo.ren_sol.made": "3"})

    deals = [example.deal for example in worked_examples(compile_tariff(read_scoring_table(typed)))]

    assert {deal.level for deal in deals if isinstance(deal, TrickDeal)} == {10}
    assert {deal.contract for deal in deals if isinstance(deal, NoloDeal)} == {"ren_sol"}
    assert worked_examples(compile_tariff(table_from("whistklubben"))) == ()
