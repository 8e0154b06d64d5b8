"""A database made by any release migrates to today's with its book untouched, guarded again, and only then serves."""

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

from ledger.web.keeping.starting import REFUSED
from tests.databases.facts import facts
from tests.databases.stored import RELEASES, Stored, migrations_in, unpacked
from tests.models.attacks import RAW, new_line

pytestmark = pytest.mark.django_db  # so that each engine's run tries its own

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SERVE = ["-W", "ignore", "-c", "import whistklub.wsgi"]
AUDIT = "from django.core.management import call_command; call_command('audit', '--json')"
SERVE_AND_AUDIT = [*SERVE[:-1], f"{SERVE[-1]}; {AUDIT}"]
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
WHO_READS = "SELECT readers, is_listed, has_chosen_readers FROM ledger_club"
UNASKED = {("everybody", True, False)}  # as it was before a club could choose, until its board does
# The heads of a release's books after they were chained anew, the same on either engine: its entries are spelt in a
# form of before. Those of a later release stay as they are.
CHAINED_ANEW = {
    "0.1.0": [
        ["torsdagsklubben", "202627", 13, "ff00e38186baa5ab6834ab4b2064d500231201956972794dd16fb7296326002f"],
        ["tirsdagsklubben", "202627", 1, "68e1a858dea324bacaa55ec90d4fad27095db37c86ad342ab7137d689cf7799f"],
    ]
}
AT = "'2026-12-01 20:00:00'" if connection.vendor == "sqlite" else "'2026-12-01 20:00:00+00'"
EVERY_EVENING_APPROVED = f"""
    INSERT INTO ledger_eveningclosing (evening_id, number, kind, by_id, at, reason, lines, deals, season_lines, head)
    SELECT evening.id, 1, 'approved', max(line.author_id), {AT}, '', count(*),
        sum(CASE line.kind WHEN 'reversal' THEN -1 ELSE 1 END), season.lines, season.head
    FROM ledger_entry line JOIN ledger_evening evening ON evening.id = line.evening_id
    JOIN ledger_season season ON season.id = line.season_id GROUP BY evening.id, season.lines, season.head"""
SEASONS_CLOSED = f"""
    INSERT INTO ledger_seasonclosing (season_id, by_id, at, evenings, deals, lines, head)
    SELECT season.id, max(line.author_id), {AT}, count(DISTINCT line.evening_id),
        sum(CASE line.kind WHEN 'reversal' THEN -1 ELSE 1 END), season.lines, season.head
    FROM ledger_entry line JOIN ledger_season season ON season.id = line.season_id GROUP BY season.id"""
BALANCES = """
    INSERT INTO ledger_seasonbalance (closing_id, player_id, evenings, deals, points)
    SELECT closing.id, posting.player_id, 1, 1, sum(posting.points)
    FROM ledger_posting posting JOIN ledger_entry line ON line.key = posting.entry_id
    JOIN ledger_seasonclosing closing ON closing.season_id = line.season_id GROUP BY closing.id, posting.player_id"""
SIGNED_IN = f"""
    INSERT INTO ledger_session (session_key, session_data, expire_date, device, used_at)
    VALUES ('somebody', 'signed', {AT.replace("2026", "2999")}, '', {AT})"""
CLOSED = (EVERY_EVENING_APPROVED, SEASONS_CLOSED, BALANCES, f"UPDATE ledger_season SET closed_at = {AT}")
DAMAGED_DEALS = {
    "a trick deal without its tricks": '\'{"kind": "trick", "level": 9}\'',
    "a deal of no kind": "'{}'",
    "no deal at all": "'[]'",
    **({"no JSON": "'{'", "no text": "x'ff'"} if connection.vendor == "sqlite" else {}),
}
THIRD_ENTRY = "FROM ledger_entry WHERE season_id = 1 AND sequence = 3"
FORGED = {
    "a reason": (
        "UPDATE ledger_entry SET reason = 'talt om' WHERE season_id = 1 AND sequence = 3",
        "a line is not what was written at 1/202627, 3",
    ),
    "a line put after the last": (
        "UPDATE ledger_season SET lines = 12 WHERE id = 1",
        "a line is missing or too many at 1/202627, 13",
    ),
    "a line out of its place": (
        "UPDATE ledger_entry SET sequence = 7 WHERE season_id = 2",
        "a line does not follow the one before it at 2/202627, 1",
    ),
}


@dataclass(frozen=True)
class Migrated:
    """A release's stored database after `manage.py migrate`: what that said, and which migrations were there before."""

    release: str
    database: Stored
    outcome: subprocess.CompletedProcess[str]
    before: set[str]

    @property
    def folder(self) -> Path:
        return self.database.data


@pytest.fixture(scope="module", params=RELEASES)
def migrated_release(request, tmp_path_factory, django_db_setup):
    with unpacked(request.param, tmp_path_factory.mktemp("stored")) as database:
        before = migrations_in(database)
        if request.param != "0.1.0":  # whose sessions are in Django's table, as they are again
            with database.connect() as connected:
                connected.cursor().execute(SIGNED_IN)
        if connection.vendor == "sqlite":
            (database.data / "whistklub.sqlite3").chmod(0o644)
        yield Migrated(request.param, database, database.run(*MIGRATE, umask=OPEN_TO_ALL), before)


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

    assert sorted(re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)) == RELEASES


