"""`manage.py export_club CLUB FILE`: everything of one club in one file, for another installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from ledger.management.console import SiteCommand, write_club_file
from ledger.models import Club
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.site import one_moment


class Command(SiteCommand):
    help = "Write a club with its whole book to one file; user names go along, passwords do not."
    arguments = {
        "club": {"help": "the club as in its address"},
        "file": {"type": Path, "metavar": "FILE", "help": "e.g. torsdagsklubben.jsonl.gz"},
    }

    def handle(self, *_args: Any, club: str, file: Path, **_options: Any) -> None:
        # Or what is entered meanwhile would be in one part of the file and not in another.
        with one_moment():
            exported = Club.objects.filter(slug=club).first()
            if exported is None:
                known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)) or "none"
                raise CommandError(f"There is no club {club}. The clubs here: {known}.")
            write_club_file(file, file_lines(club=exported, made_at=timezone.now()))
        self.stdout.write(str(file))
