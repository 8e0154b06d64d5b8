"""`manage.py backup`: an audited copy of the database in the data folder; also deletes what has expired."""

from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from ledger.management.console import SiteCommand
from ledger.services.keeping.backups import NEWEST_KEPT, back_up, back_up_before_migrating
from ledger.services.site.slowing import delete_expired


class Command(SiteCommand):
    help = "Copy the database into the folder backups/, prove the copy, and clear away old backups and what is over."
    arguments = {
        "--keep": {
            "type": int,
            "default": NEWEST_KEPT,
            "help": "how many of the newest backups stay, beside one a month for a year (default: %(default)s)",
        },
        "--before-migrating": {
            "action": "store_true",
            "help": "only copy the database of a former release, under a name that is never cleared away",
        },
    }

    def handle(self, *_args: Any, keep: int, before_migrating: bool, **_options: Any) -> None:
        if keep < 1:
            raise CommandError("--keep is 1 or more.")
        if before_migrating:
            self.stdout.write(str(back_up_before_migrating(now=timezone.now())))
            return
        self.stdout.write(str(back_up(now=timezone.now(), keep=keep)))
        # Once the copy is proved, so that nothing here can keep a backup from being made.
        delete_expired(now=timezone.now())
