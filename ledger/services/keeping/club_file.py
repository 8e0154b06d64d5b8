"""How a club comes or goes: founded here, brought in by its complete file, moved elsewhere."""

import base64
import gzip
import hashlib
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import groupby
from operator import attrgetter
from typing import Any, BinaryIO, NoReturn
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.utils.crypto import constant_time_compare, salted_hmac

from ledger.models import Club, Entry, Evening, LoggedChange, Membership, Posting, ScoringTableVersion, Season
from ledger.models.book.journal import Share
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.database import Audit, Finding
from ledger.queries.clubs.clubs import has_own_club, owners
from ledger.queries.keeping.club_file import CLUB_OF_PARENT, FORMAT, carried_models, file_lines, name_of
from ledger.queries.site import one_moment
from ledger.rules.clubs import NO_CLUB_IN_IT, read_club_address
from ledger.rules.site.fields import LONGEST_JSON, parse_json
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import in_fours
from ledger.services.book.log import Kind, note, note_again
from ledger.services.book.posting import lock_open_seasons, locked_club, post_again, sum_up_season
from ledger.services.clubs.accounts import PasswordLink, make_account, password_link
from ledger.services.clubs.addresses import RESERVED_SLUGS
from ledger.services.clubs.clubs import NewClub, start_club
from ledger.services.keeping.imported_rows import (
    HERE_ALREADY,
    NOT_A_ROW,
    HereAlready,
    Importer,
    fields_of,
    row_of,
    share_of,
)
from ledger.services.site.other_database import DOES_NOT_HOLD
from ledger.services.site.reading_apart import LONG_PAGES

MOST_MEGABYTES = 64  # unpacked: a hundred seasons of a club
MOST_BESIDE_OTHERS = 2  # some hundred deals: nobody else can save while a club arrives
ONLY_A_CLUB = gettext_noop("This is the file of a whole installation: whoever runs the server brings it in.")
TOO_LONG = gettext_noop("The file unpacks to more than %(megabytes)s MB: ask whoever runs the server to bring it in.")
OTHERS_WAIT = gettext_noop(
    "Other clubs keep their books here, and could save nothing while so long a file is read: ask whoever runs the "
    "server to bring it in."
)


@dataclass(frozen=True)
class Arrival:
    """A club that has arrived, what had to change, and the user name and first link of its administrator.

    Both are empty for a club that nobody administers.
    """

    club: Club
    changes: tuple[Finding, ...]
    username: str
    link: PasswordLink | None


def packed_club(*, club: Club, now: datetime) -> bytes:
    """A club's complete file as it is at one moment.

    Raises NoTurn while another long page is made, Refusal as `file_lines`.
    """
    file = BytesIO()
    with LONG_PAGES.take(), one_moment():
        pack(file_lines(club=club, made_at=now), file)
    return file.getvalue()


def bring_club(*, file: BinaryIO) -> Arrival:
    """Bring a club in from its complete file, as `import_file` does; claim it again if it is here and nobody's yet.

    Raises Refusal as that does, for a file of a whole installation, and for a long one where other clubs are; NoTurn
    while something else takes long.
    """
    megabytes = MOST_BESIDE_OTHERS if has_own_club() else MOST_MEGABYTES
    try:
        with LONG_PAGES.take(), transaction.atomic():
            imported = import_file(lines=unpack(file, most=megabytes * MEGABYTE))
            if imported.club is None:
                raise Refusal(ONLY_A_CLUB)
            return _arrival(imported.club, imported.renamed)
    except HereAlready as refusal:
        if owners().filter(club=refusal.club).exists():
            raise
        return _arrival(refusal.club, ())
    except TooLong:
        if megabytes == MOST_BESIDE_OTHERS:
            raise Refusal(OTHERS_WAIT) from None
        raise Refusal(TOO_LONG, megabytes=megabytes) from None


def _arrival(club: Club, changes: tuple[Finding, ...]) -> Arrival:
    """What to say of a club that has just arrived, with a link for the first of its administrators."""
    administrators = club.memberships.filter(role=Membership.Role.ADMIN, user__is_active=True)
    first = administrators.select_related("user").order_by("pk").first()
    if first is None:
        return Arrival(club, changes, "", None)
    return Arrival(club, changes, first.user.username, password_link(account=first.user))


# Importing a file of queries/keeping/club_file.py: all of it, proved, or nothing.
#
# A club's file can be imported anywhere, the file of everything into an empty installation.


ROWS_AT_A_TIME = 500

