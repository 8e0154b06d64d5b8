"""The benchmark of the entry saves deals as the page does, and the server stays under its bar."""

import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from tests.bench.entry import MOST_MILLISECONDS, SETTINGS, costs_in_time
from tests.bench.parts.long_season import long_season

ROOT = Path(__file__).parents[3]


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_a_deal_is_saved_and_the_next_page_drawn_within_the_bar(settings):
    settings.STORAGES = SETTINGS["STORAGES"]
    club = long_season(name="Bench", deals=50)

    spent = costs_in_time(club, 5)

    assert club.evenings.latest("number").entries.count() == 25 + 5
    assert median(cpu for cpu, _clock in spent) < MOST_MILLISECONDS


@pytest.mark.long
def test_ten_thousand_deals_into_the_season_it_still_is(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    command = [sys.executable, "-m", "tests.bench", "entry"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert outcome.stderr == "", outcome.stdout
    assert re.search(r"^40 deals after 10000, .*: \d+ ms of the CPU", outcome.stdout)
    assert len(re.findall(r"  at most +[\d.]+$", outcome.stdout, re.MULTILINE)) == 6
