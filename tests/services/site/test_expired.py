"""What is over goes: at a sign-in, and after each backup."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.management.commands import backup
from ledger.models import WrongTries
from ledger.services.site.slowing import DELETED_AT_ONCE, KEPT, delete_ended_sessions, delete_expired
from tests.support.people import PASSWORD, make_user

pytestmark = pytest.mark.django_db


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


@pytest.fixture
def lasting():
    return make_session(expires_in=timedelta(hours=1))


def make_try(*, ago: timedelta, number: int = 1) -> WrongTries:
    return WrongTries.objects.create(door=f"{number:064}", made_up_at=timezone.now() - ago)


def test_sessions_that_have_ended_are_deleted(ended_session, lasting):
    delete_ended_sessions()

    assert (is_kept(ended_session), is_kept(lasting)) == (False, True)


def test_whoever_signs_in_deletes_the_sessions_that_have_ended(client, ended_session, lasting):
    make_user("anna")

    client.post("/sign-in/", {"username": "anna", "password": PASSWORD})

    assert (is_kept(ended_session), is_kept(lasting)) == (False, True)


def test_who_signs_out_leaves_no_session(client):
    client.force_login(make_user("anna"))
    key = client.session.session_key

    client.post("/sign-out/")

    assert not is_kept(key)


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