NOT_EMPTY = gettext_noop(
    "There are clubs or users here already. Everything of an installation keeps its ids when it moves, so it needs an "
    "empty one: another data folder, or another database, after manage.py migrate."
)
NOT_OURS = gettext_noop("This is not an export of this site.")
NEWER_FORMAT = gettext_noop("This export was made by a newer version of the site: bring this one up to date first.")
OLDER_FORMAT = gettext_noop(
    "This export was made by an older version of the site: bring that installation up to date, and export again."
)


@dataclass(frozen=True)
class Imported:
    """The result of an import: the club, None for a whole installation, its audit, and the names that had to change."""

    club: Club | None
    audit: Audit
    renamed: tuple[Finding, ...]


def import_file(*, lines: Iterable[bytes]) -> Imported:
    """Read the lines of an export in one transaction, keeping the club's own numbers and every digest.

    The database's guards seal every entry as it is written. A club is added beside those that are here, with ids of its
    own, a unique address, and new accounts, which have no password and are never those of others.
    Raises Refusal with the line at fault, for a club that is here already, for a whole installation where something is
    already, and if the audit fails; nothing is kept then.
    """
    reading = _Reading()
    try:
        with transaction.atomic():
            reading.read(lines)
            if reading.club is None:
                # A whole installation keeps its ids, and one that leads nowhere would show only at the commit.
                connection.check_constraints()
            audited = audit(club=reading.club)
            if audited.findings:
                first = audited.findings[0]
                raise Refusal(DOES_NOT_HOLD, why=Refusal(first.message, None, **first.params))
    except DatabaseError as error:
        reading.refuse(Refusal(gettext_noop("The database refuses it: %(why)s"), why=str(error).splitlines()[0]))
    return Imported(reading.club, audited, tuple(reading.importer.renamed))


# An evening stands, a season is open and a club is here until entries are there; the last column of each says else.
BEFORE_ENTRIES: dict[type[Model], dict[str, Any]] = {
    Evening: {"removed_at": None},
    Season: {"head": "", "entry_count": 0, "closed_at": None},
    Club: {"log_head": "", "log_entry_count": 0, "moved_to": ""},
}
ENDS_OTHERWISE: dict[type[Model], str] = {
    Season: gettext_noop("The book of the season %(season)s does not end as it was exported."),
    Club: gettext_noop("The log does not end as it was exported."),
}
LOOKED_UP = (ScoringTableVersion, Season)  # by entries


