"""A scoring table as a document: JSON laid out like the sheet on the club's wall, read strictly into ScoringRules."""

import copy
import json

import pytest

from ledger.rules.scoring.document import (
    PRESETS,
    document_from_file,
    fill_prices,
    json_text,
    modern,
    preset,
    read_scoring_table,
)
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.scoring_table import NoloPrice, Price
from ledger.rules.site.fields import parse_json
from ledger.rules.site.refusal import Refusal
from tests.rules.scoring.document.documents import LABEL, faulty
from tests.support.refusing import refused_at


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"colour": "green"}, "colour"),
        ({"code": "No Code"}, "code"),
        ({"name": "Navn"}, "name"),
        ({"name": {"da": "Navn"}}, "name.en"),
        ({"name": {**LABEL, "de": "Name"}}, "name.de"),
        ({"name.da": " "}, "name.da"),
        ({"name.da": "a\0"}, "name.da"),
        ({"name.en": "\ud800"}, "name.en"),
        ({"source": 7}, "source"),
        ({"readings.2": "text"}, "readings.2"),
        ({"name.da": "\ud800"}, "name.da"),
        ({"readings.2.en": None}, "readings.2.en"),
        ({"unit_denominator": 0}, "unit_denominator"),
        ({"unit_denominator": "8"}, "unit_denominator"),
        ({"unit_denominator": 10**9}, "unit_denominator"),
        ({"seats": {"min": 5, "max": 4}}, "seats.max"),
        ({"seats": {"min": 4, "max": 5}}, "seats"),
        ({"partner": "bought"}, "partner"),
        ({"zero_sum": 1}, "zero_sum"),
        ({"tricks": 14}, "tricks"),
        ({"rules.lost": "sometimes"}, "rules.lost"),
        ({"rules.weather": "fine"}, "rules.weather"),
        ({"rules": {}}, "rules.nolo_lost"),
        ({"choices.book": {}}, "choices.book"),
        ({"choices.lost.never": LABEL}, "choices.lost.never"),
        ({"columns": []}, "values.7"),
        ({"columns": [{}] * 41}, "columns"),
        ({"columns.0.code": "vip1"}, "columns"),
        ({"columns.0.attachment": "gode"}, "columns"),
        ({"columns.0.vip_turn": 2}, "columns.0.vip_turn"),
        ({"columns.6.vip_turn": 4}, "columns.6.vip_turn"),
        ({"columns.0.trump": "stars"}, "columns.0.trump"),
        ({"columns.0.alone": "maybe"}, "columns.0.alone"),
        ({"columns.0.tricks_played": 14}, "columns.0.tricks_played"),
        ({"values.14": [1] * 9}, "values.14"),
        ({"values.x": [1] * 9}, "values.x"),
        ({"values.9": [1] * 8}, "values.9"),
        ({"values.9.7": 0.5}, "values.9.vip2"),
        ({"values.9.7": True}, "values.9.vip2"),
        ({"values.9.7": "two"}, "values.9.vip2"),
        ({"values.9.7": "1/3"}, "values.9.vip2"),
        ({"values.9.7": "1/0"}, "values.9.vip2"),
        ({"values.9.7": "-1"}, "values.9.vip2"),
        ({"values.9.7": -1}, "values.9.vip2"),
        ({"values.9.7": "1" + "0" * 99 + "/3"}, "values.9.vip2"),
        ({"values.9.7": 10**5000}, "values.9.vip2"),
        ({"values.9.7": {"made": 1}}, "values.9.vip2.over"),
        ({"values.9.7": {"made": 1, "over": 1, "lost": 1, "under": None}}, "values.9.vip2.under"),
        ({"multipliers.0.mult": 0}, "multipliers.0.mult"),
        ({"multipliers.0.when.attachment": "grand"}, "multipliers.0.when.attachment"),
        ({"multipliers.0": {"attachment": "vip", "trump": "clubs"}}, "multipliers.0.attachment"),
        ({"nolo.0.code": "ren_sol"}, "nolo"),
        ({"nolo.0.max_tricks": 14}, "nolo.0.max_tricks"),
        ({"nolo.0.min_tricks": 2}, "nolo.0.min_tricks"),
        ({"nolo.0.side": "both"}, "nolo.0.side"),
        ({"nolo.0.made": "x"}, "nolo.sol.made"),
        ({"nolo.0.off": -1}, "nolo.sol.off"),
        ({"ladder.0": "6"}, "ladder.0"),
        ({"ladder.0": ["7"]}, "ladder.0"),
        ({"ladder.0": "7+"}, "ladder"),
        ({"drawn": ["vip", "grand"]}, "drawn.1"),
        ({"drawn": ["vip", "vip"]}, "drawn"),
        ({"drawn": "vip"}, "drawn"),
        ({"columns.0.colour": "green"}, "columns.0.colour"),
        ({"values.9": 7}, "values.9"),
        ({"multipliers": [{"attachment": "vip", "trump": "clubs", "factor": 0}]}, "multipliers.0.mult"),
        ({"overrides": [{"level": "x", "tricks": 7, "amount": 1}]}, "overrides.0.level"),
        ({"overrides": [{"level": 7, "tricks": 14, "amount": 1}]}, "overrides.0.tricks"),
        ({"alone_factor": {"rounding": "up"}}, "alone_factor.factor"),
        ({"nolo.0.off": "x"}, "nolo.sol.off"),
        ({"penalties": [{"code": "straf", "label": LABEL, "offender": "x", "other": 1}]}, "penalties.0.offender"),
    ],
)
def test_a_fault_is_refused_with_its_place(changes, field):
    with refused_at(field):
        read_scoring_table(faulty(changes))


