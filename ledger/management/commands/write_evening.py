"""`manage.py write_evening`: the deals of an evening as keyboard lines."""

from typing import Any

from ledger.management.console import AN_EVENING, SiteCommand, find_evening
from ledger.queries.evenings.lines import evening_text


class Command(SiteCommand):
    help = "Prints the deals of an evening that stand, at all its tables, as lines which `enter` reads back."
    arguments = AN_EVENING

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = find_evening(options["club"], options["evening"])
        self.stdout.write(evening_text(evening=evening)[evening.club.language], ending="")
