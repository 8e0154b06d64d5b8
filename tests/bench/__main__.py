"""`python dev.py bench NAME`: measure one thing in a database of its own, and fail if it exceeds its limit.

With `--database postgres` that database is in a PostgreSQL server of its own. `--deals` and `--rounds` say how long the
season is, which takes a minute to play for 30,000 deals, and how often each thing is measured. Without a name
everything that somebody waits for is measured, one thing after the other, on both engines.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from pkgutil import resolve_name

import django
from django.conf import settings

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.support.programs import POSTGRESQL

ROOT = Path(__file__).parents[2]
# What measures, and the deals and rounds unless they are given.
BENCHMARKS = {
    "pages": ("tests.bench.pages:figures", 3_000, 15),
    "entry": ("tests.bench.entry:figures", 10_000, 40),
    "first_view": ("tests.bench.first_view:figures", 300, 5),
    "workbook": ("tests.bench.files:workbook", 10_000, 3),
    "audit": ("tests.bench.files:audit", 30_000, 3),
}
# On one engine and then on the other, what takes longest last, so that a run that is cut off has told most of it.
ON_BOTH_ENGINES = ("entry", "workbook --deals 1000", "workbook", "pages", "pages --deals 10500", "audit")


def main() -> str | None:
    """Run the benchmark that is named, or all of them; gives what has missed its limit."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=BENCHMARKS)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--rounds", type=int)
    options = parser.parse_args()
    if options.name is None:
        return run_all()
    for catalogue in out_of_date():
        compile_catalogue(catalogue)
    figures, deals, rounds = BENCHMARKS[options.name]
    with ExitStack() as surroundings:
        if options.database == "postgres":
            os.environ["DATABASE_URL"] = surroundings.enter_context(own_server())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
        django.setup()
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # a clone has none, which WhiteNoise warns of
        return measure(figures, options.deals or deals, options.rounds or rounds)


def measure(figures: str, deals: int, rounds: int) -> str | None:
    """Play a season of so many deals, and print each figure as soon as it is measured; gives what was missed."""
    from tests.bench.measuring import site_of_its_own
    from tests.support.long_season import long_season

    missed = []
    with site_of_its_own():
        for figure in resolve_name(figures)(long_season(name="Bench", deals=deals), deals, rounds):
            say(str(figure))
            if figure.is_missed:
                missed.append(figure.name)
    return f"Not what it must be: {'; '.join(missed)}." if missed else None


def run_all() -> str | None:
    """Run everything that somebody waits for, each in a process of its own; gives what has missed its limit.

    With each stand the clock and how busy the machine was before it, since other programs slow the processor too.
    """
    runs = ["first_view", *(f"{run}{engine}" for run in ON_BOTH_ENGINES for engine in ("", " --database postgres"))]
    missed = []
    for run in runs:
        say(f"\n{time.strftime('%H:%M:%S')}, at a load of {os.getloadavg()[0]:.1f}: {run}")
        if subprocess.run([sys.executable, "-m", "tests.bench", *run.split()], cwd=ROOT, check=False).returncode:
            missed.append(run)
    say(f"\n{time.strftime('%H:%M:%S')}; missed: {'; '.join(missed) or 'none'}")
    return "; ".join(missed)


def say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


@contextmanager
def own_server() -> Iterator[str]:
    """A PostgreSQL server for the length of a block; gives its DATABASE_URL. Ends the program if there is none."""
    from tests.support.postgres import cluster  # not on Windows

    initdb = POSTGRESQL.find() or sys.exit(f"{POSTGRESQL.name} is not installed.")
    with cluster(initdb) as server:
        yield server.direct


if __name__ == "__main__":
    sys.exit(main())
