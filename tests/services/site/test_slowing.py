"""Doors that slow a guesser: a number of wrong tries at once, from then on one per interval."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.management.commands import backup
from ledger.models import WrongTries
from ledger.services.site.slowing import (
    DELETED_AT_ONCE,
    KEPT,
    NO_WAIT,
    Door,
    count_try,
    delete_expired,
    take_back,
    wait_at,
)
from tests.services.phones import at_once
from tests.support.people import PASSWORD, make_user

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
NAME = Door("anna", at_once=10, interval=6 * MINUTE)
NARROW = Door("192.0.2.1", at_once=1, interval=MINUTE)


def tries(*moments: datetime, doors: tuple[Door, ...] = (NAME,)) -> list[datetime]:
    """The moments at which a try was let through."""
    return [moment for moment in moments if not count_try(doors=doors, now=moment)]


def test_of_a_thousand_tries_in_any_hour_twenty_are_made_at_most():
    every_ten_seconds = [NOON + timedelta(seconds=10 * number) for number in range(1000)]

    made = tries(*every_ten_seconds)

    in_an_hour = [sum(start <= moment < start + 60 * MINUTE for moment in made) for start in every_ten_seconds]
    assert max(in_an_hour) <= 20
    assert len(made) == 10 + 1000 * 10 // 360


def test_the_wait_is_told_to_the_second():
    tries(*[NOON] * 10)

    assert wait_at(doors=[NAME], now=NOON + timedelta(seconds=1)) == 6 * MINUTE - timedelta(seconds=1)
    assert wait_at(doors=[NAME], now=NOON + 6 * MINUTE) == NO_WAIT


def test_a_try_at_a_closed_door_is_counted_at_no_other():
    tries(NOON, doors=(NARROW,))

    assert tries(*[NOON] * 5, doors=(NAME, NARROW)) == []
    assert wait_at(doors=[NAME], now=NOON) == NO_WAIT
    assert WrongTries.objects.count() == 1


def test_a_try_that_was_right_is_taken_back_and_no_other():
    tries(*[NOON] * 10)
    take_back(doors=[NAME], now=NOON)

    assert tries(*[NOON] * 3) == [NOON]


def test_a_rest_saves_up_no_more_tries_than_there_are_at_once():
    tries(*[NOON] * 10)

    assert len(tries(*[NOON + timedelta(hours=20)] * 20)) == 10


def test_what_counts_no_more_is_deleted_with_the_next_try():
    tries(NOON)
    tries(NOON + KEPT + 7 * MINUTE, doors=(NARROW,))

    assert list(WrongTries.objects.values_list("door", flat=True)) == [NARROW.digest]


@pytest.mark.engines
def test_of_many_at_the_same_moment_no_more_are_let_through(real_commits):
    doors = [[NAME, Door(f"10.0.0.{number}", at_once=1, interval=MINUTE)] for number in range(40)]

    waits = at_once([partial(count_try, doors=of_one, now=NOON) for of_one in doors])

    assert waits.count(NO_WAIT) == NAME.at_once


# What is over goes: at a sign-in, and after each backup.


def make_session(*, expires_in: timedelta) -> str:
    """A session that ends, or ended, so long from now; gives its key."""
    session = Client().session
    session.set_expiry(expires_in)
    session.save()
    return session.session_key


def is_kept(key: str) -> bool:
    """Whether the database still has a session."""
    return Client().session.exists(key)


@pytest.fixture
def ended_session():
    return make_session(expires_in=-timedelta(seconds=1))


def make_try(*, ago: timedelta, number: int = 1) -> WrongTries:
    return WrongTries.objects.create(door=f"{number:064}", made_up_at=timezone.now() - ago)


def test_whoever_signs_in_deletes_the_sessions_that_have_ended(client, ended_session):
    make_user("anna")
    lasting = make_session(expires_in=timedelta(hours=1))

    client.post("/sign-in/", {"username": "anna", "password": PASSWORD})

    assert (is_kept(ended_session), is_kept(lasting)) == (False, True)


def test_wrong_tries_go_a_day_after_they_count_no_more():
    make_try(ago=KEPT + timedelta(minutes=1))
    counting = make_try(ago=KEPT - timedelta(minutes=1), number=2)

    delete_expired(now=timezone.now())

    assert list(WrongTries.objects.all()) == [counting]


def test_however_many_there_are_all_go():
    moment = timezone.now() - 2 * KEPT
    rows = [WrongTries(door=f"{number:064}", made_up_at=moment) for number in range(DELETED_AT_ONCE + 1)]
    WrongTries.objects.bulk_create(rows)

    delete_expired(now=timezone.now())

    assert not WrongTries.objects.exists()


def test_the_nightly_backup_deletes_what_is_over(monkeypatch, ended_session):
    monkeypatch.setattr(backup, "back_up", lambda **_options: Path("backup"))
    make_try(ago=2 * KEPT)

    call_command("backup")

    assert not is_kept(ended_session)
    assert not WrongTries.objects.exists()
