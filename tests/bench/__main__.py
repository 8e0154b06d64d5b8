"""`python dev.py bench NAME`: measure one thing in a database of its own, and fail if it exceeds its limit."""

import os
import sys
from importlib import import_module

import django

from ledger.services.site.catalogues import compile_catalogue, out_of_date

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
    django.setup()
    name, *options = arguments
    command = import_module(f"tests.bench.{name}").Command()
    command.run_from_argv(["dev.py bench", name, *options])


if __name__ == "__main__":
    main(sys.argv[1:])
