"""`python dev.py bench NAME`: measure one thing in a database of its own, and fail if it exceeds its limit.

With `--database postgres` that database is in a PostgreSQL server of its own. Without a name everything that somebody
waits for is measured, one thing after the other, on both engines, alone and beside two thousand other clubs: most of an
hour on a quiet machine.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path

import django

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.support.programs import POSTGRESQL

ROOT = Path(__file__).parents[2]
ON_POSTGRESQL = {"--database", "postgres"}
MODULES = {
    name.rpartition(".")[2]: f"tests.bench.{name}"
    for name in (
        *("audit", "entry", "first_view", "pages", "reading", "rules", "spreadsheet", "what_if", "workbook"),
        *("site.load", "site.many_clubs", "site.start"),
    )
}


CROWD = ("--beside", "2000")
# On each engine; `pages` and `audit` measure alone and beside the crowd in one run.
ON_BOTH_ENGINES = (
    ("reading", "--long"),
    ("reading", *CROWD),
    ("pages", *CROWD),
    ("entry",),
    ("entry", *CROWD),
    ("workbook", "--long"),
    ("workbook", *CROWD),
    ("audit", *CROWD),
    ("start",),
    ("start", *CROWD),
)
WITHOUT_A_DATABASE_OF_NOTE = (("rules",), ("first_view",), ("spreadsheet",))


def main(arguments: list[str]) -> None:
    """Run the benchmark named by the first argument with the options after it, or all of them."""
    if not arguments:
        sys.exit(1 if run_all() else 0)
    if arguments[0] not in MODULES:
        sys.exit(f"Name a benchmark: {', '.join(sorted(MODULES))}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
    for catalogue in out_of_date():
        compile_catalogue(catalogue)
    name, *options = arguments
    with ExitStack() as surroundings:
        if set(options) >= ON_POSTGRESQL:
            options = [option for option in options if option not in ON_POSTGRESQL]
            os.environ["DATABASE_URL"] = surroundings.enter_context(own_server())
        django.setup()
        command = import_module(MODULES[name]).Command()
        command.run_from_argv(["dev.py bench", name, *options])


def run_all() -> list[str]:
    """Run everything that somebody waits for, each in a process of its own; returns what has missed its limit.

    With each stands how busy the machine was before it, since other programs slow the processor down too.
    """
    on_postgresql = [(*run, "--database", "postgres") for run in ON_BOTH_ENGINES]
    missed, began = [], time.monotonic()
    for run in (*WITHOUT_A_DATABASE_OF_NOTE, *ON_BOTH_ENGINES, *on_postgresql):
        load, started = os.getloadavg()[0], time.monotonic()
        say(f"\n{' '.join(run)}")
        if subprocess.run([sys.executable, "-m", "tests.bench", *run], cwd=ROOT, check=False).returncode:
            missed.append(" ".join(run))
        say(f"took {time.monotonic() - started:.0f} s; the machine's load was {load:.1f}")
    say(f"\nin {(time.monotonic() - began) / 60:.0f} minutes; missed: {'; '.join(missed) or 'none'}")
    return missed


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
    main(sys.argv[1:])