@pytest.mark.parametrize(
    ("code", "changes", "field"),
    [
        ("dansk-whist", {"free_for_all.price": "1/8"}, "free_for_all.price"),
        ("dansk-whist", {"free_for_all": {"price": 1}}, "free_for_all.label"),
        ("engelsk-whist", {"pair_book.tricks": 5}, "pair_book.tricks"),
        ("engelsk-whist", {"pair_book.price": None}, "pair_book.price"),
        ("engelsk-whist", {"rules": {}, "choices": {}}, "rules.book"),
        ("call-ace-euchre", {"zero_sum": True}, "zero_sum"),
        ("call-ace-euchre", {"roles.0.maker": {"4": 4, "5": 5}}, "roles.0.maker.6"),
        ("call-ace-euchre", {"roles.0.maker.7": 7}, "roles.0.maker.7"),
    ],
)
def test_the_other_games_are_checked_too(code, changes, field):
    with refused_at(field):
        read_scoring_table(faulty(changes, code))


def test_a_pot_is_priced_so_that_two_or_three_can_share_it():
    document = faulty({"free_for_all.price": "1/4"}, "dansk-whist")

    assert read_scoring_table(document).free_for_all.price == 6


@pytest.mark.parametrize("key", [key for key, parameter in PARAMETERS.items() if parameter.is_required])
def test_what_a_document_leaves_out_is_named(key):
    document = preset("call-ace-whist")
    del document[key]

    with refused_at(key):
        read_scoring_table(document)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"lost": "never"}, "options.lost"),
        ({"book": "zero_sum"}, "options.book"),
        ({"lost": None}, "options.lost"),
        ({"x" * 999: "y"}, "options." + "x" * 39 + "…"),
        (["lost"], "options"),
    ],
)
def test_options_are_rules_that_the_table_knows(options, field):
    with refused_at(field):
        read_scoring_table(preset("call-ace-whist"), options)


@pytest.mark.parametrize("code", PRESETS)
def test_the_order_of_the_keys_does_not_matter(code):
    document = preset(code)

    shuffled = read_scoring_table(json.dumps(document, sort_keys=True))

    assert shuffled == read_scoring_table(document)
    assert shuffled.levels == read_scoring_table(document).levels
    assert [*shuffled.rules, *shuffled.choices] == [
        *read_scoring_table(document).rules,
        *read_scoring_table(document).choices,
    ]


def test_a_cell_is_a_value_or_its_four_numbers():
    four = {"made": 1, "over": "1/2", "lost": 2, "under": "0,25"}

    row = read_scoring_table(faulty({"values.9.7": four})).prices[9]

    assert row["vip2"] == Price(made=8, over=4, lost=16, under=2)
    assert row["vip1"] == Price(made=8, over=8, lost=8, under=8)


def test_a_nolo_may_price_each_trick_by_itself():
    document = preset("esmakker-wikipedia")
    document["nolo"][0] |= {"made": 73, "less": 1, "lost": 73, "off": 5}

    assert read_scoring_table(document).nolo["sol"].price == NoloPrice(made=584, less=8, lost=584, off=40)


