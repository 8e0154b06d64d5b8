"""What happened in a deal, in one or two sentences with people in them, as a club member would read them aloud.

The examples are in `sentences.py`.
"""

from typing import Any

import pytest

from ledger.rules.deals.payout import own_contract
from ledger.rules.deals.settling import every_deal, sentence, settle
from tests.rules.deals.playing import (
    FIVE,
    FOUR,
    alone,
    nolo,
    pairs,
    points_only,
    role_table,
    sentence_of,
    tariff_of,
    trick,
)
from tests.rules.deals.sentences import DANSK, ENGELSK, ESMAKKER, EUCHRE, QUARTER
from tests.support.presets import EVERY_PRESET


@pytest.mark.parametrize(
    ("code", "players", "deal", "danish", "english"),
    [
        *(("esmakker-wikipedia", FOUR, *told) for told in ESMAKKER),
        *(("call-ace-whist-quarter", FOUR, *told) for told in QUARTER),
        *(("dansk-whist", FOUR, *told) for told in DANSK),
        *(("engelsk-whist", FOUR, *told) for told in ENGELSK),
        *(("call-ace-euchre", FIVE, *told) for told in EUCHRE),
    ],
)
def test_a_deal_is_told_as_it_was_played(code, players, deal, danish, english):
    assert sentence_of(code, deal, "da", players) == danish
    assert sentence_of(code, deal, "en", players) == english


@pytest.mark.parametrize(
    ("code", "options", "deal", "danish", "english"),
    [
        (
            "engelsk-whist",
            {"book": "winners_only"},
            pairs(4, 9),
            "Bodil og Dorthe fik 9 stik, tre over seks. De fik 3 hver, huset betalte 6",
            "Bodil and Dorthe took 9 tricks, three above six. They got 3 each, the house paid 6",
        ),
        (
            "esmakker-wikipedia",
            {"joined": "outsiders"},
            nolo("sol", Anders=1, Carl=3),
            "Anders meldte sol og tog ét stik. Carl gik med og tog tre stik. Anders fik 2, Carl betalte 2",
            "Anders bid sol and took one trick. Carl went along and took three tricks. Anders got 2, Carl paid 2",
        ),
        (
            "whist2",
            {},
            {"kind": "penalty", "penalty": "duestraf", "player": "Anders"},
            "Anders betalte duestraf. De tre andre fik 24 hver",
            "Anders paid duestraf. The other three got 24 each",
        ),
    ],
)
def test_who_pays_goes_by_the_rules_of_the_club(code, options, deal, danish, english):
    assert sentence_of(code, deal, "da", **options) == danish
    assert sentence_of(code, deal, "en", **options) == english


def test_whoever_sits_out_is_not_named():
    deal = trick(9, "plain", 9, dealer="Erik", sits_out=["Erik"])

    told = sentence_of("esmakker-wikipedia", deal, "da", FIVE)

    assert told == "Anders og Bodil meldte 9 og gik lige hjem. Carl og Dorthe betalte 0,5 hver"


@pytest.mark.parametrize(
    ("side", "contract", "danish", "english"),
    [
        (["Lilly"], "ren_bordlaegger", "Lillys rene bordlægger", "Lilly's ren bordlægger"),
        (["Hans"], "dobbelt_bordlaegger", "Hans' dobbelte bordlægger", "Hans' dobbelt bordlægger"),
        (["Åse", "C.K."], "sol", "Åse og C.K.s sol", "Åse and C.K.'s sol"),
    ],
)
def test_a_contract_is_called_by_whose_it_is(side, contract, danish, english):
    called = own_contract(side, tariff_of("esmakker-wikipedia").scoring_table.nolo[contract].label)

    assert (called["da"], called["en"]) == (danish, english)


def test_points_are_written_as_the_club_writes_them():
    told = sentence_of("esmakker-wikipedia", trick(8, "halve", 6), "da+fractions")

    assert told == "Anders og Bodil meldte 8 halve og fik 6. Carl og Dorthe fik 1½ hver"


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_every_outcome_is_told_of_people_and_without_he_or_she(code):
    tariff = tariff_of(code)

    for deal in every_deal(tariff.scoring_table, FOUR):
        settlement = settle(deal, tariff, FOUR)
        for language, pronouns in (("da", {"han", "hun", "hans", "hendes"}), ("en", {"he", "she", "his", "her"})):
            words = sentence(deal, tariff.scoring_table, settlement)[language]
            assert not words.endswith(".")
            assert not pronouns & set(words.lower().split())
            assert any(name in words for name in FOUR) or not any(settlement.units.values())


