"""Clubs are copied so that the audit of every copy is clean, and the benchmark measures one among them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.models import Club, Entry
from ledger.queries.book.audit.audit import audit
from tests.bench.parts.long_season import long_season
from tests.bench.parts.true_copies import TrueCopies

ROOT = Path(__file__).parents[3]
BLOCKS = r"^(\w+) .*; +\d+ +\d+ +(\d+); +\d+ +\d+ +(\d+)$"  # of the database: among fifty others, and among all


@pytest.mark.engines
@pytest.mark.direct("what is set aside lasts as long as the session")
@pytest.mark.django_db
def test_every_copy_is_a_club_whose_audit_is_clean():
    club = long_season(name="Klub", deals=12)
    copies = TrueCopies(club)

    copies.store(range(1, 3))
    copies.store(range(3, 4))

    assert Club.objects.count() == 4
    assert Entry.objects.values("digest").distinct().count() == 4 * 12
    assert [audit(club=copy).findings for copy in Club.objects.all()] == [()] * 4


@pytest.mark.long
def test_a_club_is_measured_alone_and_among_two_hundred(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    (tmp_path / "static").mkdir()
    few = ["--clubs", "200", "--deals", "50", "--rounds", "10", "--database", "postgres"]
    command = [sys.executable, "-m", "tests.bench", "many_clubs", *few]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert re.search(r"^200 clubs, 10,000 entries, [\d,]+ MB, ", outcome.stdout, re.MULTILINE), outcome.stderr
    figures = re.findall(r"^(\w+) among 200 clubs, over alone +[\d.]+  at most +1\.20", outcome.stdout, re.MULTILINE)
    assert figures == ["standings", "evening", "log", "closing", "home"]
    blocks = {name: list(map(float, counts)) for name, *counts in re.findall(BLOCKS, outcome.stdout, re.MULTILINE)}
    assert blocks.keys() == {*figures}
    # Where a table has grown out of a few blocks, its rows are found by an index, which is some levels deep.
    assert all(among <= 2 * few for few, among in blocks.values()), outcome.stdout
    assert float(re.search(r"^start until .* ([\d.]+)  at most", outcome.stdout, re.MULTILINE)[1]) < 3
