"""The site's role on PostgreSQL, which may read the book and add to it, and nothing more.

The owner of the tables migrates them; to everybody else the book, what was closed and the log are closed to UPDATE,
DELETE and TRUNCATE, and their guards cannot be dropped or switched off. It may read everything, sequences too, since it
makes the backups. `manage.py grant_role` gives the rights, again after every migration.
"""

from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from ledger.models.book.guards import FROZEN
from ledger.models.book.log import NameChange, UsedForm
from ledger.models.clubs.club import FormerAddress, Writer
from ledger.models.evenings import AnswerWords
from ledger.models.imports import BookImport

READ = "SELECT"
ADD = "SELECT, INSERT"
CHANGE = "SELECT, INSERT, UPDATE, DELETE"
RIGHTS_BY_MODEL: dict[type[Model], str] = {
    **dict.fromkeys(FROZEN, ADD),
    UsedForm: f"{ADD}, UPDATE",  # the answer is written when the form is done
    Writer: f"{ADD}, UPDATE",  # whoever wrote chooses what they are called
    NameChange: f"{ADD}, DELETE",  # a forgotten player's names go
    AnswerWords: f"{ADD}, DELETE",  # and what they wrote
    FormerAddress: f"{ADD}, DELETE",  # and where their page was
    BookImport: f"{ADD}, UPDATE",  # that it was undone
}
RIGHTS = {model._meta.db_table: rights for model, rights in RIGHTS_BY_MODEL.items()}  # every other table: CHANGE
RIGHTS["django_migrations"] = READ  # each start asks whether all were applied
# TRIGGER too: whoever may add one can rewrite rows on their way into the book.
MAY_CHANGE_THE_BOOK = "has_table_privilege(%(role)s, 'ledger_entry', 'UPDATE, DELETE, TRUNCATE, TRIGGER')"
# Columns besides tables, since a right may be given on a single column.
GIVEN = """
    SELECT relname, privilege_type, coalesce(rolname, 'PUBLIC') FROM (
        SELECT relname, relowner, relacl AS acl FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        UNION ALL SELECT relname, relowner, attacl FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attacl IS NOT NULL
    ) AS tables, aclexplode(acl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
    WHERE grantee <> relowner GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""
# Tables first, then sequences. Rows take their numbers without a right on the sequence; only a dump reads it.
LACKING = """
    SELECT name FROM (
        SELECT DISTINCT 1 AS part, needed.name FROM unnest(%(tables)s::text[], %(rights)s::text[])
        AS needed(name, privilege) WHERE NOT has_table_privilege(%(role)s, quote_ident(needed.name), needed.privilege)
        UNION ALL SELECT 2, relname::text FROM pg_class
        WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
        AND NOT has_table_privilege(%(role)s, oid, 'SELECT')
    ) AS lacking ORDER BY part, name"""


def exists(connection: BaseDatabaseWrapper, role: str) -> bool:
    """Whether the server knows a role of this name."""
    return bool(_ask(connection, "count(*) FROM pg_roles WHERE rolname = %(role)s", role))


def may_change_the_book(connection: BaseDatabaseWrapper, role: str) -> bool:
    """Whether a role may do more than read the book and add to it, like its owner and superusers."""
    return bool(_ask(connection, MAY_CHANGE_THE_BOOK, role))


def owns_the_book(connection: BaseDatabaseWrapper, role: str) -> bool:
    """Whether a role is the owner of the book, may act as the owner, or is a superuser."""
    owner = "(SELECT relowner FROM pg_class WHERE oid = 'ledger_entry'::regclass)"
    return bool(_ask(connection, f"pg_has_role(%(role)s, {owner}, 'MEMBER')", role))


def current_role(connection: BaseDatabaseWrapper) -> str:
    """The role this connection acts as."""
    return str(_ask(connection, "current_user", ""))


def tables_without_rights(connection: BaseDatabaseWrapper, role: str) -> list[str]:
    """The tables on which a role lacks rights that the site needs, then the sequences that its backups need."""
    needs = [
        (table, right)
        for table in connection.introspection.table_names()
        for right in RIGHTS.get(table, CHANGE).split(", ")
    ]
    tables, rights = ([need[n] for need in needs] for n in (0, 1))
    with connection.cursor() as cursor:
        cursor.execute(LACKING, {"role": role, "tables": tables, "rights": rights})
        return [name for (name,) in cursor.fetchall()]


def excess_rights(connection: BaseDatabaseWrapper) -> list[str]:
    """Rights on the site's tables that nobody but their owner should have: "UPDATE on ledger_entry to name".

    Rights to read, and those that `grants` gives, are not listed.
    """
    with connection.cursor() as cursor:
        cursor.execute(GIVEN)
        given = cursor.fetchall()
    allowed = {table: set(right.split(", ")) for table, right in RIGHTS.items()}
    return [
        f"{right} on {table} to {role}"
        for table, right, role in given
        if table in allowed and right not in allowed[table] | {READ}
    ]


def grants(connection: BaseDatabaseWrapper, role: str) -> Iterator[str]:
    """Statements for the owner to run, which grant a role what the site needs and revoke the rest."""
    name, schema = connection.ops.quote_name(role), _ask(connection, "quote_ident(current_schema())", role)
    # Whoever may create there could make a table or a function of their own that is found in place of ours.
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC, {name}"
    yield f"GRANT USAGE ON SCHEMA {schema} TO {name}"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM PUBLIC, {name}"
    yield f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA {schema} FROM PUBLIC, {name}"
    yield f"GRANT SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {name}"
    for table in connection.introspection.table_names():
        yield f"GRANT {RIGHTS.get(table, CHANGE)} ON {connection.ops.quote_name(table)} TO {name}"


def _ask(connection: BaseDatabaseWrapper, question: str, role: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {question}", {"role": role})
        return cursor.fetchone()[0]
