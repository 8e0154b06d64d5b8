"""“Hvorfor dette tal?” in the words of a club member."""

import pytest

from ledger.rules.deals.payout import THE_HOUSE, who_got_what
from ledger.rules.deals.settling import calculation, every_deal, read_deal, settle
from ledger.rules.site.labels import same
from tests.rules.deals.playing import FIVE, FOUR, alone, nolo, table_of, tariff_of, trick

ESMAKKER = ("esmakker-wikipedia", {})
ENGLISH = {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]], "pair_tricks": [5, 8]}
PASNOLO = {"kind": "free_for_all", "tricks": {"Anders": 1, "Bodil": 1, "Carl": 5, "Dorthe": 6}}
PASNOLO_FOR_ONE = {"kind": "free_for_all", "tricks": {"Anders": 1, "Bodil": 4, "Carl": 4, "Dorthe": 4}}
PENALTY = {"kind": "adjustment", "amounts": {"Anders": "-1/4", "Bodil": "0,25"}, "reason": "duestraf"}
MARCH = {"kind": "role_table", "maker": "Bodil", "partner": "Dorthe", "outcome": "march_partners"}
ALONE = {"kind": "role_table", "maker": "Bodil", "partner": None, "outcome": "made_alone"}
EUCHRED = {"kind": "role_table", "maker": "Bodil", "partner": "Dorthe", "outcome": "euchred"}


def sentence_of(system, deal, language, players=FOUR):
    code, options = system
    tariff = tariff_of(code, **options)
    read = read_deal(deal, tariff.scoring_table, players)
    return calculation(read, tariff.scoring_table, settle(read, tariff, players))[language]


