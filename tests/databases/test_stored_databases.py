"""A database since release 0.2.0 is opened with its book untouched, and guarded again; one of 0.1.0 is refused."""

import json
import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from ledger.queries.site import BEFORE_0_2_0
from ledger.web.keeping.starting import REFUSED
from tests.databases.facts import HEADS, LINES, facts
from tests.databases.stored import HERE, OPENED, STORED, TOO_OLD, Stored, empty, migrations_in, unpack_file, unpacked
from tests.models.attacks import RAW, new_line
from tests.support.programs import POSTGRESQL

pytestmark = pytest.mark.django_db  # so that each engine's run tries its own

ROOT = HERE.parent.parent
RELEASE = "0.2.0"
LIVED = "0.2.0-from-0.1.0"
SERVE = ["-W", "ignore", "-c", "import whistklub.wsgi"]
OPEN_TO_ALL = 0o000
MIGRATE = ["manage.py", "migrate", "--verbosity", "0"]
CUT_OFF_AFTER_ONE_MIGRATION = """
import os, signal, django
from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor
apply = MigrationExecutor.apply_migration
def apply_and_die(*arguments, **options):
    apply(*arguments, **options)
    os.kill(os.getpid(), signal.SIGKILL)
MigrationExecutor.apply_migration = apply_and_die
django.setup()
call_command("migrate", verbosity=0)
"""

FORMER_HEADS = """
    SELECT club.slug, season.slug, former.line, former.digest
    FROM ledger_formerhead former JOIN ledger_season season ON season.id = former.season_id
    JOIN ledger_club club ON club.id = season.club_id ORDER BY season.id"""
AT = "'2026-12-01 20:00:00'" if connection.vendor == "sqlite" else "'2026-12-01 20:00:00+00'"
MOVED = "SELECT slug, moved_to FROM ledger_club WHERE moved_to <> ''"
UNDER_WAY = "SELECT club_id, deals, done FROM ledger_importunderway"
SO_FAR = """
    SELECT book.club_id, book.deals, count(deal.id) FROM ledger_bookimport book
    LEFT JOIN ledger_importeddeal deal ON deal.book_import_id = book.id
    GROUP BY book.club_id, book.deals HAVING count(deal.id) < book.deals"""
IN_THE_FILE = ("torsdagsklubben", "202627")
SIGNED_IN = f"""
    INSERT INTO ledger_session (session_key, session_data, expire_date, device, used_at)
    VALUES ('somebody', 'signed', {AT.replace("2026", "2999")}, '', {AT})"""
NO_TEXT = [("no JSON", "'{'"), ("no text", "x'ff'")] if connection.vendor == "sqlite" else []
DAMAGED_DEALS = [
    pytest.param("'[]'", id="no deal at all"),
    pytest.param('\'{"kind": "trick", "level": 9}\'', id="a trick deal without its tricks", marks=pytest.mark.long),
    pytest.param("'{}'", id="a deal of no kind", marks=pytest.mark.long),
    *(pytest.param(deal, id=name, marks=pytest.mark.long) for name, deal in NO_TEXT),
]
THIRD_ENTRY = "FROM ledger_entry WHERE season_id = 1 AND sequence = 3"
# Sessions are Django's own again, and an import is booked without parts.
GONE = ("ledger_session", "ledger_importunderway", "ledger_importpart")
GONE_COLUMNS = {("ledger_readinglink", "purpose")}  # a club may have several links
TABLES = {
    "sqlite": f"SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'ledger_%' AND name NOT IN {GONE}",
    "postgresql": f"SELECT tablename FROM pg_tables WHERE tablename LIKE 'ledger_%' AND tablename NOT IN {GONE}",
}
# SQLite wrote these anew when 0.2.0 was made, in an order of columns that PostgreSQL never had.
IN_ANOTHER_ORDER = {"ledger_club", "ledger_seasonclosing", "ledger_sheetanswer"}


@dataclass(frozen=True)
class Upgrade:
    """A stored database after `manage.py migrate`: what that said, and what was there before."""

    database: Stored
    outcome: subprocess.CompletedProcess[str]
    migrations: set[str]
    columns: dict[str, str]
    rows: dict[str, list[str]]


@pytest.fixture(scope="module", params=OPENED)
def upgrade(request, tmp_path_factory, django_db_setup):
    with unpacked(request.param, tmp_path_factory.mktemp("stored")) as database:
        with database.connect() as connected:
            connected.cursor().execute(SIGNED_IN)
            columns = columns_in(connected.cursor())
            rows = rows_in(connected.cursor(), columns)
        before = migrations_in(database)
        if connection.vendor == "sqlite":
            (database.data / "whistklub.sqlite3").chmod(0o644)
        yield Upgrade(database, database.run(*MIGRATE, umask=OPEN_TO_ALL), before, columns, rows)


