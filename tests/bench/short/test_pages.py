"""The benchmark of the pages runs, in a database of its own, and prints its ratios."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.pages import PAGES

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_every_page_gets_its_ratios_and_the_sites_data_is_left_alone(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "-m", "tests.bench", "pages", "--deals", "50", "--rounds", "2"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    printed = re.findall(r"^(.+), (drawn|304) +[\d.]+  at most +[\d.]+(?:  missed)?$", outcome.stdout, re.MULTILINE)
    in_each_way = [(page, way) for page in PAGES for way in ("drawn", "304")]
    assert printed == [*in_each_way, ("entry", "drawn"), ("home", "drawn")]
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Not what it must be: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]
