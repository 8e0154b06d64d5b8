"""The worked example of docs/architecture.md: three words and their Danish, and a lost nolo is told otherwise."""

import re
from pathlib import Path

import pytest

from ledger.rules.deals.kinds import nolo
from tests.rules.deals import playing
from tests.rules.site.languages import add_danish

PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"


@pytest.mark.parametrize(("language", "told"), [("da", "meldte sol og blev taget."), ("en", "bid sol and was caught.")])
def test_a_lost_nolo_is_told_in_other_words(monkeypatch, tmp_path, language, told):
    section = PAGE.read_text(encoding="utf-8").partition("## The words of a sentence, worked")[2].partition("\n## ")[0]
    words = dict(vars(nolo))
    exec(re.search(r"```python\n(.+?)```", section, re.DOTALL)[1], words)
    monkeypatch.setattr(nolo, "GOES_DOWN", words["IS_CAUGHT"], raising=False)
    add_danish(monkeypatch, tmp_path, section)

    assert told in playing.sentence_of("esmakker-wikipedia", playing.nolo("sol", Anders=False), language)
