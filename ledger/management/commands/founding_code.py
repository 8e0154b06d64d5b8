"""`manage.py founding_code`: what the founder of the first club must type on a public site."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.queries.clubs.clubs import has_own_club
from ledger.services.keeping.founding import founding_code

FOUNDED = "A club has been founded here: the code is asked for no more, and whoever is signed in starts another one."


class Command(BaseCommand):
    help = "Print the code with which the first club is founded."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(FOUNDED if has_own_club() else founding_code())