@pytest.mark.parametrize(
    ("system", "deal", "danish", "english"),
    [
        (
            ESMAKKER,
            trick(9, "vip", 10, vip_turn=2),
            "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
            "9 vip in the 2nd turn needs 9 tricks, took 10: 2 + 1 × 2 = 4 from each opponent",
        ),
        (
            ESMAKKER,
            trick(9, "vip", 10, vip_turn=2, trump="clubs"),
            "9 vip i 2. kræver 9 stik, fik 10: (2 + 1 × 2) × 2 for klør = 8 fra hver modspiller",
            "9 vip in the 2nd turn needs 9 tricks, took 10: (2 + 1 × 2) × 2 for clubs = 8 from each opponent",
        ),
        (
            ESMAKKER,
            trick(9, "vip", 9, vip_turn=1, trump="clubs"),
            "9 vip i 1. kræver 9 stik, fik 9: 1 × 2 for klør = 2 fra hver modspiller",
            "9 vip in the 1st turn needs 9 tricks, took 9: 1 × 2 for clubs = 2 from each opponent",
        ),
        (
            ESMAKKER,
            trick(7, "plain", 7),
            "7 kræver 7 stik, fik 7: 0,125 fra hver modspiller",
            "7 needs 7 tricks, took 7: 0.125 from each opponent",
        ),
        (
            ESMAKKER,
            alone(8, "staerke", 6, "ace_in_cat"),
            "8 stærke (esset i katten) kræver 8 stik, fik 6: 0,5 + 2 × 0,5 = 1,5 til hver modspiller",
            "8 stærke (ace in the cat) needs 8 tricks, took 6: 0.5 + 2 × 0.5 = 1.5 to each opponent",
        ),
        (
            ESMAKKER,
            trick(9, "kvarte", 9, partner=None),
            "9 kvarte kræver 9 stik, fik 9: 1 fra hver modspiller",
            "9 kvarte needs 9 tricks, took 9: 1 from each opponent",
        ),
        (
            ("call-ace-whist", {"alone": "times_three", "lost": "under"}),
            alone(8, "gode", 6),
            "8 gode (selvmakker) kræver 8 stik, fik 6: 2 × 40 × 3 for alene = 240 til hver modspiller",
            "8 gode (own partner) needs 8 tricks, took 6: 2 × 40 × 3 for playing alone = 240 to each opponent",
        ),
        (
            ESMAKKER,
            nolo("sol", Anders=1),
            "Sol kræver højst 1 stik, fik 1: 1 fra hver modspiller",
            "Sol needs at most 1 trick, took 1: 1 from each opponent",
        ),
        (
            ("esmakker-wikipedia", {"sol": "exactly_one"}),
            nolo("sol", Anders=0),
            "Sol kræver præcis 1 stik, fik 0: 1 til hver modspiller",
            "Sol needs exactly 1 trick, took 0: 1 to each opponent",
        ),
        (
            ("call-ace-whist-quarter", {}),
            nolo("ren_sol", Anders=2),
            "Ren sol kræver 0 stik, fik 2: 10 + 2 × 10 = 30 til hver modspiller",
            "Ren sol needs 0 tricks, took 2: 10 + 2 × 10 = 30 to each opponent",
        ),
        (
            ESMAKKER,
            nolo("sol", Anders=1, Carl=3),
            "Sol kræver højst 1 stik. Anders fik 1: 1 fra hver af de andre. Carl fik 3: 1 til hver af de andre",
            "Sol needs at most 1 trick. Anders took 1: 1 from each of the others. Carl took 3: 1 to each of the others",
        ),
        (
            ("esmakker-wikipedia", {"joined": "outsiders"}),
            nolo("sol", Anders=1, Carl=3),
            "Sol kræver højst 1 stik. Anders fik 1: 1 fra hver, der ikke gik med. "
            "Carl fik 3: 1 til hver, der ikke gik med",
            "Sol needs at most 1 trick. Anders took 1: 1 from each player who did not go along. "
            "Carl took 3: 1 to each player who did not go along",
        ),
        (
            ("esmakker-wikipedia", {}),
            nolo("sol", Anders=True),
            "Sol kræver højst 1 stik, hjem: 1 fra hver modspiller",
            "Sol needs at most 1 trick, home: 1 from each opponent",
        ),
        (
            ("esmakker-wikipedia", {}),
            nolo("sol", Anders=True, Carl=False),
            "Sol kræver højst 1 stik. Anders hjem: 1 fra hver af de andre. Carl bet: 1 til hver af de andre",
            "Sol needs at most 1 trick. Anders home: 1 from each of the others. Carl beaten: 1 to each of the others",
        ),
        (
            ("dansk-whist", {}),
            trick(7, "grandi", 6, partner=None),
            "Grandi kræver 7 stik, fik 6: 1,5 + 1 × 1,5 = 3 til hver modspiller",
            "Grandi needs 7 tricks, took 6: 1.5 + 1 × 1.5 = 3 to each opponent",
        ),
        (
            ("dansk-whist", {}),
            PASNOLO,
            "Pasnolo: færrest stik er 1. De andre betaler for hvert stik derover: "
            "Carl 4 × 1,5, Dorthe 5 × 1,5. 13,5 delt mellem Anders og Bodil = 6,75 til hver",
            "Pasnolo: the fewest tricks are 1. The others pay for each trick above: "
            "Carl 4 × 1.5, Dorthe 5 × 1.5. 13.5 shared by Anders and Bodil = 6.75 each",
        ),
        (
            ("dansk-whist", {}),
            PASNOLO_FOR_ONE,
            "Pasnolo: færrest stik er 1. De andre betaler for hvert stik derover: "
            "Bodil 3 × 1,5, Carl 3 × 1,5, Dorthe 3 × 1,5. 13,5 til Anders",
            "Pasnolo: the fewest tricks are 1. The others pay for each trick above: "
            "Bodil 3 × 1.5, Carl 3 × 1.5, Dorthe 3 × 1.5. 13.5 to Anders",
        ),
        (
            ("engelsk-whist", {}),
            ENGLISH,
            "Bodil og Dorthe fik 8 stik: 2 over bogen på 6, 2 × 1 = 2 fra hver modspiller",
            "Bodil and Dorthe took 8 tricks: 2 above the book of 6, 2 × 1 = 2 from each opponent",
        ),
        (
            ("engelsk-whist", {"book": "winners_only"}),
            ENGLISH,
            "Bodil og Dorthe fik 8 stik: 2 over bogen på 6, 2 × 1 = 2 til hver, betalt af huset",
            "Bodil and Dorthe took 8 tricks: 2 above the book of 6, 2 × 1 = 2 to each, paid by the house",
        ),
        (
            ESMAKKER,
            PENALTY,
            "Regulering: duestraf (Anders −0,25, Bodil +0,25)",
            "Adjustment: duestraf (Anders −0.25, Bodil +0.25)",
        ),
        (ESMAKKER, {"kind": "passed_out"}, "Passet rundt: ingen point", "Passed out: no points"),
        (
            ESMAKKER,
            {"kind": "not_played", "cause": "iron_hand"},
            "Jernhånd: ingen point, samme giver igen",
            "Iron hand: no points, the same dealer deals again",
        ),
        (
            ESMAKKER,
            nolo("sol", Anders=2) | {"stopped": True},
            "Sol (spillet blev stoppet) kræver højst 1 stik, fik 2: 1 til hver modspiller",
            "Sol (play was stopped) needs at most 1 trick, took 2: 1 to each opponent",
        ),
        (
            ESMAKKER,
            alone(9, "vip", 9, vip_turn=1, called_by="Carl"),
            "9 vip i 1. (selvmakker, Carl kaldte esset) kræver 9 stik, fik 9: 1 fra hver modspiller",
            "9 vip in the 1st turn (own partner, Carl called the ace) needs 9 tricks, took 9: 1 from each opponent",
        ),
    ],
)
def test_a_deal_is_explained_in_one_sentence(system, deal, danish, english):
    assert sentence_of(system, deal, "da") == danish
    assert sentence_of(system, deal, "en") == english


