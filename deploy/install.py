"""The steps that make a server of a Debian machine, each only where something is missing."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import dev

USER = "whistklub"
DATA_FOLDER = "/var/lib/whistklub"
ENVIRONMENT_FILE = "/etc/whistklub.env"
COMMAND = "/usr/local/sbin/whistklub"
UNITS = ("whistklub.service", "whistklub-backup.service", "whistklub-backup.timer")
STARTED = ("whistklub.service", "whistklub-backup.timer")
# The files under files/, which lie there as they will on the machine; these are the release's own, and replaced.
RELEASE_FILES = {**{f"/etc/systemd/system/{unit}": 0o644 for unit in UNITS}, COMMAND: 0o755}
MARK = "# Written by dev.py install"
WEB_SERVER_FILES = {"nginx": "nginx.conf", "caddy": "Caddyfile"}
TEMPLATES = Path(__file__).parent
NOT_FOR_THE_SITE = {"data", ".git"}  # what the site's user need not read of the release's folder


@dataclass(frozen=True)
class Machine:
    """A machine by its root folder, the release to be served there, and the name it is served under."""

    root: Path
    release: Path
    host: str

    @property
    def is_this_one(self) -> bool:
        return self.root == Path("/")

    @property
    def runs_systemd(self) -> bool:
        return self.place("/run/systemd/system").is_dir()

    def place(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def fill_in(self, template: str) -> str:
        return template.replace("@HOST@", self.host).replace("@RELEASE@", str(self.release))


def install(machine: Machine) -> None:
    """Make a server of the machine, saying what was done; of another one's root, write only the files."""
    os.umask(0o022)  # the site's user is to read what root makes here
    changes = 0
    for sentence in changes_to(machine):
        changes += 1
        print(sentence, flush=True)
    if not changes:
        print("Everything was in place already: nothing was changed.")
    if machine.is_this_one:
        print(next_steps(machine))
    else:
        print("These are only the files: no user, packages, database or start.")


def changes_to(machine: Machine) -> Iterator[str]:
    """Take every step, and tell those that changed something, a sentence each."""
    if machine.is_this_one:
        yield from make_user()
    yield from make_data_folder(machine)
    yield from write_settings(machine)
    file_changes = list(write_release_files(machine))
    yield from file_changes
    if machine.is_this_one:
        yield from make_environment()
        prepare_release(machine.release)
        yield from migrate(machine)
        collect_static_files()
        yield from start(machine, afresh=bool(file_changes))


# --- what lies on the machine


def make_user() -> Iterator[str]:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        run(
            "useradd", "--system", "--user-group", "--home-dir", DATA_FOLDER, "--no-create-home",
            "--shell", "/usr/sbin/nologin", USER,
        )  # fmt: skip
        yield f"Made the user {USER}."


def make_data_folder(machine: Machine) -> Iterator[str]:
    folder = machine.place(DATA_FOLDER)
    if folder.is_dir():
        return
    folder.mkdir(parents=True)
    folder.chmod(0o700)
    if machine.is_this_one:
        shutil.chown(folder, USER, USER)
    yield f"Made the data folder {DATA_FOLDER}, which only {USER} can read."


def write_settings(machine: Machine) -> Iterator[str]:
    """Write the settings once: from then on they are the club's, and never written again."""
    path = machine.place(ENVIRONMENT_FILE)
    if path.exists():
        return
    write(path, contents_of(ENVIRONMENT_FILE, machine), 0o640)
    if machine.is_this_one:
        shutil.chown(path, "root", USER)
    yield f"Wrote the settings, {ENVIRONMENT_FILE}."


def host_in_use(root: Path) -> str:
    """The name in the settings of a machine; empty without one."""
    path = root / ENVIRONMENT_FILE.lstrip("/")
    setting = re.search(r"^WHISTKLUB_HOST=[\"']?([^\"'\s]+)", path.read_text() if path.exists() else "", re.MULTILINE)
    return setting[1] if setting else ""


