"""`python dev.py bench NAME`: measure one thing in a database of its own, and fail if it exceeds its limit.

With `--database postgres` that database is in a PostgreSQL server of its own. Without a name everything that somebody
waits for is measured, one thing after the other, on both engines.
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
from django.conf import settings

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.support.programs import POSTGRESQL

ROOT = Path(__file__).parents[2]
ON_POSTGRESQL = ("--database", "postgres")
MODULES = {name: f"tests.bench.{name}" for name in ("audit", "entry", "first_view", "pages", "workbook")}

# On one engine and then on the other, what takes longest last, so that a run that is cut off has told most of it.
ON_BOTH_ENGINES = (
    *(("entry",), ("workbook", "--deals", "1000"), ("workbook",)),
    *(("pages",), ("pages", "--deals", "10500"), ("audit",)),
)


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
        if set(options) >= set(ON_POSTGRESQL):
            options = [option for option in options if option not in ON_POSTGRESQL]
            os.environ["DATABASE_URL"] = surroundings.enter_context(own_server())
        django.setup()
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # a clone has none, which WhiteNoise warns of
        command = import_module(MODULES[name]).Command()
        command.run_from_argv(["dev.py bench", name, *options])


def run_all() -> list[str]:
    """Run everything that somebody waits for, each in a process of its own; returns what has missed its limit.

    With each stand the clock and how busy the machine was before it, since other programs slow the processor too.
    """
    on_each = [(*run, *engine) for run in ON_BOTH_ENGINES for engine in ((), ON_POSTGRESQL)]
    environment, missed = {**os.environ, "PYTHONUNBUFFERED": "1"}, list[str]()
    for run in [("first_view",), *on_each]:
        say(f"\n{time.strftime('%H:%M:%S')}, at a load of {os.getloadavg()[0]:.1f}: {' '.join(run)}")
        command = [sys.executable, "-m", "tests.bench", *run]
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
            missed.append(" ".join(run))
    say(f"\n{time.strftime('%H:%M:%S')}; missed: {'; '.join(missed) or 'none'}")
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
