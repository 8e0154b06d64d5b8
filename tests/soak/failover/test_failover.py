"""Loss of the primary in mid-evening; `dev.py drill` loses more."""

from pathlib import Path

import pytest

from deploy.ha import start
from tests.soak.failover.drill import run_drill

MISSED = {"reads answered with 200, %"}  # deploy/README.md says why


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the nodes have a PostgreSQL of their own
@pytest.mark.nodes
def test_a_lost_primary_loses_no_deal(tmp_path: Path) -> None:
    bars = run_drill(tmp_path, kills=1, tell=print)

    assert {str(bar) for bar in bars if not bar.holds and bar.name not in MISSED} == set()


def test_without_the_programs_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.shutil, "which", lambda *_args, **_options: None)

    with pytest.raises(start.NoNodes, match="apt install postgresql patroni etcd-server haproxy"):
        start.programs()


def test_a_lease_is_long_enough_to_find_etcd_twice() -> None:
    """Patroni asks that of the three times; with less a primary steps down for nothing."""
    assert start.PATRONI["loop_wait"] + 2 * start.PATRONI["retry_timeout"] <= start.PATRONI["ttl"]