class _Reading:
    """The state of an import. Rows are written in batches, those of a table before those of the next."""

    def __init__(self) -> None:
        self.number = 0
        self.club: Club | None = None
        self.importer = Importer(is_whole=True)
        self._tables: dict[str, tuple[type[Model], list[Any]]] = {}
        self._table = ""
        self._waiting: list[Any] = []
        self._rows: dict[str, int] = {}
        self._stored: dict[tuple[type[Model], int], Any] = {}
        self._held_back: dict[type[Model], list[tuple[Any, dict[str, Any]]]] = defaultdict(list)
        self._has_ended = False

    def read(self, lines: Iterable[bytes]) -> None:
        """Read the whole file: its manifest, its rows in order, its end.

        Raises Refusal with the line at fault.
        """
        digest = hashlib.sha256()
        try:
            for self.number, line in enumerate(lines, start=1):
                read = parse_json(line.decode())
                if self.number == 1:
                    self._manifest(read)
                elif self._has_ended:
                    raise Refusal(NOT_A_ROW)
                elif isinstance(read, dict):
                    self._end(read, digest.hexdigest())
                else:
                    self._row(read)
                # The last line holds the digest of all before it, so each is checked before it is added.
                digest.update(line)
            if not self._has_ended:
                raise Refusal(gettext_noop("The file ends too early."))
        except UnicodeDecodeError:
            self.refuse(Refusal(NOT_OURS))
        except Refusal as refusal:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> NoReturn:
        """Add to a refusal which line it is about, unless it is about the club."""
        if isinstance(refusal, HereAlready):
            raise refusal
        raise Refusal(gettext_noop("Line %(line)s of the file: %(why)s"), line=self.number, why=refusal) from None

    def _manifest(self, manifest: Any) -> None:
        if not isinstance(manifest, dict) or "whistklub" not in manifest:
            raise Refusal(NOT_OURS)
        columns, is_whole = manifest.get("columns"), manifest.get("club") is None
        if not isinstance(columns, dict):
            raise Refusal(NOT_OURS)
        if manifest["whistklub"] == 1:
            raise Refusal(OLDER_FORMAT)
        models = {name_of(model): model for model in carried_models(whole=is_whole)}
        if manifest["whistklub"] != FORMAT or set(columns) - set(models):
            raise Refusal(NEWER_FORMAT)
        if is_whole and (Club.objects.exists() or User.objects.exists()):
            raise Refusal(NOT_EMPTY)
        self.importer = Importer(is_whole=is_whole)
        for name, model in models.items():
            if name in columns:
                self._tables[name] = model, fields_of(model, columns[name], whole=is_whole)
        self._rows = dict.fromkeys(self._tables, 0)

    def _row(self, values: Any) -> None:
        if not isinstance(values, list) or len(values) < 2 or not isinstance(values[0], str):
            raise Refusal(NOT_A_ROW)
        name, given, *shares = values
        if name not in self._tables:
            raise Refusal(NOT_A_ROW)
        if name != self._table:
            self._write()
            names = list(self._tables)
            if any(self._rows[later] for later in names[names.index(name) :]):
                raise Refusal(gettext_noop("The rows are not in their order."))
            self._table = name
        row = self.importer.row(row_of(*self._tables[name], given))
        self._rows[name] += 1
        if isinstance(row, Entry):
            row = self._entry_of_book(row, shares)
        else:
            self._hold_back(row)
        self._waiting.append(row)
        if len(self._waiting) >= ROWS_AT_A_TIME:
            self._write()

    def _hold_back(self, row: Any) -> None:
        """Keep for later what a row says of its end."""
        if begun := BEFORE_ENTRIES.get(type(row)):
            self._held_back[type(row)].append((row, {name: getattr(row, name) for name in begun}))
            for name, value in begun.items():
                setattr(row, name, value)

    def _entry_of_book(self, entry: Entry, given: list[Any]) -> tuple[Entry, list[Share]]:
        """An entry and its shares; whatever waits of another season is written."""
        version = self._stored.get((ScoringTableVersion, entry.table_version_id))
        if version is None or (Season, entry.season_id) not in self._stored:
            raise Refusal(NOT_A_ROW)
        if len(given) != 1 or not isinstance(given[0], list) or not isinstance(entry.deal, dict):
            raise Refusal(NOT_A_ROW)
        entry.table_version = version
        if self._waiting and self._waiting[0][0].season_id != entry.season_id:
            self._write()
        shares = [share_of(share) for share in given[0]]
        return entry, [share.with_player(self.importer.player(share.player_id)) for share in shares]

    def _write(self) -> None:
        """Write the waiting rows, all of one table and, for entries, of one season."""
        rows, self._waiting = self._waiting, []
        if not rows:
            return
        if self._table == name_of(Entry):
            season = self._stored[Season, rows[0][0].season_id]
            # Asked before the database refuses the key in words of its own.
            if Entry.objects.filter(pk__in=[entry.pk for entry, _ in rows]).exists():
                raise Refusal(HERE_ALREADY)
            post_again(season=season, written=rows, numbers=self.importer.numbers(season.club_id))
            return
        if self._table == name_of(LoggedChange):
            for club_id, changes in groupby(rows, attrgetter("club_id")):
                note_again(changes=list(changes), numbers=self.importer.numbers(club_id))
        else:
            _give_clubs(rows)
            type(rows[0])._meta.base_manager.bulk_create(rows)
        self.importer.learn_ids(rows)
        self._stored |= {(type(row), row.pk): row for row in rows if isinstance(row, LOOKED_UP)}
        if isinstance(rows[0], Club) and not self.importer.is_whole:
            (self.club,) = rows

    def _end(self, ending: dict[str, Any], before: str) -> None:
        """Check the last line: everything was there, every book ends as it did, and new rows will get new numbers."""
        self._write()
        if ending != {"end": True, "rows": self._rows, "sha256": before}:
            raise Refusal(gettext_noop("The file is not what was exported: its digest does not fit."))
        for season, _ in self._held_back[Season]:
            sum_up_season(season=season)
        for model, (*heads, last) in BEFORE_ENTRIES.items():
            for row, end in self._held_back[model]:
                row.refresh_from_db(fields=heads)
                if any(getattr(row, head) != end[head] for head in heads):
                    message = ENDS_OTHERWISE[model]
                    raise Refusal(message, season=row.name)
                if end[last]:
                    setattr(row, last, end[last])
                    row.save(update_fields=[last])
        self._has_ended = True
        if self.club is not None:
            return  # its rows have the database's own ids
        with connection.cursor() as cursor:
            # The rows brought their ids along, of which PostgreSQL's sequences know nothing.
            for statement in connection.ops.sequence_reset_sql(no_style(), [*carried_models(), Posting]):
                cursor.execute(statement)


