"""The benchmark of the pages runs, in a database of its own, and prints its ratios."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.long
def test_every_page_gets_its_three_ratios_and_the_sites_data_is_left_alone(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "manage.py", "bench_pages", "--deals", "25", "50", "--rounds", "2"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    lines = re.findall(r"^(\w+) +(\d+) deals +([\d.]+) +([\d.]+) +([\d.]+)$", outcome.stdout, re.MULTILINE)
    pages = ["standings", "seasons", "season", "front", "players", "player", "tables", "evening", "deal"]
    assert [(name, deals) for name, deals, *_ in lines] == [(page, deals) for page in pages for deals in ("25", "50")]
    assert re.search(r"standings, the longer season beside the shorter: [\d.]+ times", outcome.stdout)
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: The standings are too slow")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]
