"""Nobody's long work keeps a secretary from saving a deal: reading takes no lock, and no write keeps it for long."""

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Club, Season
from ledger.queries.book.audit.database import Audit
from ledger.queries.seasons.what_if import what_if
from ledger.services.deals import record_deal
from ledger.services.keeping.comparison import prove
from ledger.services.scoring import publish_version
from ledger.web.clubs import account_forms
from ledger.web.seasons import seasons
from tests.services.phones import on_a_connection_of_its_own
from tests.support.long_season import long_season
from tests.support.people import NOW, make_club, make_evening, make_user, record, season_of, trick, version_of

LONGEST_WAIT = 1.5  # seconds
TIMES_THE_CONTROL = 4  # what a lock makes somebody wait, beside work of the same process that has nothing to lock
TRIES = 3  # a busy machine makes somebody wait now and then, a lock makes them wait every time
DEALS = 75  # the wait does not depend on it: 2,000 were measured once (docs/decisions.md)
ROUNDS = 4


def score_again(club: Club) -> None:
    what_if(season=season_of(club), tariff=version_of(club).tariff())


def download(client, club: Club) -> None:
    assert client.get(f"/{club.slug}/seasons/{season_of(club).slug}/workbook.xlsx").status_code == 200


def publish(club: Club) -> None:
    version = version_of(club)
    publish_version(scoring_table=version.scoring_table, document=version.document, author=make_user("alma"), now=NOW)


def count() -> None:
    """Work that asks the database nothing."""
    sum(range(20_000_000))


def always_long_beside(work: Callable[[], object]) -> bool:
    return all(is_long_beside(work) for _ in range(TRIES))


def is_long_beside(work: Callable[[], object]) -> bool:
    wait = longest_wait_beside(work)
    return wait > LONGEST_WAIT and wait > TIMES_THE_CONTROL * longest_wait_beside(count)


def longest_wait_beside(work: Callable[[], object]) -> float:
    """The longest that a secretary of another club waits for a deal to be saved while the work goes on."""
    evening = make_evening(make_club(f"Klub {uuid.uuid4().hex[:8]}"), day=date(2026, 9, 3))
    author, deal = evening.club.memberships.get().user, trick(evening, "Bodil", "Carl", 9)
    waits = []
    with ThreadPoolExecutor(1) as other:
        going_on = other.submit(on_a_connection_of_its_own, work)
        while not (waits and going_on.done()):
            began = time.perf_counter()
            record_deal(evening=evening, deal=deal, key=uuid.uuid4(), author=author, now=NOW)
            waits.append(time.perf_counter() - began)
        going_on.result()
    return max(waits)


@pytest.mark.long
def test_a_deal_is_saved_while_long_work_goes_on(real_commits, client):
    long_club = long_season(name="Den lange klub", deals=DEALS)
    works = {
        "what-if": lambda: score_again(long_club),
        "workbook": lambda: download(client, long_club),
        "audit": lambda: prove(now=NOW),
        "publishing": lambda: [publish(long_club) for _ in range(ROUNDS)],
        "founding": lambda: [make_club(f"Ny klub {uuid.uuid4().hex[:8]}") for _ in range(ROUNDS)],
    }

    assert [name for name, work in works.items() if always_long_beside(work)] == []


def test_another_club_writes_while_a_closing_is_proved(real_commits, client, monkeypatch):
    """The audit that follows a closing runs in no transaction that writes: a deal is saved in the middle of it."""
    closed, other = make_evening(make_club()), make_evening(make_club("Mandagsklubben", founder="oda"))
    record(closed, trick(closed, "Bodil", "Carl", 9))
    deal, proved, written = trick(other, "Bodil", "Carl", 8), [], []

    def write_beside(execute, sql, *args):
        if 'ORDER BY "ledger_entry"."sequence"' in sql and not written:
            written.append(sql)  # the audit sees one moment, in which the other book stays empty
            with ThreadPoolExecutor(1) as writer:
                writer.submit(on_a_connection_of_its_own, lambda: record(other, deal)).result()
        return execute(sql, *args)

    def audit_with_a_writer_beside(*, club: Club, now: datetime) -> Audit:
        assert not connection.in_atomic_block
        with connection.execute_wrapper(write_beside):
            report = prove(club=club, now=now)
        proved.append((report.findings, Season.objects.get(club=club).closed_at is not None, other.entries.count()))
        return report

    monkeypatch.setattr(seasons, "prove", audit_with_a_writer_beside)
    monkeypatch.setattr(seasons.backups, "back_up_soon", lambda: None)
    monkeypatch.setattr(account_forms, "LASTS", timedelta(days=100_000))
    client.force_login(closed.club.memberships.get().user)

    answer = client.post(f"/{closed.club.slug}/seasons/2026-27/close/", {"lines": 1})

    assert (answer.status_code, proved) == (302, [((), True, 1)])


@pytest.mark.only_on("sqlite")
def test_reading_takes_no_lock_however_long_it_lasts(real_commits, client, evening):
    """On SQLite our transactions begin with the write lock; what reads begins none, or one that only reads."""
    record(evening, trick(evening, "Bodil", "Carl", 9))
    club = evening.club
    assert connection.features.supports_json_field  # asked once in a process, by a transaction
    with CaptureQueriesContext(connection) as seen:
        score_again(club)
        download(client, club)
        prove(now=NOW)
        assert client.get(f"/{club.slug}/standings/").status_code == 200

    assert len(seen) > 10
    begun = {query["sql"] for query in seen if query["sql"].startswith(("BEGIN", "SAVEPOINT"))}
    assert begun <= {"BEGIN DEFERRED"}