def _give_clubs(rows: Sequence[Any]) -> None:
    """Give rows of one table the club of their parent, where they repeat it; one query."""
    model = type(rows[0])
    if model in CLUB_OF_PARENT:
        parent, club = CLUB_OF_PARENT[model]
        column = model._meta.get_field(parent)
        parents = column.related_model._meta.base_manager.filter(pk__in=[getattr(row, column.attname) for row in rows])
        clubs = dict(parents.values_list("pk", club))
        for row in rows:
            row.club_id = clubs.get(getattr(row, column.attname))


# The compressed lines of an export: packed into a file, and unpacked a line at a time within limits.


MEGABYTE = 2**20
NO_LIMIT = 2**62


class TooLong(Exception):
    """A file unpacks to more than is allowed."""


def pack(lines: Iterable[bytes], file: BinaryIO) -> None:
    """Write lines, compressed, to an open file. The same lines are the same bytes, whenever they are packed."""
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, compresslevel=6) as packed:
        packed.writelines(lines)


def unpack(file: BinaryIO, *, most: int = NO_LIMIT) -> Iterator[bytes]:
    """The lines in an open file, none longer than an export's may be, and all together no more bytes than `most`.

    Raises Refusal for what is not compressed, TooLong for what unpacks to more.
    """
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            while line := packed.readline(LONGEST_JSON + 1):
                most -= len(line)
                if most < 0:
                    raise TooLong
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise Refusal(gettext_noop("This cannot be read as an export: %(why)s"), why=str(error)) from None


# Founding a club, by somebody who has no account yet.


CODE_BYTES = 10  # 80 bits: sixteen letters and digits


def founding_code() -> str:
    """The code that only whoever runs the installation has, "K7QF-9MWD-...", derived from its secret key."""
    digest = salted_hmac("ledger.founding", "", algorithm="sha256").digest()[:CODE_BYTES]
    return in_fours(base64.b32encode(digest).decode(), "-")


def is_founding_code(typed: str) -> bool:
    """Whether a text is the code, in upper or lower case, with hyphens and spaces anywhere."""
    letters = "".join(character for character in typed.upper() if character.isalnum())
    return constant_time_compare(letters, founding_code().replace("-", ""))


@transaction.atomic
def found_club(
    *, new: NewClub, username: str, password: str, now: datetime, writer_name: str = "", has_code: bool = False
) -> Membership:
    """Make an account and its club; returns the founder's membership.

    Raises Refusal without the founding code if the installation already has a club of its own, for a user name in
    use (field "username"), and as `start_club` does.
    """
    if has_own_club() and not has_code:
        raise Refusal(gettext_noop("Sign in to start another club here."))
    founder = make_account(username=username, password=password)
    club = start_club(new=new, founder=founder, now=now, writer_name=writer_name)
    return club.memberships.select_related("club", "user").get()


# Say where a club is that has moved to another installation, and take that back.


@transaction.atomic
def leave_address(*, club: Club, address: str, here: str, author: User, now: datetime) -> None:
    """Note the address that a club has moved to, and have nothing more written here.

    `here` is the club's own address, to which it cannot move.
    Raises Refusal (field "address") for what is no club's address.
    """
    there = read_club_address(address)
    if urlsplit(there).path.strip("/") in RESERVED_SLUGS:
        raise Refusal(NO_CLUB_IN_IT, field="address")
    if there == here:
        raise Refusal(
            gettext_noop("This is the club's address here: give the one that it has moved to."), field="address"
        )
    club = locked_club(club_id=club.pk)
    # Whoever is saving a deal is done before, or meets the guard.
    lock_open_seasons(club=club)
    _point_to(club, there, author, now)


@transaction.atomic
def come_back(*, club: Club, author: User, now: datetime) -> None:
    """Take back that a club has moved: its book is written in here again."""
    _point_to(locked_club(club_id=club.pk), "", author, now)


def _point_to(club: Club, address: str, author: User, now: datetime) -> None:
    before = club.moved_to
    if address == before:
        return
    club.moved_to = address
    club.save(update_fields=["moved_to"])
    note(club=club, kind=Kind.CLUB_MOVED, author=author, now=now, before=before, after=address)
