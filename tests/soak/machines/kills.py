"""What can happen to one of the nodes of deploy/ha, and how it comes back."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from deploy.ha.start import Cluster

Repair = Callable[[], None]


@dataclass(frozen=True)
class Kill:
    """One way to lose a part: `strike` does it and gives what brings the part back."""

    name: str
    strike: Callable[[Cluster], Repair]


def kill_postmaster(cluster: Cluster) -> Repair:
    """Kill the primary's PostgreSQL alone, which Patroni starts again or gives up."""
    postmaster = cluster.postmaster(_node_of(cluster, "leader"))
    assert postmaster
    os.kill(postmaster, signal.SIGKILL)
    return lambda: None


def kill_primary(cluster: Cluster) -> Repair:
    return _kill_node(cluster, _node_of(cluster, "leader"))


def kill_standby(cluster: Cluster) -> Repair:
    """Kill the standby that every COMMIT waits for."""
    return _kill_node(cluster, _node_of(cluster, "sync_standby"))


def freeze_primary(cluster: Cluster) -> Repair:
    """NoNodes every process of the primary where it stands; later they all go on, as if nothing had been."""
    pids = list(_processes(cluster, _node_of(cluster, "leader")))
    _signal(pids, signal.SIGSTOP)
    return lambda: _signal(pids, signal.SIGCONT)


def kill_etcd(cluster: Cluster) -> Repair:
    """Kill the member of etcd that lies beside the primary."""
    node = _node_of(cluster, "leader")
    process = cluster.processes[f"etcd{node}"]
    process.kill()
    process.wait()
    return lambda: cluster.start_etcd(node)


KILLS = (
    Kill("the primary's node", kill_primary),
    Kill("the primary, frozen", freeze_primary),
    Kill("the primary's postmaster", kill_postmaster),
    Kill("the synchronous standby", kill_standby),
    Kill("a member of etcd", kill_etcd),
)


def _kill_node(cluster: Cluster, node: int) -> Repair:
    _signal(list(_processes(cluster, node)), signal.SIGKILL)
    cluster.processes[f"node{node}"].wait()
    return lambda: cluster.start_node(node)


def _node_of(cluster: Cluster, role: str) -> int:
    node = cluster.with_role(role)
    assert node, cluster.members()
    return node


def _processes(cluster: Cluster, node: int) -> Iterator[int]:
    """Patroni of a node, its PostgreSQL, and the processes of that."""
    yield cluster.processes[f"node{node}"].pid
    postmaster = cluster.postmaster(node)
    if postmaster:
        yield postmaster
        yield from map(int, Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split())


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:  # it has ended by itself meanwhile
            continue
