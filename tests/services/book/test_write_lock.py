"""Nobody's long work keeps a secretary from saving a deal: reading takes no lock, and no write keeps it for long."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Club, Season
from ledger.queries.book.audit.database import Audit
from ledger.queries.seasons.what_if import what_if
from ledger.services.keeping.comparison import prove
from ledger.services.scoring import publish_version
from ledger.web.clubs import account_forms
from ledger.web.seasons import seasons
from tests.services.phones import on_a_connection_of_its_own
from tests.support.people import (
    NOW,
    make_club,
    make_evening,
    make_user,
    record,
    record_often,
    season_of,
    trick,
    version_of,
)


def score_again(club: Club) -> None:
    what_if(season=season_of(club), tariff=version_of(club).tariff())


def download(client, club: Club) -> None:
    assert client.get(f"/{club.slug}/seasons/{season_of(club).slug}/workbook.xlsx").status_code == 200


def publish(club: Club) -> None:
    version = version_of(club)
    publish_version(scoring_table=version.scoring_table, document=version.document, author=make_user("alma"), now=NOW)


@pytest.mark.only_on("sqlite")  # where one writes at a time
@pytest.mark.usefixtures("real_commits")
@pytest.mark.parametrize(
    ("write", "most"), [(publish, 30), (lambda _club: make_club("Mandagsklubben", founder="oda"), 90)]
)
def test_who_writes_keeps_the_lock_for_a_few_statements_however_long_the_book(club, evening, write, most):
    record_often(evening, trick(evening, "Bodil", "Carl", 9), 30)

    with CaptureQueriesContext(connection) as seen:
        write(club)

    assert len(seen) < most


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
@pytest.mark.usefixtures("real_commits", "entry")
def test_reading_takes_no_lock_however_long_it_lasts(client, club):
    """On SQLite our transactions begin with the write lock; what reads begins none, or one that only reads."""
    assert connection.features.supports_json_field  # asked once in a process, by a transaction
    with CaptureQueriesContext(connection) as seen:
        score_again(club)
        download(client, club)
        prove(now=NOW)
        assert client.get(f"/{club.slug}/standings/").status_code == 200

    assert len(seen) > 10
    begun = {query["sql"] for query in seen if query["sql"].startswith(("BEGIN", "SAVEPOINT"))}
    assert begun <= {"BEGIN DEFERRED"}
