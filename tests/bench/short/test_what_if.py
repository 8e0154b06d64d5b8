"""The benchmark of what if runs, in a database of its own, and prints seconds."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_the_page_is_measured_and_the_sites_data_is_left_alone(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "-m", "tests.bench", "what_if", "--deals", "25"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    pages = re.findall(r"^page, 25 deals, (.*): [\d.]+ s$", outcome.stdout, re.MULTILINE)
    assert pages == ["every deal pays otherwise", "no deal has a price"]
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: What if takes more")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]
