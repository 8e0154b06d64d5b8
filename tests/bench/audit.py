"""`python dev.py bench audit`: the time and memory that the audit of a long season takes.

Seconds are of the processor, medians of some rounds.
"""

import resource
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.queries.book.audit.audit import audit
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.usual_machine import as_usual
from tests.support.processor import seconds_of

MOST_SECONDS = 15  # for 30,000 deals, with the full check of the file
MOST_MEGABYTES = 300
ROUNDS = 3


class Command(BaseCommand):
    help = "Measure the audit in a database of its own: a season is played there first, a minute for 30,000 deals."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=30_000, help="the length of the season (default: 30,000)")

    def handle(self, *_args: Any, deals: int, **_options: Any) -> None:
        with temporary_database():
            long_season(name="Bench", deals=deals)
            print_all(figures(deals), self.stdout)


def figures(deals: int) -> Iterator[Figure]:
    """What the audit of a season of so many deals costs."""
    seconds = median(seconds_of(audit) for _ in range(ROUNDS))
    megabytes = _peak_megabytes()
    yield Figure(f"audit of {deals:,} deals, s of the processor", as_usual(seconds), MOST_SECONDS)
    yield Figure("its memory, MB", megabytes, MOST_MEGABYTES)


def _peak_megabytes() -> float:
    """The peak memory of this process, playing the season included; macOS counts in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10
