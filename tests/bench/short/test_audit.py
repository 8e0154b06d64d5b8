"""An audit costs little per deal, in time and in memory; the bars for 30,000 deals are the benchmark's own."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import tests.bench.audit
from ledger.queries.book.audit.audit import audit
from tests.bench.audit import MOST_MEGABYTES, cost_of_audit
from tests.bench.parts.long_season import long_season
from tests.support.processor import seconds_of

MOST_TIMES_SETTLING = 5  # on any machine; 3 were measured; 30,000 deals in 15 s are about 6
TRIES = 3  # of which the quickest counts: what else the machine does only makes it slower
ROOT = Path(__file__).parents[3]


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_an_audit_costs_a_few_times_what_settling_the_deals_costs(monkeypatch):
    monkeypatch.setattr(tests.bench.audit, "ROUNDS", 1)
    monkeypatch.setattr(tests.bench.audit, "CONTROL", 100)
    few, many = long_season(name="Another", deals=5), long_season(name="Bench", deals=300)

    # A club's own audit: the guards, the schema and what is asked once of every club are in both.
    of_few, of_many = (min(seconds_of(partial(audit, club=club)) for _ in range(TRIES)) for club in (few, many))
    costs = [cost_of_audit(many) for _ in range(TRIES)]

    settling = min(cost.seconds / cost.times_settling for cost in costs)
    assert of_many - of_few < MOST_TIMES_SETTLING * settling
    assert all(cost.short < cost.seconds for cost in costs)


@pytest.mark.long
def test_what_a_deal_adds_to_the_memory_leaves_room_for_thirty_thousand(tmp_path):
    """To play them all takes many minutes: python dev.py bench audit does."""
    few, many = (megabytes_of_audit(tmp_path / str(deals), deals) for deals in (100, 4000))

    assert few + (many - few) / (4000 - 100) * 30_000 < MOST_MEGABYTES


def megabytes_of_audit(data, deals):
    environment = {**os.environ, "WHISTKLUB_DATA": str(data)}
    environment.pop("DATABASE_URL", None)
    data.mkdir()
    # The system counts in a program's peak of memory what started it had then: a small one starts it, not the tests.
    starter = [sys.executable, "-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"]
    command = [*starter, sys.executable, "-m", "tests.bench", "audit", "--deals", str(deals)]

    outcome = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert outcome.stderr == "", outcome.stdout
    report = re.search(r"^its memory, MB +([\d.]+)  at most", outcome.stdout, re.MULTILINE)
    assert report, outcome.stdout
    return float(report.group(1))
