"""`whistklub upgrade` serves a newer release with the same book; if any step fails, the former one, as before."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

import dev
from deploy import upgrade as upgrading
from deploy.install import Machine, write_release_files, write_settings
from deploy.upgrade import STEPS, Upgrade, fetch_newest, release_in_use, upgrade, version_of, version_that_answers
from ledger.queries.site import BEFORE_0_2_0
from tests.databases.facts import facts
from tests.databases.stored import OPENED, TOO_OLD, Stored, migrations_in, unpacked
from tests.soak.installation import free_port
from tests.support.processes import answering

pytestmark = pytest.mark.django_db

ROOT = Path(dev.ROOT)
PARTS = ("ledger", "templates", "whistklub", "fixtures", "deploy")
FILES = ("manage.py", "dev.py", "pyproject.toml", "requirements.txt")
NEWER = "99.0.0"
LATER = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("ledger", {newest!r})]
    operations = []
"""
ROLE = "site_of_an_upgrade"
MAY_READ = f"SELECT has_table_privilege('{ROLE}', 'ledger_entry', 'SELECT')"
FAILING = [step for step in STEPS if step != "make the new release ready"]


@pytest.fixture(scope="module")
def newer_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A newer release in a folder of its own: this one with another version and one more migration."""
    release = tmp_path_factory.mktemp("releases") / f"whistklub-{NEWER}"
    for part in PARTS:
        shutil.copytree(ROOT / part, release / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, release)
    (release / ".venv").symlink_to(ROOT / ".venv")
    project = release / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace(f'version = "{version_of(ROOT)}"', f'version = "{NEWER}"'))
    newest = max(path.stem for path in (release / "ledger/migrations").glob("0*.py"))
    (release / "ledger/migrations/9999_later.py").write_text(LATER.format(newest=newest), "utf-8")
    return release


@pytest.fixture
def prepared_release(newer_release: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The newer release, whose packages and translations are there: making them is tried by dev.py's own tests."""
    monkeypatch.setattr(upgrading, "make_environment", list)
    monkeypatch.setattr(upgrading, "prepare_release", lambda _release: None)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "whistklub.settings")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return newer_release


def machine_of(root: Path, release: Path, data: Path, url: str = "") -> Machine:
    """A machine under a root, whose files name a release that serves the data in a folder."""
    machine = Machine(root, release, "whist.example.dk")
    list(write_settings(machine))
    settings = machine.place("/etc/whistklub.env")
    lines = settings.read_text("utf-8").replace("/var/lib/whistklub", str(data))
    settings.write_text(lines + (f"DATABASE_URL='{url}'\n" if url else ""), "utf-8")
    list(write_release_files(machine))
    return machine


@pytest.fixture(params=OPENED)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stored]:
    data = tmp_path / "data"
    data.mkdir()
    with unpacked(request.param, data) as database:
        if connection.vendor == "postgresql":
            with database.connect() as owner:
                owner.execute(f"DROP ROLE IF EXISTS {ROLE}")
                owner.execute(f"CREATE ROLE {ROLE} LOGIN")
                owner.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {ROLE}")
                owner.execute(f"GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO {ROLE}")
        yield database


def task_for(database: Stored, root: Path, former: Path, release: Path) -> Upgrade:
    """The upgrade of a machine that serves a stored database; on PostgreSQL as a role that does not own it."""
    if connection.vendor == "sqlite":
        machine_of(root, former, database.data)
        return Upgrade(Machine(root, release, "whist.example.dk"), former)
    user = urlsplit(database.url).username or ""
    machine_of(root, former, database.data, database.url.replace(f"//{user}@", f"//{ROLE}@"))
    return Upgrade(Machine(root, release, "whist.example.dk"), former, owner_url=database.url)


def state_of(database: Stored, root: Path) -> tuple[object, ...]:
    """All that an upgrade may change: the book, its migrations, what the site may read, and the machine's files."""
    with database.connect() as connected:
        may_read = connection.vendor == "sqlite" or connected.cursor().execute(MAY_READ).fetchall()
        book = facts(connected.cursor())
    files = {path: path.read_bytes() for path in (root / "etc").rglob("*") if path.is_file()}
    return book, migrations_in(database), may_read, files


