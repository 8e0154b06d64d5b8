"""The benchmark of waiting starts a site of its own, lets it work and wait, and prints what readers waited."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_readers_wait_beside_long_pages_and_slow_connections_and_the_sites_data_is_left_alone(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as whoever measures has it
    command = [sys.executable, "-m", "tests.bench", "load", "--deals", "25", "--visits", "3"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    measured = re.findall(r"^(reader|board), (.*): p95 \d+ ms$", outcome.stdout, re.MULTILINE)
    assert [what for _, what in measured] == [
        *["alone", "20 ask for workbooks", "alone again"] * 2,
        *["alone", "20 ask for what-ifs", "alone again"] * 2,
        "50 idle and 50 trickling",
    ]
    assert len(re.findall(r"^[\d.]+ times; those who asked were answered \{.*200: ", outcome.stdout, re.MULTILINE)) == 4
    assert re.search(r"^a gigabyte: 413 after [\d.]+ MB had left the sender$", outcome.stdout, re.MULTILINE)
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Over the bars")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key"]
