"""`manage.py restore_drill [FILE]`: restore a backup beside the book in use, and say what that took and proved."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext

from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups.rehearsing import Rehearsal, rehearse
from ledger.templatetags.ledger_refusals import refusal_text


class Command(BaseCommand):
    help = "Restore a backup into a place of its own, bring it up to date and audit it, as if the book were lost."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a backup (default: the newest)")

    def handle(self, *_args: Any, file: Path | None, **_options: Any) -> None:
        began = time.monotonic()
        try:
            rehearsal = rehearse(file)
        except Refusal as refusal:
            raise CommandError(refusal_text(refusal)) from None
        self.stdout.write(in_words(rehearsal, time.monotonic() - began))


def in_words(rehearsal: Rehearsal, seconds: float) -> str:
    """What a drill took and proved, and what would be lost, a sentence a line."""
    counts = ", ".join(
        [
            ngettext("%(count)s evening", "%(count)s evenings", rehearsal.evenings) % {"count": rehearsal.evenings},
            ngettext("%(count)s deal", "%(count)s deals", rehearsal.deals) % {"count": rehearsal.deals},
            ngettext("%(count)s entry", "%(count)s entries", rehearsal.entries) % {"count": rehearsal.entries},
        ]
    )
    proved = gettext("%(file)s was restored in %(seconds)s s: %(counts)s. Every sum, digest and price in it holds.")
    told = [proved % {"file": rehearsal.file.name, "seconds": f"{seconds:.1f}", "counts": counts}]
    if rehearsal.later:
        more = ngettext(
            "The book as it is now has %(count)s entry more.",
            "The book as it is now has %(count)s entries more.",
            rehearsal.later,
        )
        told.append(more % {"count": rehearsal.later})
    return "\n".join(told)
