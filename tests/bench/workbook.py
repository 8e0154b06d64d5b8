"""`python dev.py bench workbook`: what a long season's workbook costs, compared with a bare dump of the same cells."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.models import Club
from ledger.queries.clubs.clubs import current_season
from tests.bench.long_season import long_season
from tests.bench.pages import temporary_database
from tests.bench.program_costs import Costs, costs_of
from tests.bench.what_if import database_url

MOST_TIMES_A_DUMP = 3
MOST_MEGABYTES = 200


class Command(BaseCommand):
    help = "Measure the workbook of a season in a database of its own, beside openpyxl's bare dump of the same cells."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")

    def handle(self, *_args: Any, deals: int, **_options: Any) -> None:
        with temporary_database(), TemporaryDirectory(prefix="whistklub-bench-") as folder:
            measured = measure(long_season(name="Bench", deals=deals), Path(folder))
        workbook, dump = measured.workbook, measured.dump
        self.stdout.write(
            f"workbook of {deals} deals, {measured.cells} cells: {workbook.cpu_seconds:.2f} s of the processor, "
            f"{workbook.megabytes:.0f} MB at most"
        )
        self.stdout.write(
            f"bare dump of its cells: {measured.dump_seconds:.2f} s of the processor, {dump.megabytes:.0f} MB at most"
        )
        self.stdout.write(f"the workbook takes {measured.times_a_dump:.2f} times the processor of the dump")
        if measured.times_a_dump > MOST_TIMES_A_DUMP or workbook.megabytes > MOST_MEGABYTES:
            raise CommandError(f"The bars are {MOST_TIMES_A_DUMP} times a bare dump and {MOST_MEGABYTES} MB.")


class Measured(NamedTuple):
    """The costs of the command that writes the workbook, of the dump's whole process, and of its writing alone."""

    workbook: Costs
    dump: Costs
    cells: int
    dump_seconds: float

    @property
    def times_a_dump(self) -> float:
        """The workbook's processor seconds, with starting and reading the book, as a multiple of the dump's."""
        return self.workbook.cpu_seconds / self.dump_seconds


def measure(club: Club, folder: Path) -> Measured:
    """Write the workbook of a club's season, and dump its cells, each in a process of its own."""
    season = current_season(club=club)
    assert season is not None
    file = folder / "season.xlsx"
    url = database_url()
    workbook = costs_of("manage.py", "export_season", club.slug, season.slug, "--out", str(file), database_url=url)
    dump = costs_of("-m", "tests.bench.bare_dump", str(file), str(folder / "bare.xlsx"), database_url=url)
    cells, seconds = dump.said.split()
    return Measured(workbook, dump, int(cells), float(seconds))
