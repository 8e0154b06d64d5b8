"""`manage.py import_club FILE`: an exported club into any installation, its own numbers and digests kept."""

from pathlib import Path
from typing import Any

from ledger.management.commands.audit import in_words
from ledger.management.console import SiteCommand, read_club_file
from ledger.services.keeping.club_file import import_file
from ledger.templatetags.ledger_labels import refusal_text


class Command(SiteCommand):
    help = "Read a file of export_club, beside the clubs that are here; all of it, audited, or nothing."
    arguments = {
        "file": {"type": Path, "metavar": "FILE"},
    }

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        arrived = import_file(lines=read_club_file(file))
        for change in arrived.renamed:
            self.stdout.write(refusal_text(change))
        self.stdout.write(in_words(arrived.audit))
