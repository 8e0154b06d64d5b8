"""The benchmark of the entry saves deals as the page does, and each figure stays under its bar."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_ten_thousand_deals_into_the_season_it_still_is(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "-m", "tests.bench", "entry"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert outcome.stderr == "", outcome.stdout
    assert outcome.stdout.startswith("40 deals after 10000\n")
    assert len(re.findall(r"  at most +[\d.]+$", outcome.stdout, re.MULTILINE)) == 5
