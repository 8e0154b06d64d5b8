"""The table checker: errors that cannot be right, remarks that look like a slip, each with its cell."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.checking import check_table
from ledger.rules.document import read_table
from ledger.rules.outcomes import every_deal
from ledger.rules.presets import PRESETS, preset
from ledger.rules.settling import settle
from ledger.rules.tariff import compile_tariff
from ledger.rules.vocabulary import RULES
from tests.rules.playing import FOUR

UNPRICED = {"whistklubben": 40, "esmakker-wikipedia": 1, "dansk-whist": 5}
LABEL = {"da": "Navn", "en": "Name"}


def said(found, language="en"):
    return [f"{remark.path}: {remark.message % remark.said_in(language)}" for remark in found]


def errors(document):
    return said(remark for remark in check_table(document) if remark.is_error)


def remarks(document):
    return said(remark for remark in check_table(document) if not remark.is_error)


def whist(**changes):
    return preset("it-whist") | changes


def with_value(code, level, place, value):
    document = preset(code)
    document["values"][str(level)][place] = value
    return document


@pytest.mark.parametrize("code", PRESETS)
def test_the_only_errors_of_a_preset_are_the_prices_its_source_leaves_out(code):
    assert len(errors(preset(code))) == UNPRICED.get(code, 0)


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_is_checked_in_a_tenth_of_a_second(code):
    document = preset(code)
    quickest = min(timed(document) for _ in range(3))

    assert quickest < 0.1


def timed(document):
    started = time.process_time()  # what else the machine has to do meanwhile is not the rules' business
    check_table(document)
    return time.process_time() - started


def test_a_document_that_cannot_be_read_is_one_error_with_its_place():
    assert errors(with_value("it-whist", 9, 1, "x")) == [
        "values.9.vip: “x” is not a number of points. Write for example 3, -0,25 or 1/8."
    ]
    assert errors("{") == ["None: This is not valid JSON."]


def test_a_contract_without_a_price_is_an_error():
    document = with_value("it-whist", 9, 1, None)

    assert errors(document) == ["values.9.vip: 9 Vip has no price yet."]
    assert errors(json.dumps(document)) == errors(document)


def test_a_lost_contract_that_pays_is_an_error():
    document = whist(overrides=[{"level": 9, "column": "gode", "tricks": 8, "amount": 1}])

    assert errors(document) == ["values.9.gode: 9 Gode with 8 tricks is lost, but pays the declarer 1."]


def test_a_made_contract_that_costs_is_an_error():
    document = whist(overrides=[{"level": 9, "column": "gode", "tricks": 9, "amount": -1}])

    assert errors(document) == ["values.9.gode: 9 Gode with 9 tricks is made, but costs the declarer 1."]


def test_one_more_trick_that_pays_less_is_an_error():
    document = whist(overrides=[{"level": 9, "column": "plain", "tricks": 13, "amount": 70}])

    assert errors(document) == ["values.9.plain: 9 Plain pays 70 with 13 tricks, but 80 with 12."]


def test_a_fault_on_every_way_of_playing_is_said_once_for_its_cell():
    document = preset("pywhist") | {"overrides": [{"level": 9, "column": "vip1", "tricks": 8, "amount": 1}]}

    assert len(errors(document)) == 1


def test_the_34_among_doublings_is_pointed_out():
    assert "values.12.vip3: 12 Vip 3 is 34; by the steps of its column it would be 32." in remarks(
        with_value("esmakker-wikipedia", 12, 8, 34)
    )


@pytest.mark.parametrize(("level", "value", "expected"), [(7, 6, 5), (8, 12, 10), (10, 44, 40), (13, 300, 320)])
def test_a_cell_out_of_step_is_pointed_out_wherever_it_stands(level, value, expected):
    found = remarks(with_value("it-whist", level, 0, value))

    assert (
        f"values.{level}.plain: {level} Plain is {value}; by the steps of its column it would be {expected}." in found
    )


def test_equal_steps_are_a_pattern_too():
    document = preset("vest-gui")
    document["values"] = {str(level): [10 * level] for level in range(7, 14)}
    document["values"]["11"] = [111]

    assert remarks(document) == ["values.11.plain: 11 Plain is 111; by the steps of its column it would be 110."]


def test_a_cell_out_of_step_with_its_row_is_pointed_out():
    document = preset("laederwhist")
    for row in document["values"].values():
        row[2] = row[0]
    document["values"]["10"][2] = 6

    assert remarks(document) == ["values.10.halve: 10 Halve is 6; as the column stands to the first it would be 5."]


def test_clean_table_that_pays_no_more_than_table_is_pointed_out():
    found = remarks(preset("call-ace-whist-quarter"))

    assert "nolo.ren_bordlaegger.made: Ren bordlægger pays 20, no more than Bordlægger below it." in found


def test_a_higher_bid_that_pays_less_is_pointed_out_in_both_languages():
    document = with_value("grundtakst", 9, 0, "1/2")
    found = [remark for remark in check_table(document) if remark.path == "values.9.plain"]

    assert said(found)[-1] == "values.9.plain: 9 Plain pays 0.5, less than 8 Plain below it, which pays 1."
    assert found[-1].said_in("da") == {"higher": "9 Alm.", "amount": "0,5", "lower": "8 Alm.", "more": "1"}


def test_a_table_in_step_has_no_remarks():
    assert check_table(preset("it-whist")) == ()


PRICE = st.integers(0, 40)
CELL = st.one_of(PRICE, st.fixed_dictionaries(dict.fromkeys(("made", "over", "lost", "under"), PRICE)))
RULE = st.fixed_dictionaries(
    {rule: st.sampled_from(RULES[rule]) for rule in ("made", "lost", "nolo_lost", "joined", "alone")}
)
WHEN = st.fixed_dictionaries(
    {},
    optional={
        "attachment": st.sampled_from(["plain", "vip", "gode"]),
        "trump": st.sampled_from(["clubs", "none"]),
        "tricks": st.integers(0, 13),
        "result": st.sampled_from(["made", "lost"]),
        "flag": st.just("knock"),
    },
)
MULTIPLIER = st.fixed_dictionaries({"when": WHEN, "label": st.just(LABEL), "mult": st.integers(1, 4), "add": PRICE})
OVERRIDE = st.fixed_dictionaries(
    {"level": st.sampled_from([8, 11]), "tricks": st.integers(0, 13), "amount": st.integers(-40, 40)}
)


@st.composite
def documents(draw):
    """A table of two levels and three columns with any of the parameters."""
    document = preset("it-whist")
    document["columns"] = document["columns"][:3]
    document["values"] = {level: draw(st.lists(CELL, min_size=3, max_size=3)) for level in ("8", "11")}
    document["rules"] |= draw(RULE)
    return document | {
        "flags": [{"code": "knock", "label": LABEL}],
        "multipliers": draw(st.lists(MULTIPLIER, max_size=3, unique_by=str)),
        "overrides": draw(st.lists(OVERRIDE, max_size=2, unique_by=lambda row: (row["level"], row["tricks"]))),
        "rounding": draw(st.sampled_from(["none", "up", "half_up"])),
        "alone_factor": {"factor": draw(st.sampled_from(["2/3", "1/2", 3])), "rounding": "half_up"},
    }


@settings(max_examples=25, deadline=None)
@given(documents())
def test_every_document_is_refused_with_a_place_or_sums_to_zero(document):
    found = check_table(document)

    if any(remark.is_error for remark in found):
        assert all(remark.path for remark in found)
        return
    tariff = compile_tariff(read_table(document))
    for deal in every_deal(tariff.table, FOUR):
        assert sum(settle(deal, tariff, FOUR).units.values()) == 0
