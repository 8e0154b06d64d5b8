"""`manage.py forget_again`: forget and withdraw again what an older database has brought back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.left_and_back import left_and_back
from ledger.services.keeping.forgetting import forget_again
from ledger.services.keeping.withdrawing import end_all_sessions, withdraw_again
from ledger.services.site.kept_pages import forget_all_pages


class Command(BaseCommand):
    help = "Anonymises again whoever was anonymised, and withdraws what was withdrawn, since a restored backup."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--restored", action="store_true", help="a backup was just put back: sign everybody out")

    def handle(self, *_args: Any, restored: bool, **_options: Any) -> None:
        now = timezone.now()
        if restored:
            end_all_sessions()
        if count := forget_again(now=now):
            self.stdout.write(gettext("Players anonymised again: %(count)s.") % {"count": count})
        if withdrawals := withdraw_again(now=now):
            self.stdout.write(gettext("Withdrawn again: %(count)s.") % {"count": withdrawals})
        if count or withdrawals:
            forget_all_pages()
        for sentence in left_and_back():
            self.stderr.write(sentence)
