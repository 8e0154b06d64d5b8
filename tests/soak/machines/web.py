"""Two web machines with one database: every form as if there were one machine, and the loss of one behind Caddy."""

import json
import os
import secrets
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import psycopg

import dev
from deploy.ha.start import NoNodes
from tests.soak.installation import Installation, environment, found_installation, free_port
from tests.soak.machines.bar import Bar, at_least, none
from tests.soak.machines.failover import judge_book
from tests.soak.machines.forms.coming_in import codes_taken_twice, come_in, missing_forms
from tests.soak.machines.forms.every_form import SentForm, Visitor, send_every_form, send_wrong_passwords
from tests.soak.machines.phones import start_phones
from tests.soak.secretary import Secretary
from tests.support import forked
from tests.support.postgres import cluster
from tests.support.programs import CADDY, POSTGRESQL

WRITERS, READERS = 4, 8
CADDYFILE = Path(dev.ROOT) / "deploy" / "ha" / "Caddyfile"
START_SECONDS = 10
Tell = Callable[[str], None]
LONGEST = 300  # seconds until so many deals are saved and pages read


def run_web_drill(folder: Path, deals: int, reads: int, tell: Callable[[str], None]) -> list[Bar]:
    """Send every form to two machines and to one, then lose one of two during so many deals and reads; gives the bars.

    Raises NoNodes if a program is not installed.
    """
    initdb, caddy = POSTGRESQL.find(), CADDY.find()
    if not (initdb and caddy):
        raise NoNodes("Not all of these are installed: apt install postgresql caddy")
    with cluster(initdb) as server:
        by_two = forms_sent(folder / "two", new_database(server.direct, "two"), machines=2)
        by_one = forms_sent(folder / "one", new_database(server.direct, "one"), machines=1)
        return [
            *judge_forms(by_two, by_one, tell),
            *lose_a_machine(folder / "lost", new_database(server.direct, "lost"), caddy, deals, reads, tell),
        ]


def new_database(url: str, name: str) -> str:
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    return url.removesuffix("whistklub") + name


@contextmanager
def shared_settings(folder: Path) -> Iterator[None]:
    """Let all machines have one secret key for the length of a block."""
    (folder / "founding").mkdir(parents=True)
    key = folder / "secret_key"
    key.touch(mode=0o600)
    key.write_text(secrets.token_urlsafe(64))
    shared = {"WHISTKLUB_SECRET_KEY_FILE": str(key)}
    os.environ |= shared
    try:
        yield
    finally:
        for name in shared:
            del os.environ[name]


@contextmanager
def machines_at(folder: Path, url: str, club: Mapping[str, Any], count: int) -> Iterator[list[Installation]]:
    """So many web machines with a data folder each, for the length of a block."""
    with ExitStack() as running:
        machines = [Installation(folder / str(number), url, dict(club)) for number in range(count)]
        for machine in machines:
            machine.data.mkdir(parents=True, exist_ok=True)
            collected = forked.run("manage.py", "collectstatic", "--noinput", "-v0", env=machine.environment)
            assert collected.returncode == 0, collected.stderr
            machine.start()
            running.callback(machine.end)
        yield machines


def forms_sent(folder: Path, url: str, *, machines: int) -> Visitor:
    """Every form of two clubs' site as it was answered by so many machines."""
    with shared_settings(folder):
        return _send_forms(folder, url, machines)


def _send_forms(folder: Path, url: str, machines: int) -> Visitor:
    outcome = forked.run("-m", "tests.soak.machines.forms.two_clubs", env=environment(folder / "founding", url))
    assert outcome.returncode == 0, outcome.stderr
    site = json.loads(outcome.stdout)
    with machines_at(folder, url, site, machines) as there:
        cookies: dict[str, str] = {}
        browsers = [Secretary(machine.port, site, cookies) for machine in there]
        for _ in range(2):
            Secretary(there[0].port, site).sign_in()  # other sessions, which end by two of the forms
        browsers[0].sign_in()
        visitor = Visitor((browsers[0], browsers[-1]))
        come_in(visitor, site["pages"])  # first, while the invitation stands
        send_every_form(visitor, site["pages"])
        send_wrong_passwords(visitor.with_other_cookies(), site["pages"]["sign_in"])
        return visitor


