#!/usr/bin/env python3
"""PostgreSQL on three nodes that take over from each other, all on this machine and on loopback:

    python3 deploy/ha/start.py FOLDER [--port N]     runs until Ctrl-C; what was written stays in FOLDER

Three PostgreSQLs under Patroni, three members of etcd and haproxy in front, from Debian's packages (postgresql,
patroni, etcd-server, haproxy), as an ordinary user. Prints the DATABASE_URL of a database that is made for the site.
Standard library only.
"""

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
PACKAGES = "postgresql patroni etcd-server haproxy"
NODES = (1, 2, 3)
LOOPBACK = "127.0.0.1"
# What these are counted from is haproxy's port.
POSTGRES, REST, CLIENT, PEER = 10, 20, 30, 40
START_SECONDS = 90
END_SECONDS = 20
PATRONI = {
    # A leader that is gone is one when its lease of `ttl` seconds has run out; it must find etcd within that time:
    # loop_wait + 2 * retry_timeout is at most ttl.
    "ttl": 8,
    "loop_wait": 1,  # after a loss, a COMMIT waits so long at least until another standby is the synchronous one
    "retry_timeout": 3,
    "primary_start_timeout": 5,  # a postmaster that was killed may recover in its place for so long
    "maximum_lag_on_failover": 1048576,  # bytes
    "synchronous_mode": True,  # what was acknowledged is on two nodes
}
PARAMETERS = {
    # A web machine makes a new one of each of its twelve every four seconds where answers stay away.
    "max_connections": 100,
    "wal_log_hints": "on",  # for pg_rewind, by which a former primary comes back
    "wal_sender_timeout": "3s",  # a standby that is frozen holds up every COMMIT for so long
    "wal_receiver_timeout": "3s",
}


class NoNodes(Exception):
    """What keeps the nodes from running, in one sentence."""


def programs() -> dict[str, str]:
    """Where each program is, by its name.

    Raises NoNodes if one is missing.
    """
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])
    paths = {name: shutil.which(name, path=places) for name in ("patroni", "etcd", "haproxy")}
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    paths["postgres"] = next((str(folder / "postgres") for folder in reversed(folders)), None)
    programs_here = {name: path for name, path in paths.items() if path}
    if len(programs_here) < len(paths):
        raise NoNodes(f"Not all of these are installed: apt install {PACKAGES}")
    return programs_here


