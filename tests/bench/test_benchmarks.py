"""Each benchmark has a database of its own, prints its figures beside their limits, and leaves the site's data."""

import os
import re
from subprocess import CompletedProcess

import pytest

from tests.bench.first_view import PAGES as FIRST_VIEWS
from tests.bench.pages import PAGES
from tests.support.processes import run_python

RUNS = {
    "pages --deals 50 --rounds 2": 2 * len(PAGES) + 2,
    "entry --deals 50 --rounds 2": 5,
    "workbook --deals 50 --rounds 1": 2,
    "workbook --deals 50 --rounds 1 --database postgres": 2,
    "audit --deals 50": 2,
    "first_view --rounds 1": 4 * len(FIRST_VIEWS) + 1,
}

NEEDS = {"first_view": pytest.mark.browser, "postgres": pytest.mark.cluster}


def run_bench(data, *command) -> CompletedProcess[str]:
    """A benchmark as whoever measures runs it."""
    settled = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in settled}
    return run_python("-m", "tests.bench", *command, env={**environment, "WHISTKLUB_DATA": str(data)})


@pytest.mark.long
@pytest.mark.parametrize(
    "command", [pytest.param(run, marks=[mark for word, mark in NEEDS.items() if word in run]) for run in RUNS]
)
def test_every_figure_is_printed_and_the_exit_says_whether_one_is_missed(tmp_path, command):
    outcome = run_bench(tmp_path, *command.split())

    figures = re.findall(r"^(.+?) +[\d.]+  at most +[\d.]+(  missed)?$", outcome.stdout, re.MULTILINE)
    missed = [name for name, is_missed in figures if is_missed]
    assert len(figures) == RUNS[command], outcome.stdout + outcome.stderr
    assert outcome.returncode == (1 if missed else 0)
    assert all(name in outcome.stderr for name in missed)
    assert {path.name for path in tmp_path.iterdir()} <= {"secret_key", "static"}


@pytest.mark.long
def test_ten_thousand_deals_into_the_season_saving_one_keeps_to_its_limits(tmp_path):
    assert run_bench(tmp_path, "entry").stderr == ""
