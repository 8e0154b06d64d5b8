"""The schema files are what the migrations make, and whatever was changed in a database beside them is noticed."""

import os

import pytest
from django.db import connection

from ledger.models.book import roles
from ledger.models.book.guards import missing
from ledger.models.site import schema
from ledger.queries.book.audit.audit import audit
from tests.schema import WRITES

pytestmark = pytest.mark.django_db

LAST = max(path.stem for path in (schema.schema_file("sqlite").parents[2] / "migrations").glob("0*.py"))


def test_the_file_says_what_the_migrations_make():
    if os.environ.get(WRITES):
        schema.schema_file(connection.vendor).unlink(missing_ok=True)  # it says which tables of PostgreSQL are ours
        lines = [schema.HEAD, f"# after {LAST}", *sorted(set(schema.facts(connection)))]
        schema.schema_file(connection.vendor).write_text("\n".join(lines) + "\n", encoding="utf-8")

    assert schema.differences(connection) == [], "a migration changed the schema: run python -m tests.schema"


CHANGED = {
    "sqlite": {
        "a weakened CHECK": [
            "PRAGMA writable_schema = ON",
            """UPDATE sqlite_master SET sql = replace(sql, '"points" >= -10000000', '"points" >= -99999999')
                WHERE name = 'ledger_posting'""",
            "PRAGMA writable_schema = OFF",
        ],
        "a foreign trigger": """CREATE TRIGGER helpful AFTER INSERT ON ledger_eveningtotal
            BEGIN UPDATE ledger_eveningtotal SET points = 0 WHERE id = NEW.id; END""",
        "a unique index that is gone": "DROP INDEX one_first_line_per_deal",
        "a table without its constraints": [
            "PRAGMA writable_schema = ON",
            """UPDATE sqlite_master SET sql = replace(sql, ', CONSTRAINT "sitting_out_costs_nothing"', ', --')
                WHERE name = 'ledger_posting'""",
            "PRAGMA writable_schema = OFF",
        ],
        "a column more": "ALTER TABLE ledger_posting ADD COLUMN secret integer",
        "a view in the way": "CREATE VIEW ledger_book AS SELECT 1",
    },
    "postgresql": {
        "a CHECK that is gone": "ALTER TABLE ledger_posting DROP CONSTRAINT points_in_range",
        "a weakened CHECK": """ALTER TABLE ledger_posting DROP CONSTRAINT points_in_range;
            ALTER TABLE ledger_posting ADD CONSTRAINT points_in_range CHECK (points >= -99999999)""",
        "a CHECK that looks at no old row": """ALTER TABLE ledger_posting DROP CONSTRAINT points_in_range;
            ALTER TABLE ledger_posting ADD CONSTRAINT points_in_range
            CHECK (points >= -10000000 AND points <= 10000000) NOT VALID""",
        "a UNIQUE that is gone": "ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_reverses_id_key",
        "foreign keys that are gone": """DO $$DECLARE name text; BEGIN FOR name IN SELECT conname FROM pg_constraint
            WHERE contype = 'f' AND conrelid = 'ledger_posting'::regclass
            LOOP EXECUTE 'ALTER TABLE ledger_posting DROP CONSTRAINT ' || quote_ident(name); END LOOP; END$$""",
        "foreign keys that are off": "ALTER TABLE ledger_posting DISABLE TRIGGER ALL",
        "an index that is gone": "DROP INDEX one_first_line_per_deal",
        "a foreign trigger": """CREATE FUNCTION helpful() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN NEW.points = 0; RETURN NEW; END$$;
            CREATE TRIGGER helpful BEFORE INSERT ON ledger_eveningtotal FOR EACH ROW EXECUTE FUNCTION helpful()""",
        "a rule that swallows rows": "CREATE RULE quiet AS ON INSERT TO ledger_logline DO INSTEAD NOTHING",
        "row security": "ALTER TABLE ledger_entry ENABLE ROW LEVEL SECURITY",
        "a policy": "CREATE POLICY mine ON ledger_entry USING (false)",
        "an unlogged table": "ALTER TABLE ledger_namechange SET UNLOGGED",
        "a column of another type": "ALTER TABLE ledger_club ALTER COLUMN name TYPE text",
        "a column that may be empty": "ALTER TABLE ledger_season ALTER COLUMN lines DROP NOT NULL",
        "a default": "ALTER TABLE ledger_season ALTER COLUMN head SET DEFAULT 'x'",
    },
}
SITE = "pg_monitor"  # a role that every server has
OTHER_GUARDS = {
    "under a condition": [
        "DROP TRIGGER guard_seal ON ledger_entry",
        """CREATE TRIGGER guard_seal BEFORE INSERT ON ledger_entry
            FOR EACH ROW WHEN (NEW.seats = 0) EXECUTE FUNCTION guard_seal()""",
    ],
    "with other tables before its own": ["ALTER FUNCTION guard_seal() SET search_path = evil, public"],
    "with no tables of its own": ["ALTER FUNCTION guard_seal() RESET search_path"],
    "by another function": [
        "CREATE FUNCTION guard_nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "DROP TRIGGER guard_seal ON ledger_entry",
        "CREATE TRIGGER guard_seal BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION guard_nothing()",
    ],
    "for replicas only": ["ALTER TABLE ledger_entry ENABLE REPLICA TRIGGER guard_seal"],
}
ALL_CHANGED = [
    pytest.param(change, id=name, marks=pytest.mark.only_on("postgres" if vendor == "postgresql" else vendor))
    for vendor, changes in CHANGED.items()
    for name, change in changes.items()
]


@pytest.mark.parametrize("change", ALL_CHANGED)
def test_what_was_changed_beside_the_migrations_is_noticed(change):
    run(change)

    assert schema.differences(connection) != []
    assert any("not what the migrations make" in finding.message for finding in audit().findings)


def run(statements):
    if connection.vendor == "postgresql":
        connection.check_constraints()
    with schema.unlocked(connection), connection.cursor() as cursor:
        for statement in [statements] if isinstance(statements, str) else statements:
            cursor.execute(statement)


@pytest.mark.only_on("postgres")
@pytest.mark.parametrize("right", ["UPDATE", "UPDATE (points)", "DELETE", "TRUNCATE", "TRIGGER"])
def test_a_right_that_the_sites_role_is_not_to_have_is_noticed(right):
    run([f"GRANT SELECT, INSERT ON ledger_posting TO {SITE}"])
    assert roles.excess_rights(connection) == []

    run([f"GRANT {right} ON ledger_posting TO {SITE}"])

    assert roles.excess_rights(connection) == [f"{right.split()[0]} on ledger_posting to {SITE}"]
    assert any("open to others" in finding.message for finding in audit().findings)


@pytest.mark.only_on("postgres")
@pytest.mark.parametrize("change", OTHER_GUARDS.values(), ids=OTHER_GUARDS)
def test_a_guard_that_is_another_one_under_its_name_counts_as_missing(change):
    run(change)

    assert missing(connection) == ["guard_seal"]


@pytest.mark.only_on("postgres")
def test_a_guard_of_one_column_counts_as_missing():
    name = "guard_ledger_posting_update"
    run(
        [
            f"DROP TRIGGER {name} ON ledger_posting",
            f"""CREATE TRIGGER {name} BEFORE UPDATE OF id ON ledger_posting
        FOR EACH ROW EXECUTE FUNCTION {name}()""",
        ]
    )

    assert missing(connection) == [name]