def columns_in(cursor):
    columns = {}
    for (table,) in cursor.execute(TABLES[connection.vendor]).fetchall():
        described = cursor.execute(f"SELECT * FROM {table} LIMIT 0").description
        kept = [column[0] for column in described if (table, column[0]) not in GONE_COLUMNS]
        columns[table] = ", ".join(f'"{name}"' for name in kept)
    return columns


def rows_in(cursor, columns):
    asked = {table: f"SELECT {names} FROM {table}" for table, names in columns.items()}
    return {table: sorted(map(repr, cursor.execute(question).fetchall())) for table, question in asked.items()}


def is_refused(cursor, statements):
    """Whether the database itself refuses these; nothing stays of them either way."""
    cursor.execute("BEGIN")
    try:
        for statement in statements:
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError):
        return True
    finally:
        cursor.execute("ROLLBACK")
    return False


def test_every_release_has_its_stored_databases():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert sorted(re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)) == sorted({*STORED} - {LIVED})


def test_a_stored_database_migrates_with_its_book_untouched_and_guarded(upgrade):
    audited = upgrade.database.run("manage.py", "audit", "--json")

    assert upgrade.outcome.returncode == 0, upgrade.outcome.stderr
    assert (audited.returncode, audited.stderr) == (0, "")
    report = json.loads(audited.stdout)
    assert (report["findings"], report["sum"]) == ([], 0)
    with upgrade.database.connect() as connected:
        cursor = connected.cursor()
        assert rows_in(cursor, upgrade.columns) == upgrade.rows
        assert not is_refused(cursor, new_line())
        # The guard of 0.2.0 on an entry's time is gone.
        assert not is_refused(cursor, new_line(received_at="'2019-09-03 00:00:00'"))
        attacks = RAW[connection.vendor].items()
        assert [name for name, statements in attacks if not is_refused(cursor, statements)] == []


@pytest.mark.only_on("sqlite")
def test_a_former_releases_database_is_kept_first_and_migrates_without_a_warning(upgrade):
    folder = upgrade.database.data
    first, second = upgrade.outcome, upgrade.database.run(*MIGRATE)
    if upgrade.migrations == migrations_in(upgrade.database):
        assert (first.returncode, first.stdout, first.stderr) == (0, "", "")  # the newest release's, with nothing to do
        return

    (kept,) = (folder / "backups").iterdir()
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == f"Before migrating, the database was kept as {kept}\n"
    assert kept.name.startswith("whistklub-before-migrate-")
    of_kept = migrations_in(Stored(f"sqlite:///{kept}", folder))
    assert of_kept == upgrade.migrations < migrations_in(upgrade.database)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    live = folder / "whistklub.sqlite3"
    assert [path.stat().st_mode & 0o777 for path in (kept, live, folder)] == [0o600, 0o600, 0o700]


def test_whoever_is_signed_in_at_0_2_0_stays_so(upgrade):
    with upgrade.database.connect() as connected:
        signed_in = connected.cursor().execute("SELECT session_key, session_data FROM django_session").fetchall()

    assert signed_in == [("somebody", "signed")]


@pytest.mark.parametrize("deal", DAMAGED_DEALS)
def test_an_entry_whose_deal_is_damaged_stops_the_upgrade_with_its_key(tmp_path, deal):
    with unpacked(RELEASE, tmp_path) as database:
        with database.connect() as connected:
            drop_old_guards(connected)
            cursor = connected.cursor()
            ((key,),) = cursor.execute(f"SELECT key {THIRD_ENTRY}").fetchall()
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = ON")
            cursor.execute(f"UPDATE ledger_entry SET deal = {deal} WHERE season_id = 1 AND sequence = 3")
            damaged = facts(cursor)
        refused = database.run(*MIGRATE)
        with database.connect() as connected:
            after = facts(connected.cursor())
        migrations = migrations_in(database)
        backups = [facts_in(backup) for backup in tmp_path.glob("backups/*.sqlite3")]

    assert refused.returncode == 1
    (sentence,) = [complaint for complaint in refused.stderr.splitlines() if complaint.startswith("CommandError")]
    assert f"The deal of entry {UUID(str(key))} is damaged. The book is as it was." in sentence
    assert after == damaged
    assert "0003_facts_of_deals" not in migrations
    assert backups == ([damaged] if connection.vendor == "sqlite" else [])


def facts_in(backup):
    with closing(sqlite3.connect(backup)) as connected:
        return facts(connected.cursor())


def drop_old_guards(connected):
    """As somebody who has the database in hand would."""
    cursor = connected.cursor()
    if connection.vendor == "sqlite":
        names = cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        guards = [f"TRIGGER {name}" for (name,) in names]
    else:
        cursor.execute(r"SELECT proname FROM pg_proc WHERE proname LIKE 'guard\_%'")
        guards = [f"FUNCTION {name}() CASCADE" for (name,) in cursor.fetchall()]
    for guard in guards:
        cursor.execute(f"DROP {guard}")


