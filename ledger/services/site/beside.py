"""Notes about a database in small files beside it, shared by all processes of the site.

They are not in the database because they say that it cannot be trusted.
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
    """A note's text; empty if there is none or it cannot be read."""
    try:
        note = json.loads(_note(ending).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(ending: str, facts: Mapping[str, Any]) -> None:
    """Write a note, replacing the former one; silently nothing in a folder that takes no file."""
    with suppress(OSError):
        _note(ending).write_text(json.dumps(facts), encoding="utf-8")


def remove_note(ending: str) -> None:
    """Remove a note."""
    with suppress(OSError):
        _note(ending).unlink()


def _note(ending: str) -> Path:
    """The path of a note: beside SQLite's file, or in the data folder if the database is no file."""
    file = file_of(connection)
    if file is None:
        return Path(settings.DATA_DIR) / f"postgresql.{ending}"
    return file.with_name(f"{file.name}.{ending}")
