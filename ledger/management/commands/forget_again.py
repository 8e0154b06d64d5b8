"""`manage.py forget_again`: forget again whom an older database has brought back, and after a restore let nobody in."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.console import SiteCommand
from ledger.services.keeping.forgetting import forget_again
from ledger.services.keeping.restoring import LET_IN, close_every_door


class Command(SiteCommand):
    help = "Anonymises again whoever was anonymised; after a restore also ends every sign-in, password and link."
    arguments = {
        "--restored": {"action": "store_true", "help": "a backup was put back: let nobody in by it"},
    }

    def handle(self, *_args: Any, restored: bool, **_options: Any) -> None:
        now = timezone.now()
        if count := forget_again(now=now):
            self.stdout.write(gettext("Players anonymised again: %(count)s.") % {"count": count})
        if restored:
            close_every_door(now=now)
            self.stdout.write(gettext(LET_IN))