def test_the_older_form_of_a_multiplier_is_still_read_and_can_be_rewritten():
    older = preset("pywhist")
    older["multipliers"][0] = {"attachment": "vip", "trump": "clubs", "factor": 2}

    assert modern(older) == preset("pywhist")
    assert read_scoring_table(older) == read_scoring_table(modern(older)) == read_scoring_table(preset("pywhist"))


@pytest.mark.parametrize("code", PRESETS)
def test_the_presets_are_written_in_todays_form(code):
    assert modern(preset(code)) == preset(code)


def test_missing_prices_are_listed_as_on_the_sheet():
    missing = list(read_scoring_table(preset("dansk-whist")).missing_prices)

    expected = ["values.7.grand", "values.7.grandi", "nolo.nolo.made", "nolo.sol.made", "free_for_all.price"]
    assert missing == expected


def test_typed_prices_fill_a_copy_of_the_document():
    document = preset("dansk-whist")
    before = copy.deepcopy(document)

    filled = fill_prices(document, {"values.7.grandi": "2,5", "nolo.sol.made": " 3 ", "nolo.nolo.made": ""})

    assert document == before
    assert filled["values"]["7"] == [None, "5/2"]
    assert [row["made"] for row in filled["nolo"]] == [None, 3]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("values.7.grand", "🎉"),
        ("values.7.grand", "-1"),
        ("values.7.grand", "1/7"),
        ("values.7.vip", "1"),
        ("values.8.grand", "1"),
        ("values.7", "1"),
        ("nolo.bordlaegger.made", "1"),
        ("nolo.sol.max_tricks", "1"),
        ("free_for_all.price", "1/24"),
        ("unit_denominator", "1"),
        ("", "1"),
    ],
)
def test_a_bad_price_is_refused_with_its_path(path, text):
    with refused_at(path):
        fill_prices(preset("dansk-whist"), {path: text})


# A scoring table's file in JSON reads like the sheet, and comes back unchanged.


def shuffle_keys(value):
    if isinstance(value, dict):
        return {key: shuffle_keys(value[key]) for key in sorted(value, reverse=True)}
    return [shuffle_keys(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_comes_back_unchanged_and_its_text_does_not_depend_on_the_order_of_the_keys(code):
    text = json_text(preset(code))

    assert parse_json(text) == preset(code)
    assert json_text(shuffle_keys(preset(code))) == text


def test_a_row_of_the_sheet_is_a_line_and_levels_stand_by_size():
    lines = json_text(preset("esmakker-wikipedia")).splitlines()

    assert lines[:3] == [
        "{",
        '  "code": "esmakker-wikipedia",',
        '  "name": {"da": "Esmakkerwhist (Wikipedia)", "en": "Esmakker whist (Wikipedia)"},',
    ]
    values = lines.index('  "values": {')
    assert lines[values + 1] == '    "7": ["1/8", "1/4", "1/4", "1/4", "1/4", "1/4", "1/4", "1/2", 1],'
    assert [line.split(":")[0].strip() for line in lines[values + 1 : values + 8]] == [
        f'"{level}"' for level in range(7, 14)
    ]


@pytest.mark.parametrize("document", [{}, {"values": {}, "rules": {}, "columns": []}, {"values": {"7": [{"made": 1}]}}])
def test_little_documents_are_json_too(document):
    assert json.loads(json_text(document)) == document


@pytest.mark.parametrize("code", ["whistklubben", "call-ace-euchre"])
def test_json_comes_back_unchanged_whatever_its_encoding(code):
    text = json_text(preset(code))

    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert document_from_file(text.encode(encoding)) == preset(code)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ({"colour": "green"}, "colour: “colour” is not known here."),
        ({"values": {"7": ["to"] * 9}}, "values.7.plain: “to” is not a number of points. Write for example"),
        ({"name": {"da": "a\0", "en": "b"}}, "name.da: "),
        ({"\ud800": 1}, ""),
    ],
)
def test_a_fault_in_json_is_named_by_its_path(spoil, sentence):
    with pytest.raises(Refusal) as refused:
        document_from_file(json.dumps(preset("esmakker-wikipedia") | spoil).encode())

    assert str(refused.value).startswith(sentence)
    assert str(refused.value).encode()
