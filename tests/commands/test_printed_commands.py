"""What docs/operations.md and docs/serving.md print is run as printed: only places and names are a test's own."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from ledger.services.site.other_database import note_the_move, sqlite_url
from tests.support.postgres import server_url
from tests.support.processes import run_python

ROOT = Path(__file__).parent.parent.parent


def printed_blocks(document: str, heading: str) -> list[str]:
    """The blocks of commands and files under a heading."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    chapter = text.split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    return re.findall(r"```\n(.*?)```", chapter, re.DOTALL)


def sh(commands: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run commands as a shell would that stops at the first that fails, with nobody to answer a question."""
    shell, settled = ["bash", "-ec", commands], environment(**surroundings)
    return subprocess.run(shell, cwd=ROOT, env=settled, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def environment(**surroundings: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "WHISTKLUB_DATA")}
    return {**inherited, "DJANGO_SETTINGS_MODULE": "whistklub.settings", **surroundings}


def here(commands: str, **places: str) -> str:
    """Commands with their places exchanged for a test's."""
    for place, number in {
        "/opt/whistklub/.venv/bin/python": sys.executable,
        "/opt/whistklub": str(ROOT),
        **places,
    }.items():
        commands = commands.replace(place, number)
    return re.sub(r"^python ", f"{sys.executable} ", commands, flags=re.MULTILINE)


@pytest.mark.long
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_the_nightly_backup_is_of_the_book_in_use_also_after_a_move(prepared, tmp_path):
    file, cron = printed_blocks("operations.md", "Backups")
    service = (ROOT / "deploy/files/etc/systemd/system/whistklub-backup.service").read_text("utf-8")
    (nightly,) = re.findall(r"^30 4 \* \* \* (.*)$", cron, re.MULTILINE)
    assert "EnvironmentFile=/etc/whistklub.env" in service
    assert nightly.endswith(re.search(r"ExecStart=(.*)", service)[1].replace("@RELEASE@", "/opt/whistklub"))
    data = prepared.migrate(tmp_path / "data")
    kept, nightly = tmp_path / "whistklub.env", here(nightly, **{"/etc/whistklub.env": str(tmp_path / "whistklub.env")})
    kept.write_text(file.replace("/var/lib/whistklub", str(data)))

    before = sh(nightly)
    old, new = (sqlite_url(folder) for folder in (data / "whistklub.sqlite3", tmp_path / "new home.sqlite3"))
    settled = environment(WHISTKLUB_DATA=str(data), DATABASE_URL=old)
    moved = run_python("manage.py", "move_to_postgres", new, env=settled)
    forgotten = sh(nightly)
    kept.write_text(f"{kept.read_text()}\nDATABASE_URL='{new}'\n")
    afterwards = sh(nightly)

    assert [outcome.returncode for outcome in (before, moved, forgotten, afterwards)] == [0, 0, 1, 0], forgotten.stderr
    assert f"{tmp_path / 'new home.sqlite3'} ({data / 'whistklub.sqlite3.moved'})" in forgotten.stderr
    served = run_python("-c", "import whistklub.wsgi", env=environment(WHISTKLUB_DATA=str(data)))
    assert served.returncode == 3
    assert not (data / "backup_failed.txt").exists()


@pytest.mark.only_on("sqlite")
def test_a_book_that_comes_back_is_no_longer_said_to_be_elsewhere(db, tmp_path, monkeypatch):
    note = tmp_path / "whistklub.sqlite3.moved"
    note.write_text("db.example, bog")
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(tmp_path / "elsewhere.sqlite3"))

    note_the_move(sqlite_url(tmp_path / "whistklub.sqlite3"))

    assert not note.exists()


@pytest.mark.long
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_migrate_and_collectstatic_as_printed_ask_nothing_and_warn_of_nothing(prepared, tmp_path):
    page = (ROOT / "docs/serving.md").read_text("utf-8")
    step = r"`manage\.py ((?:compilemessages|migrate|collectstatic|check)[^`]*)`"
    commands = re.findall(step, page.split("## Elsewhere")[1].split("## ")[0])
    assert len(commands) == 4
    # What a migration says while it works, test_migrate.py asks of a former release's database.
    surroundings = {"WHISTKLUB_DATA": str(prepared.migrate(tmp_path)), "WHISTKLUB_HOST": "whist.example.dk"}

    for command in [*commands, *commands[:3]]:  # the first three a second time as well, when all is there
        outcome = run_python("manage.py", *shlex.split(command), env=environment(**surroundings))
        assert (outcome.returncode, outcome.stderr) == (0, ""), command


@pytest.fixture
def names(db):
    """Exchange the printed names of roles and databases for ones that are gone afterwards."""
    club_name = f"klub{os.getpid()}"
    yield lambda commands: commands.replace("whistklub", club_name).replace("sudo -u postgres ", "")
    with psycopg.connect(f"{server_url()}/postgres", autocommit=True) as session:
        for database in (club_name, f"{club_name}_restored"):
            session.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        for role in (f"{club_name}_site", club_name):
            session.execute(f"DROP ROLE IF EXISTS {role}")


@pytest.mark.direct("databases and roles of its own are made beside the tests'")
@pytest.mark.long
@pytest.mark.only_on("postgres")
def test_two_roles_a_backup_and_the_way_back_as_printed(names, tmp_path):
    host = {"@localhost": f"@{server_url().rpartition('@')[2]}"}
    known = settings.DATABASES["default"]
    superuser = {"PGHOST": known["HOST"], "PGUSER": known["USER"], "PGDATABASE": "postgres"}
    surroundings = {**superuser, "WHISTKLUB_DATA": str(tmp_path)}
    (deployed,) = printed_blocks("serving.md", "PostgreSQL")
    (restored,) = printed_blocks("operations.md", "Restore")
    (site,) = re.findall(r"DATABASE_URL='(.*)'` in", (ROOT / "docs/operations.md").read_text("utf-8"))

    def run(commands: str, **more: str) -> str:
        outcome = sh(here(commands, **host), **surroundings, **more)
        assert outcome.returncode == 0, outcome.stderr
        return outcome.stdout

    run(names(deployed))
    before = f"export DATABASE_URL={names(site).replace('_restored', '')}\n"
    run(f"{before}python manage.py load_sample_club")
    backup = run(f"{before}python manage.py backup").strip()
    audited = run(names(restored).replace("FILE", '"$BACKUP"'), BACKUP=backup)
    started = run(f"export DATABASE_URL={names(site)}\npython -W ignore -c 'import whistklub.wsgi' 2>&1")

    assert "sum 0." in audited
    assert started.strip().endswith("_site, who may only add to the book")
