"""A club's prices are fits by what a 9 pays, and a 9 vip, and if need be a bordlægger; and only exactly."""

from fractions import Fraction
from itertools import combinations

import pytest

from ledger.rules.deals.settling import deal_data, read_deal, settle
from ledger.rules.scoring.document import PRESETS, table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.scoring.wall.comparing import differences, examples, fitting, fitting_bordlaegger

HALF = Fraction(1, 2)
# What each opponent pays for 9, 9 vip in the first turn and bordlægger, read off each sheet by hand.
NUMBERS = {
    "call-ace-whist": (40, 80, 150),
    "call-ace-whist-quarter": (4, 8, 20),
    "esmakker-wikipedia": (HALF, 1, 4),
    "it-whist": (20, 40, 150),
    "pywhist": (20, 40, 200),
    "danish-wist": (360, 720, None),
    "es-makker-points": (1, 2, 4),
    "whist-scoreboard": (4, 8, None),
    "whistzilla": (12, 36, 64),
    "jungs-jydewhist": (66, 66, None),
    "whist2": (4, 8, 32),
    "laederwhist": (2, 2, 14),
    "g-formula": (4, 6, 24),
    "gamr": (1, 2, 8),
    "grundtakst": (2, 4, None),
    "vest-gui": (40, None, 120),
    "whist-ai": (5, None, 8),
    "whist-score-tracker": (2, 3, 4),
    "lakse": (20, 25, None),
    "ladder-16": (4, 8, 80),  # one price for every attachment
}
ANNA_AND_BENT = ("Anna", "Bent")


def codes(fits):
    return [scoring_table.code for scoring_table in fits]


def in_words(priced, language="da"):
    return priced.deed[language], priced.price


def price_in_book(priced, tariff):
    """What the book would have each opponent pay."""
    players = ("A", "B", "C", "D")
    deal = read_deal(deal_data(priced.deal), tariff.scoring_table, players)
    return Fraction(-settle(deal, tariff, players).units["C"], tariff.unit_denominator)


@pytest.mark.parametrize("code", NUMBERS)
def test_every_table_with_a_nine_is_found_by_its_own_numbers(code):
    nine, vip, bordlaegger = NUMBERS[code]
    fits = fitting(Fraction(nine), vip)

    assert code in codes(fits)
    assert codes(fitting_bordlaegger(fits, bordlaegger)) == [code]


def test_few_questions_tell_them_apart():
    by_both = {numbers[:2]: codes(fitting(*numbers[:2])) for numbers in NUMBERS.values()}

    assert sorted(map(len, by_both.values())) == [1] * 12 + [2, 2, 4]
    assert by_both[20, 40] == ["it-whist", "pywhist"]
    assert by_both[1, 2] == ["es-makker-points", "gamr"]


def test_the_others_have_no_ordinary_nine():
    fits = {code for nine, vip, _bordlaegger in NUMBERS.values() for code in codes(fitting(nine, vip))}

    assert {*PRESETS} - fits == {
        "whistklubben", "dansk-whist", "engelsk-whist", "call-ace-euchre", "es-makker-2i9"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("nine", "vip"),
    [(3, 6), (1, 1), (HALF, None), (40, 81), (Fraction(81, 2), 80), (0, 0), (80, 160), (-40, -80), (None, 80)],
)
def test_what_is_near_or_in_proportion_is_not_found(nine, vip):
    assert fitting(nine, vip) == []


def test_a_table_without_the_bid_is_not_one_that_pays_nothing_for_it():
    four = fitting(Fraction(4), Fraction(8))

    assert len(four) == 4
    assert codes(fitting_bordlaegger(four, None)) == ["whist-scoreboard"]
    assert fitting_bordlaegger(four, Fraction(0)) == []


def test_three_deals_show_how_a_table_pays():
    wikipedia, flat, no_nolo, ladder = map(table_from, ("esmakker-wikipedia", "vest-gui", "lakse", "ladder-16"))

    assert [in_words(deal) for deal in examples(wikipedia, ANNA_AND_BENT)] == [
        ("Anna og Bent melder 9 og får 8", -1),
        ("Anna og Bent melder 9 vip i 2. tur og får 10", 4),
        ("Anna melder sol og går hjem", 1),
    ]
    assert in_words(examples(wikipedia, ANNA_AND_BENT)[1], "en") == (
        "Anna and Bent bid 9 vip in the 2nd turn and take 10",
        4,
    )
    assert in_words(examples(flat, ANNA_AND_BENT)[1]) == ("Anna og Bent melder 9 og får 10", 40)
    assert in_words(examples(no_nolo, ANNA_AND_BENT)[2]) == ("Anna og Bent melder 9 og går lige hjem", 20)
    assert in_words(examples(ladder, ANNA_AND_BENT)[1]) == ("Anna og Bent melder 9 påhæng og får 10", 16)


def test_two_tables_are_shown_by_the_deals_on_which_they_differ():
    first, second = fitting(Fraction(20), Fraction(40))

    pairs = differences(first, second, ANNA_AND_BENT)

    assert [(in_words(ours), theirs.price) for ours, theirs in pairs] == [
        (("Anna og Bent melder 9 vip i 2. tur og får 10", 80), 160),
        (("Anna melder bordlægger og går hjem", 150), 200),
        (("Anna melder sol og går bet", -100), -50),
    ]
    assert [in_words(ours)[0] for ours, _theirs in pairs] == [in_words(theirs)[0] for _ours, theirs in pairs]


def test_any_two_that_fit_together_differ_somewhere():
    for nine, vip in {numbers[:2] for numbers in NUMBERS.values()}:
        for first, second in combinations(fitting(Fraction(nine), vip), 2):
            pairs = differences(first, second)
            assert pairs, (first.code, second.code)
            assert all(ours.price != theirs.price for ours, theirs in pairs)


@pytest.mark.parametrize("code", PRESETS)
def test_every_example_pays_what_the_book_would_pay(code):
    scoring_table = table_from(code)
    tariff = compile_tariff(scoring_table)
    deals = examples(scoring_table)

    assert len(deals) == (3 if code in NUMBERS else 0)
    assert [deal.price for deal in deals] == [price_in_book(deal, tariff) for deal in deals]


def test_every_difference_is_what_the_books_would_pay():
    for pair in ((20, 40), (1, 2)):
        first, second = fitting(*map(Fraction, pair))
        for ours, theirs in differences(first, second):
            assert ours.price == price_in_book(ours, compile_tariff(first))
            assert theirs.price == price_in_book(theirs, compile_tariff(second))
