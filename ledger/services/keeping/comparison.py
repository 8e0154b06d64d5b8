"""Comparing the books with what was kept of them: backups, a club's complete file, fingerprints on paper."""

import gzip
import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from ledger.models import Club, Entry, FormerHead, LoggedChange, Season
from ledger.models.site.schema import file_of
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.database import Audit, Finding, run_check
from ledger.queries.book.audit.entries import entry_name
from ledger.queries.keeping.club_file import FORMAT
from ledger.queries.site import BEFORE_0_2_0, is_before_0_2_0
from ledger.rules.site.fields import LONGEST_JSON
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy
from ledger.services.keeping.backups import newest_backup, rows_dumped
from ledger.services.keeping.club_file import OLDER_FORMAT

NOT_THE_SAME = gettext_noop("%(entry)s is not what %(file)s holds: it is the first of its season that differs.")
GONE = gettext_noop(
    "%(file)s holds a season whose entries are not in any book here; its first entry has the key %(key)s."
)
THE_SAME = ngettext_lazy(
    "%(file)s holds %(count)s entry, and it is the same here.",
    "%(file)s holds %(count)s entries, and they are the same here.",
    "count",
)
BORNE = gettext_noop("%(fingerprint)s is the fingerprint of %(entry)s: up to that entry the book is as it was shown.")
NOT_BORNE = gettext_noop(
    "No entry has the fingerprint %(fingerprint)s: what it was shown of has been changed, after entry %(agrees)s."
)
NEITHER = gettext_noop(
    "“%(text)s” is neither a file nor a fingerprint, which is at least 8 of the digits 0-9 and a-f, with the number of "
    "its entry before it where that is known: 120:3f9a01bc."
)
NOT_A_BOOK = gettext_noop("%(file)s is no backup and no complete file of a club.")
NO_BACKUP = gettext_noop("The book was compared with no backup: there is none since the last restore.")
UNREAD_BACKUP = gettext_noop("The book was not compared with the newest backup: %(file)s cannot be read.")
NO_LONGER_THERE = gettext_noop(
    "The book no longer has %(entry)s as the backup %(file)s has it: it was changed or cut short."
)

FINGERPRINT = re.compile(r"(?:(?P<entry>[0-9]{1,9}):)?(?P<digits>[0-9a-f]{8,64})")
SQLITE, PG_DUMP, GZIP = b"SQLite format 3\0", b"PGDMP", b"\x1f\x8b"  # how files begin
# Whatever damage anywhere in a file makes its readers raise.
UNREADABLE = (sqlite3.Error, zlib.error, OSError, EOFError, ValueError, LookupError, TypeError, RecursionError)


@dataclass(frozen=True)
class Compared:
    """The result of a comparison: what differs, and what is unchanged."""

    findings: Sequence[Finding]
    remarks: Sequence[Finding]


class KeptEntry(NamedTuple):
    """An entry as a file holds it; `season` is the file's own number for its season."""

    season: int
    number: int
    key: UUID
    digest: str


def prove(*, club: Club | None = None, now: datetime) -> Audit:
    """Audit all books, or a club's, and compare where they end with the newest backup."""
    return add_comparisons(audit(club=club, now=now), [compare_with_newest_backup(club=club)])


def add_comparisons(outcome: Audit, compared: Sequence[Compared]) -> Audit:
    """An audit's result, extended by comparisons."""
    findings = [finding for comparison in compared for finding in comparison.findings]
    remarks = [remark for comparison in compared for remark in comparison.remarks]
    return replace(outcome, findings=(*outcome.findings, *findings), remarks=(*outcome.remarks, *remarks))


def compare_with_newest_backup(*, club: Club | None = None) -> Compared:
    """Compare the books with how each ended in the newest backup since the last restore; an entry since is no finding.

    Without such a backup, or if it cannot be read, a remark says so.
    """
    backup = _newest_since_the_restore()
    if backup is None:
        return Compared((), [Finding(NO_BACKUP)])
    try:
        seasons = _rows_in(backup, "ledger_season", "club_id, number, lines, head")
        clubs = _rows_in(backup, "ledger_club", "id, log_lines, log_head")
        ends = [(int(pk), str(season), int(number), digest) for pk, season, number, digest in seasons]
        ends += [(int(pk), "log", int(number), digest) for pk, number, digest in clubs]
    except (Refusal, *UNREADABLE):
        return Compared((), [Finding(UNREAD_BACKUP, {"file": backup.name})])
    ends = [end for end in ends if end[2] and (club is None or end[0] == club.pk)]
    return Compared(run_check(partial(_no_longer_there, ends, backup)), ())


def _newest_since_the_restore() -> Path | None:
    """The newest backup, unless a restore came after it; on SQLite that kept the former database, by its time."""
    backup, file = newest_backup(), file_of(connection)
    if backup is None or file is None:
        return backup
    made_at = backup.stem.removeprefix("whistklub-")
    former = file.parent.glob(f"{file.stem}-before-restore-*{file.suffix}")
    return None if any(path.stem[-len(made_at) :] >= made_at for path in former) else backup


