"""`manage.py carry_on_imports`: run beside the site; books or takes out what is left of every import under way."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from ledger.management.imports import carry_to_the_end
from ledger.queries.imports.under_way import clubs_with_imports

STAND_BACK = 5  # of the 19 steps that a process can give way


class Command(BaseCommand):
    help = "Carries on the old books that are being brought in or taken out, as the site does by itself."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        if hasattr(os, "nice"):
            os.nice(STAND_BACK)
        for club in clubs_with_imports():
            carry_to_the_end(club)
