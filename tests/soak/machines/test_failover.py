"""Loss of the primary in mid-evening; `dev.py drill` loses more."""

from pathlib import Path

import pytest

from deploy.ha import start
from tests.soak.machines.failover import run_drill


@pytest.mark.long
@pytest.mark.only_on("sqlite")  # on whichever: the nodes have a PostgreSQL of their own
@pytest.mark.nodes
def test_a_lost_primary_loses_no_deal(tmp_path: Path) -> None:
    bars = run_drill(tmp_path, kills=1, tell=print)

    assert [str(bar) for bar in bars if not bar.holds] == []


def test_a_node_is_back_only_when_it_follows_the_primary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A node that was frozen is a running standby to etcd for the length of a lease, whatever it is."""
    monkeypatch.setattr(start, "programs", dict)
    cluster = start.Cluster(tmp_path, 10_000)
    roles = zip((1, 2, 3), ("leader", "sync_standby", "replica"), strict=True)
    members = [{"name": f"node{node}", "role": role, "state": "running"} for node, role in roles]
    followers = [{"state": "streaming", "sync_state": "sync"}]
    told = {"/cluster": {"members": members}, "/patroni": {"replication": followers}}
    monkeypatch.setattr(cluster, "_ask", lambda _node, path: told[path])

    assert not cluster.is_whole()
    followers.append({"state": "startup", "sync_state": "async"})
    assert not cluster.is_whole()
    followers[1]["state"] = "streaming"
    assert cluster.is_whole()


def test_without_the_programs_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.shutil, "which", lambda *_args, **_options: None)

    with pytest.raises(start.NoNodes, match="apt install postgresql patroni etcd-server haproxy"):
        start.programs()


def test_a_lease_is_long_enough_to_find_etcd_twice() -> None:
    """Patroni asks that of the three times; with less a primary steps down for nothing."""
    assert start.PATRONI["loop_wait"] + 2 * start.PATRONI["retry_timeout"] <= start.PATRONI["ttl"]