@pytest.mark.parametrize(
    ("deal", "danish", "english"),
    [
        (
            MARCH,
            "Alle stik med makker, 5 spillere: 3 point til Bodil og Dorthe hver, betalt af huset",
            "March with a partner, 5 players: 3 points to Bodil and Dorthe each, paid by the house",
        ),
        (
            ALONE,
            "Hjemme alene, 5 spillere: 1 point til Bodil, betalt af huset",
            "Made alone, 5 players: 1 point to Bodil, paid by the house",
        ),
        (
            EUCHRED,
            "Bet, 5 spillere: 2 point til Anders, Carl og Erik hver, betalt af huset",
            "Euchred, 5 players: 2 points to Anders, Carl and Erik each, paid by the house",
        ),
    ],
)
def test_euchre_is_explained_by_who_is_paid(deal, danish, english):
    assert sentence_of(("call-ace-euchre", {}), deal, "da", FIVE) == danish
    assert sentence_of(("call-ace-euchre", {}), deal, "en", FIVE) == english


@pytest.mark.parametrize(
    ("code", "deal", "name", "result"),
    [
        ("esmakker-wikipedia", trick(9, "vip", 10, vip_turn=2), "9 vip i 2.", "+1"),
        ("esmakker-wikipedia", trick(9, "plain", 9), "9", "="),
        ("esmakker-wikipedia", trick(9, "halve", 7), "9 halve", "-2"),
        ("call-ace-whist", trick(9, "vip", 9), "9 vip", "="),
        ("esmakker-wikipedia", nolo("bordlaegger", Anders=1), "Bordlægger", "="),
        ("esmakker-wikipedia", nolo("sol", Anders=3, Carl=0), "Sol", "-2 / ="),
        ("esmakker-wikipedia", {"kind": "passed_out"}, "Passet rundt", ""),
        ("esmakker-wikipedia", {"kind": "not_played", "cause": "redeal"}, "Omgivning", ""),
        ("esmakker-wikipedia", {"kind": "not_played", "cause": "misdeal"}, "Fejlgivning", ""),
        ("esmakker-wikipedia", PENALTY, "Regulering", ""),
        ("dansk-whist", trick(7, "grand", 8, partner=None), "Grand", "+1"),
        ("dansk-whist", trick(7, "grandi", 7, partner=None), "Grandi", "="),
        ("dansk-whist", PASNOLO, "Pasnolo", "1-1-5-6"),
        ("engelsk-whist", ENGLISH, "Parspil", "5-8"),
        ("call-ace-euchre", MARCH, "Alle stik med makker", ""),
    ],
)
def test_a_deal_has_a_short_name_and_a_short_result(code, deal, name, result):
    scoring_table = table_of(code)
    read = read_deal(deal, scoring_table, FOUR)

    assert read.name(scoring_table)["da"] == name
    assert str(read.result(scoring_table)) == result


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
def test_what_is_a_tables_own_is_explained(code, options, expected):
    tariff = tariff_of(code, **options)
    players = ("A", "B", "C", "D")

    told = (
        calculation(deal, tariff.scoring_table, settle(deal, tariff, players))["en"]
        for deal in every_deal(tariff.scoring_table, players)
    )

    assert any(expected in text for text in told)


A, B, C, D = map(same, ("Anders", "Bodil", "Carl", "Dorthe"))


@pytest.mark.parametrize(
    ("units", "danish", "english"),
    [
        (
            [(A, 1), (B, -1), (C, 1), (D, -1)],
            "Anders og Carl fik 0,5 hver, Bodil og Dorthe gav 0,5 hver",
            "Anders and Carl got 0.5 each, Bodil and Dorthe gave 0.5 each",
        ),
        (
            [(A, 6), (B, -2), (C, -2), (D, -2)],
            "Anders fik 3, Bodil, Carl og Dorthe gav 1 hver",
            "Anders got 3, Bodil, Carl and Dorthe gave 1 each",
        ),
        ([(THE_HOUSE, -10), (A, 0), (B, 10)], "Bodil fik 5, huset gav 5", "Bodil got 5, the house gave 5"),
    ],
)
def test_whoever_got_the_same_is_said_together_the_most_first(units, danish, english):
    told = who_got_what(units, 2)

    assert (told["da"], told["en"]) == (danish, english)


def test_of_a_deal_that_paid_nothing_nothing_is_said():
    assert who_got_what([(A, 0), (B, 0)], 2) is None