BEFORE_SAVING: list[tuple[str, dict[str, Any], str, str]] = [  # in the present, as the entry page says it
    (
        "esmakker-wikipedia",
        trick(9, "vip", 10, vip_turn=2),
        "Anders og Bodil melder 9 vip i 2. tur og får 10. Carl og Dorthe betaler 4 hver",
        "Anders and Bodil bid 9 vip in the 2nd turn and take 10. Carl and Dorthe pay 4 each",
    ),
    (
        "esmakker-wikipedia",
        trick(9, "plain", 9),
        "Anders og Bodil melder 9 og går lige hjem. Carl og Dorthe betaler 0,5 hver",
        "Anders and Bodil bid 9 and just make it. Carl and Dorthe pay 0.5 each",
    ),
    (
        "esmakker-wikipedia",
        trick(9, "plain", 8),
        "Anders og Bodil melder 9 og får 8. Carl og Dorthe får 1 hver",
        "Anders and Bodil bid 9 and take 8. Carl and Dorthe get 1 each",
    ),
    (
        "esmakker-wikipedia",
        alone(8, "vip", 9, vip_turn=2),
        "Anders er sin egen makker i 8 vip i 2. tur og får 9. De tre andre betaler 2 hver",
        "Anders, as own partner, bids 8 vip in the 2nd turn and takes 9. The other three pay 2 each",
    ),
    (
        "esmakker-wikipedia",
        nolo("sol", Anders=True, Carl=False),
        "Anders melder sol og går hjem. Carl går med og går bet. Anders får 4, Carl betaler 4",
        "Anders bids sol and makes it. Carl goes along and goes down. Anders gets 4, Carl pays 4",
    ),
    (
        "esmakker-wikipedia",
        nolo("sol", Anders=False),
        "Anders melder sol og går bet. De tre andre får 1 hver",
        "Anders bids sol and goes down. The other three get 1 each",
    ),
    (
        "esmakker-wikipedia",
        nolo("sol", Anders=0, Bodil=1, Carl=2),
        "Anders melder sol og tager ikke et stik. Bodil går med og tager ét stik. Carl går med og tager to stik. "
        "Anders og Bodil får 3 hver, Dorthe betaler 1, Carl betaler 5",
        "Anders bids sol and takes no trick. "
        "Bodil goes along and takes one trick. Carl goes along and takes two tricks. "
        "Anders and Bodil get 3 each, Dorthe pays 1, Carl pays 5",
    ),
    (
        "esmakker-wikipedia",
        points_only(declarer="Anders", partner="Bodil", level=9),
        "Anders og Bodil melder 9. Carl og Dorthe betaler 4 hver",
        "Anders and Bodil bid 9. Carl and Dorthe pay 4 each",
    ),
    (
        "esmakker-wikipedia",
        {"kind": "passed_out"},
        "Passet rundt: ingen point",
        "Passed out: no points",
    ),
    (
        "whist2",
        {"kind": "penalty", "penalty": "duestraf", "player": "Anders"},
        "Anders betaler duestraf. De tre andre får 24 hver",
        "Anders pays duestraf. The other three get 24 each",
    ),
    (
        "engelsk-whist",
        pairs(9, 4),
        "Anders og Carl får 9 stik, tre over seks. Bodil og Dorthe betaler 3 hver",
        "Anders and Carl take 9 tricks, three above six. Bodil and Dorthe pay 3 each",
    ),
    (
        "dansk-whist",
        {"kind": "free_for_all", "tricks": {"Anders": 0, "Bodil": 3, "Carl": 5, "Dorthe": 5}},
        "Pasnolo: Anders tager ikke et stik, Bodil tager tre stik, Carl tager fem stik og Dorthe tager fem stik. "
        "Anders får 19,5, Bodil betaler 4,5, Carl og Dorthe betaler 7,5 hver",
        "Pasnolo: Anders takes no trick, Bodil takes three tricks, Carl takes five tricks and "
        "Dorthe takes five tricks. Anders gets 19.5, Bodil pays 4.5, Carl and Dorthe pay 7.5 each",
    ),
    (
        "call-ace-euchre",
        role_table("Bodil", "Dorthe", "march_partners"),
        "Bodil og Dorthe tager alle stik. De får 2 hver, huset betaler 4",
        "Bodil and Dorthe take every trick. They get 2 each, the house pays 4",
    ),
    (
        "call-ace-euchre",
        role_table("Bodil", None, "made_alone"),
        "Bodil går hjem alene. Bodil får 1, huset betaler 1",
        "Bodil makes it alone. Bodil gets 1, the house pays 1",
    ),
    (
        "call-ace-euchre",
        role_table("Bodil", None, "euchred"),
        "Bodil går bet. De tre andre får 2 hver, huset betaler 6",
        "Bodil goes down. The other three get 2 each, the house pays 6",
    ),
]


@pytest.mark.parametrize(("code", "deal", "danish", "english"), BEFORE_SAVING)
def test_a_deal_that_is_not_saved_is_told_in_the_present(code, deal, danish, english):
    assert sentence_of(code, deal, "da", is_played=False) == danish
    assert sentence_of(code, deal, "en", is_played=False) == english
