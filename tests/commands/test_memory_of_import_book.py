"""A long book is read by command within 300 MB: an old one until its parts are stored, a season's own to its end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from ledger.services.site.other_database import sqlite_url
from tests.bench.parts.program_costs import costs_of
from tests.rules.imports.old_books import PLAYERS
from tests.rules.imports.test_long_book import book_of

MEGABYTES, OF_DEALS = 300, 100_000
FEW, MANY = 1000, 25_000  # the rest of the hundred thousand take as much as those between

BEGIN_A_CLUB = f"""
import django
django.setup()
from tests.support.people import make_club
make_club(preset="call-ace-whist-quarter", players={PLAYERS})
"""


TIMES_FEW, TIMES_MANY = 2, 20  # as many thousand deals of the site's own
PLAY_A_SEASON = """
import django
django.setup()
from tests.bench.parts.long_season import long_season
from tests.bench.parts.stretched import stretch
stretch(season=long_season(name="Bench", deals=1000).seasons.get(), times={times})
"""


class _Installation:
    """A data folder with a club, and a command at work on it."""

    def __init__(self, data: Path) -> None:
        place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": sqlite_url(data / "whistklub.sqlite3")}
        self._environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-u", *arguments]
        return subprocess.Popen(command, cwd=dev.ROOT, env=self._environment, stdout=subprocess.PIPE, text=True)

    def answer(self, *arguments: str) -> str:
        with self.begin(*arguments) as process:
            answer, _nothing = process.communicate()
        assert process.returncode == 0
        return answer

    def peak_until_stored(self, file: Path, map_file: Path) -> int:
        """The most bytes that bringing a book in takes until its first part is booked, where it is stopped."""
        with self.begin("manage.py", "import_book", str(file), "--map", str(map_file), "--author", "alma") as process:
            assert process.stdout
            for line in process.stdout:
                if re.fullmatch(r"\d+ / \d+\n", line):
                    told = Path(f"/proc/{process.pid}/status").read_text("ascii")
                    process.kill()
                    return 1024 * int(re.search(r"VmHWM:\s+(\d+)", told)[1])
        raise AssertionError("no part was stored")


@pytest.mark.long
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells a process's peak while it works")
def test_a_book_of_100_000_deals_is_brought_in_within_300_mb(prepared, tmp_path):
    peaks = []
    for count in (FEW, MANY):
        folder = prepared.migrate(tmp_path / str(count))
        installation = _Installation(folder)
        installation.answer("-c", BEGIN_A_CLUB)
        file, map_file = folder / "gammel.xlsx", folder / "map.json"
        file.write_bytes(book_of(count))
        guess = json.loads(installation.answer("manage.py", "import_book", str(file)))
        map_file.write_text(json.dumps(guess | {"choices": {"same_prices": True}}), "utf-8")
        peaks.append(installation.peak_until_stored(file, map_file))

    few, many = peaks
    of_a_deal = (many - few) / (MANY - FEW)
    assert few + of_a_deal * (OF_DEALS - FEW) < MEGABYTES * 1_000_000, peaks


@pytest.mark.long
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system does not tell how much memory a program used")
def test_a_seasons_own_workbook_of_100_000_deals_is_looked_at_within_300_mb(prepared, tmp_path, settings):
    peaks = []
    for times in (TIMES_FEW, TIMES_MANY):
        settings.DATA_DIR = folder = prepared.migrate(tmp_path / str(times))
        installation = _Installation(folder)
        installation.answer("-c", PLAY_A_SEASON.format(times=times))
        file = folder / "season.xlsx"
        installation.answer("manage.py", "export_season", "bench", "2026", "--out", str(file))
        # Of the command and of the process that reads the file for it, whichever took more.
        costs = costs_of("manage.py", "import_book", str(file), database_url=sqlite_url(folder / "whistklub.sqlite3"))
        assert costs.said.count("\n") == 0  # no difference
        peaks.append(costs.megabytes)

    few, many = peaks
    of_a_thousand = (many - few) / (TIMES_MANY - TIMES_FEW)
    assert few + of_a_thousand * (OF_DEALS // 1000 - TIMES_FEW) < MEGABYTES, peaks
