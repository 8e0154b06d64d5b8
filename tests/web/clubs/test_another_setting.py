"""The worked example of docs/architecture.md: what it shows of a club's setting stands in the files that it names."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_setting_that_is_shown_is_the_one_that_is_there():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A club's setting, worked")[2].partition("\n## ")[0]

    quoted = dict[str, list[str]]()
    for path, code in re.findall(r"`(ledger/[\w/]+\.py)`|```python\n(.+?)```", section, re.DOTALL):
        if path:
            file = path
        else:
            quoted.setdefault(file, []).append(code)

    assert len(quoted) == 5
    gone = [code for file, codes in quoted.items() for code in codes if code not in (ROOT / file).read_text("utf-8")]
    assert gone == [], "docs/architecture.md shows what no longer stands in its file: show what does"
