"""`python dev.py bench workbook`, `python dev.py bench audit`: what a long season's file and proof cost.

Seconds are of the processor, medians of some rounds, and memory is that of the program that makes the file or proves
the book.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from django.conf import settings

from ledger.models import Club
from tests.bench.measuring import Figure, costs_of, times_slower

# Of a workbook: so much for a season of any length, and for each thousand deals of a long one.
LEAST_SECONDS, SECONDS_A_THOUSAND, WORKBOOKS_MEGABYTES = 2.5, 2, 150
AUDITS_SECONDS, AUDITS_MEGABYTES = 15, 300  # for 30,000 deals, with the full check of the file


def workbook(club: Club, deals: int, rounds: int) -> Iterator[Figure]:
    """What a season's workbook costs with reading the book."""
    season, path = club.seasons.get(), Path(settings.DATA_DIR) / "season.xlsx"
    most = max(LEAST_SECONDS, SECONDS_A_THOUSAND * deals / 1000)
    spent, megabytes = command_costs(rounds, "export_season", club.slug, season.slug, "--out", str(path))
    yield Figure(f"workbook of {deals:,} deals, seconds of the processor", spent, most)
    yield Figure("its memory, MB", megabytes, WORKBOOKS_MEGABYTES)


def audit(_club: Club, deals: int, rounds: int) -> Iterator[Figure]:
    """What the audit of a season of so many deals costs."""
    spent, megabytes = command_costs(rounds, "audit", "--copy")
    yield Figure(f"audit of {deals:,} deals, s of the processor", spent / times_slower(), AUDITS_SECONDS)
    yield Figure("its memory, MB", megabytes, AUDITS_MEGABYTES)


def command_costs(rounds: int, name: str, *arguments: str) -> tuple[float, float]:
    """The processor seconds of a command beyond its start, and its megabytes."""
    start, _ = costs_of("manage.py", name, "--help")
    costs = [costs_of("manage.py", name, *arguments) for _ in range(rounds)]
    return median(spent for spent, _ in costs) - start, median(megabytes for _, megabytes in costs)
