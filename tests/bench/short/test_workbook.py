"""The benchmark of the workbook writes the same cells barely, and measures both in processes of their own."""

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from openpyxl import Workbook, load_workbook

from tests.bench.parts.bare_dump import dump_cells
from tests.bench.parts.program_costs import costs_of

ROOT = Path(__file__).parents[3]


def test_the_dump_holds_the_cells_of_every_sheet(tmp_path):
    source, target = tmp_path / "source.xlsx", tmp_path / "target.xlsx"
    workbook = Workbook()
    workbook.active.append(["Anna", 12, None, 0.5])
    other = workbook.create_sheet("Aftener")
    for number in range(1200):  # more than are read at once
        other.append([number, "=1+1"])
    workbook.save(source)

    cells, seconds = dump_cells(source, target)

    assert cells == 3 + 2 * 1200
    assert seconds > 0
    copy = load_workbook(BytesIO(target.read_bytes()))
    assert [[list(row) for row in sheet.values] for sheet in copy] == [
        [list(row) for row in sheet.values] for sheet in workbook
    ]


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
def test_both_are_measured_in_one_run_and_the_sites_data_is_left_alone(tmp_path, engine):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as whoever measures has it
    command = [sys.executable, "-m", "tests.bench", "workbook", "--deals", "50", "--rounds", "1", *engine]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    figures = (
        r"workbook of 50 deals over a bare dump \([\d,]+ cells in [\d.]+ s\) +[\d.]+  at most .*\n"
        r"its memory, MB +([\d.]+)  at most "
    )
    assert float(re.match(figures, outcome.stdout)[1]) < 200
    assert outcome.stderr == "" or outcome.stderr.startswith("CommandError: Not what it must be: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key"]
