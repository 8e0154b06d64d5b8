"""What the database under the site is and what it refuses, beside the guards of the book."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations

# Detects that SQLite's file was moved or replaced, by its number in the file system.
#
# SQLite goes on writing to the file it has open, whatever its name is now, and if there is no file it makes an empty
# one. Either would take deals that nobody finds again.


Identity = tuple[int, int]

_first_opened: dict[Path, Identity] = {}  # by path: the file that this process opened first


def remember_file(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remember the file of a new connection; a signal handler."""
    file = file_of(connection)
    present = file and identity(file)
    if file and present:
        _first_opened.setdefault(file, present)


def is_still_there(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database's path still leads to the file that this process opened first; asks the file system once."""
    file = Path(str(connection.settings_dict["NAME"]))
    opened = _first_opened.get(file)
    return opened is None or identity(file) == opened


def file_of(connection: BaseDatabaseWrapper) -> Path | None:
    """SQLite's file, if the database is one."""
    name = str(connection.settings_dict["NAME"])
    return Path(name) if connection.vendor == "sqlite" and not name.startswith((":memory:", "file:")) else None


def identity(file: Path) -> Identity | None:
    """A file's number in the file system, None if there is no file."""
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


# The whole schema as the migrations make it, compared with a database's.
#
# A guard is worth no more than what it stands on: a CHECK that was dropped, a trigger of somebody else's, a rule that
# swallows rows. So every fact of a schema is a line of text; those that belong are in a file for each engine, written
# anew after a migration by `python -m tests.schema`. The guards themselves are compared by
# ledger/models/book/guards.py.


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
            tables = [fact for fact in expected_facts("postgresql") if fact.startswith("table ")]
            ours = {fact.removeprefix("table ").partition(":")[0] for fact in tables}
            yield from (fact for table, fact in cursor.fetchall() if not ours or table in ours)


def expected_facts(vendor: str) -> frozenset[str]:
    """The facts of the schema that this release's migrations make on an engine."""
    lines = schema_file(vendor).read_text(encoding="utf-8").splitlines() if schema_file(vendor).exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def schema_file(vendor: str) -> Path:
    """The path of an engine's facts."""
    return Path(__file__).with_name(f"schema_{vendor}.txt")


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


# A lock on the site's own SQLite connections: they may read and write rows, but not change the schema.
#
# Code with a connection could drop a guard, or switch off the checks that guards rest on. SQLite asks an authorizer
# before it prepares a statement; ours lets rows through and refuses the rest: DROP, ALTER, CREATE, ATTACH, and every
# PRAGMA that sets something. Migrations open the lock, and whatever else must change the schema uses `unlocked`.
# PostgreSQL has roles for this (docs/serving.md).


WITH_ROWS = ("SELECT", "READ", "INSERT", "UPDATE", "DELETE", "FUNCTION", "TRANSACTION", "SAVEPOINT", "RECURSIVE")
# The pragmas that only tell, though they take a word: of the schema (Django's introspection), and of its soundness.
TELLING = frozenset(
    {
        "foreign_key_check",
        "foreign_key_list",
        "index_info",
        "index_list",
        "index_xinfo",
        "integrity_check",
        "quick_check",
        "table_info",
        "table_list",
        "table_xinfo",
        "wal_checkpoint",  # tells nothing, but changes no row either: forgetting empties the log by it
    }
)

MARK = "schema_is_unlocked"  # kept on Django's wrapper, which outlives a lost connection


def authorizer(sqlite: Any) -> Callable[..., int]:
    """What answers SQLite before it prepares a statement; `sqlite` is the module that Django's connections are of.

    Not imported here, since PostgreSQL needs no SQLite.
    """
    with_rows = frozenset(getattr(sqlite, f"SQLITE_{action}") for action in WITH_ROWS)
    granted: int = sqlite.SQLITE_OK
    denied: int = sqlite.SQLITE_DENY
    pragma: int = sqlite.SQLITE_PRAGMA

    def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        # A pragma comes with its name and the value it is given.
        if action == pragma and (second is None or str(first).lower() in TELLING):
            return granted
        return granted if action in with_rows else denied

    return authorize


def lock(connection: Any, **_: Any) -> None:
    """Lock a new connection, unless it is opened inside `unlocked`; a signal handler."""
    if connection.vendor == "sqlite" and not getattr(connection, MARK, False):
        connection.connection.set_authorizer(authorizer(connection.Database))


def unlock(connection: BaseDatabaseWrapper) -> None:
    """Open the lock until `relock`, for a migration."""
    connection.ensure_connection()
    setattr(connection, MARK, True)
    if connection.vendor == "sqlite":
        connection.connection.set_authorizer(None)


def relock(connection: BaseDatabaseWrapper) -> None:
    """Lock a connection again."""
    setattr(connection, MARK, False)
    connection.ensure_connection()
    lock(connection)


@contextmanager
def unlocked(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Open the lock for the length of a block; a lock that was open before stays open."""
    was_open = getattr(connection, MARK, False)
    unlock(connection)
    try:
        yield
    finally:
        if not was_open:
            relock(connection)


# What PostgreSQL's column types refuse, as conditions for SQLite's guards.
#
# SQLite stores what it is given: a text longer than its column, half a point, a number that no other database holds.
# Such a row would break the sums or the chains. Read off the models, so that a new column is covered.


INTEGER_RANGES = BaseDatabaseOperations.integer_field_ranges
# The one character that neither a text nor JSON can hold on PostgreSQL.
NUL = "char(0)"
JSON_NUL = r"'\u0000'"


def misfits(model: type[models.Model]) -> str:
    """The condition that a table's new row holds a value that is not of its column's type."""
    fields = model._meta.local_fields
    # What the database itself generates fits.
    return "\n OR ".join(_misfit(it) for it in fields if not isinstance(it, models.AutoField | models.GeneratedField))


def displaces(model: type[models.Model], *, but_not: str = "") -> str:
    """The condition that a new row has a key of another row, which REPLACE would remove.

    `but_not` is a condition that excludes the row itself, for an update.
    """
    keys = [" AND ".join(f"{name} = NEW.{name}" for name in names) for names in _keys(model)]
    same = f"({' OR '.join(keys)}){but_not and f' AND {but_not}'}"
    return f"EXISTS (SELECT 1 FROM {model._meta.db_table} WHERE {same})"  # noqa: S608 - the model's own names


def _keys(model: type[models.Model]) -> Iterable[list[str]]:
    """The columns of every key, and rowid, which is a key of every row on SQLite."""
    yield ["rowid"]
    columns = {field.name: str(field.column) for field in model._meta.local_fields}
    yield from ([columns[field.name]] for field in model._meta.local_fields if field.unique)
    for constraint in model._meta.total_unique_constraints:
        yield [columns[name] for name in constraint.fields]


def _misfit(field: "models.Field[Any, Any]") -> str:
    value = f"NEW.{field.column}"
    wrong = " OR ".join(_wrongs(field, value))
    return f"({value} IS NOT NULL AND ({wrong}))" if field.null else f"({wrong})"


def _wrongs(field: "models.Field[Any, Any]", value: str) -> Iterable[str]:
    """Conditions that a value of this field is wrong.

    Raises KeyError for a kind of field without any.
    """
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    kind = field.get_internal_type()
    if isinstance(field, models.CharField):
        return [f"typeof({value}) <> 'text'", f"length({value}) > {field.max_length}", f"instr({value}, {NUL}) > 0"]
    if isinstance(field, models.IntegerField):
        least, most = INTEGER_RANGES[kind]
        return [f"typeof({value}) <> 'integer'", f"{value} NOT BETWEEN {least} AND {most}"]
    return {
        # SQLite counts on from a day that there is not, such as 31 February: a day is what it gives back as it is.
        "DateField": [f"{value} IS NOT date({value})"],
        "DateTimeField": [f"typeof({value}) <> 'text'", f"datetime({value}) IS NULL"],
        "JSONField": [f"typeof({value}) <> 'text'", f"instr({value}, {NUL}) > 0", f"instr({value}, {JSON_NUL}) > 0"],
        "UUIDField": [f"typeof({value}) <> 'text'", f"length({value}) <> 32", f"{value} GLOB '*[^0-9a-f]*'"],
    }[kind]
