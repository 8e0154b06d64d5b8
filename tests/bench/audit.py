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

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from ledger.models import Club, ScoringTableVersion
from ledger.models.scoring.scoring_tables import digest_of
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.book.audit.audited_entries import season_entries
from ledger.rules.deals.reading import read_deal
from ledger.rules.deals.settling import settle
from ledger.services.seasons.closing import close_season
from tests.bench.pages import temporary_database
from tests.bench.parts.crowd import add_crowd, copy_often, first_of_crowd
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.usual_machine import as_usual
from tests.support.processor import seconds_of

MOST_SECONDS = 4  # for 100,000 deals, without what is asked of the whole file
MOST_SECONDS_WITH_THE_FILE = 6
MOST_CLOSED = 600  # deals of a season that is closed
CONTROL = 100_000  # digests
MOST_MEGABYTES = 300
MOST_GROWTH = 1.3
ROUNDS = 3


class Command(BaseCommand):
    help = "Measure the audit in a database of its own: a season is played there first, some minutes for 100,000 deals."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=100_000, help="the length of the season (default: 100,000)")
        add_crowd(parser)

    def handle(self, *_args: Any, deals: int, beside: int, deals_each: int, **_options: Any) -> None:
        with temporary_database():
            if beside:
                first_of_crowd(deals_each=deals_each)
            club = long_season(name="Bench", deals=deals)
            print_all(self._figures(club, deals, beside, deals_each), self.stdout)

    def _figures(self, club: Club, deals: int, beside: int, deals_each: int) -> Iterator[Figure]:
        yield from self._alone(club, deals)
        if beside:
            # Of a length that clubs have: closing a season approves each of its evenings.
            usual = club if deals <= MOST_CLOSED else long_season(name="Usual", deals=MOST_CLOSED)
            yield from self._beside(usual, beside, deals_each)

    def _alone(self, club: Club, deals: int) -> Iterator[Figure]:
        cost, megabytes = cost_of_audit(club), _peak_megabytes()
        self.stdout.write(
            f"a control of {CONTROL} digests takes {cost.control:.2f} s: the audit {cost.of_club / cost.control:.1f} "
            f"times that, with the file {cost.seconds / cost.control:.1f}; it takes {cost.times_settling:.1f} times "
            f"reading and settling each deal; the short form {cost.short:.2f} s"
        )
        yield Figure(f"audit of {deals:,} deals, s of the processor", as_usual(cost.of_club), MOST_SECONDS)
        yield Figure("with the full check of the file", as_usual(cost.seconds), MOST_SECONDS_WITH_THE_FILE)
        yield Figure("its memory, MB", megabytes, MOST_MEGABYTES)

    def _beside(self, club: Club, beside: int, deals_each: int) -> Iterator[Figure]:
        """Measure the club's own audit and closing beside one other club, then beside all of them."""
        alone = costs_of_one(club)
        copy_often(times=beside - 1)
        crowded = costs_of_one(club)
        self.stdout.write(f"CPU time of one club beside {beside} others of {deals_each} deals, and as times beside one")
        for work, spent in crowded.items():
            self.stdout.write(f"{work:10} {spent:6.2f} s  {spent / alone[work]:.2f} times")
            yield Figure(f"{work} beside {beside:,} clubs over beside one", spent / alone[work], MOST_GROWTH)


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


def costs_of_one(club: Club) -> dict[str, float]:
    """Processor seconds of what a club's board waits for: the audit of its books, and closing a season."""
    findings = audit(club=club).findings
    if findings:
        raise CommandError(f"The audit of the club: {findings}")
    works = {"audit": lambda: audit(club=club), "closing": lambda: _close_and_take_back(club)}
    return {name: median(seconds_of(work) for _ in range(ROUNDS)) for name, work in works.items()}


def _close_and_take_back(club: Club) -> None:
    season = club.seasons.get()
    with transaction.atomic():
        close_season(
            season=season, entry_count=season.entry_count, author=club.memberships.get().user, now=timezone.now()
        )
        transaction.set_rollback(True)


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
