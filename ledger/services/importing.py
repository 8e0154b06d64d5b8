"""A file that queries/carrying.py wrote, read into an empty installation: all of it, proved, or nothing."""

import hashlib
from collections.abc import Iterable
from typing import Any, NoReturn

from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction

from ledger.models import Club, Entry, Posting, Season, TableVersion
from ledger.queries.audit import audit
from ledger.queries.carrying import FORMAT, carried_models, name_of
from ledger.queries.findings import Audit
from ledger.rules.fields import parse_json
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.services.import_rows import NOT_A_ROW, Columns, share_of
from ledger.services.other_database import DOES_NOT_HOLD
from ledger.services.posting import Line, post_again

ROWS_AT_A_TIME = 500

NOT_EMPTY = gettext_noop(
    "There are clubs or users here already. A club keeps its numbers when it moves, so it needs an empty "
    "installation: another data folder, or another database, after manage.py migrate."
)
AT_LINE = gettext_noop("Line %(line)s of the file: %(why)s")
NOT_OURS = gettext_noop("This is not an export of this site.")
NEWER_FORMAT = gettext_noop("This export was made by a newer version of the site: bring this one up to date first.")
OUT_OF_ORDER = gettext_noop("The rows are not in their order.")
CUT_SHORT = gettext_noop("The file ends too early.")
NOT_THE_SAME = gettext_noop("The file is not what was exported: its digest does not fit.")
NOT_WANTED = gettext_noop("The database refuses it: %(why)s")
OTHER_END = gettext_noop("The book of the season %(season)s does not end as it was exported.")


def import_file(*, lines: Iterable[bytes]) -> Audit:
    """Read the lines of an export in one transaction, keeping every number and digest; gives the audit of it.

    The database's guards seal every line of the book as it comes. Users of a club's export get no password. Raises
    Refusal with the line at fault, and where the book does not hold; then nothing is kept.
    """
    if Club.objects.exists() or User.objects.exists():
        raise Refusal(NOT_EMPTY)
    reading = _Reading()
    try:
        with transaction.atomic():
            reading.read(lines)
            connection.check_constraints()
            found = audit()
            if found.findings:
                raise Refusal(DOES_NOT_HOLD, why=str(found.findings[0]))
    except DatabaseError as error:
        reading.refuse(Refusal(NOT_WANTED, why=str(error).splitlines()[0]))
    return found


class _Reading:
    """How far a file has been read. Rows wait to be written together; those of a table before those of the next."""

    def __init__(self) -> None:
        self.number = 0
        self._columns: dict[str, Columns] = {}
        self._table = ""
        self._waiting: list[Any] = []
        self._rows: dict[str, int] = {}
        self._versions: dict[int, TableVersion] = {}
        self._seasons: dict[int, Season] = {}
        self._ends: dict[int, tuple[Any, ...]] = {}
        self._has_ended = False

    def read(self, lines: Iterable[bytes]) -> None:
        """The whole file: its manifest, its rows in their order, its end. Raises Refusal with the line at fault."""
        digest = hashlib.sha256()
        try:
            for self.number, line in enumerate(lines, start=1):
                self._line(_parsed(line), before=digest.hexdigest())
                digest.update(line)
            if not self._has_ended:
                raise Refusal(CUT_SHORT)
        except Refusal as refusal:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> NoReturn:
        """Say of a refusal which line it is about."""
        raise Refusal(AT_LINE, line=self.number, why=str(refusal)) from None

    def _line(self, said: Any, *, before: str) -> None:
        if self.number == 1:
            self._manifest(said)
        elif self._has_ended:
            raise Refusal(NOT_A_ROW)
        elif isinstance(said, dict):
            self._end(said, before)
        else:
            self._row(said)

    def _manifest(self, said: Any) -> None:
        if not isinstance(said, dict) or "whistklub" not in said or not isinstance(said.get("columns"), dict):
            raise Refusal(NOT_OURS)
        models = {name_of(model): model for model in carried_models()}
        if said["whistklub"] != FORMAT or set(said["columns"]) - set(models):
            raise Refusal(NEWER_FORMAT)
        for name, model in models.items():
            if name in said["columns"]:
                self._columns[name] = Columns(model, said["columns"][name], whole=said.get("club") is None)
                self._rows[name] = 0

    def _row(self, said: Any) -> None:
        if not isinstance(said, list) or len(said) < 2 or not isinstance(said[0], str) or said[0] not in self._columns:
            raise Refusal(NOT_A_ROW)
        name = said[0]
        if name != self._table:
            self._write()
            if any(self._rows[later] for later in self._after(name)) or self._rows[name]:
                raise Refusal(OUT_OF_ORDER)
            self._table = name
        row = self._columns[name].instance(said[1])
        self._rows[name] += 1
        ready = self._line_of_book(row, said[2:]) if isinstance(row, Entry) else self._kept(row)
        self._waiting.append(ready)
        if len(self._waiting) >= ROWS_AT_A_TIME:
            self._write()

    def _after(self, name: str) -> list[str]:
        names = list(self._columns)
        return names[names.index(name) + 1 :]

    def _kept(self, row: Any) -> Any:
        """A row that lines of the book will ask for; a season is open and empty until its lines are there."""
        if isinstance(row, TableVersion):
            self._versions[row.pk] = row
        if isinstance(row, Season):
            self._ends[row.pk] = row.head, row.lines, row.closed_at
            row.head, row.lines, row.closed_at = "", 0, None
            self._seasons[row.pk] = row
        return row

    def _line_of_book(self, entry: Entry, given: list[Any]) -> tuple[Entry, list[Line]]:
        is_known = entry.table_version_id in self._versions and entry.season_id in self._seasons
        if not is_known or len(given) != 1 or not isinstance(given[0], list) or not isinstance(entry.deal, dict):
            raise Refusal(NOT_A_ROW)
        entry.table_version = self._versions[entry.table_version_id]
        if self._waiting and self._waiting[0][0].season_id != entry.season_id:
            self._write()
        shares = [share_of(share) for share in given[0]]
        return entry, [Line(seat, player, role, points, tricks) for seat, player, role, tricks, points in shares]

    def _write(self) -> None:
        """Write the rows that wait, all of one table and, of the book, of one season."""
        rows, self._waiting = self._waiting, []
        if rows and self._table == name_of(Entry):
            post_again(season=self._seasons[rows[0][0].season_id], written=rows)
        elif rows:
            type(rows[0])._base_manager.bulk_create(rows)

    def _end(self, said: dict[str, Any], before: str) -> None:
        """The last line: everything was there, every book ends as it did, and new rows get new numbers."""
        self._write()
        if said != {"end": True, "rows": self._rows, "sha256": before}:
            raise Refusal(NOT_THE_SAME)
        for season in self._seasons.values():
            head, lines, season.closed_at = self._ends[season.pk]
            if (season.head, season.lines) != (head, lines):
                raise Refusal(OTHER_END, season=season.name)
            season.save(update_fields=["closed_at"])
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [*carried_models(), Posting]):
                cursor.execute(statement)
        self._has_ended = True


def _parsed(line: bytes) -> Any:
    try:
        return parse_json(line.decode())
    except UnicodeDecodeError:
        raise Refusal(NOT_OURS) from None