def _no_longer_there(ends: Iterable[tuple[int, str, int, str]], backup: Path) -> Iterator[Finding]:
    """A finding for each end that is no entry here: club, season's number or "log", entry's number, and digest."""
    for club, book, sequence, digest in ends:
        season: Season | None = None
        rows: QuerySet[Any, Any] = LoggedChange.objects.filter(club=club)
        if book != "log":
            season = Season.objects.filter(club=club, number=book).first()
            rows = Entry.objects.filter(season=season)
        if not rows.filter(sequence=sequence, digest=digest).exists():
            name = entry_name(season, sequence) if season else f"{club}/{book}, {sequence}"
            yield Finding(NO_LONGER_THERE, {"entry": name, "file": backup.name})


def compare_with_file(*, file: Path) -> Compared:
    """Compare the books with a backup or a complete file; names the first entry of each season that differs.

    Reads only; the file's entries are held in memory.
    Raises Refusal for a file that is neither, or is of release 0.1.0, which computed digests differently.
    """
    entries = _kept_entries(file)
    seasons = groupby(entries, key=attrgetter("season"))
    findings = [finding for _, kept in seasons for finding in _differing(list(kept), file.name)]
    return Compared(findings, () if findings else [Finding(THE_SAME, {"file": file.name, "count": len(entries)})])


def compare_with_fingerprints(*, texts: Sequence[str]) -> Compared:
    """Compare the books with fingerprints, such as "3f9a 01bc 77de 40a2" or, with its entry, "120:3f9a01bc77de40a2".

    The more there are, the more closely the first change is located.
    Raises Refusal for a text that is no fingerprint.
    """
    bearers = {text: _entry_with_fingerprint(text) for text in texts}
    borne = {text: bearer for text, bearer in bearers.items() if bearer}
    agrees = max((number for _, number in borne.values()), default=0)
    return Compared(
        [Finding(NOT_BORNE, {"fingerprint": text, "agrees": agrees}) for text in bearers if text not in borne],
        [Finding(BORNE, {"fingerprint": text, "entry": entry_name(*bearer)}) for text, bearer in borne.items()],
    )


def _kept_entries(file: Path) -> list[KeptEntry]:
    """The entries in a backup or a complete file, by season and number.

    Raises Refusal for a file that cannot be read, or is of release 0.1.0.
    """
    is_club_file = _first_bytes(file).startswith(GZIP)
    try:
        if is_club_file:
            rows = _rows_of_club_file(file)
        elif is_before_0_2_0(_rows_in(file, "django_migrations", "app, name")):
            raise Refusal(BEFORE_0_2_0)
        else:
            rows = _rows_in(file, "ledger_entry", "season_id, sequence, key, digest")
        return sorted(
            KeptEntry(int(str(season)), int(str(sequence)), UUID(str(key)), str(digest))
            for season, sequence, key, digest in rows
        )
    except Refusal:  # one of the ValueErrors below
        raise
    except UNREADABLE:
        raise Refusal(NOT_A_BOOK, file=file.name) from None


def _rows_in(backup: Path, relation: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Some columns of a table in a backup, whichever database it is of; raises Refusal for what is no backup."""
    start = _first_bytes(backup)
    if start.startswith(SQLITE):
        with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as database:
            yield from database.execute(f"SELECT {columns} FROM {relation}")  # noqa: S608 - our own words
    elif start.startswith(PG_DUMP):
        for row in rows_dumped(backup, relation):
            yield tuple(row[column] for column in columns.split(", "))
    else:
        raise Refusal(NOT_A_BOOK, file=backup.name)


def _rows_of_club_file(file: Path) -> Iterator[tuple[Any, ...]]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        # In bounds, since a packed file may unfold to one endless line; what is cut off is no JSON and is refused.
        lines = iter(lambda: text.readline(LONGEST_JSON + 1), "")
        manifest = json.loads(next(lines, ""))
        if manifest["whistklub"] < FORMAT:
            raise Refusal(OLDER_FORMAT)
        columns = manifest["columns"]["entry"]
        for row in map(json.loads, lines):
            if isinstance(row, list) and row[0] == "entry":
                values = dict(zip(columns, row[1], strict=True))
                yield values["season"], values["sequence"], values["key"], values["digest"]


def _first_bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(16)


def _differing(entries: Sequence[KeptEntry], name: str) -> Iterator[Finding]:
    """The first entry of a season that differs from the file's; entries after its last are no difference."""
    season = _season_of(entries)
    if season is None:
        yield Finding(GONE, {"file": name, "key": str(entries[0].key)})
        return
    ours = dict(Entry.objects.filter(season=season).values_list("sequence", "digest"))
    differing = (entry.number for entry in entries if ours.get(entry.number) != entry.digest)
    if (first := next(differing, None)) is not None:
        yield Finding(NOT_THE_SAME, {"entry": entry_name(season, first), "file": name})


def _season_of(entries: Iterable[KeptEntry]) -> Season | None:
    """The season that holds one of these entries, by key, whatever installation they come from; usually the first."""
    for kept in entries:
        if entry := Entry.objects.filter(key=kept.key).select_related("season").first():
            return entry.season
    return None


def _entry_with_fingerprint(text: str) -> tuple[Season, int] | None:
    """The season and number of the entry with a fingerprint, also one of release 0.1.0; None if there is none."""
    read = FINGERPRINT.fullmatch("".join(text.split()).casefold())
    if read is None:
        raise Refusal(NEITHER, text=text)
    numbered = {"sequence": int(read["entry"])} if read["entry"] else {}
    for model in (Entry, FormerHead):
        rows = model._meta.base_manager.filter(digest__startswith=read["digits"], **numbered)
        if row := rows.select_related("season").order_by("season_id", "sequence").first():
            return row.season, row.sequence
    return None
