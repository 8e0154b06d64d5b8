"""The benchmark beside a club's own spreadsheet writes one that adds up to the standings, and measures both sides."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from ledger.queries.clubs.clubs import current_of, seasons_of
from ledger.queries.seasons.standings import standings
from tests.bench.parts.long_season import long_season
from tests.bench.spreadsheet import write_spreadsheet

ROOT = Path(__file__).parents[3]


@pytest.mark.long("sqlite")
@pytest.mark.django_db
def test_the_spreadsheet_adds_up_to_the_standings(convert, tmp_path):
    club = long_season(name="Klub", deals=30)
    season = current_of(seasons_of(club=club))
    write_spreadsheet(season, tmp_path / "club.xlsx", 30)

    (tmp_path / "saved.xlsx").write_bytes(convert((tmp_path / "club.xlsx").read_bytes(), "xlsx"))

    saved = load_workbook(tmp_path / "saved.xlsx", data_only=True)
    points = {name: (place, total) for name, total, place, *_ in saved["Stilling"].iter_rows(2, values_only=True)}
    places = standings(season=season)
    assert points == {standing.name: (standing.place, standing.points / season.unit_denominator) for standing in places}
    evenings = [sum(row[1:]) for row in saved["Aftener"].iter_rows(2, values_only=True)]
    assert evenings == [0, 0]


@pytest.mark.long("sqlite")
def test_both_sides_are_measured_in_one_run(soffice, tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as whoever measures has it
    command = [sys.executable, "-m", "tests.bench", "spreadsheet", "--deals", "25", "--rounds", "1"]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    sentence = (
        r"LibreOffice opens, works out and saves a spreadsheet of 25 deals in [\d.]+ s .*\nhere a deal is saved and "
    )
    assert re.match(sentence, outcome.stdout)
    assert re.search(r"import of 25 deals, dry run, over openpyxl's .*\nits memory, MB +[\d.]+ ", outcome.stdout)
    # So short a book is read faster than the command starts.
    assert outcome.stderr.splitlines()[-1].startswith("CommandError: Not what it must be: import of 25 deals")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key"]
