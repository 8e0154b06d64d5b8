"""Two scoring tables held against each other: where they differ, which preset a club's prices are."""

from fractions import Fraction
from itertools import combinations

import pytest

from ledger.rules.deals.settling import deal_data, read_deal, settle
from ledger.rules.scoring.document import PRESETS, preset, read_scoring_table, table_from
from ledger.rules.scoring.parameters.other_games import LESS, LOST, MADE, OFF, PER_TRICK
from ledger.rules.scoring.parameters.trick_prices import FROM_EACH
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.scoring.wall.comparing import (
    OVER,
    UNDER,
    PriceChange,
    WordChange,
    differences,
    examples,
    fitting,
    fitting_bordlaegger,
    price_changes,
    word_changes,
)
from ledger.rules.site.labels import Text
from tests.support.presets import EVERY_PRESET


def with_change(code, change):
    """A preset as it is, and as a change of its document makes it."""
    document = preset(code)
    change(document)
    return read_scoring_table(preset(code)), read_scoring_table(document)


@pytest.mark.parametrize("before", PRESETS)
@pytest.mark.parametrize("after", EVERY_PRESET)
def test_two_tables_that_differ_are_never_called_the_same(before, after):
    tables = table_from(before), table_from(after)

    assert bool(price_changes(*tables) or word_changes(*tables)) == (before != after)


def test_a_dearer_cell_is_named_with_each_number_that_follows_from_it():
    before, after = with_change("esmakker-wikipedia", lambda document: document["values"]["9"].__setitem__(7, 3))

    parts = [(label, 2, 3) for label in (MADE, OVER, LOST, UNDER)]
    assert price_changes(before, after) == [PriceChange(Text("9 Vip 2", "9 Vip 2"), parts)]
    assert word_changes(before, after) == []


def test_another_reading_of_a_lost_contract_changes_what_is_lost_in_every_cell():
    before = table_from("esmakker-wikipedia")
    after = table_from({"preset": "esmakker-wikipedia", "options": {"lost": "double_under"}})

    prices, [words] = price_changes(before, after), word_changes(before, after)

    eighth = Fraction(1, 8)
    assert len(prices) == 7 * 9
    assert prices[0] == PriceChange(Text("7 Alm.", "7 Plain"), [(LOST, eighth, 0), (UNDER, eighth, 2 * eighth)])
    assert words.code == "lost"
    assert words.before["en"] == "The price, and the price once more for each trick missing."
    assert words.after["en"] == "Twice the price for each trick missing."


def test_tables_of_two_units_are_compared_in_points():
    document = preset("call-ace-whist") | {"unit_denominator": 6}
    document["values"]["7"][0] = "61/6"

    tables = table_from("call-ace-whist"), read_scoring_table(document)
    [unit] = word_changes(*tables)

    assert price_changes(*tables)[0].parts[0] == (MADE, 10, Fraction(61, 6))
    assert (unit.code, unit.before["en"], unit.after["en"]) == ("unit_denominator", "1", "1/6")


@pytest.mark.parametrize(
    ("code", "change", "part"),
    [
        (
            "dansk-whist",
            lambda document: document["free_for_all"].__setitem__("price", 6),
            (PER_TRICK, None, 6),
        ),
        (
            "call-ace-euchre",
            lambda document: document["roles"][0]["maker"].__setitem__("5", 7),
            (Text("melders side, 5 spillere", "declarer's side, 5 players"), 5, 7),
        ),
    ],
    ids=["a price that was missing had none before", "a game paid by role goes by the number of players"],
)
def test_one_number_that_differs_is_told_alone(code, change, part):
    [told] = price_changes(*with_change(code, change))

    assert told.parts == [part]


def test_a_nolo_that_is_gone_is_named_with_what_it_cost():
    def without_the_last(document):
        document["ladder"].remove(document["nolo"].pop()["code"])

    before, after = with_change("call-ace-whist", without_the_last)

    gone = price_changes(before, after)[-1]

    assert gone.place == before.nolo["ren_bordlaegger"].label
    assert gone.parts == [(MADE, 200, None), (LESS, 0, None), (LOST, 400, None), (OFF, 0, None)]
    assert "nolo" in [change.code for change in word_changes(before, after)]


def test_how_a_column_is_played_is_a_difference_too():
    before, after = with_change(
        "esmakker-wikipedia", lambda document: document["columns"][0].__setitem__("alone", "never")
    )

    [change] = word_changes(before, after)

    assert change.code == "columns"
    assert change.before["en"].startswith("Plain (trump chosen, with a partner or alone, 13 tricks)")
    assert change.after["da"].startswith("Alm. (valgt trumf, aldrig alene, 13 stik)")


def test_what_counts_double_and_what_beats_what_are_told():
    def other(document):
        document["multipliers"] = []
        document["ladder"] = document["ladder"][:2]

    tables = with_change("esmakker-wikipedia", other)
    doubles, ladder = word_changes(*tables)

    assert price_changes(*tables) == []
    assert doubles == WordChange("multipliers", Text("vip klør: 2 x", "vip clubs: 2 x"), Text("–", "–"))
    assert ladder.code == "ladder"


def test_an_amount_typed_by_itself_and_a_penalty_are_prices_too():
    def other(document):
        document["overrides"] = [{"level": 8, "column": "gode", "tricks": 13, "amount": 99}]
        document["penalties"][0] |= {"offender": -3, "other": 1}

    override, penalty = price_changes(*with_change("whist2", other))

    assert override.place == Text("8 Gode med 13 stik", "8 Gode with 13 tricks")
    assert override.parts == [(FROM_EACH, None, 99)]
    assert [(label["en"], *points) for label, *points in penalty.parts] == [
        ("the offender", -72, -3),
        ("each of the others", 24, 1),
    ]


def test_what_changes_every_price_is_told_in_words():
    def other(document):
        document["rounding"] = "up"
        document["tricks_map"] = {"13": 14}
        document["rules"]["alone"], document["alone_factor"] = "factor", {"factor": "2/3", "rounding": "half_up"}
        document["multipliers"][1]["add"] = "3/2"
        document["flags"] = [{"code": "knock", "label": {"da": "banket", "en": "a knock"}}]

    told = {change.code: change.after for change in word_changes(*with_change("grundtakst", other))}

    assert told.pop("multipliers") == Text(
        "12 stik: 1 x + 8, storslem: 1 x + 1,5", "12 tricks: 1 x + 8, a grand slam: 1 x + 1.5"
    )
    assert {code: label["en"] for code, label in told.items()} == {
        "alone": "factor",
        "flags": "a knock",
        "rounding": "up",
        "tricks_map": "13 → 14",
        "alone_factor": "2/3 (to the nearest)",
    }


# A club's prices are fits by what a 9 pays, and a 9 vip, and if need be a bordlægger; and only exactly.


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
