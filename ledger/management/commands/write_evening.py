"""`manage.py write_evening`: the deals of an evening as keyboard lines."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.management.evenings import add_evening, find_evening
from ledger.queries.lines import evening_text


class Command(BaseCommand):
    help = "Prints the deals of a table of an evening that stand as keyboard lines, which `enter` reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_evening(parser)
        parser.add_argument("--table", type=int, default=1, metavar="NUMBER", help="the table (default: 1)")

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = find_evening(options["club"], options["evening"])
        text = evening_text(evening=evening, table_number=options["table"], language=evening.club.language)
        if text is None:
            raise CommandError(f"Nobody sits at table {options['table']}.")
        self.stdout.write(text, ending="")
