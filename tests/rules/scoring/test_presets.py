"""The presets say what their sources say; the gallery's prices are in test_gallery.py."""

import json
import re

import pytest

from ledger.rules.scoring.document import FOLDER, PRESETS, SEEDS, preset, table_from
from ledger.rules.scoring.scoring_table import ATTACHMENTS, NOLO
from tests.support.refusing import refused_at


def test_there_is_a_file_for_each_preset_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(PRESETS)


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_names_itself_its_source_and_its_readings(code):
    scoring_table = table_from(code)

    assert scoring_table.code == code
    assert scoring_table.source
    assert scoring_table.readings
    assert not re.search(r"\b\d?V\b", json.dumps(preset(code), ensure_ascii=False))  # no formula where a player reads


@pytest.mark.parametrize("code", PRESETS)
def test_the_rule_in_force_is_among_the_choices_offered(code):
    scoring_table = table_from(code)

    for rule, offered in scoring_table.choices.items():
        assert scoring_table.rules[rule] in offered
        assert len(offered) > 1


def test_the_attachments_and_nolo_contracts_have_names():
    codes = [code for code in SEEDS if code != "dansk-whist"]

    assert {name for code in codes for name in table_from(code).attachments} <= set(ATTACHMENTS)
    assert {name for code in codes for name in table_from(code).nolo} == set(NOLO)


@pytest.mark.parametrize(
    ("code", "limits_and_prices"),
    [
        ("call-ace-whist", [(1, 50), (0, 100), (1, 150), (0, 200)]),
        ("call-ace-whist-quarter", [(1, 5), (0, 10), (1, 20), (0, 20), (0, 40)]),
        ("whistklubben", [(1, None), (0, None), (1, None), (0, None)]),
        ("esmakker-wikipedia", [(1, 8), (0, 16), (1, 32), (0, 64), (0, None), (0, 128)]),
        ("dansk-whist", [(6, None), (1, None)]),
    ],
)
def test_the_nolo_contracts_are_those_of_the_source(code, limits_and_prices):
    rows = table_from(code).nolo.values()

    assert [(row.max_tricks, row.price and row.price.made) for row in rows] == limits_and_prices


def test_a_preset_is_free_to_be_changed():
    preset("call-ace-whist")["name"] = "changed"

    assert preset("call-ace-whist")["name"]["da"] == "Call-ace whist"


def test_a_table_comes_from_a_code_a_document_or_a_preset_with_options():
    document = preset("call-ace-whist")
    with_options = {"preset": "call-ace-whist", "options": {"lost": "under"}}

    assert table_from("call-ace-whist") == table_from(document) == table_from({"preset": "call-ace-whist"})
    assert table_from(with_options).rules["lost"] == "under"


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ("bridge", "table"),
        ("", "table"),
        ("../../etc/passwd", "table"),
        (None, "table"),
        (7, "table"),
        (["call-ace-whist"], "table"),
        ({"preset": "bridge"}, "table.preset"),
        ({"preset": "call-ace-whist", "colour": "green"}, "table.colour"),
        ({"preset": "call-ace-whist", "options": []}, "options"),
        ({"preset": "call-ace-whist", "options": {"lost": 7}}, "options.lost"),
        ({}, "code"),
    ],
)
def test_anything_else_is_no_table(spec, field):
    with refused_at(field):
        table_from(spec)


@pytest.mark.parametrize("code", PRESETS)
def test_the_file_is_utf8_json_with_its_letters_unescaped(code):
    text = (FOLDER / f"{code}.json").read_text(encoding="utf-8")

    assert "\\u" not in text
    assert json.loads(text) == preset(code)
