"""A fact more in a list of the scoring table: one field and one cell, and every room has it."""

import json
from dataclasses import dataclass, replace

import pytest
from django.utils.translation import override

from ledger.rules.scoring.document import json_text, preset, read_scoring_table
from ledger.rules.scoring.parameters import PARAMETERS, other_games
from ledger.rules.scoring.parameters.parameter import WORDS, RowCell
from ledger.rules.scoring.scoring_table import Nolo
from ledger.rules.scoring.wall.comparing import word_changes
from ledger.rules.site.labels import Phrase, same
from ledger.rules.site.refusal import Refusal
from ledger.web.scoring.editor import ScoringTableEditor, typed_document
from tests.rules.site.languages import add_danish

NOTE = "Kun, når alle er med på det"
DANISH = """
```po
msgid "Note"
msgstr "Bemærkning"
```
"""


@dataclass(frozen=True)
class NotedNolo(Nolo):
    """A nolo contract that a club says something more about."""

    note: str | None = None


@pytest.fixture(autouse=True)
def noted_nolo(monkeypatch, tmp_path):
    cell = RowCell("note", Phrase("Note"), WORDS, is_required=False, brief=lambda note: note and same(note))
    rows = replace(other_games.NOLO.rows, cells=(*other_games.NOLO.rows.cells, cell))
    add_danish(monkeypatch, tmp_path, DANISH)
    monkeypatch.setattr(other_games, "Nolo", NotedNolo)
    monkeypatch.setitem(PARAMETERS, "nolo", replace(other_games.NOLO, rows=rows))


def document(note=NOTE):
    noted = preset("call-ace-whist")
    noted["nolo"][0]["note"] = note
    return noted


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
        [nolo] = [listing for listing in editor.lists() if listing["key"] == "nolo"]
        field = nolo["rows"][0][-1]

    assert nolo["headings"][-1] == field["label"] == heading
    assert field["text"] == NOTE
    assert typed_document({field["name"]: "Sjældent"}, document(), None) == document(note="Sjældent")


def test_the_json_file_keeps_it_in_its_place():
    [line] = [line for line in json_text(document()).splitlines() if NOTE in line]

    assert list(json.loads(line.rstrip(","))) == ["code", "label", "max_tricks", "side", "made", "note"]


@pytest.mark.parametrize("language", ["da", "en"])
def test_two_tables_are_compared_by_it(language):
    before, after = read_scoring_table(preset("call-ace-whist")), read_scoring_table(document())
    [change] = word_changes(before, after)

    assert change.code == "nolo"
    assert change.after[language] == change.before[language].replace("Sol 0–1", f"Sol 0–1 ({NOTE})", 1)
