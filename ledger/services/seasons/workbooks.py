"""A season's workbook as a file, made once for each state of the book and kept in the data folder.

A short season's is made while its reader waits, a long one's by a process of its own, one at a time, while the
reader's page asks again. Each web machine keeps its own files; no two of them need to agree.
"""

import hashlib
import os
import re
from contextlib import suppress
from datetime import datetime
from enum import Enum
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from threading import Thread, get_ident
from typing import NamedTuple

from django.conf import settings

from ledger.models import Club, Player, Season
from ledger.models.clubs.shown_names import names_shown
from ledger.services.seasons.making import make_workbook
from ledger.services.site.other_database import manage_beside

try:
    import fcntl
except ImportError:  # Windows, where one process serves all
    fcntl = None  # type: ignore[assignment]

MADE_AT_ONCE = 600  # entries of a book whose workbook is made in the blink of an eye
MOST_KEPT = 200_000_000  # bytes of workbooks, beyond which the oldest go
NAME = re.compile(r"[a-z]{2}-[0-9a-f]{16}-[0-9]{1,10}-[0-9a-f]{0,16}")


class Making(Enum):
    """How far a workbook is that was not there yet."""

    DONE = "it is there"
    ON_ITS_WAY = "it is being made"
    WAITS = "another one is being made"
    FAILED = "who made it gave up"


class Kept(NamedTuple):
    """A season's workbook in one language at one state of its book, which `name` identifies.

    `has_initials` marks the one for everybody but the board, with some players shown by their initials.
    """

    season: Season
    language: str
    name: str
    has_initials: bool

    @property
    def path(self) -> Path:
        """The workbook's file once it is made."""
        return _folder(self.season.club_id) / f"{self.place}-{self.name}.xlsx"

    @property
    def place(self) -> str:
        """The part that its name shares with all it replaces, apart from the language."""
        return f"{self.season.pk}{'i' * self.has_initials}"

    @property
    def etag(self) -> str:
        """The workbook's ETag."""
        return f'"{self.season.pk}-{self.name}"'

    def earlier(self, name: str) -> "Kept":
        """The workbook that was asked for earlier, by its name; this one if names or the program have changed since."""
        is_like = NAME.fullmatch(name) and name.split("-")[:2] == self.name.split("-")[:2]
        return self._replace(name=name) if is_like else self


def workbook_of(*, season: Season, language: str, deployed: str) -> Kept:
    """The workbook of a season as its book is now; `deployed` identifies the program that makes it; one query."""
    # The names beside the club's revision: the book holds none, and after a restore the same revision may have others.
    names = Player.objects.filter(club=season.club_id).order_by("pk").values_list("pk", "name")
    facts = [deployed, season.club.revision, season.club.name, season.name, *names]
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()
    name = f"{language}-{digest[:16]}-{season.entry_count}-{season.head[:16]}"
    return Kept(season, language, name, has_initials=names_shown() is not None)


def is_made_at_once(*, season: Season) -> bool:
    """Whether a workbook is made within its reader's request."""
    return season.entry_count <= MADE_AT_ONCE or fcntl is None


def make_at_once(*, kept: Kept, now: datetime) -> bytes:
    """Make a workbook and return it, kept for the next reader if the disk allows."""
    begun, content = _begin(kept), BytesIO()  # before anything is read: what is thrown away takes it along
    make_workbook(season=kept.season, language=kept.language, now=now, target=content)
    if begun is not None:
        with suppress(OSError):  # whoever comes next has it made again
            with begun.open("r+b") as file:
                file.write(content.getvalue())
            begun.replace(kept.path)
    return content.getvalue()


def _begin(kept: Kept) -> Path | None:
    """Create the empty file of a workbook that is about to be made; returns None if the disk refuses."""
    part = kept.path.with_suffix(f".{os.getpid()}-{get_ident()}.part")  # another thread may be making it too
    try:
        _make_room(kept)
        part.touch()
    except OSError:
        return None
    return part


def make_beside(*, kept: Kept, was_begun: bool) -> Making:
    """Have a workbook made by a process of its own, without waiting for it.

    `was_begun` says that the caller has been told before that it is being made; if nobody makes it now, that failed.
    """
    # Opened without emptying it: its holder wrote there what is being made.
    with (_folder() / "lock").open("a+") as lock:
        try:
            # The system takes it back however its holder ends: after a kill or a power cut nothing has to be tidied up.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            return Making.ON_ITS_WAY if lock.read() == kept.path.name else Making.WAITS
        # Looked for under the lock, since its last holder may have made just this one.
        if kept.path.exists():
            return Making.DONE
        if was_begun:
            return Making.FAILED
        lock.truncate(0)
        lock.write(kept.path.name)
        lock.flush()
        _make_room(kept)
        _start(kept, lock.fileno())
    return Making.ON_ITS_WAY


def throw_away(*, club: Club) -> None:
    """Delete a club's workbooks, which hold names."""
    rmtree(_folder(club.pk), ignore_errors=True)


def _start(kept: Kept, lock: int) -> None:
    """Start the process that makes a workbook; it inherits the lock and holds it until it ends."""
    place = [kept.season.club.slug, kept.season.slug, "--language", kept.language, "--out", str(kept.path), "--gently"]
    shows = ["--initials"] if kept.has_initials else []
    child = manage_beside("export_season", *place, *shows, inherits=[lock])
    # Somebody must wait for it, or it stays a zombie when it has ended.
    Thread(target=child.wait, name="workbook", daemon=True).start()


def _make_room(kept: Kept) -> None:
    """Delete what the new workbook replaces, then the oldest of all while they take too much room."""
    for path in kept.path.parent.glob(f"{kept.place}-{kept.language}-*"):
        path.unlink(missing_ok=True)
    there = sorted(_folder().glob("*/*"), key=lambda path: path.stat().st_mtime)
    size = sum(path.stat().st_size for path in there)
    for path in there:
        if size <= MOST_KEPT:
            return
        size -= path.stat().st_size
        path.unlink(missing_ok=True)


def _folder(club: int | None = None) -> Path:
    """The folder of all workbooks or of a club's, which is readable by its owner alone since they hold names."""
    folder = Path(settings.DATA_DIR) / "workbooks"
    folder.mkdir(mode=0o700, exist_ok=True)
    if club is None:
        return folder
    (folder / str(club)).mkdir(mode=0o700, exist_ok=True)
    return folder / str(club)
