"""`manage.py witness`: add to each club's witness how its books end now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import ngettext

from ledger.services.book.witness import BY_HAND, witness_all, witness_restored


class Command(BaseCommand):
    help = "Adds to each club's witness how its books end now; approvals, closings and backups do it by themselves."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--restored", action="store_true", help="a backup was put back: what came after it is gone")

    def handle(self, *_args: Any, restored: bool, **_options: Any) -> None:
        now = timezone.now()
        count = witness_restored(now=now) if restored else witness_all(why=BY_HAND, now=now)
        sentence = ngettext("%(count)s witness has something new.", "%(count)s witnesses have something new.", count)
        self.stdout.write(sentence % {"count": count})
