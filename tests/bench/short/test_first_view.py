"""The benchmark of first views opens every page in a browser of its own, and says which costs more than it must."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.first_view import PAGES, FirstView, over_the_bars

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("name", "view", "over"),
    [
        ("standings", FirstView(30, 8, 0.8, 0), []),
        ("standings", FirstView(30.1, 8, 0.8, 0), ["standings: 30.1 kilobytes"]),
        (
            "standings",
            FirstView(30, 9, 0.9, 0.01),
            ["standings: 9 requests", "standings: 0.9 seconds", "standings: 0.01 shift"],
        ),
    ],
)
def test_a_page_is_over_a_bar_alone_where_it_costs_more(name, view, over):
    assert over_the_bars(name, view) == over


@pytest.mark.long
@pytest.mark.browser
def test_every_page_is_opened_and_the_exit_says_whether_one_costs_too_much(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as whoever measures has it
    command = [sys.executable, "-m", "tests.bench", "first_view", "--rounds", "1"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    lines = re.findall(
        r"^(.+?) +[\d.]+ kB +\d+ requests  first paint [\d.]+ s  shift [\d.]+(  missed)?$", outcome.stdout, re.MULTILINE
    )
    assert [name for name, _ in lines] == [*PAGES], outcome.stderr
    assert outcome.returncode == (1 if any(missed for _, missed in lines) else 0)
