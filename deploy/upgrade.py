"""From the release that serves to another beside it; if any step fails, back again, with the book as it was."""

import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import dev
from deploy.install import (
    ENVIRONMENT_FILE,
    RELEASE_FILES,
    USER,
    Machine,
    host_in_use,
    make_environment,
    prepare_release,
    run,
    write,
    write_release_files,
)

SERVICE = "whistklub.service"
NEWEST_FIRST = ("tag", "--list", "--sort=-version:refname", "v[0-9]*")
OWNER = "WHISTKLUB_OWNER_URL"  # only for an upgrade: the site itself never knows it
ADDRESS = "http://127.0.0.1:8000/health"
SECONDS_TO_ANSWER = 60
# The settings, then a command; as the tables' owner where one is named. No password becomes part of a command.
AS_THE_SITE = f'set -a; . "$1"; shift; [ -z "${{{OWNER}:-}}" ] || DATABASE_URL=${OWNER}; exec "$@"'


@dataclass
class Upgrade:
    """A machine with the release that it is to serve, the one that it serves, and what the way back needs."""

    machine: Machine
    former: Path
    owner_url: str = ""
    is_stopped: bool = False
    copy: str = ""
    is_migrating: bool = False
    has_static_files: bool = False
    former_files: dict[Path, tuple[str, int]] = field(default_factory=dict)

    def manage(self, *arguments: str, release: Path | None = None, as_owner: bool = False) -> str:
        """What a command of a release's manage.py prints, run as the site's user with the site's settings.

        Raises Stop if it fails.
        """
        folder = release or self.machine.release
        as_user = ("runuser", "-u", USER, "--") if self.machine.is_this_one else ()
        python, program = folder / ".venv/bin/python", folder / "manage.py"
        command = [*as_user, str(python), str(program), *arguments]
        surroundings = {**os.environ, OWNER: self.owner_url if as_owner else ""}
        settings = str(self.machine.place(ENVIRONMENT_FILE))
        return run("sh", "-c", AS_THE_SITE, "sh", settings, *command, env=surroundings, cwd=folder, step=arguments[0])

    @property
    def database_url(self) -> str:
        """The site's DATABASE_URL; empty on SQLite."""
        settings = str(self.machine.place(ENVIRONMENT_FILE))
        return run("sh", "-c", '. "$1"; printf %s "${DATABASE_URL:-}"', "sh", settings)

    @property
    def site_role(self) -> str:
        """The role that the site runs as on PostgreSQL; empty on SQLite."""
        address = urlsplit(self.database_url)
        return address.username or "" if address.scheme.startswith("postgres") else ""


def upgrade(task: Upgrade) -> None:
    """Take every step, saying so.

    Raises Stop if one fails, once the former release serves again.
    """
    for purpose, step in STEPS.items():
        try:
            print(step(task), flush=True)
        except (Exception, KeyboardInterrupt) as reason:  # whatever it is, the club must not be left without its site
            print(str(reason) or type(reason).__name__, file=sys.stderr)
            go_back(task)
            former = version_of(task.former)
            raise dev.Stop(f"Could not {purpose}: {former} serves, with the book as it was.") from None
    print(f"{version_of(task.machine.release)} serves. The former release is kept in {task.former}.")


# --- the steps


def prepare(task: Upgrade) -> str:
    list(make_environment())
    prepare_release(task.machine.release)
    plan = task.manage("migrate", "--plan")  # which refuses a database that a newer release made
    if task.site_role and not task.owner_url and "No planned" not in plan:
        raise dev.Stop(
            f"This release changes tables, which their owner has to do: {OWNER}=postgres://... whistklub upgrade"
        )
    return f"{version_of(task.machine.release)} is ready in {task.machine.release}."


def stop(task: Upgrade) -> str:
    task.is_stopped = True
    service(task.machine, "stop", SERVICE)
    return "The site is stopped."


def back_up(task: Upgrade) -> str:
    task.copy = task.manage("backup", "--before-migrating").strip().splitlines()[-1]
    return f"The database was kept as {task.copy}."


def migrate(task: Upgrade) -> str:
    task.is_migrating = True
    task.manage("migrate", "--no-backup", "-v0", as_owner=True)
    return "The database is up to date."


def give_rights(task: Upgrade) -> str:
    if not (task.site_role and task.owner_url):
        return "Rights are the same."
    task.manage("grant_role", task.site_role, as_owner=True)
    return f"{task.site_role} has its rights."


def audit(task: Upgrade) -> str:
    return task.manage("audit").strip()


def collect_static_files(task: Upgrade) -> str:
    task.has_static_files = True
    task.manage("collectstatic", "--noinput", "-v0")
    return "The static files are collected."


