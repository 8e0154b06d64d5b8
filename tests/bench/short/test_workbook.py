"""The benchmark of the workbook measures it in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.bench.parts.program_costs import costs_of

ROOT = Path(__file__).parents[3]


def test_a_program_costs_what_it_does_itself_and_one_that_fails_is_said():
    little = costs_of("-c", "print('done')", database_url="")
    much = costs_of("-c", "bytearray(b'x' * 100_000_000); sum(range(3_000_000))", database_url="")

    assert (little.said, much.said) == ("done", "")
    assert much.cpu_seconds > little.cpu_seconds
    assert much.megabytes > little.megabytes + 90
    with pytest.raises(CommandError):
        costs_of("-c", "raise SystemExit(3)", database_url="")


@pytest.mark.long
@pytest.mark.parametrize("engine", [[], ["--database", "postgres"]], ids=["SQLite", "PostgreSQL"])
def test_it_is_measured_and_the_sites_data_is_left_alone(tmp_path, engine):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as whoever measures has it
    command = [sys.executable, "-m", "tests.bench", "workbook", "--deals", "50", "--rounds", "1", *engine]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    figures = (
        r"workbook of 50 deals, seconds of the processor +[\d.]+  at most .*\n"
        r"its memory, MB +([\d.]+)  at most "
    )
    assert float(re.match(figures, outcome.stdout)[1]) < 200
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Not what it must be: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key"]