def test_a_database_not_migrated_or_cut_off_in_the_middle_is_not_served_until_it_is(tmp_path):
    with unpacked(RELEASE, tmp_path) as database:
        unmigrated = database.run(*SERVE)
        cut_off = database.run("-c", CUT_OFF_AFTER_ONE_MIGRATION)
        half_migrated = database.run(*SERVE)
        mended = database.run(*MIGRATE)
        served = database.run(*SERVE)

    assert cut_off.returncode == -signal.SIGKILL
    for outcome in (unmigrated, half_migrated):
        assert outcome.returncode == REFUSED
        assert "run `python manage.py migrate`" in outcome.stderr
    assert mended.returncode == 0, mended.stderr
    assert (served.returncode, served.stderr.count("\n")) == (0, 1), served.stderr


def test_a_database_of_0_1_0_is_refused_before_anything_is_touched(tmp_path):
    with unpacked(TOO_OLD, tmp_path) as database:
        if connection.vendor == "sqlite":
            with database.connect() as connected:  # as its release leaves it
                connected.execute("PRAGMA journal_mode = WAL")
        before = content(database)
        outcomes = [database.run(*command) for command in (MIGRATE, [*MIGRATE, "--plan"], SERVE)]
        after = content(database)

    assert [outcome.returncode for outcome in outcomes] == [1, 1, REFUSED]
    assert [BEFORE_0_2_0 in outcome.stderr for outcome in outcomes] == [True] * 3
    assert after == before
    assert not (tmp_path / "backups").exists()


def content(database):
    """Every byte of a database's file, or on PostgreSQL of its dump."""
    if connection.vendor == "sqlite":
        return [path.read_bytes() for path in sorted(database.data.glob("whistklub.sqlite3*"))]
    return dump(database)


def dump(database, *options):
    pg_dump = Path(POSTGRESQL.find()).with_name("pg_dump")
    command = [str(pg_dump), "--no-privileges", *options, database.url_past_the_pooler]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    # Its first and last lines have a word of chance.
    return [line for line in lines if not line.startswith("\\")]


@pytest.fixture
def new(tmp_path, prepared):
    """A database as `migrate` makes it where there was none."""
    with empty(tmp_path) as database:
        if connection.vendor == "sqlite":
            prepared.migrate(tmp_path)
        else:
            assert database.run(*MIGRATE).returncode == 0
        yield database


@pytest.mark.parametrize("upgrade", [RELEASE], indirect=True)
def test_a_new_database_and_one_of_0_2_0_have_the_same_schema(upgrade, new):
    assert schema_of(upgrade.database) == schema_of(new)


def schema_of(database):
    if connection.vendor == "postgresql":
        return dump(database, "--schema-only")
    with database.connect() as connected:
        rows = connected.execute("SELECT name, type, tbl_name, sql FROM sqlite_master").fetchall()
    made = {name: (kind, table, sql) for name, kind, table, sql in rows}
    for table in IN_ANOTHER_ORDER:
        made[table] = sorted(re.findall(r"[^,()]+", made[table][2]))
    return made


@pytest.mark.only_on("sqlite")
def test_a_backup_of_0_2_0_is_restored_with_an_import_under_way_as_far_as_it_was(tmp_path):
    unpack_file(LIVED, tmp_path / "backup.sqlite3")
    of_backup = Stored(f"sqlite:///{tmp_path / 'backup.sqlite3'}", tmp_path)
    (tmp_path / "site").mkdir()
    with empty(tmp_path / "site") as site:
        restored = site.run("manage.py", "restore", str(tmp_path / "backup.sqlite3"))
        with site.connect() as here, of_backup.connect() as there:
            for question in (FORMER_HEADS, MOVED):
                assert here.execute(question).fetchall() == there.execute(question).fetchall() != []
            assert here.execute(SO_FAR).fetchall() == there.execute(UNDER_WAY).fetchall() != []
            assert facts(here.cursor()) == facts(there.cursor())
        audited = site.run("manage.py", "audit", "--json")

    assert restored.returncode == 0, restored.stderr
    assert json.loads(audited.stdout)["findings"] == []


def test_a_club_file_of_0_2_0_is_brought_in_with_its_former_heads(new, tmp_path_factory):
    brought_in = new.run("manage.py", "import_club", str(HERE / f"{LIVED}.jsonl.gz"))
    with unpacked(LIVED, tmp_path_factory.mktemp("former")) as former, new.connect() as here, former.connect() as there:
        for question in (HEADS, LINES, FORMER_HEADS):
            of_the_club = [row for row in there.execute(question).fetchall() if row[:2] == IN_THE_FILE]
            assert here.execute(question).fetchall() == of_the_club != []

    assert (brought_in.returncode, brought_in.stderr) == (0, "")
