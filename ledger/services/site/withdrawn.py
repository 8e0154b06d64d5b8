"""A list of what was withdrawn, so that it stays withdrawn when an older database is restored.

A backup still has a link that was withdrawn since, a place on a board that ended, a password that was changed.
`withdrawn.txt` in the data folder, which is in no backup, has a line for each, with a digest on which only whoever has
the installation's key can try guesses. What can be given again, such as a place on a board, has a line per decision,
"+" or "-" with its time, and the latest counts; so lists of several machines may be joined in any order.
`services/keeping/withdrawing.py` applies the list after a restore.
"""

import json
import os
import re
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from ledger.models.book.journal import microseconds

LIST = "withdrawn.txt"
WITHDRAWN, GIVEN = "+", "-"
LINE = re.compile(r"(?P<at>\d*)(?P<mark>[+-])(?P<digest>[0-9a-f]{64})")

Facts = tuple[str | int, ...]


def withdraw_for_good(*facts: str | int) -> None:
    """List something that is never given again, by its kind and value, once the transaction is committed."""
    transaction.on_commit(partial(_write, f"{WITHDRAWN}{_digest(facts)}"), robust=True)


def decide(*facts: str | int, is_withdrawn: bool, now: datetime) -> None:
    """List whether something is withdrawn or given from now on, once the transaction is committed."""
    mark = WITHDRAWN if is_withdrawn else GIVEN
    transaction.on_commit(partial(_write, f"{microseconds(now)}{mark}{_digest(facts)}"), robust=True)


class WithdrawnList:
    """The list as it is now: `facts in withdrawn` says whether something is withdrawn; a torn line is ignored."""

    def __init__(self) -> None:
        text = _file().read_text(encoding="ascii", errors="replace") if _file().exists() else ""
        lines = sorted(filter(None, map(LINE.fullmatch, text.split())), key=lambda line: int(line["at"] or 0))
        self.marks = {line["digest"]: line["mark"] for line in lines}

    def __contains__(self, facts: Facts) -> bool:
        return self.marks.get(_digest(facts)) == WITHDRAWN


def _write(line: str) -> None:
    """Write a line in one call, so that processes that write at the same moment do not mix their lines."""
    with _file().open("ab", buffering=0) as file:
        file.write(f"{line}\n".encode("ascii"))
        os.fsync(file.fileno())


def _digest(facts: Facts) -> str:
    return salted_hmac("ledger.withdrawn", json.dumps(facts), algorithm="sha256").hexdigest()


def _file() -> Path:
    return Path(settings.DATA_DIR) / LIST