def write_files(task: Upgrade) -> str:
    places = [task.machine.place(name) for name in RELEASE_FILES]
    task.former_files = {
        path: (path.read_text("utf-8"), path.stat().st_mode & 0o777) for path in places if path.exists()
    }
    written = list(write_release_files(task.machine))
    return " ".join(written) or "The units are the same."


def start(task: Upgrade) -> str:
    start_release(task.machine, task.machine.release)
    return "The site answers."


STEPS: dict[str, Callable[[Upgrade], str]] = {
    "make the new release ready": prepare,
    "stop the site": stop,
    "copy the database": back_up,
    "migrate the database": migrate,
    "give the site its rights": give_rights,
    "prove the book": audit,
    "collect the static files": collect_static_files,
    "write the units": write_files,
    "start the new release": start,
}


# --- the way back


def go_back(task: Upgrade) -> None:
    """Undo what was done, and start the former release.

    Raises Stop if that fails too, and names the copy that leads back.
    """
    if not task.is_stopped:
        return
    try:
        service(task.machine, "stop", SERVICE)
        for path, (text, rights) in task.former_files.items():
            write(path, text, rights)
        if task.is_migrating:
            task.manage("restore", "--as-it-was", task.copy, as_owner=True)
        if task.has_static_files:
            task.manage("collectstatic", "--noinput", "-v0", release=task.former)
        start_release(task.machine, task.former)
    except (dev.Stop, OSError) as reason:
        raise dev.Stop(
            f"{reason}\nNothing serves now. The book as it was before: {task.copy or 'unchanged'}."
        ) from None


def start_release(machine: Machine, release: Path) -> None:
    """Start the site and wait until this release answers.

    Raises Stop if it does not, or another one does.
    """
    service(machine, "daemon-reload")
    service(machine, "restart", SERVICE)
    if not machine.runs_systemd:
        print(f"No systemd runs here. Where one does: systemctl restart {SERVICE}")
        return
    host, until = host_in_use(machine.root), time.monotonic() + SECONDS_TO_ANSWER
    while (answers := version_that_answers(host)) != version_of(release):
        if time.monotonic() > until:
            raise dev.Stop(
                f"{version_of(release)} does not answer: {answers or 'nobody'} does. journalctl -u {SERVICE}"
            )
        time.sleep(0.5)


def version_that_answers(host: str) -> str:
    """The version of the site that answers on this machine; empty if none does. It may well say what is wrong."""
    asked = Request(ADDRESS, headers={"Host": host, "X-Forwarded-Proto": "https"})
    try:
        return version_in(read_answer(asked))
    except (OSError, ValueError):  # nobody, or somebody who is not the site
        return ""


def read_answer(asked: Request) -> bytes:
    try:
        with urlopen(asked, timeout=5) as answer:
            return bytes(answer.read())
    except HTTPError as failing:
        return failing.read()


def version_in(answer: bytes) -> str:
    """The version in an answer of `/health`.

    Raises ValueError for what is no such answer.
    """
    state = json.loads(answer)
    if not isinstance(state, dict) or "version" not in state:
        raise ValueError("not an answer of /health")
    return str(state["version"])


# --- which releases there are


def release_in_use(root: Path) -> Path | None:
    """The folder of the release that a machine's unit serves; None where there is no such unit."""
    unit = root / "etc/systemd/system" / SERVICE
    place = re.search(r"^WorkingDirectory=(.+)$", unit.read_text("utf-8") if unit.exists() else "", re.MULTILINE)
    return Path(place[1]) if place else None


def version_of(release: Path) -> str:
    """The version of a release in its folder, such as "0.2.0"."""
    return str(tomllib.loads((release / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def fetch_newest(release: Path, version: str) -> Path:
    """The folder of the newest release, or of the one asked for, fetched from where this one came from.

    It lies beside this one and is named by its version.
    Raises Stop if there is none, or if git fails.
    """
    git = ("git", "-C", str(release))
    run(*git, "fetch", "--quiet", "--tags")
    tags = run(*git, *NEWEST_FIRST).split()
    tag = f"v{version}" if version else next(iter(tags), "")
    if tag not in tags:
        raise dev.Stop(f"There is no release {version}: {', '.join(tags)}." if version else "There is no release yet.")
    folder = release.parent / f"whistklub-{tag[1:]}"
    if tag[1:] == version_of(release):
        return release
    if not folder.exists():
        run(*git, "worktree", "add", "--quiet", "--detach", str(folder), tag)
    return folder


# --- other programs


def service(machine: Machine, *arguments: str) -> None:
    """Ask systemd, where one runs."""
    if machine.runs_systemd:
        run("systemctl", *arguments)
