"""Write down, outside the database, what the books ended with: see queries/witness.py.

Never in the transaction that posts, approves or closes: a witness that cannot be written holds up nobody.
"""

import json
import logging
import os
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction

from ledger.models import Club
from ledger.queries.witness import LOG, RESTORED, Witness, read_witness, seal_of
from ledger.services.posting import locked_club

Ends = dict[str, list[Any]]

APPROVED, CLOSED, BACKED_UP, BY_HAND = "approved", "closed", "backup", "by hand"

log = logging.getLogger(__name__)


def witness_soon(*, club: Club, why: str, now: datetime) -> None:
    """Have a club's witness see how its books end once this transaction is committed."""
    transaction.on_commit(partial(_witness_or_say, club_id=club.pk, why=why, now=now), robust=True)


def witness_all(*, why: str, now: datetime) -> int:
    """Have every club's witness see how its books end now; gives how many had something new to see. Raises OSError."""
    return sum(witness(club_id=club_id, why=why, now=now) for club_id in Club.objects.values_list("pk", flat=True))


def witness_all_or_say(*, why: str, now: datetime) -> None:
    """The same after a backup or a restore, which stand though a witness cannot be written."""
    for club_id in Club.objects.values_list("pk", flat=True):
        _witness_or_say(club_id=club_id, why=why, now=now)


def witness(*, club_id: int, why: str, now: datetime) -> bool:
    """Append how a club's books end now to its witness, and say whether there was anything new. Raises OSError.

    One that another installation sealed is put aside under another name.
    """
    if not _has_news(read_witness(club_id=club_id), _ends(club_id), why):
        return False
    with transaction.atomic():
        locked_club(club_id=club_id)  # two who append at once would follow the same line
        known, ends = _own(read_witness(club_id=club_id), now), _ends(club_id)
        if not _has_news(known, ends, why):
            return False
        content = {"at": now.isoformat(timespec="seconds"), "why": why, "ends": ends}
        _append(known.file, {**content, "seal": seal_of(content, before=known.seal)})
    return True


def _witness_or_say(*, club_id: int, why: str, now: datetime) -> None:
    try:
        witness(club_id=club_id, why=why, now=now)
    except OSError:
        log.exception("The witness of club %s could not be written.", club_id)


def _has_news(known: Witness, ends: Ends, why: str) -> bool:
    """Whether the book has moved since its witness saw it; a restored one is news to any witness there is."""
    last = known.seen[-1].ends if known.seen else {}
    moved = {book: tuple(end) for book, end in ends.items()} != dict(last)
    return bool(known.seen) if why == RESTORED else moved or known.is_of_another


def _own(known: Witness, now: datetime) -> Witness:
    """The witness to append to."""
    if not known.is_of_another:
        return known
    known.file.replace(known.file.with_name(f"{known.file.stem}-until-{now:%Y%m%d-%H%M%S}{known.file.suffix}"))
    return Witness(known.file)


def _ends(club_id: int) -> Ends:
    """The number and digest of the last line of each season, by its number, and of the log; two queries."""
    club = Club.objects.get(pk=club_id)
    seasons = club.seasons.exclude(lines=0).values_list("number", "lines", "head")
    return {LOG: [club.log_lines, club.log_head], **{str(number): [lines, head] for number, lines, head in seasons}}


def _append(file: Path, line: dict[str, Any]) -> None:
    """Put a line on the disk, on a line of its own whatever became of the one before."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "r+b") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - 1))
        start = b"" if opened.read() in (b"", b"\n") else b"\n"
        opened.write(start + json.dumps(line).encode() + b"\n")
        opened.flush()
        os.fsync(opened.fileno())