def after(step):
    """A step that does all it has to, and then fails."""

    def step_that_fails(task: Upgrade) -> str:
        step(task)
        raise dev.Stop("No space left on device.")

    return step_that_fails


@pytest.mark.long
@pytest.mark.parametrize("failing", FAILING)
def test_whatever_step_fails_the_former_release_keeps_its_book(
    database, tmp_path, prepared_release, failing, monkeypatch
):
    former = former_release(tmp_path)
    task = task_for(database, tmp_path / "machine", former, prepared_release)
    before = state_of(database, tmp_path / "machine")
    monkeypatch.setitem(STEPS, failing, after(STEPS[failing]))

    with pytest.raises(dev.Stop, match=rf"^Could not {failing}: 0\.2\.0 serves, with the book as it was\.$"):
        upgrade(task)

    assert state_of(database, tmp_path / "machine") == before
    assert release_in_use(tmp_path / "machine") == former


def former_release(folder: Path) -> Path:
    """A folder that stands for the release which made a stored database: what of it an upgrade runs is this one's."""
    former = folder / "whistklub-0.2.0"
    former.mkdir()
    for name in (*PARTS, "manage.py", ".venv"):
        (former / name).symlink_to(ROOT / name)
    (former / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n', "utf-8")
    return former


@pytest.mark.long
def test_a_stored_database_is_brought_up_to_date_and_the_newer_release_is_in_use(database, tmp_path, prepared_release):
    task = task_for(database, tmp_path / "machine", former_release(tmp_path), prepared_release)
    book = state_of(database, tmp_path / "machine")[0]

    upgrade(task)

    after_it = state_of(database, tmp_path / "machine")
    assert (after_it[0]["sums"], after_it[0]["bottom_lines"]) == (book["sums"], book["bottom_lines"])
    assert "9999_later" in after_it[1]
    assert release_in_use(tmp_path / "machine") == prepared_release
    assert Path(task.copy).name.startswith("whistklub-before-migrate-")
    with pytest.raises(dev.Stop):  # the release before it does not touch a database that is too new for it
        task.manage("migrate", release=task.former)


@pytest.mark.parametrize("database", [TOO_OLD], indirect=True)
def test_a_database_of_0_1_0_is_refused_before_the_site_is_stopped(database, tmp_path, prepared_release, capsys):
    task = task_for(database, tmp_path / "machine", former_release(tmp_path), prepared_release)
    before = state_of(database, tmp_path / "machine")

    with pytest.raises(dev.Stop, match="Could not make the new release ready"):
        upgrade(task)

    assert BEFORE_0_2_0 in capsys.readouterr().err
    assert state_of(database, tmp_path / "machine") == before
    assert not task.is_stopped


@pytest.mark.only_on("postgres")
@pytest.mark.long
def test_on_postgresql_tables_are_changed_by_their_owner_who_is_asked_for_first(database, tmp_path, prepared_release):
    task = task_for(database, tmp_path / "machine", former_release(tmp_path), prepared_release)
    task.owner_url = ""
    before = state_of(database, tmp_path / "machine")

    with pytest.raises(dev.Stop, match="Could not make the new release ready"):
        upgrade(task)

    assert state_of(database, tmp_path / "machine") == before


SYSTEMCTL = """#!/bin/sh
# Stands for systemd, which does not run in a test: starts and stops what a unit says, on another port.
cd {root}
case "$1" in
  stop|restart)
    if [ -f pid ]; then kill "$(cat pid)"; while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.1; done; rm pid; fi ;;
esac
[ "$1" = restart ] || exit 0
set -a; . etc/whistklub.env; set +a
unit=etc/systemd/system/whistklub.service
command=$(sed -n 's/^ExecStart=//p' $unit | sed 's/127.0.0.1:8000/127.0.0.1:{port}/')
cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
nohup $command > {root}/log 2>&1 &
echo $! > {root}/pid
"""


@pytest.fixture
def machine_in_service(
    prepared, prepared_release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Machine]:
    """A machine on which this release serves, under a program that does what is asked of systemd."""
    root, port = tmp_path / "machine", free_port()
    (root / "run/systemd/system").mkdir(parents=True)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "systemctl").write_text(SYSTEMCTL.format(root=root, port=port), "utf-8")
    (programs / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(upgrading, "ADDRESS", f"http://127.0.0.1:{port}/health")
    machine = machine_of(root, ROOT, prepared.migrate(tmp_path / "data"))
    upgrading.start_release(machine, ROOT)
    yield machine
    subprocess.run(["systemctl", "stop"], check=True)


@pytest.mark.long
@pytest.mark.only_on("sqlite")
def test_a_site_that_serves_goes_to_the_newer_release_and_after_a_failure_serves_as_before(
    machine_in_service, prepared_release, monkeypatch
):
    newer = Machine(machine_in_service.root, prepared_release, machine_in_service.host)
    with monkeypatch.context() as patched:
        patched.setitem(STEPS, "start the new release", after(STEPS["start the new release"]))
        with pytest.raises(dev.Stop, match="Could not start the new release"):
            upgrade(Upgrade(newer, ROOT))
    assert version_that_answers(machine_in_service.host) == version_of(ROOT)

    upgrade(Upgrade(newer, ROOT))

    assert version_that_answers(machine_in_service.host) == NEWER
    with pytest.raises(dev.Stop, match="Could not make the new release ready"):
        upgrade(Upgrade(machine_in_service, prepared_release))
    assert version_that_answers(machine_in_service.host) == NEWER


ANSWERS = {
    "the new release": (200, b'{"status": "ok", "wrong": [], "version": "99.0.0"}', "99.0.0"),
    "one that says what is wrong": (503, b'{"status": "failing", "wrong": ["x"], "version": "99.0.0"}', "99.0.0"),
    "no version": (200, b'{"status": "ok", "wrong": []}', ""),
    "a page of a failure": (500, b"<h1>Something went wrong</h1>", ""),
    "something else": (200, b"[]", ""),
}


@pytest.mark.parametrize(("status", "content", "version"), ANSWERS.values(), ids=ANSWERS)
def test_whoever_answers_at_the_start_is_known_by_the_version_and_nothing_else_ends_the_upgrade(
    status, content, version, monkeypatch
):
    with answering(status, content) as (address, _):
        monkeypatch.setattr(upgrading, "ADDRESS", address)
        assert version_that_answers("whist.example.dk") == version
    assert version_that_answers("whist.example.dk") == ""


@pytest.mark.git
def test_the_newest_release_is_fetched_into_a_folder_beside_the_one_in_use(tmp_path):
    origin, release = tmp_path / "origin", tmp_path / "whistklub"
    subprocess.run(["git", "init", "--quiet", origin], check=True)
    for version in ("0.1.0", "0.9.0", "0.10.0"):
        publish(origin, version)
    subprocess.run(["git", "clone", "--quiet", "--branch", "v0.9.0", origin, release], check=True, capture_output=True)

    newest, named = fetch_newest(release, ""), fetch_newest(release, "0.1.0")

    assert [(path.name, version_of(path)) for path in (newest, named)] == [
        ("whistklub-0.10.0", "0.10.0"),
        ("whistklub-0.1.0", "0.1.0"),
    ]
    assert fetch_newest(newest, "") == newest
    with pytest.raises(dev.Stop, match=r"There is no release 7\.0\.0"):
        fetch_newest(release, "7.0.0")


def publish(project: Path, version: str) -> None:
    """Release what a project is, with nothing new but its version, in a commit of its own."""
    file = project / "pyproject.toml"
    text = file.read_text("utf-8") if file.exists() else '[project]\nversion = ""\n'
    file.write_text(re.sub('^version = ".*"', f'version = "{version}"', text, flags=re.MULTILINE), "utf-8")
    git = ["git", "-C", str(project), "-c", "user.name=Alma", "-c", "user.email=alma@example.dk"]
    for command in (["add", "."], ["commit", "--quiet", "-m", f"Release {version}"], ["tag", f"v{version}"]):
        subprocess.run([*git, *command], check=True)


def test_where_nothing_is_installed_an_upgrade_says_how_to():
    outcome = subprocess.run([sys.executable, "dev.py", "upgrade"], cwd=ROOT, capture_output=True, text=True)

    assert (outcome.returncode, outcome.stderr.startswith("Nothing is installed here yet: ")) == (1, True)
