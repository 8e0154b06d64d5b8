"""`python dev.py bench workbook`: what a long season's workbook costs, compared with a bare dump of the same cells."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.models import Season
from ledger.queries.clubs.clubs import current_season
from tests.bench.pages import temporary_database
from tests.bench.parts.long_season import long_season
from tests.bench.parts.program_costs import Costs, costs_of
from tests.bench.parts.stretched import stretch
from tests.bench.what_if import database_url

MOST_TIMES_A_DUMP = 1.2
MOST_MEGABYTES = 64
TIMES_AS_LONG = 10
MOST_GROWTH = 2  # megabytes more for a season so many times as long


class Command(BaseCommand):
    help = "Measure the workbook of a season in a database of its own, beside XlsxWriter's bare dump of the same cells."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")
        parser.add_argument(
            "--rounds", type=int, default=3, help="workbooks and dumps, one after the other (default: 3)"
        )
        parser.add_argument("--long", action="store_true", help="the memory of a season ten times as long too")

    def handle(self, *_args: Any, deals: int, rounds: int, long: bool, **_options: Any) -> None:
        with temporary_database(), TemporaryDirectory(prefix="whistklub-bench-") as folder:
            season = current_season(club=long_season(name="Bench", deals=deals))
            assert season is not None
            measured = measure(season, Path(folder), rounds)
            self._print(measured, deals)
            over = list(over_the_bars(measured))
            if long:
                stretch(season=season, times=TIMES_AS_LONG)
                longer = workbook_costs(season, Path(folder) / "longer.xlsx")
                self.stdout.write(
                    f"workbook of {deals * TIMES_AS_LONG} deals: {longer.cpu_seconds:.1f} s of the processor, "
                    f"{longer.megabytes:.1f} MB at most"
                )
                if longer.megabytes > max(MOST_MEGABYTES, measured.megabytes + MOST_GROWTH):
                    over.append(f"{longer.megabytes:.1f} MB for {TIMES_AS_LONG} times the deals")
        if over:
            raise CommandError(f"Over the bars: {'; '.join(over)}.")

    def _print(self, measured: "Measured", deals: int) -> None:
        self.stdout.write(
            f"workbook of {deals} deals, {measured.cells} cells: {measured.seconds:.2f} s of the processor, "
            f"{measured.megabytes:.1f} MB at most"
        )
        self.stdout.write(f"bare dump of its cells: {measured.dump_seconds:.2f} s of the processor")
        self.stdout.write(f"the workbook takes {measured.times_a_dump:.2f} times the processor of the dump")


class Measured(NamedTuple):
    """The medians of the command that writes the workbook, from its start to its end, and of the dump's writing."""

    seconds: float
    megabytes: float
    cells: int
    dump_seconds: float

    @property
    def times_a_dump(self) -> float:
        """The workbook's processor seconds, with starting and reading the book, as a multiple of the dump's."""
        return self.seconds / self.dump_seconds


def over_the_bars(measured: Measured) -> list[str]:
    """A sentence for each bar that the workbook misses."""
    bars = (
        (
            f"{measured.times_a_dump:.2f} times the dump > {MOST_TIMES_A_DUMP}",
            measured.times_a_dump > MOST_TIMES_A_DUMP,
        ),
        (f"{measured.megabytes:.1f} MB > {MOST_MEGABYTES} MB", measured.megabytes > MOST_MEGABYTES),
    )
    return [sentence for sentence, is_over in bars if is_over]


def measure(season: Season, folder: Path, rounds: int) -> Measured:
    """Write a season's workbook and dump its cells, in turns, each in a process of its own."""
    file, workbooks, dumps = folder / "season.xlsx", [], []
    for _ in range(rounds):
        workbooks.append(workbook_costs(season, file))
        dumped = costs_of(
            "-m", "tests.bench.parts.bare_dump", str(file), str(folder / "bare.xlsx"), database_url=database_url()
        )
        cells, seconds = dumped.said.split()
        dumps.append(float(seconds))
    return Measured(
        seconds=median(costs.cpu_seconds for costs in workbooks),
        megabytes=median(costs.megabytes for costs in workbooks),
        cells=int(cells),
        dump_seconds=median(dumps),
    )


def workbook_costs(season: Season, file: Path) -> Costs:
    """The costs of `manage.py export_season` from its start to its end."""
    return costs_of(
        *("manage.py", "export_season", season.club.slug, season.slug, "--out", str(file)), database_url=database_url()
    )
