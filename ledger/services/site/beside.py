"""Notes about a database in small files beside it, where every process of the site reads them, whoever wrote them.

Not in the database: what they say is that it is not to be trusted.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from ledger.models.site.opened_file import file_of


def read_note(ending: str) -> dict[str, Any]:
    """What a note says; nothing where there is none, or none that can be read."""
    try:
        note = json.loads(_note(ending).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(ending: str, facts: Mapping[str, Any]) -> None:
    """Write a note, in place of the one before; a folder that takes no file keeps no word of it."""
    with suppress(OSError):
        _note(ending).write_text(json.dumps(facts), encoding="utf-8")


def remove_note(ending: str) -> None:
    """Take a note away."""
    with suppress(OSError):
        _note(ending).unlink()


def _note(ending: str) -> Path:
    """The note of this ending: beside SQLite's file, or in the data folder where the database is no file."""
    file = file_of(connection)
    if file is None:
        return Path(settings.DATA_DIR) / f"postgresql.{ending}"
    return file.with_name(f"{file.name}.{ending}")
