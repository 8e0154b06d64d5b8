"""`manage.py founding_code`: what the founder of a club must type on a public site."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.services.keeping.founding import founding_code


class Command(BaseCommand):
    help = "Print the code with which clubs are founded."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(founding_code())
