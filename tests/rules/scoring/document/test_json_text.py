"""A scoring table's file in JSON reads like the sheet, and comes back unchanged."""

import json

import pytest

from ledger.rules.scoring.document import PRESETS, json_text, preset
from ledger.rules.site.fields import parse_json


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
