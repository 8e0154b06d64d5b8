"""`manage.py bench_audit`: how long a long season takes to prove again, and how much memory."""

import resource
import sys
import time
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.management.commands.bench_pages import temporary_database
from ledger.management.long_season import long_season
from ledger.models import Club, TableVersion
from ledger.queries.audit import audit, short_audit
from ledger.queries.audited_lines import lines_of
from ledger.rules.deals import read_deal
from ledger.rules.settling import settle

MOST_SECONDS = 10
MOST_MEGABYTES = 300


class Command(BaseCommand):
    help = "Measure the audit in a database of its own: a season is played there first, some minutes for 100,000 deals."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=100_000, help="the length of the season (default: 100,000)")

    def handle(self, *_args: Any, deals: int, **_options: Any) -> None:
        with temporary_database():
            cost = cost_of_audit(long_season(name="Bench", deals=deals))
        megabytes = _peak_megabytes()
        self.stdout.write(
            f"{deals} deals proved in {cost.seconds:.2f} s, {cost.times_settling:.1f} times the CPU time of settling "
            f"each of them; the short form {cost.short:.2f} s; {megabytes:.0f} MB at most"
        )
        if cost.seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES:
            raise CommandError(f"The bars are {MOST_SECONDS} s and {MOST_MEGABYTES} MB.")


@dataclass(frozen=True)
class Cost:
    """What an audit took: seconds of the processor, the same as times settling every deal once, and the short form."""

    seconds: float
    times_settling: float
    short: float


def cost_of_audit(club: Club) -> Cost:
    """Prove the books of a database whose one club has one table version."""
    settling = _cpu(lambda: _settle_each(club))
    short = _cpu(short_audit)
    whole = _cpu(audit)
    return Cost(seconds=whole, times_settling=whole / settling, short=short)


def _settle_each(club: Club) -> None:
    """Every deal of the club looked up once: what the audit is held against."""
    version = TableVersion.objects.get(table__club=club)
    table, tariff = version.to_rules(), version.tariff()
    for season in club.seasons.all():
        for line in lines_of(season):
            players = [str(player) for _, player, *_ in line.shares]
            settle(read_deal(line.said.deal, table, players), tariff, players)


def _cpu(work: Any) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _peak_megabytes() -> float:
    """The most memory this process has had, the playing of the season included; macOS counts in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10
