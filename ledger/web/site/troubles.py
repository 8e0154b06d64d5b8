"""What is wrong with what keeps the book: in English for whoever runs the server, translated for the board."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error, connection
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from ledger.models import Club
from ledger.models.site.opened_file import is_still_there
from ledger.queries.site.engine import disk_risks, faults, risks, schema_risks
from ledger.queries.site.failures import Failure, failure_of
from ledger.services.keeping.backups import (
    age_of_backups,
    damage_notice,
    failed_backup,
    is_overdue,
    newest_backup,
    newest_made_at,
)
from ledger.services.keeping.doubts import doubt_known
from ledger.services.site.damage import known_damage

NOT_REACHED = "The database cannot be reached."
TO_THE_SERVER = {
    Failure.GONE: "The database file is not the one that the site opened: it was moved away or replaced. Nothing is "
    "saved. Put it back, then start the site again.",
    Failure.DISK: "The disk does not read or write the database: look after it before anything else.",
    Failure.READ_ONLY: "The database can only be read: its folder, its disk or its server takes nothing.",
    Failure.FULL: "The disk that holds the database is full.",
    Failure.AWAY: NOT_REACHED,
    Failure.BUSY: "The database is busy.",
}
# What a page says: a heading and a sentence.
BUSY = (
    gettext_lazy("Not saved: the book is busy"),
    gettext_lazy(
        "The book did not answer in time, or its database is not running just now. Wait a moment and try again."
    ),
)
ON_A_PAGE = {
    Failure.BUSY: BUSY,
    Failure.AWAY: BUSY,
    Failure.FULL: (
        gettext_lazy("Not saved: the disk is full"),
        gettext_lazy(
            "The machine that keeps the book has no room left. Everything saved before is safe and can still be read. "
            "Ask whoever looks after the machine to make room."
        ),
    ),
    Failure.DAMAGED: (
        gettext_lazy("The book's file is damaged"),
        gettext_lazy(
            "Part of the file that keeps the book cannot be read. Waiting does not help. Enter nothing more, and show "
            "this page to whoever looks after the machine: a backup is the way back."
        ),
    ),
    Failure.GONE: (
        gettext_lazy("Not saved: the book's file is not where it was"),
        gettext_lazy(
            "The file that keeps the book was moved away or replaced while the site was running. Enter nothing more: "
            "whoever looks after the machine must put it back and start the site again."
        ),
    ),
    Failure.DISK: (
        gettext_lazy("Not saved: the disk is failing"),
        gettext_lazy(
            "The machine cannot read or write the book's file. Enter nothing more, and tell whoever looks after the "
            "machine."
        ),
    ),
    Failure.READ_ONLY: (
        gettext_lazy("Not saved: the book can only be read"),
        gettext_lazy(
            "The machine lets nothing be written to the book just now. Everything saved before can still be read. Ask "
            "whoever looks after the machine."
        ),
    ),
}


def to_the_server() -> list[str]:
    """Everything that should be mended, one English sentence each; empty if the site is well."""
    if not is_still_there(connection):  # asked first: SQLite would make a new, empty file where there is none
        return [TO_THE_SERVER[Failure.GONE], *backup_faults()]
    try:
        stops = faults()
        schema = () if stops else schema_risks()
        return [*static_faults(), *damage_faults(), *stops, *schema, *risks(), *book_faults(), *backup_faults()]
    except Error as error:
        # Damage that was noted before says more than whatever this question met with.
        return [*(damage_faults() or [sentence_about(error)]), *backup_faults()]


def static_faults() -> list[str]:
    """A sentence if a script, a style or a picture of this release was not collected: every page would fail."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    if collected is None or settings.DEBUG:  # then pages name the files as they lie in the code
        return []
    ours = settings.BASE_DIR / "ledger" / "static"
    if all(file.relative_to(ours).as_posix() in collected for file in ours.rglob("*.*")):
        return []
    return ["The scripts and styles of the pages are not collected: run `python manage.py collectstatic --noinput`."]


def book_faults() -> list[str]:
    """A sentence if some book does not hold; not which one, since everybody may read it."""
    return ["A book does not hold: run `python manage.py audit`."] if doubt_known() else []


def damage_faults() -> list[str]:
    """A sentence if a page or an audit found the database damaged."""
    return [damage_notice()] if known_damage() else []


def backup_faults() -> list[str]:
    """A sentence if the last backup failed or the newest is too old; not why, since everybody may read it."""
    if failed := failed_backup():
        return [f"The backup of {localtime(failed):%Y-%m-%d %H:%M} failed: run `python manage.py backup`."]
    if not is_overdue(now=timezone.now()):
        return []
    made_at = newest_made_at()
    state = f"The newest backup is of {made_at:%Y-%m-%d %H:%M}" if made_at else "There is no backup yet"
    return [f"{state}: run `python manage.py backup`, every night by a timer."]


def sentence_about(error: Exception) -> str:
    """A failure of the database as an English sentence for whoever runs the server."""
    failure = failure_of(error) or Failure.AWAY
    return damage_notice() if failure is Failure.DAMAGED else TO_THE_SERVER[failure]


def to_the_board(*, club: Club) -> dict[str, object]:
    """What a page tells a club's board of its book and of the machine that keeps it (site/_troubles.html).

    `backup_failed` is when the last backup failed, or None; `troubles` are sentences; no query.
    """
    troubles = []
    if known_damage():
        heading, sentence = ON_A_PAGE[Failure.DAMAGED]
        troubles.append(f"{heading}. {sentence} {way_back()}".strip())
    if (doubt := doubt_known()) and doubt.is_about(club.pk):
        troubles.append(gettext('The book does not hold. Enter nothing more, and look under "Does the book hold?".'))
    if not failed_backup() and is_overdue(now=timezone.now()):
        advice = gettext("Tell whoever runs the server: one should be made every night.")
        troubles.append(f"{age_of_backups(now=timezone.now())} {advice}")
    if disk_risks():
        troubles.append(gettext("The disk that keeps the book is nearly full. Tell whoever looks after the machine."))
    return {"backup_failed": failed_backup(), "troubles": troubles}


def way_back() -> str:
    """A sentence with the backup to restore; empty if there is none."""
    newest = newest_backup()
    text = gettext("The newest backup was proved when it was made: %(name)s.")
    return text % {"name": newest.name} if newest else ""
