"""`manage.py move_to_postgres URL`: everything here into another, empty database, logins included."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext

from ledger.management.console import SiteCommand, write_club_file
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.site import one_moment
from ledger.services.site.other_database import last_line, manage, note_the_move


class Command(SiteCommand):
    help = "Copy every club, book and login to another, empty database, prove it there, and leave this one as it is."
    arguments = {
        "url": {
            "metavar": "URL",
            "help": "as DATABASE_URL: postgres://user:password@host/name, or sqlite:////path to return",
        },
    }

    def handle(self, *_args: Any, url: str, **_options: Any) -> None:
        # Not in the system's own folder, which may be small or in memory: the file holds everything, password hashes
        # too.
        with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".moving-") as workshop:
            file = Path(workshop) / "everything.jsonl.gz"
            with one_moment():
                write_club_file(file, file_lines(club=None, made_at=timezone.now()))
            for step in (["migrate", "-v0", "--skip-checks"], ["import_club", str(file)]):
                outcome = manage(url, *step)
                if outcome.returncode:
                    raise CommandError(last_line(outcome).removeprefix("CommandError: "))
        note_the_move(url)
        self.stdout.write(outcome.stdout.strip())
        self.stdout.write(
            gettext("Everything is moved. Set DATABASE_URL to the new database and start the site again.")
        )
