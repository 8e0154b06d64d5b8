"""`manage.py forget_again`: forget and withdraw again what an older database has brought back."""

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.returned_administrators import returned_administrators
from ledger.services.keeping.forgetting import forget_again
from ledger.services.keeping.withdrawing import end_all_sessions, withdraw_again
from ledger.services.site.kept_pages import forget_all_pages


class Command(BaseCommand):
    help = "Anonymises again whoever was anonymised; after a restore also withdraws what was withdrawn since."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--restored", action="store_true", help="a backup was put back: withdraw too, sign all out")

    def handle(self, *_args: Any, restored: bool, **_options: Any) -> None:
        now = timezone.now()
        if count := forget_again(now=now):
            self.stdout.write(gettext("Players anonymised again: %(count)s.") % {"count": count})
        if restored:
            self._withdraw_again(now)
        if count or restored:
            forget_all_pages()

    def _withdraw_again(self, now: datetime) -> None:
        end_all_sessions()
        if count := withdraw_again(now=now):
            self.stdout.write(gettext("Withdrawn again: %(count)s.") % {"count": count})
        for sentence in returned_administrators():
            self.stderr.write(sentence)
