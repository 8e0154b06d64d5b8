"""The site's own SQLite connections read and write rows; the schema and the checks are out of their reach."""

import pytest
from django.db import DatabaseError, connection

from ledger.models.site import schema

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("sqlite")]  # PostgreSQL has roles for this: test_roles.py

WAYS_ROUND_THE_GUARDS = [
    "DROP TRIGGER guard_seal",
    "DROP TABLE ledger_posting",
    "DROP INDEX lines_of_an_evening",
    "ALTER TABLE ledger_posting RENAME TO gone",
    "ALTER TABLE ledger_posting ADD COLUMN more integer",
    "CREATE TABLE another (id integer)",
    "CREATE TEMP TABLE ledger_posting (id integer)",
    "CREATE TRIGGER more BEFORE INSERT ON ledger_entry BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER more BEFORE INSERT ON ledger_entry BEGIN DELETE FROM ledger_seat; END",
    "CREATE VIEW more AS SELECT 1",
    "ATTACH ':memory:' AS other",
    "DETACH main",
    "REINDEX",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA foreign_keys(0)",
    "PRAGMA Foreign_Keys = 0",
    "PRAGMA ignore_check_constraints = ON",
    "PRAGMA writable_schema = ON",
    "PRAGMA writable_schema = RESET",
    "PRAGMA recursive_triggers = OFF",
    "PRAGMA defer_foreign_keys = ON",
    "PRAGMA trusted_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA synchronous = OFF",
    "PRAGMA main.synchronous = OFF",
    "PRAGMA secure_delete = OFF",
    "PRAGMA schema_version = 1",
    "PRAGMA user_version = 1",
    "UPDATE sqlite_master SET sql = ''",
    "DELETE FROM sqlite_schema WHERE type = 'trigger'",
]
NEEDED = [
    "PRAGMA foreign_keys",
    "PRAGMA foreign_key_check",
    "PRAGMA foreign_key_check(ledger_posting)",
    "PRAGMA quick_check(1)",
    "PRAGMA table_info(ledger_posting)",
    "PRAGMA journal_mode",
    "SELECT name FROM sqlite_master",
    "SAVEPOINT one",
    "ROLLBACK TO one",
]


def is_refused(statement):
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement).fetchall()
    except DatabaseError as refusal:
        return "not authorized" in str(refusal) or "may not be modified" in str(refusal)
    return False


def test_the_schema_and_the_checks_are_out_of_reach():
    assert [statement for statement in WAYS_ROUND_THE_GUARDS if not is_refused(statement)] == []


def test_what_django_and_the_audit_ask_is_answered():
    assert [statement for statement in NEEDED if is_refused(statement)] == []


def test_the_lock_opens_for_a_while_and_closes_whatever_happens():
    drop = "DROP VIEW IF EXISTS none"
    with pytest.raises(ZeroDivisionError), schema.unlocked(connection):
        with schema.unlocked(connection):
            pass
        assert not is_refused(drop)
        raise ZeroDivisionError

    assert is_refused("CREATE VIEW more AS SELECT 1")
