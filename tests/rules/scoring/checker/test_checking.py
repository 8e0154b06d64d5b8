"""The table checker: errors that cannot be right, remarks that look like a slip, each with its cell."""

import json

import pytest
from hypothesis import given

from ledger.rules.deals.kinds import NoloDeal, Participant
from ledger.rules.deals.settling import every_deal, settle
from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import PRESETS, preset, read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff
from ledger.rules.site.refusal import Refusal, in_english
from tests.rules.deals.playing import FOUR
from tests.rules.scoring.document.documents import LABEL, documents, faulty
from tests.rules.site.languages import values_in
from tests.support.processor import seconds_of

UNPRICED = {"whistklubben": 40, "esmakker-wikipedia": 1, "dansk-whist": 5}


def sentences_of(remarks_found, language="en"):
    return [
        f"{remark.path}: {in_english(remark.message, values_in(language, remark.params))}" for remark in remarks_found
    ]


def errors(document):
    return sentences_of(remark for remark in check_scoring_table(document) if remark.is_error)


def remarks(document):
    return sentences_of(remark for remark in check_scoring_table(document) if not remark.is_error)


def whist(**changes):
    return preset("it-whist") | changes


@pytest.mark.parametrize("code", PRESETS)
def test_the_only_errors_of_a_preset_are_the_prices_its_source_leaves_out(code):
    assert len(errors(preset(code))) == UNPRICED.get(code, 0)


ONE_AMOUNT = {"level": 9, "column": "gode"}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (
            faulty({"values.9.1": "x"}, "it-whist"),
            "values.9.vip: “x” is not a number of points. Write for example 3, -0,25 or 1/8.",
        ),
        ("{", "None: This is not valid JSON. Look at line 1, character 2."),
        (
            json.dumps(faulty({"values.9.7": 2.5})),
            'values.9.vip2: Write 2.5 as a whole number, or as text such as "1/8".',
        ),
        (
            json.dumps(faulty({"nolo.1.made": 0.5}, "it-whist")),
            'nolo.ren_sol.made: Write 0.5 as a whole number, or as text such as "1/8".',
        ),
        (faulty({"values.9": [1] * 4}, "it-whist"), "values.9: The number of values here must be 5."),
        (faulty({"values.9.1": None}, "it-whist"), "values.9.vip: 9 Vip has no price yet."),
        (json.dumps(faulty({"values.9.1": None}, "it-whist")), "values.9.vip: 9 Vip has no price yet."),
        (
            faulty({"unit_denominator": 12, "roles.1.maker.5": 1_000_000}, "call-ace-euchre"),
            "roles.1: Made alone moves more points than the book can hold: 833333 for one player.",
        ),
        (
            whist(overrides=[{**ONE_AMOUNT, "tricks": 8, "amount": 1}]),
            "values.9.gode: 9 Gode with 8 tricks is lost, but pays the declarer 1.",
        ),
        (
            whist(overrides=[{**ONE_AMOUNT, "tricks": 9, "amount": -1}]),
            "values.9.gode: 9 Gode with 9 tricks is made, but costs the declarer 1.",
        ),
        (
            whist(overrides=[{**ONE_AMOUNT, "column": "plain", "tricks": 13, "amount": 70}]),
            "values.9.plain: 9 Plain pays 70 with 13 tricks, but 80 with 12.",
        ),
        (
            preset("pywhist") | {"overrides": [{**ONE_AMOUNT, "column": "vip1", "tricks": 8, "amount": 1}]},
            "values.9.vip1: 9 Vip 1 with 8 tricks is lost, but pays the declarer 1.",
        ),
    ],
    ids=[
        *("a price that cannot be read", "no JSON", "a decimal point", "of a nolo", "a row of too few"),
        *("no price", "as text", "points by role that the book cannot hold", "a lost contract that pays"),
        *("a made one that costs", "one more trick that pays less", "a fault on every way of playing"),
    ],
)
def test_what_cannot_be_right_is_one_error_with_its_place(document, sentence):
    assert errors(document) == [sentence]


def test_every_price_that_cannot_be_read_is_named_at_once():
    document = preset("esmakker-wikipedia") | {"free_for_all": {"label": LABEL, "price": "1/8"}}
    document["values"]["9"][1] = "x"
    document["values"]["12"][8] = {"made": 1, "over": "1/3", "lost": 1, "under": 1}
    document["nolo"][0]["made"] = -1
    document["nolo"][1]["off"] = True

    assert errors(document) == [
        "nolo.sol.made: Give a whole number from 0 to 1000000.",
        'nolo.ren_sol.off: Write the price as a whole number or as text such as "1/8".',
        "values.9.gode: “x” is not a number of points. Write for example 3, -0,25 or 1/8.",
        "values.12.vip3.over: Points are counted in steps of 1/8 here; 1/3 does not fit.",
        "free_for_all.price: A pot of 1/8 cannot be shared exactly in steps of 1/8 point.",
        "nolo.dobbelt_bordlaegger.made: Dobbelt bordlægger has no price yet.",
    ]


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"values.9.1": "x", "values.8.0": None, "rounding": "down"}, ["values.9.vip", "rounding"]),
        ({"rules": {"made": "one_plus", "nolo_lost": "same"}, "choices": {}}, ["rules.lost"]),
    ],
    ids=["beside a fault elsewhere that stops the reading", "a rule that is missing is no fault of a cell"],
)
def test_prices_are_named_where_they_are_at_fault(changes, places):
    assert [line.partition(":")[0] for line in errors(faulty(changes, "it-whist"))] == places


