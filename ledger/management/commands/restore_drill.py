"""`manage.py restore_drill [FILE]`: restore a backup beside the book in use, and say what that took and proved."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext

from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.rehearsing import rehearse
from ledger.templatetags.ledger_refusals import refusal_text


class Command(BaseCommand):
    help = "Restore a backup into a place of its own, bring it up to date and audit it, as if the book were lost."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a backup (default: the newest)")

    def handle(self, *_args: Any, file: Path | None, **_options: Any) -> None:
        try:
            rehearsal = rehearse(file)
        except Refusal as refusal:
            raise CommandError(refusal_text(refusal)) from None
        proved = gettext(
            "%(file)s was restored in %(seconds).1f s: %(evenings)s evenings, %(deals)s deals, %(entries)s entries. "
            "Every sum, digest and price in it holds."
        )
        self.stdout.write(proved % {**vars(rehearsal), "file": rehearsal.file.name})
        if rehearsal.later:
            self.stdout.write(gettext("The book in use has %(later)s entries more.") % {"later": rehearsal.later})