class Cluster:
    """The processes of the three nodes in a folder; `prefix` is put before the command of each."""

    def __init__(self, folder: Path, port: int, prefix: Sequence[str] = ()) -> None:
        self.folder, self.port, self.prefix = folder.resolve(), port, list(prefix)
        self.programs = programs()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.password = self._kept_password()

    @property
    def url(self) -> str:
        """The site's DATABASE_URL: haproxy, which leads to whichever node is the primary."""
        return f"postgres://whistklub:{self.password}@{LOOPBACK}:{self.port}/whistklub"

    def start(self) -> None:
        """Start everything and wait until the primary answers with a synchronous standby.

        Raises NoNodes if that takes too long.
        """
        for node in NODES:
            self.start_etcd(node)
        for node in NODES:
            self.start_node(node)
        self.run("haproxy", [self.programs["haproxy"], "-db", "-f", str(self._write("haproxy.cfg", self._haproxy()))])
        self.wait_until_whole()
        self._make_database()

    def start_etcd(self, node: int) -> None:
        members = ",".join(f"etcd{n}={self._http(PEER, n)}" for n in NODES)
        client, peer = self._http(CLIENT, node), self._http(PEER, node)
        options = {
            "name": f"etcd{node}",
            "data-dir": str(self.folder / f"etcd{node}"),
            "listen-client-urls": client,
            "advertise-client-urls": client,
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": members,
            "enable-v2": "true",
            "log-level": "warn",
        }
        command = [self.programs["etcd"], *(f"--{name}={value}" for name, value in options.items())]
        self.run(f"etcd{node}", command)

    def start_node(self, node: int) -> None:
        """Start Patroni of a node, which starts its PostgreSQL as primary or standby."""
        settings = self._write(f"node{node}.json", json.dumps(self._patroni(node), indent=1))
        self.run(f"node{node}", [self.programs["patroni"], str(settings)])

    def run(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.prefix + command, cwd=str(self.folder), stdout=log, stderr=log, start_new_session=True
            )

    def end(self) -> None:
        """End every process that was started here: Patroni first, which stops its PostgreSQL."""
        for kind in ("haproxy", "node", "etcd"):
            ending = [process for name, process in self.processes.items() if name.startswith(kind)]
            for process in ending:
                process.send_signal(signal.SIGCONT)
                process.terminate()
            for process in ending:
                try:
                    process.wait(END_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        for pid in filter(None, map(self.postmaster, NODES)):  # of a Patroni that was killed
            os.kill(pid, signal.SIGINT)

    def postmaster(self, node: int) -> int | None:
        """The process id of a node's PostgreSQL, None if it does not run."""
        try:
            pid = int((self._data(node) / "postmaster.pid").read_text().split()[0])
            runs = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            return None
        return pid if str(self._data(node)).encode() in runs else None

    def members(self) -> dict[int, dict[str, str]]:
        """Patroni's view of the nodes, by number: role and state; empty if no node tells."""
        for node in NODES:
            members = self._ask(node, "/cluster").get("members")
            if members:
                return {int(member["name"][-1]): member for member in members}
        return {}

    def _ask(self, node: int, path: str) -> dict[str, Any]:
        """What a node's Patroni answers; empty if it does not."""
        try:
            with urlopen(self._http(REST, node) + path, timeout=1) as answer:
                told: dict[str, Any] = json.load(answer)
        except (URLError, OSError, ValueError):
            return {}
        return told

    def with_role(self, role: str) -> int | None:
        """The first running node of this role ("leader", "sync_standby", "replica"), None without one."""
        running = {node for node, member in self.members().items() if member.get("role") == role}
        return min(running, default=None)

    def is_whole(self) -> bool:
        """Whether both standbys follow the primary, one of them synchronously, by what it says itself.

        What etcd has of a node that was frozen is as old as its lease.
        """
        leader = self.with_role("leader")
        followers = self._ask(leader, "/patroni").get("replication", []) if leader else []
        followings = sorted(standby["sync_state"] for standby in followers if standby["state"] == "streaming")
        return followings == ["async", "sync"] and self.with_role("sync_standby") is not None

    def wait_until_whole(self) -> None:
        """Wait for the primary and both standbys.

        Raises NoNodes if that takes too long.
        """
        until = time.monotonic() + START_SECONDS
        while not self.is_whole():
            if time.monotonic() > until:
                states = [f"node{n} {m.get('role')} {m.get('state')}" for n, m in sorted(self.members().items())]
                raise NoNodes("The nodes do not come together ({}); see {}.".format(", ".join(states), self.folder))
            time.sleep(0.3)

    def _make_database(self) -> None:
        """Make the site's role and database, through haproxy as the site goes, unless they are there."""
        psql = [str(Path(self.programs["postgres"]).with_name("psql")), "-qAt", "-v", "ON_ERROR_STOP=1"]
        address = ["-h", LOOPBACK, "-p", str(self.port), "-U", "postgres", "-d", "postgres"]
        environment = dict(os.environ, PGPASSWORD=self.password)

        def ask(statement: str) -> subprocess.CompletedProcess[str]:
            command = [*psql, *address, "-c", statement]
            return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)

        until = time.monotonic() + START_SECONDS
        while ask("SELECT 1").returncode:  # until haproxy has seen the primary
            if time.monotonic() > until:
                raise NoNodes(f"haproxy finds no primary; the logs are in {self.folder}.")
            time.sleep(0.3)
        if not ask("SELECT 1 FROM pg_database WHERE datname = 'whistklub'").stdout.strip():
            ask(f"CREATE ROLE whistklub LOGIN PASSWORD '{self.password}'")
            ask("CREATE DATABASE whistklub OWNER whistklub")

    def _patroni(self, node: int) -> dict[str, object]:
        """The settings of a node's Patroni."""
        name = f"node{node}"
        accounts = {role: {"username": role, "password": self.password} for role in ("replication", "rewind")}
        superuser = {"username": "postgres", "password": self.password}
        admissions = ["local all all scram-sha-256"]
        admissions += [f"host {to} all {LOOPBACK}/32 scram-sha-256" for to in ("all", "replication")]
        return {
            "scope": "whistklub",
            "name": name,
            "restapi": dict(
                self._addresses(REST, node), authentication={"username": "patroni", "password": self.password}
            ),
            # Its older interface: by the newer one, Patroni before 3.1 goes on with what it had read before a pause, so
            # that no standby is synchronous any more, and may take the lease back from the node that has it.
            "etcd": {"hosts": [f"{LOOPBACK}:{self._port(CLIENT, n)}" for n in NODES]},
            "bootstrap": {
                "dcs": dict(PATRONI, postgresql={"use_pg_rewind": True, "parameters": PARAMETERS}),
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            },
            "postgresql": dict(
                self._addresses(POSTGRES, node),
                data_dir=str(self._data(node)),
                bin_dir=str(Path(self.programs["postgres"]).parent),
                pgpass=str(self.folder / f"{name}.pgpass"),
                # What was acknowledged is on the primary: a node that cannot be rewound to it copies it anew.
                remove_data_directory_on_rewind_failure=True,
                remove_data_directory_on_diverged_timelines=True,
                authentication=dict(accounts, superuser=superuser),
                pg_hba=admissions,
                parameters={"unix_socket_directories": str(self.folder)},
            ),
        }

    def _haproxy(self) -> str:
        servers = [
            f"    server node{n} {LOOPBACK}:{self._port(POSTGRES, n)} check port {self._port(REST, n)}" for n in NODES
        ]
        pattern = (HERE / "haproxy.cfg").read_text()
        return pattern.replace("@LISTEN@", f"{LOOPBACK}:{self.port}") + "\n".join(servers) + "\n"

    def _addresses(self, kind: int, node: int) -> dict[str, object]:
        address = f"{LOOPBACK}:{self._port(kind, node)}"
        return {"listen": address, "connect_address": address}

    def _http(self, kind: int, node: int) -> str:
        return f"http://{LOOPBACK}:{self._port(kind, node)}"

    def _port(self, kind: int, node: int) -> int:
        return self.port + kind + node

    def _data(self, node: int) -> Path:
        return self.folder / f"postgresql{node}"

    def _kept_password(self) -> str:
        path = self.folder / "password"
        return path.read_text() if path.exists() else self._write("password", secrets.token_hex(24)).read_text()

    def _write(self, name: str, text: str) -> Path:
        """Write a file that whoever owns the folder alone may read."""
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text)
        owner = self.folder.stat()
        if os.geteuid() != owner.st_uid:
            os.chown(str(path), owner.st_uid, owner.st_gid)
        return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=15432, help="haproxy's; those of the nodes follow (default: 15432)")
    options = parser.parse_args()
    if os.geteuid() == 0:
        raise NoNodes("Start this as an ordinary user: PostgreSQL refuses to run as root.")
    options.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    cluster = Cluster(options.folder, options.port)
    try:
        cluster.start()
        print(f"DATABASE_URL={cluster.url}", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.end()


if __name__ == "__main__":
    try:
        main()
    except NoNodes as reason:
        sys.exit(str(reason))
