"""The worked example of docs/architecture.md: one cell and one fact, and a list has a column more in every room."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils.translation import override

from ledger.rules.scoring.document import json_text, preset, read_scoring_table
from ledger.rules.scoring.parameters import PARAMETERS, other_games, parameter
from ledger.rules.scoring.wall.comparing import compare
from ledger.rules.site import labels
from ledger.rules.site.refusal import Refusal
from ledger.web.scoring.editor import ScoringTableEditor, typed_document
from tests.rules.site.languages import add_danish

ROOT = Path(__file__).parents[3]
NOTE = "Kun, når alle er med på det"


@pytest.fixture(autouse=True)
def section(monkeypatch, tmp_path):
    """The column that the page declares, among the others."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A new column of a list, worked")[2].partition("\n## ")[0]
    fact, cell = re.findall(r"```python\n(.+?)```", section, re.DOTALL)
    names = {**vars(labels), **vars(parameter), **vars(other_games)}
    exec(f"from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Noted(Nolo):\n{fact}", names)
    exec(cell, names)
    rows = replace(other_games.NOLO_ROWS, cells=(*other_games.NOLO_ROWS.cells, names["NOTE"]))
    add_danish(monkeypatch, tmp_path, section)
    monkeypatch.setattr(other_games, "Nolo", names["Noted"])
    monkeypatch.setitem(PARAMETERS, "nolo", replace(other_games.NOLO, rows=rows))
    return section


def document(note=NOTE):
    noted = preset("call-ace-whist")
    noted["nolo"][0]["note"] = note
    return noted


def test_the_example_costs_two_files_and_its_danish(section):
    named = re.findall(r"`((?:ledger|tests)/[^` ]+\.p[yo])`", section)

    assert named == [
        "ledger/rules/scoring/scoring_table.py",
        "ledger/rules/scoring/parameters/other_games.py",
        "ledger/locale/da/LC_MESSAGES/django.po",
        "tests/web/scoring/test_a_new_column.py",
    ]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_it_is_read():
    noted, plain, *_others = read_scoring_table(document()).nolo.values()

    assert (noted.note, plain.note) == (NOTE, None)
    with pytest.raises(Refusal) as refused:
        read_scoring_table(document(note=7))
    assert refused.value.field == "nolo.0.note"


@pytest.mark.parametrize(("language", "heading"), [("da", "Bemærkning"), ("en", "Note")])
def test_the_editor_shows_and_keeps_it(language, heading):
    with override(language):
        editor = ScoringTableEditor(document())
        [grid] = [grid for grid in editor.lists() if grid.key == "nolo"]
        field = grid.rows[0].cells[-1]

    assert grid.headings[-1] == field.label == heading
    assert field.text == NOTE
    assert typed_document({field.name: "Sjældent"}, document(), None) == document(note="Sjældent")


def test_the_json_file_keeps_it_in_its_place():
    [line] = [line for line in json_text(document()).splitlines() if NOTE in line]

    assert list(json.loads(line.rstrip(","))) == ["code", "label", "max_tricks", "side", "made", "note"]


@pytest.mark.parametrize("language", ["da", "en"])
def test_two_tables_are_compared_by_it(language):
    before, after = read_scoring_table(preset("call-ace-whist")), read_scoring_table(document())
    [change] = compare(before, after).words

    assert change.code == "nolo"
    assert change.after[language] == change.before[language].replace("Sol 0–1", f"Sol 0–1 ({NOTE})", 1)
