"""What the machine refuses a command is one sentence, whatever the command; only a mistake of ours has a traceback."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.exceptions import ImproperlyConfigured

from ledger.web.keeping.starting import REFUSED
from tests.support.processes import manage, run_at
from whistklub.trouble import in_one_sentence

ROOT = Path(__file__).parents[2]
SERVE = ("-W", "ignore", "-c", "import whistklub.wsgi")
pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture
def disk(mount):
    """A small disk: gives how to mount it with more options, and where."""
    with TemporaryDirectory(prefix="whistklub-disk-", dir="/tmp") as folder:

        def mount_again(*options: str) -> Path:
            subprocess.run([mount, "-t", "tmpfs", "-o", ",".join(["mode=755", *options]), "tmpfs", folder], check=True)
            return Path(folder)

        yield mount_again
        subprocess.run(["umount", "--lazy", "--all-targets", folder], check=True)


def only_sentence(outcome: subprocess.CompletedProcess[str]) -> str:
    (line,) = outcome.stderr.splitlines()
    assert outcome.returncode == 1
    return line


def test_a_full_disk_is_one_sentence(disk):
    sentence = only_sentence(manage(disk("size=200k"), "migrate", "-v0"))

    assert sentence.startswith("The disk is full: make room, then run the command again (")


def test_a_folder_that_may_not_be_written_is_one_sentence(disk, prepared):
    data = prepared.migrate(disk("size=32m"))
    disk("remount", "ro")

    sentences = [only_sentence(manage(data, command)) for command in ("migrate", "backup", "load_sample_club")]

    assert {sentence.partition(":")[0] for sentence in sentences} == {"The user root has no right to this"}
    assert "Read-only file system" in sentences[1]


def test_a_folder_that_cannot_be_made_is_one_sentence(db, tmp_path):
    (tmp_path / "data").touch()

    assert only_sentence(manage(tmp_path / "data", "migrate")) == f"{tmp_path / 'data'}: File exists"


def test_a_database_that_is_none_is_one_sentence(db, tmp_path):
    (tmp_path / "whistklub.sqlite3").write_text("kære kasserer" * 100)

    assert "file is not a database" in only_sentence(manage(tmp_path, "migrate"))


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("django_migrations", "applied"),
        pytest.param("django_migrations", "name", marks=pytest.mark.long),
        pytest.param("django_content_type", "model", marks=pytest.mark.long),
        pytest.param("auth_permission", "codename", marks=pytest.mark.long),
        ("auth_user", "date_joined"),
    ],
)
def test_a_row_of_djangos_own_that_is_damaged_is_named_in_one_sentence(prepared, tmp_path, table, column):
    data = prepared.migrate(tmp_path / "data")
    manage(data, "shell", "-c", "from django.contrib.auth.models import User; User.objects.create(username='alma')")
    with closing(sqlite3.connect(data / "whistklub.sqlite3")) as database, database:
        database.execute(f"UPDATE {table} SET {column} = CAST(x'32303236FF2D' AS TEXT) WHERE id = 1")
    before = guards_in(data)

    migrated, audited, served = manage(data, "migrate", "-v0"), manage(data, "audit"), run_at(data, *SERVE)

    named = f"Row 1 of the database's table {table} cannot be read: "
    assert named in only_sentence(migrated)
    assert (guards_in(data), audited.returncode, audited.stderr) == (before, 1, "")
    assert f"Række 1 i databasens tabel {table} kan ikke læses: " in audited.stdout
    assert "Traceback" not in served.stderr
    assert "The database is damaged" in served.stderr
    if table == "django_migrations":
        assert served.returncode == REFUSED
        first, sentence = served.stderr.splitlines()
        assert (first, named in sentence) == ("Whistklub does not start.", True)


def guards_in(data: Path) -> int:
    with closing(sqlite3.connect(data / "whistklub.sqlite3")) as database:
        return database.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone()[0]


def test_a_command_before_the_first_migrate_is_one_sentence(db, tmp_path):
    assert "is `manage.py migrate` done?" in only_sentence(manage(tmp_path, "sample_logins"))


def test_a_file_of_the_code_that_the_server_may_not_read_is_one_sentence(prepared, tmp_path):
    for folder in ("ledger", "templates", "whistklub"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (catalogue,) = tmp_path.rglob("da/LC_MESSAGES/django.mo")
    catalogue.chmod(0)
    data = prepared.migrate(tmp_path / "data")
    environment = {**os.environ, "WHISTKLUB_DATA": str(data), "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    no_more_than_others = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []

    outcome = subprocess.run(
        [*no_more_than_others, sys.executable, "-c", "import whistklub.wsgi"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )

    assert outcome.returncode == REFUSED
    first, sentence = outcome.stderr.splitlines()
    assert first == "Whistklub does not start."
    assert sentence.endswith(
        f"has no right to this: run the command as the site's user ({catalogue}: Permission denied)."
    )


def test_only_trouble_of_the_machines_is_made_a_sentence():
    assert in_one_sentence(ValueError("ours")) is None
    assert in_one_sentence(OSError("no file")) is None
    assert in_one_sentence(ImproperlyConfigured("The key is too short.")) == "The key is too short."
