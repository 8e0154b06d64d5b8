"""What was found wrong with the database: damage, and books that do not hold, until an audit finds them gone.

Kept in small files beside the database, since it cannot be trusted then: all processes of the site read them, and
whatever monitors the server hears of it.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from ledger.models import Evening
from ledger.models.site.schema import file_of, identity
from ledger.queries.book.audit.audit import short_audit
from ledger.queries.book.audit.database import Audit, Finding

DAMAGE, DOUBT = "damaged", "doubt"


def note_damage(*, where: str, now: datetime) -> None:
    """Remember that part of the database could not be read."""
    if not is_damage_known():
        _write_note(DAMAGE, {"where": where, "met_at": now.isoformat(timespec="seconds"), "file": _file_number()})


def is_damage_known() -> bool:
    """Whether damage of this very database is remembered; reads one small file."""
    note = _read_note(DAMAGE)
    return "where" in note and note.get("file") == _file_number()


def judge(*, outcome: Audit, now: datetime) -> None:
    """Remember the damage that an audit of the whole database met, or forget former damage if it met none."""
    if outcome.is_damaged:
        note_damage(where=str(next(finding for finding in outcome.findings if finding.is_damage)), now=now)
    else:
        _remove_note(DAMAGE)


def prove_shortly(*, now: datetime) -> tuple[Finding, ...]:
    """Run the short audit, remember or forget its result, and return its findings."""
    findings = short_audit()
    if any(finding.is_damage for finding in findings):
        note_damage(where=str(findings[0]), now=now)
    elif findings:
        found_at = now.isoformat(timespec="seconds")
        _write_note(DOUBT, {"finding": str(findings[0]), "found_at": found_at, "clubs": _clubs(findings)})
    else:
        no_doubt()
    return findings


def is_doubted(*, club_id: int | None = None) -> bool:
    """Whether a short audit found that a club's book does not hold, or any club's; reads one small file."""
    clubs = _read_note(DOUBT).get("clubs")
    return isinstance(clubs, list) and (club_id is None or not clubs or club_id in clubs)


def no_doubt() -> None:
    """Forget the doubt: every book holds."""
    _remove_note(DOUBT)


def _clubs(findings: Sequence[Finding]) -> list[int]:
    """The clubs that findings are about, by the entry or evening that they name; none if a finding names neither."""
    entries = [str(finding.params["entry"]) for finding in findings if "entry" in finding.params]
    evenings = [str(finding.params["evening"]) for finding in findings if "evening" in finding.params]
    if len(entries) + len(evenings) < len(findings):
        return []
    of_evenings = Evening.everything.filter(pk__in=evenings).values_list("club", flat=True)
    return sorted({*(int(entry.partition("/")[0]) for entry in entries), *of_evenings})


def _file_number() -> list[int] | None:
    """The number of the database's file, by which one that was put in its place is told from it."""
    file = file_of(connection)
    number = identity(file) if file else None
    return list(number) if number else None


def _read_note(ending: str) -> dict[str, Any]:
    """A note's text; empty if there is none or it cannot be read."""
    try:
        note = json.loads(_note(ending).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def _write_note(ending: str, facts: dict[str, Any]) -> None:
    """Write a note, replacing the former one; silently nothing in a folder that takes no file."""
    with suppress(OSError):
        _note(ending).write_text(json.dumps(facts), encoding="utf-8")


def _remove_note(ending: str) -> None:
    with suppress(OSError):
        _note(ending).unlink()


def _note(ending: str) -> Path:
    """The path of a note: beside SQLite's file, or in the data folder if the database is no file."""
    file = file_of(connection)
    if file is None:
        return Path(settings.DATA_DIR) / f"postgresql.{ending}"
    return file.with_name(f"{file.name}.{ending}")