def test_every_cell_wrong_is_checked_in_a_tenth_of_a_second_too():
    document = preset("esmakker-wikipedia")
    document["values"] = {level: ["x"] * 9 for level in document["values"]}

    assert len(errors(document)) == 7 * 9 + 1
    assert min(seconds_of(lambda: check_scoring_table(document)) for _ in range(5)) < 0.1


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"nolo": [preset("it-whist")["nolo"][0] | {"lost": 1_000_000}]}, {"nolo.sol.made"}),
        ({"free_for_all": {"label": LABEL, "price": 900_000}}, {"free_for_all.price"}),
        ({"pair_book": {"label": LABEL, "tricks": 6, "price": 1_000_000}}, {"pair_book.price"}),
        ({"penalties": [{"code": "s", "label": LABEL, "offender": -900_000, "other": 300_000}]}, {"penalties.0"}),
    ],
)
def test_what_the_book_cannot_hold_is_an_error(changes, places):
    document = whist(unit_denominator=12, **changes)
    document["rules"]["book"] = "zero_sum"

    assert {line.partition(":")[0] for line in errors(document)} == places


def in_equal_steps():
    document = preset("vest-gui")
    document["values"] = {str(level): [10 * level] for level in range(7, 14)} | {"11": [111]}
    return document


def beside_another_column():
    document = preset("laederwhist")
    document["values"] = {level: [row[0], row[1], row[0], *row[3:]] for level, row in document["values"].items()}
    document["values"]["10"][2] = 6
    return document


@pytest.mark.parametrize(
    ("document", "sentence", "count"),
    [
        (
            faulty({"values.12.8": 34}, "esmakker-wikipedia"),
            "values.12.vip3: 12 Vip 3 is 34; by the steps of its column it would be 32.",
            4,
        ),
        *(
            (
                faulty({f"values.{level}.0": value}, "it-whist"),
                f"values.{level}.plain: {level} Plain is {value}; by the steps of its column it would be {expected}.",
                1,
            )
            for level, value, expected in ((7, 6, 5), (8, 12, 10), (10, 44, 40), (13, 300, 320))
        ),
        (in_equal_steps(), "values.11.plain: 11 Plain is 111; by the steps of its column it would be 110.", 1),
        (
            beside_another_column(),
            "values.10.halve: 10 Halve is 6; as the column stands to the first it would be 5.",
            1,
        ),
        (
            preset("call-ace-whist-quarter"),
            "nolo.ren_bordlaegger.made: Ren bordlægger pays 20, no more than Bordlægger below it.",
            5,
        ),
    ],
    ids=[
        "the 34 among doublings",
        *("out of step at 7", "at 8", "at 10", "at 13"),
        *("in equal steps", "beside another column", "a clean nolo that pays no more"),
    ],
)
def test_what_looks_like_a_slip_is_pointed_out(document, sentence, count):
    assert sentence in remarks(document)
    assert len(remarks(document)) == count


def test_a_higher_bid_that_pays_less_is_pointed_out_in_both_languages():
    document = preset("vest-gui")  # its prices keep to no steps
    document["unit_denominator"] = 2
    document["values"]["11"] = ["30,5"]
    [remark] = check_scoring_table(document)

    assert sentences_of([remark]) == [
        "values.11.plain: 11 Plain pays 30.5, less than 10 Plain below it, which pays 60."
    ]
    assert values_in("da", remark.params) == {"higher": "11 Alm.", "amount": "30,5", "lower": "10 Alm.", "more": "60"}


def test_a_table_in_step_has_no_remarks():
    assert check_scoring_table(preset("it-whist")) == ()


@given(documents())
def test_every_document_is_refused_with_a_place_or_every_outcome_sums_to_zero(document):
    remarks_found = check_scoring_table(document)
    wrong = {remark.path for remark in remarks_found if remark.is_error}
    try:
        scoring_table = read_scoring_table(document)
    except Refusal as refusal:
        assert refusal.field in wrong
        return

    tariff = compile_tariff(scoring_table)
    assert None not in wrong
    assert set(scoring_table.missing_prices) <= wrong
    for deal in (*every_deal(scoring_table, FOUR), *crowded_nolos(scoring_table)):
        try:
            settlement = settle(deal, tariff, FOUR)
        except Refusal:
            assert wrong
        else:
            assert sum(settlement.units.values()) + settlement.house == 0
            assert settlement.house == 0 or not scoring_table.zero_sum


def crowded_nolos(table):
    """Three and four players on a nolo, where players may go along."""
    if table.rules["joined"] == "single":
        return
    for nolo in table.nolo.values():
        for tricks in ((0, 0, 0, 13), (1, 2, 0, 10), (3, 3, 3, 4)) if nolo.side == "alone" else ():
            on_it = tuple(Participant(player, taken) for player, taken in zip(FOUR, tricks, strict=True))
            yield NoloDeal(contract=nolo.code, participants=on_it)
            yield NoloDeal(contract=nolo.code, participants=on_it[:3])
