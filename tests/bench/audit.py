"""`python dev.py bench audit`: the time and memory that the audit of a long season takes.

Seconds are of the processor, medians of some rounds; beside each stands what a control takes in the same round, since
other programs on the machine slow both down.
"""

import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.models import Club, ScoringTableVersion
from ledger.models.scoring.scoring_tables import digest_of
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.book.audit.audited_entries import season_entries
from ledger.rules.deals.reading import read_deal
from ledger.rules.deals.settling import settle
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.usual_machine import as_usual
from tests.support.processor import seconds_of

MOST_SECONDS = 15  # for 30,000 deals, with the full check of the file
CONTROL = 100_000  # digests
MOST_MEGABYTES = 300
ROUNDS = 3


class Command(BaseCommand):
    help = "Measure the audit in a database of its own: a season is played there first, a minute for 30,000 deals."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=30_000, help="the length of the season (default: 30,000)")

    def handle(self, *_args: Any, deals: int, **_options: Any) -> None:
        with temporary_database():
            print_all(self._figures(long_season(name="Bench", deals=deals), deals), self.stdout)

    def _figures(self, club: Club, deals: int) -> Iterator[Figure]:
        cost, megabytes = cost_of_audit(club), _peak_megabytes()
        self.stdout.write(
            f"a control of {CONTROL} digests takes {cost.control:.2f} s: the audit {cost.of_club / cost.control:.1f} "
            f"times that, with the file {cost.seconds / cost.control:.1f}; it takes {cost.times_settling:.1f} times "
            f"reading and settling each deal; the short form {cost.short:.2f} s"
        )
        yield Figure(f"audit of {deals:,} deals, s of the processor", as_usual(cost.seconds), MOST_SECONDS)
        yield Figure("its memory, MB", megabytes, MOST_MEGABYTES)


@dataclass(frozen=True)
class Cost:
    """What the audits took, in seconds of the processor: of all, of a club and of the short form; and the control.

    `times_settling` is that of all as times reading every deal carefully and settling it once.
    """

    seconds: float
    of_club: float
    times_settling: float
    short: float
    control: float


def cost_of_audit(club: Club) -> Cost:
    """Audit a database whose one club has one scoring table version, and return the cost."""
    works = {
        "settling": lambda: _settle_each(club),
        "short": short_audit,
        "of_club": lambda: audit(club=club),
        "seconds": audit,
        "control": _digest_often,
    }
    rounds = [{name: seconds_of(work) for name, work in works.items()} for _ in range(ROUNDS)]
    spent = {name: median(seconds[name] for seconds in rounds) for name in works}
    times_settling = spent["seconds"] / spent.pop("settling")
    return Cost(times_settling=times_settling, **spent)


def _settle_each(club: Club) -> None:
    """Look up every deal of the club once, for comparison with the audit."""
    version = ScoringTableVersion.objects.get(scoring_table__club=club)
    table, tariff = version.to_rules(), version.tariff()
    for season in club.seasons.all():
        for line in season_entries(season):
            players = [str(player) for _, player, *_ in line.shares]
            settle(read_deal(line.entry.deal, table, players), tariff, players)


def _digest_often() -> None:
    """What the audit does most, often enough to be measured."""
    for number in range(CONTROL):
        digest_of({"number": number, "kind": "deal", "postings": [[1, number, "declarer", None, 8]]})


def _peak_megabytes() -> float:
    """The peak memory of this process, playing the season included; macOS counts in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10
