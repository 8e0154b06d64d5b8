"""A database that is stopped with all its processes, while more phones ask than the site has threads."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.soak.installation import Installation, found_installation
from tests.soak.machines.bar import at_most, none
from tests.soak.machines.failover import judge_book, wait_for_a_deal, wait_for_readers
from tests.soak.machines.phones import start_phones
from tests.soak.machines.web import new_database
from tests.soak.secretary import Secretary
from tests.support.postgres import cluster
from tests.support.programs import POSTGRESQL

WRITERS, READERS = 16, 8  # twice as many as threads
FROZEN_SECONDS = 15


@contextmanager
def frozen(installation: Installation) -> Iterator[None]:
    """Stop every process of the database for the length of a block."""
    server = int(installation.ask("SELECT pg_read_file('postmaster.pid')")[0][0].split()[0])
    pids = [server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())]
    _signal(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(pids, signal.SIGCONT)


def _signal(pids: list[int], sign: signal.Signals) -> None:
    for pid in pids:
        if Path(f"/proc/{pid}").exists():
            os.kill(pid, sign)


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the site has a PostgreSQL of its own
@pytest.mark.cluster
def test_everybody_is_answered_within_six_seconds_while_the_database_is_frozen(tmp_path: Path) -> None:
    initdb = POSTGRESQL.find()
    assert initdb
    with cluster(initdb) as server:
        installation = found_installation(tmp_path, new_database(server.direct, "frozen"))
        installation.start()
        try:
            secretary = Secretary(installation.port, installation.club).sign_in()
            phones, threads = start_phones(secretary, writers=WRITERS, readers=READERS)
            try:
                wait_for_readers(phones, 2 * READERS * len(installation.club["read"]))
                with frozen(installation):
                    time.sleep(FROZEN_SECONDS)
                wait_for_a_deal(phones)
            finally:
                phones.is_over.set()
                for thread in threads:
                    thread.join()
            bars = [
                *judge_book(phones, installation),
                at_most(6, "slowest answer, s", phones.slowest),
                none("bare error pages and connections cut off", phones.bare),
                none("reads other than 200", sum(phones.refused.values())),
            ]
        finally:
            installation.end()

    print(*bars, *phones.remarks, sep="\n")  # noqa: T201 - shown if the test fails
    assert [str(bar) for bar in bars if not bar.holds] == []
