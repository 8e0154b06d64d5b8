"""Prove databases one after the other, in a process of their own:

python -m tests.soak.proving FOLDER...     each holds a whistklub.sqlite3; prints one JSON line for each
"""

import json
import sys
from pathlib import Path
from typing import Any

import django
from django.db import DatabaseError, connection


def prove(database: Path) -> dict[str, Any]:
    """The audit's findings, and the keys in the book."""
    from ledger.models import Entry
    from ledger.queries.book.audit.audit import audit

    connection.close()
    connection.settings_dict["NAME"] = str(database)
    try:
        report = audit()
        keys = [str(key) for key in Entry.objects.values_list("key", flat=True)]
    except DatabaseError as error:
        return {"findings": [str(error)], "keys": []}
    return {"findings": [str(finding) for finding in report.findings], "keys": keys}


if __name__ == "__main__":
    django.setup()
    for folder in sys.argv[1:]:
        print(json.dumps(prove(Path(folder) / "whistklub.sqlite3")))  # noqa: T201
