"""`manage.py compilemessages` without GNU gettext, which Django's own needs and a club's machine need not have."""

from typing import Any

from ledger.management.console import SiteCommand
from ledger.services.site.catalogues import compile_catalogue, out_of_date


class Command(SiteCommand):
    help = "Compile the translations that have changed (ledger/locale) to what the site reads."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for catalogue in out_of_date():
            compile_catalogue(catalogue)
