"""SQLite as it should be run: docs/architecture.md, "The database". Only where it is, since PostgreSQL needs none."""

import sqlite3
from typing import Any


def sqlite_options(first_sound: tuple[int, ...]) -> dict[str, Any]:
    """What Django is to connect with; a library older than `first_sound` gets the journal that it cannot damage."""
    is_sound = sqlite3.sqlite_version_info >= first_sound
    journal = (
        "journal_mode=WAL; PRAGMA synchronous=FULL" if is_sound else "journal_mode=DELETE; PRAGMA synchronous=EXTRA"
    )
    return {
        # Preparing a statement asks the schema lock about every column: the site's few hundred stay prepared.
        "cached_statements": 1000,
        "transaction_mode": "IMMEDIATE",  # one that read first and wrote later would fail at once, unable to wait
        "timeout": 20,  # seconds that a writer waits for another
        # What is deleted is overwritten in the file, so that a forgotten name is not to be found there.
        "init_command": f"PRAGMA {journal}; PRAGMA secure_delete=ON; PRAGMA wal_autocheckpoint=200;",
    }
