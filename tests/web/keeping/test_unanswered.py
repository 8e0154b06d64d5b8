"""How long a request may wait for the database."""

from types import SimpleNamespace

import pytest
from psycopg import OperationalError

from ledger.services.site.turns import LONG_PAGES
from ledger.web.keeping import unanswered
from ledger.web.keeping.unanswered import REQUEST_WAITS


@pytest.fixture
def clock(monkeypatch):
    """Seconds that only a test lets go on, in a request that came in at 0."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(unanswered, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setitem(unanswered._in_vain, "at", float("-inf"))
    unanswered._begin()
    yield clock
    unanswered._end()


def limit():
    return unanswered._wait(SimpleNamespace(), lambda **options: options["timeout"])


def seconds_to_connect():
    return unanswered._connect(lambda parameters: parameters, {"connect_timeout": 5})["connect_timeout"]


def wait_in_vain(**options):
    raise OperationalError


def test_what_a_request_has_waited_for_is_taken_from_what_it_may_wait(clock):
    assert (limit(), seconds_to_connect()) == (REQUEST_WAITS, REQUEST_WAITS)

    clock.now = 2.5
    assert (limit(), seconds_to_connect()) == (1.5, 2)


def test_nobody_behind_others_whom_the_database_did_not_answer_waits_for_as_long(clock):
    clock.now = 4
    with pytest.raises(OperationalError):
        unanswered._wait(SimpleNamespace(transaction_status=None), wait_in_vain)

    unanswered._begin()
    clock.now += 3.5
    with pytest.raises(OperationalError, match="in time"):
        seconds_to_connect()
    unanswered._begin()
    assert seconds_to_connect() == REQUEST_WAITS


def test_what_takes_turns_may_wait_longer_and_so_may_what_is_no_request(clock):
    with LONG_PAGES.take():
        clock.now = 9
        assert (limit(), seconds_to_connect()) == (22, 5)
    assert limit() == 0.25

    unanswered._end()
    assert (limit(), seconds_to_connect()) == (22, 5)
