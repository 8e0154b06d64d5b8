"""What is remembered of a damaged database, beside it, until its whole audit finds no damage: pages and processes come
and go, and whoever watches over the server must hear of it.
"""

import contextlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from ledger.models.opened_file import file_of, identity
from ledger.queries.findings import Audit


@dataclass(frozen=True)
class Damage:
    """Where a database could not be read, when that was met (ISO 8601), and which file that was."""

    where: str
    met_at: str
    file: tuple[int, int] | None


def note_damage(*, where: str, now: datetime) -> None:
    """Remember that the database could not be read; a folder that takes no file keeps no word of it."""
    if known_damage() is None:
        damage = Damage(where=where, met_at=now.isoformat(timespec="seconds"), file=_file())
        with contextlib.suppress(OSError):
            _record().write_text(json.dumps(asdict(damage)), encoding="utf-8")


def known_damage() -> Damage | None:
    """What is remembered of this very database; one small file is read."""
    try:
        said = json.loads(_record().read_text(encoding="utf-8"))
        damage = Damage(where=said["where"], met_at=said["met_at"], file=said["file"] and tuple(said["file"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return damage if damage.file == _file() else None


def judge(*, found: Audit, now: datetime) -> None:
    """Remember the damage that an audit of the whole database met, or forget what was known where it met none."""
    if found.is_damaged:
        note_damage(where=str(next(finding for finding in found.findings if finding.is_damage)), now=now)
    else:
        with contextlib.suppress(OSError):
            _record().unlink()


def beside_the_database(ending: str) -> Path:
    """A file of this ending that is about the database: beside it, or in the data folder where it is no file."""
    file = file_of(connection)
    if file is None:
        return Path(settings.DATA_DIR) / f"postgresql.{ending}"
    return file.with_name(f"{file.name}.{ending}")


def _record() -> Path:
    return beside_the_database("damaged")


def _file() -> tuple[int, int] | None:
    file = file_of(connection)
    return identity(file) if file else None
