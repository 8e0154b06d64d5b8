"""`python dev.py bench workbook`: what a long season's workbook costs."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger.models import Season
from ledger.queries.clubs.clubs import current_of, seasons_of
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.program_costs import costs_of
from tests.bench.parts.served import database_url

# Of the processor: so much for a season of any length, and for each thousand deals of a long one.
LEAST_SECONDS, SECONDS_A_THOUSAND = 2.5, 2
MOST_MEGABYTES = 150


class Command(BaseCommand):
    help = "Measure the workbook of a season in a database of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")
        parser.add_argument("--rounds", type=int, default=3, help="workbooks, one after the other (default: 3)")

    def handle(self, *_args: Any, deals: int, rounds: int, **_options: Any) -> None:
        with temporary_database(), TemporaryDirectory(prefix="whistklub-bench-") as folder:
            season = current_of(seasons_of(club=long_season(name="Bench", deals=deals)))
            assert season is not None
            print_all(figures(season, deals, Path(folder), rounds), self.stdout)


def figures(season: Season, deals: int, folder: Path, rounds: int) -> Iterator[Figure]:
    """What a season's workbook costs with reading the book, and the memory of the program that makes it."""
    start = costs_of("manage.py", "export_season", "--help", database_url=database_url()).cpu_seconds
    export = "manage.py", "export_season", season.club.slug, season.slug, "--out", str(folder / "season.xlsx")
    costs = [costs_of(*export, database_url=database_url()) for _ in range(rounds)]
    seconds = median(run.cpu_seconds for run in costs) - start
    most = max(LEAST_SECONDS, SECONDS_A_THOUSAND * deals / 1000)
    yield Figure(f"workbook of {deals:,} deals, seconds of the processor", seconds, most)
    yield Figure("its memory, MB", median(run.megabytes for run in costs), MOST_MEGABYTES)
