"""What was withdrawn stays so in an older database that is put in its place.

A link that was withdrawn, a place on a board that ended, a password that was changed: a backup from before has them
still. `withdrawn.txt` in the data folder, which no backup holds, has a line for each, with a digest that only whoever
has the installation's key can try guesses on. What can be given again, as a place on a board, has a line for each
decision, "+" or "-" with its moment, and the latest counts; so the lists of several machines may be put together in
any order. `services/keeping/withdrawing.py` goes by it after a restore.
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
    """Put on the list, when the transaction is committed, what is never given again: its kind, and what tells it."""
    transaction.on_commit(partial(_write, f"{WITHDRAWN}{_digest(facts)}"), robust=True)


def decide(*facts: str | int, is_withdrawn: bool, now: datetime) -> None:
    """Put on the list, when the transaction is committed, whether something is withdrawn or given from now on."""
    mark = WITHDRAWN if is_withdrawn else GIVEN
    transaction.on_commit(partial(_write, f"{microseconds(now)}{mark}{_digest(facts)}"), robust=True)


class WithdrawnList:
    """The list as it is now: `facts in withdrawn` says whether something is withdrawn. A torn line is left out."""

    def __init__(self) -> None:
        text = _file().read_text(encoding="ascii", errors="replace") if _file().exists() else ""
        lines = sorted(filter(None, map(LINE.fullmatch, text.split())), key=lambda line: int(line["at"] or 0))
        self.marks = {line["digest"]: line["mark"] for line in lines}

    def __contains__(self, facts: Facts) -> bool:
        return self.marks.get(_digest(facts)) == WITHDRAWN


def _write(line: str) -> None:
    """One line in one go, so that processes that write at the same moment do not write into each other's."""
    with _file().open("ab", buffering=0) as file:
        file.write(f"{line}\n".encode("ascii"))
        os.fsync(file.fileno())


def _digest(facts: Facts) -> str:
    return salted_hmac("ledger.withdrawn", json.dumps(facts), algorithm="sha256").hexdigest()


def _file() -> Path:
    return Path(settings.DATA_DIR) / LIST
