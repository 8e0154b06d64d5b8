"""The worked example of docs/architecture.md: one property and one column, and page and file have it."""

import csv
import re
from pathlib import Path

import pytest

from ledger.rules import seasons as rows
from ledger.web.seasons import lists, standings
from tests.rules.site.languages import add_danish
from tests.support.people import make_evening, record, trick
from tests.web.reading import columns_of, in_english

ROOT = Path(__file__).parents[3]
ADDRESS = "/torsdagsklubben/standings/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def section(monkeypatch, tmp_path):
    """The column that the page declares, behind the others."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A column of a page's list, worked")[2].partition("\n## ")[0]
    average, *column = re.findall(r"```python\n(.+?)```", section, re.DOTALL)
    names = {**vars(rows), **vars(lists), "__name__": __name__}  # or test_csv.py would count it among the site's lists
    exec(f"class Averages:\n{average}\nclass WithColumn(StandingsList):\n{''.join(column)}", names)
    monkeypatch.setattr(rows.Standing, "evening_average", names["Averages"].evening_average, raising=False)
    monkeypatch.setattr(standings, "StandingsList", names["WithColumn"])
    add_danish(monkeypatch, tmp_path, section)
    return section


def test_the_example_costs_two_files_and_its_danish(section):
    assert re.findall(r"`([^` ]+\.p[yo])`", section) == [
        "lists.py",
        "ledger/rules/seasons.py",
        "ledger/web/seasons/lists.py",
        "ledger/locale/da/LC_MESSAGES/django.po",
        "tests/web/seasons/test_another_column.py",
        "tests/web/statistics/test_csv.py",
    ]


def test_the_page_and_its_file_have_it(client, club):
    evening = make_evening(club)
    for _ in range(2):
        record(evening, trick(evening, "Bodil", "Carl", 8))

    page = in_english(client).get(ADDRESS, {"sort": "-per_evening"})
    file = client.get(ADDRESS, {"csv": "list"}).content.decode("utf-8-sig")

    assert columns_of(page, "Per evening") == ["+0.50", "+0.50", "−0.50", "−0.50"]
    first, *_ = csv.DictReader(file.splitlines(), delimiter=";")
    assert first["Per evening"] == "0,50"
