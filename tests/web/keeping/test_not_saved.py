"""A full disk and a busy book are said in plain words, with everything that was sent still on the page."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.urls import reverse

from ledger.models import Entry
from ledger.models.book import guards
from ledger.models.site import schema
from ledger.web.site.errors import handle_error
from tests.support.people import season_of
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import form_on, page

FULL_ON_POSTGRESQL = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END$$;
    CREATE TRIGGER no_room BEFORE INSERT ON ledger_posting EXECUTE FUNCTION no_room()"""


def tell_engine(statement):
    """Run a statement that the site itself may not; gives the first value that comes back."""
    with schema.unlocked(connection), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


@contextmanager
def full_disk():
    """No room for another page: SQLite's own limit, and on PostgreSQL a trigger that fails as its server does."""
    on_sqlite = connection.vendor == "sqlite"
    if on_sqlite:
        tell_engine("VACUUM")  # or the pages that earlier tests gave back would be room
    pages = tell_engine("PRAGMA page_count") if on_sqlite else 0
    tell_engine(f"PRAGMA max_page_count = {pages}" if on_sqlite else FULL_ON_POSTGRESQL)
    yield
    tell_engine("PRAGMA max_page_count = 1000000" if on_sqlite else "DROP FUNCTION no_room CASCADE")


@contextmanager
def busy_book(season):
    """Somebody else keeps the season's lock, and nobody waits long for it."""
    on_sqlite, other = connection.vendor == "sqlite", connection.copy()
    tell_engine("PRAGMA busy_timeout = 20" if on_sqlite else "SET lock_timeout = 20")
    with other.cursor() as holder:
        holder.execute("BEGIN IMMEDIATE" if on_sqlite else "BEGIN")
        holder.execute(f"SELECT 1 FROM ledger_season WHERE id = {season.pk} {'' if on_sqlite else 'FOR UPDATE'}")
        yield
        holder.execute("ROLLBACK")
    other.close()
    tell_engine("PRAGMA busy_timeout = 20000" if on_sqlite else "RESET lock_timeout")


@pytest.fixture
def secretary(real_commits, secretary):
    """Anna's browser, where an error that no view expected is a page as elsewhere."""
    secretary.raise_request_exception = False
    return secretary


def save_until_refused(client, evening):
    for saved in range(100):
        sent = form_for(evening)
        answer = client.post(new_url(evening), sent)
        if answer.status_code != 302:
            return answer, sent, saved
    raise AssertionError("the disk never filled up")


def test_a_full_disk_loses_nothing_and_keeps_what_was_sent(secretary, evening):
    with full_disk():
        answer, sent, saved = save_until_refused(secretary, evening)
        second = secretary.post(new_url(evening), form_on(answer))
        assert secretary.get(reverse("standings", args=[evening.club.slug])).status_code == 200

    assert (answer.status_code, second.status_code) == (507, 507)
    assert "Not saved: the disk is full" in page(answer)
    assert form_on(answer).items() >= sent.items()
    assert Entry.objects.count() == saved
    for _ in range(2):
        assert secretary.post(new_url(evening), form_on(second)).status_code == 302
    assert Entry.objects.count() == saved + 1


@pytest.mark.direct("how long a lock is waited for is set for a session, which a pooler shares")
def test_a_busy_book_says_so_and_keeps_what_was_sent(secretary, evening):
    with busy_book(season_of(evening.club)):
        answer = secretary.post(new_url(evening), form_for(evening))
        in_place = secretary.post(new_url(evening), form_for(evening), headers={"In-Place": "true"})

    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert "no-store" in answer["Cache-Control"]
    assert "Not saved: the book is busy" in page(answer)
    assert (in_place.status_code, "<main" in in_place.text) == (503, False)
    assert "What you typed is still here." in in_place.content.decode()
    assert secretary.post(new_url(evening), form_on(answer)).status_code == 302


def test_any_other_failure_is_an_ordinary_one(secretary, evening):
    with schema.unlocked(connection), connection.cursor() as cursor:
        guards.drop(connection)
        cursor.execute("ALTER TABLE ledger_eveningtotal RENAME TO away")
        answer = secretary.post(new_url(evening), form_for(evening))
        cursor.execute("ALTER TABLE away RENAME TO ledger_eveningtotal")

    assert answer.status_code == 500
    assert "Something went wrong on our side" in page(answer)


def test_a_page_that_could_not_be_read_is_asked_for_again():
    request = RequestFactory().get("/?page=2")
    try:
        raise OperationalError from ConnectionRefusedError()
    except OperationalError:
        answer = handle_error(request)

    assert answer.status_code == 503
    assert 'href="/?page=2"' in answer.content.decode()
    assert "Siden kan ikke vises lige nu" in page(answer)
    assert "Ikke gemt" not in page(answer)