def judge_forms(by_two: Visitor, by_one: Visitor, tell: Callable[[str], None]) -> list[Bar]:
    """Whether two machines answered as one does."""
    differing = [pair for pair in zip_longest(by_two.sent, by_one.sent) if pair[0] != pair[1]]
    tell(", ".join(f"{form.name} {form.answers[0][0]}" for form in by_two.sent))
    for pair in differing:
        tell(difference(*pair))
    missing = missing_forms(by_two)
    for name in missing:
        tell(f"no form was sent to {name}")
    return [
        Bar("forms, each sent to both machines", len(by_two.sent), "", len(by_two.sent) > 0),
        Bar("of them taken", sum(form.is_taken for form in by_two.sent), "", holds=True),
        none("addresses that take a form and were sent none", len(missing)),
        none("codes of an app that were taken twice", codes_taken_twice(by_two)),
        none("answered otherwise than by one machine", len(differing)),
        none("pages at which somebody was signed out", len(set(by_two.signed_out_at) - set(by_one.signed_out_at))),
    ]


def difference(by_two: SentForm | None, by_one: SentForm | None) -> str:
    """Where what two machines answered begins to differ from what one did."""
    if not (by_two and by_one) or by_two.name != by_one.name:
        return f"{by_two and by_two.name} was sent to two machines where {by_one and by_one.name} was to one"
    for answer, answer_alone in zip(by_two.answers, by_one.answers, strict=True):
        if answer != answer_alone:
            told, told_alone = repr(answer), repr(answer_alone)
            at = next((place for place, pair in enumerate(zip(told, told_alone, strict=False)) if len({*pair}) > 1), 0)
            there = slice(max(0, at - 40), at + 80)
            return f"{by_two.name}: {told[there]} where one machine says {told_alone[there]}"
    return by_two.name


def lose_a_machine(folder: Path, url: str, caddy: str, deals: int, reads: int, tell: Tell) -> list[Bar]:
    """Kill one of two machines behind Caddy when half of the deals are saved; gives the bars."""
    with shared_settings(folder):
        return _lose_a_machine(folder, url, caddy, deals, reads, tell)


def _lose_a_machine(folder: Path, url: str, caddy: str, deals: int, reads: int, tell: Tell) -> list[Bar]:
    club = found_installation(folder / "founding", url).club
    with machines_at(folder, url, club, 2) as machines, behind_caddy(folder, caddy, machines) as port:
        secretary = Secretary(port, club).sign_in()
        phones, threads = start_phones(secretary, writers=WRITERS, readers=READERS)
        try:
            wait_for(lambda: len(phones.acknowledged) > deals // 2)
            machines[0].kill()
            wait_for(lambda: len(phones.acknowledged) >= deals and len(phones.reading) >= reads)
        finally:
            phones.is_over.set()
            for thread in threads:
                thread.join()
        for remark in phones.remarks:
            tell(remark)
        return [
            at_least(reads, "reads while a machine is lost", len(phones.reading)),
            none("of them other than 200", sum(phones.refused.values())),
            none("bare error pages and connections cut off", phones.bare),
            *judge_book(phones, machines[1]),
        ]


def wait_for(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < until, f"not within {LONGEST} s"
        time.sleep(0.05)


def caddyfile(port: int, machines: list[Installation]) -> str:
    """The file of deploy/ha for these machines: on loopback by plain http, and without a port for administration."""
    text = CADDYFILE.read_text().replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
    text = text.replace("@HOST@ {\n", f"http://127.0.0.1:{port} {{\n\tbind 127.0.0.1\n")
    return text.replace("@MACHINES@", " ".join(f"127.0.0.1:{machine.port}" for machine in machines))


@contextmanager
def behind_caddy(folder: Path, caddy: str, machines: list[Installation]) -> Iterator[int]:
    """The port at which Caddy leads to the machines, for the length of a block."""
    port, settings = free_port(), folder / "Caddyfile"
    settings.write_text(caddyfile(port, machines))
    homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("ab") as log:
        command = [caddy, "run", "--config", str(settings), "--adapter", "caddyfile"]
        server = subprocess.Popen(command, env=os.environ | homes, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_until_it_listens(port, server, folder / "caddy.log")
        yield port
    finally:
        server.terminate()
        server.wait()


def wait_until_it_listens(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            Secretary(port, {}).get("/robots.txt")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"Caddy did not start:\n{log.read_text()}")
