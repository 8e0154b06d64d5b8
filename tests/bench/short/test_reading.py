"""The benchmark of what readers wait for prints each figure beside what it must be, and fails where one is not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.pages import PAGES
from tests.bench.parts.figures import Figure

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("value", "must", "is_missed"), [(15, 15, False), (15.1, 15, True)])
def test_a_figure_is_missed_on_the_wrong_side_of_its_bar_alone(value, must, is_missed):
    figure = Figure("it", value, must)

    assert figure.is_missed == is_missed
    assert str(figure).endswith("missed") == is_missed


@pytest.mark.long
def test_every_figure_is_printed_and_the_exit_says_whether_one_is_missed(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "-m", "tests.bench", "reading", "--rounds", "2"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    figures = re.findall(r"^(.+?) +[\d.]+  at most +[\d.]+(  missed)?$", outcome.stdout, re.MULTILINE)
    assert len(figures) == len(PAGES), outcome.stdout
    missed = [name for name, is_missed in figures if is_missed]
    assert outcome.returncode == (1 if missed else 0)
    assert all(name in outcome.stderr for name in missed)