def write_release_files(machine: Machine) -> Iterator[str]:
    """Write the units and the command as this release has them, but over nothing that somebody else wrote."""
    for name, rights in RELEASE_FILES.items():
        path, contents = machine.place(name), contents_of(name, machine)
        former = path.read_text() if path.exists() else None
        if former == contents:
            continue
        if former is not None and MARK not in former:
            print(f"Left alone: {name}, which was not written by this command. Move it away to get this release's.")
            continue
        write(path, contents, rights)
        yield f"{'Wrote' if former is None else 'Brought up to date'}: {name}."


def contents_of(name: str, machine: Machine) -> str:
    return machine.fill_in((TEMPLATES / "files" / name.lstrip("/")).read_text("utf-8"))


def write(path: Path, contents: str, rights: int) -> None:
    """Write a file with these rights, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.new")
    part.touch(mode=0o600)
    part.write_text(contents, "utf-8")
    part.chmod(rights)
    part.replace(path)


# --- the release and its database


def make_environment() -> Iterator[str]:
    if not dev.is_ready(dev.RUN_LOCK):
        dev.prepare(dev.RUN_LOCK)
        yield "Installed the packages that the site needs."


def prepare_release(release: Path) -> None:
    """Compile translations and modules, which the site's user may not, and let that user read the release."""
    with tempfile.TemporaryDirectory() as nobodys_data:
        run(dev.PYTHON, "manage.py", "compilemessages", env={**os.environ, "WHISTKLUB_DATA": nobodys_data})
    run(dev.PYTHON, "-m", "compileall", "-q", "ledger", "whistklub")
    run("chmod", "go+rx,go-w", str(release))
    rest = [str(path) for path in release.iterdir() if path.name not in NOT_FOR_THE_SITE and not path.is_symlink()]
    run("chmod", "--recursive", "go+rX,go-w", *rest)


def migrate(machine: Machine) -> Iterator[str]:
    if succeeds(COMMAND, "migrate", "--check"):
        return
    if machine.runs_systemd and succeeds("systemctl", "is-active", "--quiet", "whistklub"):
        run("systemctl", "stop", "whistklub")
    run(COMMAND, "migrate", "-v0")
    yield "Brought the database up to date."


def collect_static_files() -> None:
    run(COMMAND, "collectstatic", "--noinput", "-v0")


# --- the start


def start(machine: Machine, afresh: bool) -> Iterator[str]:
    """Start what is not running, now and whenever the machine starts; afresh, the site again too."""
    if not machine.runs_systemd:
        print("No systemd runs here. Where one does: systemctl enable --now", *STARTED)
        return
    if afresh:
        run("systemctl", "daemon-reload")
    if all(succeeds("systemctl", "is-active", "--quiet", unit) for unit in STARTED) and not afresh:
        return
    run("systemctl", "enable", "--quiet", *STARTED)
    run("systemctl", "restart", *STARTED)
    yield "Started the site and the nightly backup, now and whenever the machine starts."


def next_steps(machine: Machine) -> str:
    command = f"python3 {machine.release}/dev.py install --print"
    code = run(COMMAND, "founding_code").strip()
    return (
        f"\nThe site answers a web server on 127.0.0.1:8000. That one is yours; its file, with Caddy or with nginx:\n"
        f"  {command} caddy > /etc/caddy/Caddyfile && systemctl reload caddy\n"
        f"  {command} nginx > /etc/nginx/sites-enabled/whistklub && systemctl reload nginx\n"
        f"Then open https://{machine.host}/ and start a club. The founding code, which it asks for: {code}"
    )


def web_server_file(server: str, machine: Machine) -> str:
    """The file for a web server in front of the site."""
    return machine.fill_in((TEMPLATES / "web" / WEB_SERVER_FILES[server]).read_text("utf-8"))


# --- other programs


def succeeds(*command: str) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def run(*command: str, env: dict[str, str] | None = None, cwd: Path = Path(dev.ROOT), step: str = "") -> str:
    """What a program prints; `step` is what it is called where the command itself says too much.

    Raises Stop if it fails, once what it said was passed on.
    """
    outcome = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    if outcome.returncode:
        print(outcome.stdout + outcome.stderr, file=sys.stderr, end="")
        raise dev.Stop(f"The step '{step or ' '.join(command)}' failed; the lines above say why.")
    return outcome.stdout
