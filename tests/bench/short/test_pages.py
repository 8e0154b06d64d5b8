"""The benchmark of the pages runs, in a database of its own, and prints its ratios."""

import os
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from tests.bench import audit, pages

ROOT = Path(__file__).parents[3]
READERS = ("standings", "seasons", "season", "front", "players", "player", "tables", "evening", "deal", "log")


@pytest.mark.long
def test_every_page_gets_its_three_ratios_and_the_sites_data_is_left_alone(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    lengths, crowd = ["--deals", "25", "50"], ["--beside", "5", "--each", "5"]
    command = [sys.executable, "-m", "tests.bench", "pages", *lengths, "--rounds", "2", *crowd]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    alone, beside = outcome.stdout.split("The same beside 5 other clubs of 5 deals")
    pages = [*READERS, "entry"]
    for printed, times in (alone, r""), (beside, r" +[\d.]+ times"):
        lines = re.findall(rf"^(\w+) +(\d+) deals +([\d.]+) +([\d.]+|-) +([\d.]+|-){times}$", printed, re.MULTILINE)
        assert [(name, deals) for name, deals, *_ in lines] == [
            *((page, deals) for page in pages for deals in ("25", "50")),
            ("home", "0"),
        ]
        assert {name for name, _, *ways in lines if "-" in ways} == {"entry", "home"}
    figures = re.findall(r"^(.+?) +[\d.]+  at most +[\d.]+(?:  missed)?$", beside, re.MULTILINE)
    standings = [f"the standings of {deals} deals, {way}" for deals in (25, 50) for way in ("drawn", "kept", "304")]
    of_standings = [*standings, "the longer season over the shorter"]
    beside_them = [f"{name}, beside the crowd" for name in of_standings]
    *both, most = figures
    assert both == [*of_standings, *beside_them]
    assert most.startswith("beside the crowd over beside one, most: /bench-")
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Not what it must be: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]


@pytest.mark.parametrize("command", [audit.Command(), pages.Command()])
def test_a_bench_beside_other_clubs_takes_its_options(command):
    options = vars(command.create_parser("dev.py bench", "it").parse_args(["--beside", "2", "--each", "3"]))

    assert options.keys() >= {name for name in signature(command.handle).parameters if not name.startswith("_")}
    assert (options["beside"], options["deals_each"]) == (2, 3)
