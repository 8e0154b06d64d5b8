"""`manage.py write_evening`: the deals of an evening as keyboard lines."""

from argparse import ArgumentParser
from typing import Any

from ledger.management.console import SiteCommand, add_evening, find_evening
from ledger.queries.evenings.lines import evening_text


class Command(SiteCommand):
    help = "Prints the deals of an evening that stand, at all its tables, as lines which `enter` reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_evening(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = find_evening(options["club"], options["evening"])
        self.stdout.write(evening_text(evening=evening)[evening.club.language], ending="")
