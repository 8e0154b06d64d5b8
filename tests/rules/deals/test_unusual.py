"""A result so rare that it is asked about once, and every ordinary one that is not."""

import pytest

from ledger.rules.deals.settling import every_deal
from ledger.rules.scoring.document import SEEDS
from tests.rules.deals.playing import FOUR, alone, nolo, question_about, tariff_of, trick


@pytest.mark.parametrize(
    "deal",
    [
        trick(8, "plain", 8),
        trick(9, "vip", 10, vip_turn=2),
        alone(10, "plain", 8),
        trick(7, "plain", 10),
        trick(10, "gode", 7),
        trick(11, "sans", 11),
        trick(12, "vip", 12, vip_turn=3, trump="clubs"),
        nolo("sol", Anders=1),
        nolo("ren_bordlaegger_med_snak", Anders=0),
        nolo("sol", Anders=1, Carl=4),
        {"kind": "passed_out"},
    ],
)
def test_nothing_is_asked_about_an_ordinary_deal(deal):
    assert question_about(deal) is None


@pytest.mark.parametrize(
    ("deal", "question"),
    [
        (trick(10, "plain", 13), "13 tricks: is that right?"),
        (trick(7, "plain", 0), "0 tricks: is that right?"),
        (trick(13, "plain", 13), "13 is every trick: is that right?"),
        (trick(7, "plain", 11), "4 tricks more than the contract: is that right?"),
        (trick(11, "plain", 7), "4 tricks short of the contract: is that right?"),
        (nolo("sol", Anders=1, Carl=5), "4 tricks too many for Sol: is that right?"),
        (trick(12, "vip", 9, vip_turn=3), "128 from each is among the very most of the table: is that right?"),
    ],
)
def test_a_rare_result_is_asked_about(deal, question):
    assert question_about(deal) == question


def test_all_thirteen_for_one_pair_or_one_player_is_asked_about():
    book = {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]]}
    everyone = dict.fromkeys(FOUR, 0)

    assert question_about(book | {"pair_tricks": [0, 13]}, "engelsk-whist") == "13 tricks: is that right?"
    assert question_about(book | {"pair_tricks": [4, 9]}, "engelsk-whist") is None
    assert question_about({"kind": "free_for_all", "tricks": everyone | {"Carl": 13}}, "dansk-whist")
    assert question_about({"kind": "free_for_all", "tricks": everyone | {"Carl": 6, "Bodil": 7}}, "dansk-whist") is None


def test_a_table_where_everything_costs_the_same_has_no_dearest_deal():
    assert question_about(trick(12, "sans", 12), "whistklubben") is None


@pytest.mark.parametrize("code", SEEDS)
def test_most_made_contracts_of_every_table_are_saved_without_a_question(code):
    tariff = tariff_of(code)
    made = [
        deal
        for deal in every_deal(tariff.scoring_table, FOUR)
        if deal.kind == "trick" and deal.tricks == deal.level < 12
    ]

    questions = [deal for deal in made if [*deal.questions(tariff)]]

    assert len(questions) <= len(made) / 10
