"""`manage.py short_audit`: run beside the site at each start; prints its findings and remembers them for the pages."""

import os
from typing import Any

from django.db import Error
from django.utils import timezone

from ledger.management.console import SiteCommand
from ledger.services.keeping.backups import damage_notice
from ledger.services.site.findings import prove_shortly

STAND_BACK = 10  # of the 19 steps that a process can give way


class Command(SiteCommand):
    help = "Proves what the database can sum by itself, as every start does beside the site; says only what is wrong."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Exits with 0 whatever is found: what is wrong is said where it is looked for."""
        if hasattr(os, "nice"):
            os.nice(STAND_BACK)
        try:
            findings = prove_shortly(now=timezone.now())
        except Error as error:
            self.stderr.write(f"The books could not be proved beside the site: {error}")
            return
        if any(finding.is_damage for finding in findings):
            self.stderr.write(f"{damage_notice()} ({findings[0]})")
        elif findings:
            self.stderr.write(f"The book does not hold ({findings[0]}): run `python manage.py audit`.")
