"""`manage.py founding_code`: what the founder of a club must type on a public site."""

from typing import Any

from ledger.management.console import SiteCommand
from ledger.services.keeping.club_file import founding_code


class Command(SiteCommand):
    help = "Print the code with which clubs are founded."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(founding_code())