def test_a_stored_database_migrates_with_its_book_untouched_and_guarded(migrated_release):
    release, database = migrated_release.release, migrated_release.database
    served = database.run(*SERVE_AND_AUDIT)

    assert migrated_release.outcome.returncode == 0, migrated_release.outcome.stderr
    assert (served.returncode, served.stderr.count("\n")) == (0, 1), served.stderr
    audited = json.loads(served.stdout)
    assert (audited["findings"], audited["sum"]) == ([], 0)
    made = json.loads((HERE / f"{release}.json").read_text("utf-8"))
    with database.connect() as connected:
        cursor = connected.cursor()
        stored = facts(cursor)
        assert (stored["sums"], stored["bottom_lines"]) == (made["sums"], made["bottom_lines"])
        assert [line[:3] for line in stored["lines"]] == [line[:3] for line in made["lines"]]
        former_heads = [list(row) for row in cursor.execute(FORMER_HEADS).fetchall()]
        is_chained_anew = release in CHAINED_ANEW
        assert former_heads == (made["heads"] if is_chained_anew else [])
        assert stored["heads"] == (CHAINED_ANEW[release] if is_chained_anew else made["heads"])
        assert (set(cursor.execute(WHO_READS).fetchall()) == UNASKED) is is_chained_anew
        assert not is_refused(cursor, new_line())
        # The guard of 0.2.0 on an entry's time is gone.
        assert not is_refused(cursor, new_line(received_at="'2019-09-03 00:00:00'"))
        signed_in = "SELECT session_data FROM django_session WHERE session_key = 'somebody'"
        assert cursor.execute(signed_in).fetchall() == [("signed",)] * (release != "0.1.0")
        attacks = RAW[connection.vendor].items()
        assert [name for name, statements in attacks if not is_refused(cursor, statements)] == []


@pytest.mark.only_on("sqlite")
def test_a_former_releases_database_is_kept_first_and_migrates_without_a_warning(migrated_release):
    first, second = migrated_release.outcome, migrated_release.database.run(*MIGRATE)
    if migrated_release.before == migrations_in(migrated_release.database):
        assert (first.returncode, first.stdout, first.stderr) == (0, "", "")  # the newest release's, with nothing to do
        return

    (kept,) = (migrated_release.folder / "backups").iterdir()
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == f"Before migrating, the database was kept as {kept}\n"
    assert kept.name.startswith("whistklub-before-migrate-")
    of_kept = migrations_in(Stored(f"sqlite:///{kept}", migrated_release.folder))
    assert of_kept == migrated_release.before < migrations_in(migrated_release.database)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    live = migrated_release.folder / "whistklub.sqlite3"
    assert [path.stat().st_mode & 0o777 for path in (kept, live, migrated_release.folder)] == [0o600, 0o600, 0o700]


@pytest.mark.long
def test_what_was_approved_and_closed_is_proved_under_the_new_digests(tmp_path):
    with unpacked(RELEASES[0], tmp_path) as database:
        database.run(*MIGRATE, "ledger", "0008")
        with database.connect() as connected:
            drop_old_guards(connected)
            for statement in CLOSED:
                connected.cursor().execute(statement)
        migrated_release = database.run(*MIGRATE)
        audited = json.loads(database.run("-c", f"import django; django.setup(); {AUDIT}").stdout)
        with database.connect() as connected:
            heads = connected.cursor().execute("SELECT head FROM ledger_seasonclosing ORDER BY season_id").fetchall()

    assert migrated_release.returncode == 0, migrated_release.stderr
    assert audited["findings"] == []
    assert [head for (head,) in heads] == [head for *_, head in CHAINED_ANEW[RELEASES[0]]]


@pytest.mark.parametrize(
    ("change", "line"),
    [pytest.param(*forged, id=name, marks=pytest.mark.long) for name, forged in FORGED.items()],
)
def test_a_book_that_does_not_hold_by_its_old_form_is_refused_and_left_as_it_is(tmp_path, change, line):
    with unpacked(RELEASES[0], tmp_path) as database:
        with database.connect() as connected:
            drop_old_guards(connected)
            connected.cursor().execute(change)
            forged = facts(connected.cursor())
        refused_to = database.run(*MIGRATE)
        unmigrated = database.run(*SERVE)
        with database.connect() as connected:
            after = facts(connected.cursor())

    assert refused_to.returncode == 1
    (sentence,) = [complaint for complaint in refused_to.stderr.splitlines() if complaint.startswith("CommandError")]
    assert f"The book does not hold: {line}. Its lines are as they were." in sentence
    assert after == forged
    assert unmigrated.returncode == REFUSED


@pytest.mark.parametrize("deal", DAMAGED_DEALS.values(), ids=DAMAGED_DEALS)
def test_an_entry_whose_deal_is_damaged_stops_the_upgrade_with_its_key(tmp_path, deal):
    with unpacked(RELEASES[-1], tmp_path) as database:
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
    assert "0043_facts_of_deals" not in migrations
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


def test_a_database_not_migrated_or_cut_off_in_the_middle_is_not_served(tmp_path):
    with unpacked(RELEASES[0], tmp_path) as database:
        unmigrated = database.run(*SERVE)
        cut_off = database.run("-c", CUT_OFF_AFTER_ONE_MIGRATION)
        half_migrated = database.run(*SERVE)

    assert cut_off.returncode == -signal.SIGKILL
    for outcome in (unmigrated, half_migrated):
        assert outcome.returncode == REFUSED
        assert "run `python manage.py migrate`" in outcome.stderr
