"""`python dev.py bench NAME`: measure one thing in a database of its own, and fail if it exceeds its limit.

With `--database postgres` that database is in a PostgreSQL server of its own.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module

import django

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.support.programs import POSTGRESQL

ON_POSTGRESQL = {"--database", "postgres"}
NAMES = (
    "audit",
    "entry",
    "first_view",
    "load",
    "pages",
    "reading",
    "rules",
    "spreadsheet",
    "start",
    "what_if",
    "workbook",
)


def main(arguments: list[str]) -> None:
    """Run the benchmark named by the first argument with the options after it."""
    if not arguments or arguments[0] not in NAMES:
        sys.exit(f"Name a benchmark: {', '.join(NAMES)}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
    for catalogue in out_of_date():
        compile_catalogue(catalogue)
    name, *options = arguments
    with ExitStack() as surroundings:
        if set(options) >= ON_POSTGRESQL:
            options = [option for option in options if option not in ON_POSTGRESQL]
            os.environ["DATABASE_URL"] = surroundings.enter_context(own_server())
        django.setup()
        command = import_module(f"tests.bench.{name}").Command()
        command.run_from_argv(["dev.py bench", name, *options])


@contextmanager
def own_server() -> Iterator[str]:
    """A PostgreSQL server for the length of a block; gives its DATABASE_URL. Ends the program if there is none."""
    from tests.support.postgres import cluster  # not on Windows

    initdb = POSTGRESQL.find() or sys.exit(f"{POSTGRESQL.name} is not installed.")
    with cluster(initdb) as server:
        yield server.direct


if __name__ == "__main__":
    main(sys.argv[1:])
