"""`manage.py compilemessages` without GNU gettext, which Django's own needs and a club's machine need not have."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.services.site.catalogues import compile_catalogue, out_of_date


class Command(BaseCommand):
    help = "Compile the translations that have changed (ledger/locale) to what the site reads."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        for catalogue in out_of_date():
            compile_catalogue(catalogue)
