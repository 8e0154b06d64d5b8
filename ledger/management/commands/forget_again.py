"""`manage.py forget_again`: forget again those whose names an older database has brought back."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext

from ledger.services.keeping.forgetting import forget_again
from ledger.services.site.kept_pages import forget_all_pages


class Command(BaseCommand):
    help = "Anonymises everybody on the list of forgotten players who has their name back, as after a restore."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        if count := forget_again(now=timezone.now()):
            forget_all_pages()
            self.stdout.write(gettext("Players anonymised again: %(count)s.") % {"count": count})
