"""Damage of the database, remembered beside it until an audit of all of it finds none.

It outlives pages and processes, so that whatever monitors the server hears of it.
"""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import connection

from ledger.models.site.opened_file import file_of, identity
from ledger.queries.book.audit.findings import Audit
from ledger.services.site.beside import read_note, remove_note, write_note

NOTE = "damaged"


@dataclass(frozen=True)
class Damage:
    """Where the database could not be read, when (ISO 8601), and which file it was."""

    where: str
    met_at: str
    file: tuple[int, int] | None


def note_damage(*, where: str, now: datetime) -> None:
    """Remember that part of the database could not be read."""
    if known_damage() is None:
        write_note(NOTE, asdict(Damage(where=where, met_at=now.isoformat(timespec="seconds"), file=_file())))


def known_damage() -> Damage | None:
    """The damage remembered of this very database; reads one small file."""
    note = read_note(NOTE)
    try:
        damage = Damage(where=note["where"], met_at=note["met_at"], file=note["file"] and tuple(note["file"]))
    except (KeyError, TypeError):
        return None
    return damage if damage.file == _file() else None


def judge(*, outcome: Audit, now: datetime) -> None:
    """Remember the damage that an audit of the whole database met, or forget former damage if it met none."""
    if outcome.is_damaged:
        note_damage(where=str(next(finding for finding in outcome.findings if finding.is_damage)), now=now)
    else:
        remove_note(NOTE)


def _file() -> tuple[int, int] | None:
    file = file_of(connection)
    return identity(file) if file else None
