"""Importing a file of queries/keeping/club_file.py: all of it, proved, or nothing.

A club's file can be imported anywhere, the file of everything into an empty installation.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NoReturn

from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction

from ledger.models import Club, Entry, Evening, LoggedChange, Posting, ScoringTableVersion, Season
from ledger.models.book.journal import Share
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.database import Audit, Finding
from ledger.queries.keeping.club_file import CLUB_OF_PARENT, FORMAT, carried_models, name_of
from ledger.rules.site.fields import parse_json
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import note_again
from ledger.services.book.posting import post_again
from ledger.services.book.sums import sum_up_season
from ledger.services.keeping.carrying.arriving import HERE_ALREADY, HereAlready, OfEverything, OfOneClub
from ledger.services.keeping.carrying.import_rows import NOT_A_ROW, Columns, share_of
from ledger.services.site.other_database import DOES_NOT_HOLD

ROWS_AT_A_TIME = 500

NOT_EMPTY = gettext_noop(
    "There are clubs or users here already. Everything of an installation keeps its ids when it moves, so it needs an "
    "empty one: another data folder, or another database, after manage.py migrate."
)
AT_LINE = gettext_noop("Line %(line)s of the file: %(why)s")
NOT_OURS = gettext_noop("This is not an export of this site.")
NEWER_FORMAT = gettext_noop("This export was made by a newer version of the site: bring this one up to date first.")
OLDER_FORMAT = gettext_noop(
    "This export was made by an older version of the site: bring that installation up to date, and export again."
)
OUT_OF_ORDER = gettext_noop("The rows are not in their order.")
CUT_SHORT = gettext_noop("The file ends too early.")
NOT_THE_SAME = gettext_noop("The file is not what was exported: its digest does not fit.")
OTHER_LOG_END = gettext_noop("The log does not end as it was exported.")
NOT_WANTED = gettext_noop("The database refuses it: %(why)s")
OTHER_END = gettext_noop("The book of the season %(season)s does not end as it was exported.")


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
        reading.refuse(Refusal(NOT_WANTED, why=str(error).splitlines()[0]))
    return Imported(reading.club, audited, tuple(reading.arrival.renamed))


class _Reading:
    """The state of an import. Rows are written in batches, those of a table before those of the next."""

    def __init__(self) -> None:
        self.number = 0
        self.club: Club | None = None
        self.arrival = OfEverything()
        self._columns: dict[str, Columns] = {}
        self._table = ""
        self._waiting: list[Any] = []
        self._rows: dict[str, int] = {}
        self._versions: dict[int, ScoringTableVersion] = {}
        self._seasons: dict[int, Season] = {}
        self._ends: dict[tuple[int, int], tuple[Any, ...]] = {}
        self._ends_of_clubs: list[tuple[Club, str, int, str]] = []
        self._removed: list[tuple[Evening, datetime]] = []
        self._has_ended = False

    def read(self, lines: Iterable[bytes]) -> None:
        """Read the whole file: its manifest, its rows in order, its end.

        Raises Refusal with the line at fault.
        """
        digest = hashlib.sha256()
        try:
            for self.number, line in enumerate(lines, start=1):
                # The last line holds the digest of all before it, so each is checked before it is added.
                self._line(_parse(line), before=digest.hexdigest())
                digest.update(line)
            if not self._has_ended:
                raise Refusal(CUT_SHORT)
        except Refusal as refusal:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> NoReturn:
        """Add to a refusal which line it is about, unless it is about the club."""
        if isinstance(refusal, HereAlready):
            raise refusal
        raise Refusal(AT_LINE, line=self.number, why=refusal) from None

    def _line(self, line: Any, *, before: str) -> None:
        if self.number == 1:
            self._manifest(line)
        elif self._has_ended:
            raise Refusal(NOT_A_ROW)
        elif isinstance(line, dict):
            self._end(line, before)
        else:
            self._row(line)

    def _manifest(self, manifest: Any) -> None:
        if (
            not isinstance(manifest, dict)
            or "whistklub" not in manifest
            or not isinstance(manifest.get("columns"), dict)
        ):
            raise Refusal(NOT_OURS)
        models = {name_of(model): model for model in carried_models(whole=manifest.get("club") is None)}
        if manifest["whistklub"] == 1:
            raise Refusal(OLDER_FORMAT)
        if manifest["whistklub"] != FORMAT or set(manifest["columns"]) - set(models):
            raise Refusal(NEWER_FORMAT)
        if manifest.get("club") is not None:
            self.arrival = OfOneClub()
        elif Club.objects.exists() or User.objects.exists():
            raise Refusal(NOT_EMPTY)
        for name, model in models.items():
            if name in manifest["columns"]:
                self._columns[name] = Columns(model, manifest["columns"][name], whole=manifest.get("club") is None)
                self._rows[name] = 0

    def _row(self, values: Any) -> None:
        if (
            not isinstance(values, list)
            or len(values) < 2
            or not isinstance(values[0], str)
            or values[0] not in self._columns
        ):
            raise Refusal(NOT_A_ROW)
        name = values[0]
        if name != self._table:
            self._write()
            if any(self._rows[later] for later in self._after(name)) or self._rows[name]:
                raise Refusal(OUT_OF_ORDER)
            self._table = name
        row = self.arrival.row(self._columns[name].instance(values[1]))
        self._rows[name] += 1
        ready = self._entry_of_book(row, values[2:]) if isinstance(row, Entry) else self._prepare(row)
        self._waiting.append(ready)
        if len(self._waiting) >= ROWS_AT_A_TIME:
            self._write()

    def _after(self, name: str) -> list[str]:
        names = list(self._columns)
        return names[names.index(name) + 1 :]

    def _prepare(self, row: Any) -> Any:
        """Prepare a row for storing; a season is open, an evening stands and a club is here until entries are there."""
        if isinstance(row, Club):
            self._ends_of_clubs.append((row, row.log_head, row.log_entry_count, row.moved_to))
            row.log_head, row.log_entry_count, row.moved_to = "", 0, ""
        if isinstance(row, Season):
            self._ends[row.club_id, row.number] = row.head, row.entry_count, row.closed_at
            row.head, row.entry_count, row.closed_at = "", 0, None
        if isinstance(row, Evening) and row.removed_at is not None:
            self._removed.append((row, row.removed_at))
            row.removed_at = None
        return row

    def _entry_of_book(self, entry: Entry, given: list[Any]) -> tuple[Entry, list[Share]]:
        is_known = entry.table_version_id in self._versions and entry.season_id in self._seasons
        if not is_known or len(given) != 1 or not isinstance(given[0], list) or not isinstance(entry.deal, dict):
            raise Refusal(NOT_A_ROW)
        entry.table_version = self._versions[entry.table_version_id]
        if self._waiting and self._waiting[0][0].season_id != entry.season_id:
            self._write()
        shares = [share_of(share) for share in given[0]]
        return entry, [share.with_player(self.arrival.player(share.player_id)) for share in shares]

    def _write(self) -> None:
        """Write the waiting rows, all of one table and, for entries, of one season."""
        rows, self._waiting = self._waiting, []
        if rows and self._table == name_of(Entry):
            self._write_book(self._seasons[rows[0][0].season_id], rows)
        elif rows:
            if self._table == name_of(LoggedChange):
                self._write_log(rows)
            else:
                _give_clubs(rows)
                type(rows[0])._meta.base_manager.bulk_create(rows)
            self.arrival.learn_ids(rows)
            self._remember(rows)

    def _write_book(self, season: Season, written: list[tuple[Entry, list[Share]]]) -> None:
        # Asked before the database refuses the key in words of its own.
        if Entry.objects.filter(pk__in=[entry.pk for entry, _ in written]).exists():
            raise Refusal(HERE_ALREADY)
        post_again(season=season, written=written, numbers=self.arrival.numbers(season.club_id))

    def _write_log(self, changes: list[LoggedChange]) -> None:
        for club_id, its_own in groupby(changes, attrgetter("club_id")):
            note_again(changes=list(its_own), numbers=self.arrival.numbers(club_id))

    def _remember(self, rows: list[Any]) -> None:
        """Remember rows that entries and the audit will look up by their ids here."""
        for row in rows:
            if isinstance(row, ScoringTableVersion):
                self._versions[row.pk] = row
            elif isinstance(row, Season):
                self._seasons[row.pk] = row
            elif isinstance(row, Club) and isinstance(self.arrival, OfOneClub):
                self.club = row

    def _end(self, ending: dict[str, Any], before: str) -> None:
        """Check the last line: everything was there, every book ends as it did, and new rows will get new numbers."""
        self._write()
        if ending != {"end": True, "rows": self._rows, "sha256": before}:
            raise Refusal(NOT_THE_SAME)
        for evening, removed_at in self._removed:
            evening.removed_at = removed_at
            evening.save(update_fields=["removed_at"])
        for season in self._seasons.values():
            head, count, season.closed_at = self._ends[season.club_id, season.number]
            if (season.head, season.entry_count) != (head, count):
                raise Refusal(OTHER_END, season=season.name)
            sum_up_season(season=season)
            season.save(update_fields=["closed_at"])
        for club, *end, moved_to in self._ends_of_clubs:
            club.refresh_from_db(fields=["log_head", "log_entry_count"])
            if [club.log_head, club.log_entry_count] != end:
                raise Refusal(OTHER_LOG_END)
            club.moved_to = str(moved_to)
            club.save(update_fields=["moved_to"])
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


def _parse(line: bytes) -> Any:
    try:
        return parse_json(line.decode())
    except UnicodeDecodeError:
        raise Refusal(NOT_OURS) from None
