"""The benchmark of the start begins a site with few entries and one with many, and prints when they answered."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
@pytest.mark.only_on("sqlite")
def test_the_start_is_measured_with_few_entries_and_with_many(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "tests.bench", "start", "--entries", "15000"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    measured = r"^(\d+) entries: answers after [\d.]+ s, ([\d.]+) s of the processor$"
    (few, _), (many, seconds) = re.findall(measured, outcome.stdout, re.MULTILINE)
    assert (few, many) == ("25", "15025")
    assert float(seconds) < 2
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Not what it must be: ")
