"""The worked example of docs/architecture.md: one declaration, and a parameter is known in every room."""

import json
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from ledger.rules.deals.settling import score_line
from ledger.rules.scoring.document import document_from_file, json_text, preset, read_scoring_table
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.wall.comparing import word_changes
from ledger.rules.scoring.wall.sheet import rules_in_words
from ledger.rules.site.labels import Text
from ledger.rules.site.refusal import Refusal
from ledger.web.scoring.editor import ScoringTableEditor, typed_document
from ledger.web.scoring.forms import ChangedWordsList
from tests.rules.deals.playing import FOUR, trick
from tests.rules.site.languages import add_danish

ROOT = Path(__file__).parents[3]
NAME = Text("Det meste, én modspiller betaler", "The most one opponent pays")


@pytest.fixture(autouse=True)
def cap(monkeypatch, tmp_path):
    """The parameter that the page declares, among the others."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A new parameter, worked")[2].partition("\n## ")[0]
    declared: dict[str, object] = {}
    exec(re.search(r"```python\n(.+?)```", section, re.DOTALL)[1], declared)
    monkeypatch.setitem(PARAMETERS, "cap", declared["CAP"])
    add_danish(monkeypatch, tmp_path, section)


def document(**changes):
    return preset("call-ace-whist") | {"cap": 50} | changes


def answer(language, tricks=9):
    line = {"table": document(), "players": list(FOUR), "deal": trick(8, "gode", tricks)}
    answer = score_line(json.dumps(line).encode())
    return {**answer, "why": answer["why"][language]}


def test_it_is_read():
    assert PARAMETERS["cap"].of(read_scoring_table(document())) == 50
    assert PARAMETERS["cap"].of(read_scoring_table(preset("call-ace-whist"))) is None
    with pytest.raises(Refusal) as refused:
        read_scoring_table(document(cap=-1))
    assert refused.value.field == "cap"


@pytest.mark.parametrize(("tricks", "units"), [(8, 40), (9, 50), (7, -50)])
def test_deals_are_settled_by_it(tricks, units):
    assert answer("da", tricks)["units"][FOUR[0]] == units


def test_a_deal_is_explained_by_it_in_both_languages():
    assert answer("da")["why"].endswith("40 + 1 × 40, højst 50 = 50 fra hver modspiller")
    assert answer("en")["why"].endswith("40 + 1 × 40, at most 50 = 50 from each opponent")


@pytest.mark.parametrize("language", ["da", "en"])
def test_the_editor_shows_and_keeps_it(language):
    with override(language):
        editor = ScoringTableEditor(document())
        [field] = [field for field in editor.house_rules() if field["label"] == NAME[language]]

    assert field["text"] == "50"
    assert typed_document({field["name"]: "60"}, document(), None) == document(cap=60)
    assert "cap" not in typed_document({field["name"]: ""}, document(), None)


def test_the_json_file_keeps_it_in_its_place():
    text = json_text(document())

    assert json.loads(text) == document()
    assert text.index('"rules"') < text.index('"cap"') < text.index('"columns"')
    assert document_from_file(text.encode()) == document()


@pytest.mark.parametrize("language", ["da", "en"])
def test_two_tables_are_compared_by_it(language):
    before, after = read_scoring_table(preset("call-ace-whist")), read_scoring_table(document())
    [change] = word_changes(before, after)

    assert (change.before[language], change.after[language]) == ("–", "50")
    with override(language):
        assert ChangedWordsList([]).render_code(change) == NAME[language]


def test_it_is_told_on_the_wall():
    told = Text("Ingen modspiller betaler mere end 50.", "No opponent pays more than 50.")

    assert told in rules_in_words(read_scoring_table(document()))
