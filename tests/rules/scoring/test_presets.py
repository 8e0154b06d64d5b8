"""The presets say what their sources say; the gallery's prices are in test_gallery.py."""

import json
import re

import pytest

from ledger.rules.scoring.document import FOLDER, PRESETS, preset, table_from
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
