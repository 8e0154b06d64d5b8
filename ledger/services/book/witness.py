"""Record outside the database where the books end: see queries/book/audit/witness.py.

Never call these in the transaction that posts, approves or closes: a witness that cannot be written must not stop it.
"""

import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from ledger.models import Club
from ledger.queries.book.audit.witness import LOG, Witness, read_witness, seal_of, witnessed_clubs
from ledger.services.book.posting import locked_club

Ends = dict[str, list[Any]]
Held = Mapping[int, Mapping[str, int]]
"""By the id of a club, how many entries of each of its books something holds."""

APPROVED, CLOSED, BACKED_UP, BY_HAND, RESTORED = "approved", "closed", "backup", "by hand", "restored"

log = logging.getLogger(__name__)


def witness_soon(*, club: Club, why: str, now: datetime) -> None:
    """Witness where a club's books end as soon as this transaction is committed."""
    # Robust, since the change is committed by now: whatever fails here must not be told as its failure.
    transaction.on_commit(partial(_witness_or_say, club_id=club.pk, why=why, now=now), robust=True)


def witness_all(*, why: str, now: datetime) -> int:
    """Witness where every club's books end, and return the number of clubs with news.

    Raises OSError if a file cannot be written.
    """
    return sum(witness(club_id=club_id, why=why, now=now) for club_id in Club.objects.values_list("pk", flat=True))


def witness_all_or_say(*, why: str, now: datetime) -> None:
    """Witness every club after a backup; what cannot be written is logged, since the backup stands all the same."""
    for club_id in Club.objects.values_list("pk", flat=True):
        _witness_or_say(club_id=club_id, why=why, now=now)


def witness(*, club_id: int, why: str, now: datetime) -> bool:
    """Append where a club's books end to its witness, and return whether there was news.

    A witness sealed by another installation is set aside under another name first.
    Raises OSError if the file cannot be written.
    """
    # Asked without the lock first, since mostly there is none and then nobody waits.
    if not _has_news(read_witness(club_id=club_id), _ends(club_id)):
        return False
    with transaction.atomic():
        locked_club(club_id=club_id)  # two who append at once would follow the same entry
        known, ends = _our_witness(read_witness(club_id=club_id), now), _ends(club_id)
        if not _has_news(known, ends):
            return False
        _append(known, {"at": now.isoformat(timespec="seconds"), "why": why, "ends": ends})
    return True


def witness_restored(*, now: datetime, held: Held | None = None) -> int:
    """Record in every witness that a backup was restored, and return the number of witnesses written.

    `held` is what the backup contained, since restoring adds entries; None for the books as they are. A witness that
    cannot be written is logged and skipped.
    """
    there = set(Club.objects.values_list("pk", flat=True))
    told = 0
    # A club that is not in the backup too: its id will be given to another.
    for club_id in sorted(there | witnessed_clubs()):
        ends = _ends(club_id) if club_id in there else {}
        back_to = {book: count for book, (count, _) in ends.items()} if held is None else held.get(club_id, {})
        line = {"at": now.isoformat(timespec="seconds"), "why": RESTORED, "ends": ends, "back_to": dict(back_to)}
        with _or_say(club_id):
            # Where nothing was witnessed, nothing can look cut short by the restore.
            if (known := read_witness(club_id=club_id)).seen:
                _append(known, line)
                told += 1
    return told


def _witness_or_say(*, club_id: int, why: str, now: datetime) -> None:
    with _or_say(club_id):
        witness(club_id=club_id, why=why, now=now)


@contextmanager
def _or_say(club_id: int) -> Iterator[None]:
    try:
        yield
    except OSError:
        log.exception("The witness of club %s could not be written.", club_id)


def _has_news(known: Witness, ends: Ends) -> bool:
    """Whether the books have moved since the witness saw them."""
    last = known.seen[-1].ends if known.seen else {}
    return {book: tuple(end) for book, end in ends.items()} != dict(last) or known.is_of_another


def _our_witness(known: Witness, now: datetime) -> Witness:
    """The witness to append to, a new one if the file is another installation's."""
    if not known.is_of_another:
        return known
    known.file.replace(known.file.with_name(f"{known.file.stem}-until-{now:%Y%m%d-%H%M%S}{known.file.suffix}"))
    return Witness(known.file)


def _ends(club_id: int) -> Ends:
    """The number and digest of the last entry of each season, by the season's number, and of the log's; two queries."""
    club = Club.objects.get(pk=club_id)
    seasons = club.seasons.exclude(entry_count=0).values_list("number", "entry_count", "head")
    return {
        LOG: [club.log_entry_count, club.log_head],
        **{str(number): [count, head] for number, count, head in seasons},
    }


def _append(known: Witness, content: dict[str, Any]) -> None:
    """Seal a line and write it through to the disk."""
    file, line = known.file, {**content, "seal": seal_of(content, before=known.seal)}
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Appending is the system's: what another machine has written meanwhile stays. Read too, for the last byte.
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "r+b") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - 1))
        # A line that was cut short by a crash is left alone: this one begins on a line of its own.
        start = b"" if opened.read() in (b"", b"\n") else b"\n"
        opened.write(start + json.dumps(line).encode() + b"\n")
        opened.flush()
        os.fsync(opened.fileno())
