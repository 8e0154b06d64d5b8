"""The whole schema as the migrations make it, compared with a database's.

A guard is worth no more than what it stands on: a CHECK that was dropped, a trigger of somebody else's, a rule that
swallows rows. So every fact of a schema is a line of text; those that belong are in a file for each engine, written
anew after a migration by `python -m tests.schema`. The guards themselves are compared by ledger/models/book/guards.py.
"""

from collections.abc import Iterator
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

HEAD = "# What the migrations make, one fact a line; after a migration: python -m tests.schema"
# What SQLite makes for a constraint has no text of its own: the constraint stands in its table's.
ON_SQLITE = """
    SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND NOT (type = 'trigger' AND name GLOB 'guard_*')"""
# How a table persists is a fact too, since one that is unlogged is empty after a crash.
ON_POSTGRESQL = r"""
    WITH ours AS (
        SELECT oid, relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f'))
    SELECT relname, 'table ' || relname || ': ' || relkind::text || ' ' || relpersistence::text
        || CASE WHEN relrowsecurity OR relforcerowsecurity THEN ' with row security' ELSE '' END FROM ours
    UNION ALL SELECT relname, 'column ' || relname || '.' || attname || ': ' || format_type(atttypid, atttypmod)
        || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || CASE WHEN attidentity <> '' THEN ' IDENTITY' ELSE '' END
        || CASE attgenerated WHEN '' THEN '' ELSE ' GENERATED' END
        || coalesce(' DEFAULT ' || regexp_replace(pg_get_expr(adbin, adrelid), '\s+', ' ', 'g'), '')
        FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL SELECT relname, 'constraint ' || relname || '.' || conname || ': '
        || pg_get_constraintdef(pg_constraint.oid)
        FROM ours JOIN pg_constraint ON conrelid = ours.oid AND contype IN ('c', 'f', 'p', 'u', 'x')
    UNION ALL SELECT ours.relname, 'index ' || ours.relname || '.' || own.relname || ': '
        || replace(pg_get_indexdef(indexrelid), ' ON ' || quote_ident(current_schema()) || '.', ' ON ')
        || CASE WHEN indisvalid AND indisready THEN '' ELSE ' INVALID' END
        FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class own ON own.oid = indexrelid
    UNION ALL SELECT relname, 'trigger ' || relname || '.' || tgname || ': ' || pg_get_triggerdef(pg_trigger.oid)
        FROM ours JOIN pg_trigger ON tgrelid = ours.oid AND NOT tgisinternal AND tgname NOT LIKE 'guard\_%'
    UNION ALL SELECT relname, 'trigger that is off ' || relname || '.' || tgname
        FROM ours JOIN pg_trigger ON tgrelid = ours.oid AND tgenabled <> 'O'
    UNION ALL SELECT relname, 'rule ' || relname || '.' || rulename
        FROM ours JOIN pg_rewrite ON ev_class = ours.oid AND rulename <> '_RETURN'
    UNION ALL SELECT relname, 'policy ' || relname || '.' || polname FROM ours JOIN pg_policy ON polrelid = ours.oid
    UNION ALL SELECT ours.relname, 'child ' || inhrelid::regclass FROM ours JOIN pg_inherits ON inhparent = ours.oid"""


def differences(connection: BaseDatabaseWrapper) -> list[str]:
    """Differences between the database's schema and what the migrations make, one line each; one query."""
    belongs, present = expected_facts(connection.vendor), set(facts(connection))
    return [
        *(f"lacks {fact}" for fact in sorted(belongs - present)),
        *(f"has {fact}" for fact in sorted(present - belongs)),
    ]


def facts(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Every fact of the schema except the guards; on PostgreSQL only of tables that migrations make."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(ON_SQLITE)
            for kind, name, table, sql in cursor.fetchall():
                yield from _facts_of_sqlite(kind, name, table, " ".join(sql.split()))
        else:
            cursor.execute(ON_POSTGRESQL)
            ours = _tables_of_postgresql()
            yield from (fact for table, fact in cursor.fetchall() if not ours or table in ours)


def expected_facts(vendor: str) -> frozenset[str]:
    """The facts of the schema that this release's migrations make on an engine."""
    lines = file_of(vendor).read_text(encoding="utf-8").splitlines() if file_of(vendor).exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def file_of(vendor: str) -> Path:
    """The path of an engine's facts."""
    return Path(__file__).with_name(f"schema_{vendor}.txt")


def _tables_of_postgresql() -> set[str]:
    starts = "table "
    return {fact[len(starts) :].split(":")[0] for fact in expected_facts("postgresql") if fact.startswith(starts)}


def _facts_of_sqlite(kind: str, name: str, table: str, sql: str) -> Iterator[str]:
    """A table in parts, so that differences have names and the order of columns is none; anything else as it is."""
    if kind != "table" or "(" not in sql:
        yield f"{kind} {name} on {table}: {sql}"
        return
    _, _, rest = sql.partition("(")
    inside, _, end = rest.rpartition(")")
    yield from (f"table {name}: {part}" for part in _parts(inside))
    yield f"table {name} ends: {end.strip()}"


def _parts(text: str) -> Iterator[str]:
    """A text cut at its commas outside parentheses."""
    depth = start = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()
