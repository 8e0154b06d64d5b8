"""`python dev.py bench workbook`: what a long season's workbook costs, compared with a bare dump of the same cells."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser

from ledger.models import Season
from ledger.queries.clubs.clubs import current_of, seasons_of
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.program_costs import Costs, costs_of
from tests.bench.parts.served import database_url
from tests.bench.parts.stretched import stretch

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
            season = current_of(seasons_of(club=long_season(name="Bench", deals=deals)))
            assert season is not None
            print_all(figures(season, deals, Path(folder), rounds, is_long=long), self.stdout)


def figures(season: Season, deals: int, folder: Path, rounds: int, *, is_long: bool) -> Iterator[Figure]:
    """What a season's workbook costs over the bare dump, its memory, and that of a season ten times as long."""
    measured = measure(season, folder, rounds)
    dump = f"{measured.cells:,} cells in {measured.dump_seconds:.1f} s"
    yield Figure(f"workbook of {deals:,} deals over a bare dump ({dump})", measured.times_a_dump, MOST_TIMES_A_DUMP)
    yield Figure("its memory, MB", measured.megabytes, MOST_MEGABYTES)
    if is_long:
        stretch(season=season, times=TIMES_AS_LONG)
        longer = workbook_costs(season, folder / "longer.xlsx")
        most = max(MOST_MEGABYTES, measured.megabytes + MOST_GROWTH)
        name = f"the same of {deals * TIMES_AS_LONG:,} deals ({longer.cpu_seconds:.1f} s of the processor)"
        yield Figure(name, longer.megabytes, most)


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
