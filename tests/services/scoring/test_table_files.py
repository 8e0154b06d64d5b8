"""A scoring table as a JSON file: what goes out comes back unchanged, and a fault is named by its path."""

import json

import pytest

from ledger.rules.scoring.document import document_from_file, json_text, preset
from ledger.rules.site.refusal import Refusal


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
