"""`manage.py restore FILE`: put a backup in the place of the database, once it is proved."""

from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.console import SiteCommand
from ledger.services.keeping.restoring import LET_IN, put_back, restore


class Command(SiteCommand):
    help = "Prove a backup, then put it in the database's place; the former database is kept. Stop the site first."
    arguments = {
        "file": {"type": Path, "metavar": "FILE", "help": "a file that manage.py backup made"},
        "--as-it-was": {
            "action": "store_true",
            "help": "neither migrate nor audit it, for the release that it is of: what a failed upgrade goes back by",
        },
    }

    def handle(self, *_args: Any, file: Path, as_it_was: bool, **_options: Any) -> None:
        if as_it_was:
            put_back(file=file)
            return
        kept = restore(file=file, now=timezone.now())
        if kept:
            self.stdout.write(gettext("The former database is kept as %(file)s.") % {"file": kept})
        self.stdout.write(gettext("%(file)s is restored; start the site again.") % {"file": file})
        self.stdout.write(gettext(LET_IN))
