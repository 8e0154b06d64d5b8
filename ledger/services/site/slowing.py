"""Doors that slow a guesser: a number of wrong tries at once, from then on one per interval.

A try is counted before it is made and taken back if it was right. So of simultaneous tries, in any number
of processes, no more are made than a door allows. A clock that was ahead closes no door for longer than an interval.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from ledger.models import WrongTries

KEPT = timedelta(days=1)  # after which a row that counts no more is deleted
DELETED_AT_ONCE = 1000  # since somebody's sign-in waits for it
NO_WAIT = timedelta(0)


@dataclass(frozen=True)
class Door:
    """What wrong tries are counted at: `at_once` of them may follow each other, then one per `interval`.

    So there are at most `at_once + t / interval` tries in a time t. `name` distinguishes the door from all others.
    """

    name: str
    at_once: int
    interval: timedelta

    @property
    def digest(self) -> str:
        """What is kept of the name."""
        return salted_hmac("ledger.door", self.name, algorithm="sha256").hexdigest()

    def debt(self, made_up_at: datetime, now: datetime) -> timedelta:
        """The time until the earlier tries are made up for."""
        debt = max(made_up_at - now, NO_WAIT)
        # More than the door allows: the clock was ahead then, and one try is left, right or wrong.
        return debt if debt <= self.at_once * self.interval else (self.at_once - 1) * self.interval

    def wait(self, made_up_at: datetime, now: datetime) -> timedelta:
        """The wait until the next try, given when the earlier ones are made up for."""
        return max(self.debt(made_up_at, now) - (self.at_once - 1) * self.interval, NO_WAIT)


def wait_at(*, doors: Collection[Door], now: datetime) -> timedelta:
    """The wait until all of the doors are open; one query."""
    known = WrongTries.objects.in_bulk([door.digest for door in doors], field_name="door")
    waits = [door.wait(known[door.digest].made_up_at, now) for door in doors if door.digest in known]
    return max(waits, default=NO_WAIT)


def count_try(*, doors: Collection[Door], now: datetime) -> timedelta:
    """Count a try at each of the doors; if one is closed, count none and return the wait."""
    if wait := wait_at(doors=doors, now=now):  # without a lock: who comes to a closed door writes nothing
        return wait
    with transaction.atomic():
        # Every door gets a row, which is locked until the transaction ends; in a fixed order, to avoid deadlocks. An
        # upsert that changes nothing locks a row that is there; an ignored conflict would not.
        rows = [WrongTries(door=digest, made_up_at=now) for digest in sorted(door.digest for door in doors)]
        WrongTries.objects.bulk_create(rows, update_conflicts=True, unique_fields=["door"], update_fields=["door"])
        if wait := wait_at(doors=doors, now=now):
            return wait
        for door in doors:
            row = WrongTries.objects.get(door=door.digest)
            row.made_up_at = now + door.debt(row.made_up_at, now) + door.interval
            row.save()
        delete_old_tries(now=now)
    return NO_WAIT


def take_back(*, doors: Collection[Door], now: datetime) -> None:
    """Take back a try that was counted `now` and turned out to be right; nothing is left where it was the only one."""
    with transaction.atomic():
        # In the order in which a try locks them, so that no two wait for each other.
        for door in sorted(doors, key=lambda door: door.digest):
            tries = WrongTries.objects.filter(door=door.digest)
            tries.update(made_up_at=F("made_up_at") - door.interval)
            tries.filter(made_up_at__lte=now).delete()


def delete_old_tries(*, now: datetime) -> int:
    """Delete some rows that have not counted for a day, except locked ones; returns their number.

    To be called in a transaction.
    """
    # Whoever holds a row may wait for one of ours: these are left to the next who tidies.
    old = WrongTries.objects.select_for_update(skip_locked=True).filter(made_up_at__lt=now - KEPT)
    return WrongTries.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:DELETED_AT_ONCE])).delete()[0]


def delete_expired(*, now: datetime) -> None:
    """Delete everything that has expired."""
    SessionStore.clear_expired()
    with transaction.atomic():
        while delete_old_tries(now=now):
            pass
