"""What was withdrawn for good stays so in an older database that is put in its place.

A link that was withdrawn, a place on a board that ended, a password that was changed: a backup from before has them
still. `withdrawn.txt` in the data folder, which no backup holds, has a line for each decision, "+" where something
was withdrawn and "-" where the same was given again, with a digest that only whoever has the installation's key can
try guesses on. The last line about a thing counts. `services/keeping/withdrawing.py` goes by it.
"""

import json
import os
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

LIST = "withdrawn.txt"
WITHDRAWN, GIVEN = "+", "-"


def withdraw_for_good(*facts: str | int) -> None:
    """Put something on the list when the transaction is committed: its kind, and what tells it from all others."""
    transaction.on_commit(partial(_write, WITHDRAWN, facts), robust=True)


def give_again(*facts: str | int) -> None:
    """Let something that may be on the list count no longer, when the transaction is committed."""
    transaction.on_commit(partial(_write, GIVEN, facts), robust=True)


class WithdrawnList:
    """The list as it is now: `facts in withdrawn` says whether something is withdrawn."""

    def __init__(self) -> None:
        file = _file()
        lines = file.read_text(encoding="ascii").split() if file.exists() else []
        self.marks = {line[1:]: line[0] for line in lines}

    def __contains__(self, facts: tuple[str | int, ...]) -> bool:
        return self.marks.get(_digest(facts)) == WITHDRAWN


def _write(mark: str, facts: tuple[str | int, ...]) -> None:
    """One line in one go, so that processes that write at the same moment do not write into each other's."""
    with _file().open("ab", buffering=0) as file:
        file.write(f"{mark}{_digest(facts)}\n".encode("ascii"))
        os.fsync(file.fileno())


def _digest(facts: tuple[str | int, ...]) -> str:
    return salted_hmac("ledger.withdrawn", json.dumps(facts), algorithm="sha256").hexdigest()


def _file() -> Path:
    return Path(settings.DATA_DIR) / LIST
