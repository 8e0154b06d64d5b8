"""A proved dump of PostgreSQL: the audit and the dump read one moment, and are compared row by row."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryFile

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.conninfo import make_conninfo

from ledger.queries.book.audit.audit import audit
from ledger.queries.site import one_moment
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.site.other_database import DOES_NOT_HOLD, libpq_settings, without_haste

NO_PG_DUMP = gettext_noop(
    "The program pg_dump is missing. Install PostgreSQL's client programs, or let the server itself be backed up."
)
THROUGH_A_POOLER = gettext_noop(
    "The way to the database leads through a pooler, which no dump may take: set WHISTKLUB_DUMP_SERVER to the host and "
    "port of PostgreSQL itself."
)
NO_COPY = gettext_noop("The database could not be copied: %(why)s")
NOT_PUT_BACK = gettext_noop("The copy could not be put back: %(why)s")
NOT_THE_SAME = gettext_noop("The copy is not what the database held: %(tables)s.")
ROWS_OF = re.compile(rb"COPY (\S+ \(.*\)) FROM stdin;\n")
# Its tables and functions one by one: the schema itself may be another role's.
EMPTY_THE_SCHEMA = b"""
DO $$ DECLARE thing record; BEGIN
    FOR thing IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP TABLE %s CASCADE', thing.name); END LOOP;
    FOR thing IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP FUNCTION %s CASCADE', thing.name); END LOOP;
END $$;
"""
END_OF_ROWS = b"\\.\n"

Digest = tuple[int, int]  # how many rows, and the sum of their digests: whatever their order


def dump_proved(copy: Path) -> None:
    """Dump the database to the file `copy`, audit the book as of that moment, and prove that the dump holds just that.

    Raises Refusal when a program is missing or fails, the book does not hold, or the dump's rows differ.
    """
    with one_moment(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (moment,) = cursor.fetchone()
        dump(copy, f"--snapshot={moment}")
        audited = audit()
        if audited.findings:
            raise Refusal(DOES_NOT_HOLD, why=str(audited.findings[0]))
        _require_the_same(_rows_in_dump(copy), cursor)


def dump(copy: Path, *options: str) -> None:
    """Write the database to a file by pg_dump, with all connection settings of DATABASE_URL.

    Raises Refusal if pg_dump fails.
    """
    if not settings.DUMP_SERVER and _is_through_a_pooler():
        raise Refusal(THROUGH_A_POOLER)
    settled = libpq_settings() | settings.DUMP_SERVER
    password = settled.pop("password", "")  # in the environment: everybody on the machine can read a command
    command = [_program("pg_dump"), "--format=custom", f"--file={copy}", f"--dbname={make_conninfo(**settled)}"]
    environment = _surroundings(PGPASSWORD=password)
    outcome = subprocess.run([*command, *options], env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if outcome.returncode:
        raise Refusal(NO_COPY, why=_reason(outcome.stderr))


def put_dump_back(file: Path) -> None:
    """Put what a dump holds, with its roles' rights, in the place of everything that the database holds.

    It is one transaction: whatever goes wrong, the database stays as it is.
    Raises Refusal if a program is missing or fails.
    """
    read = [_program("pg_restore"), "--no-owner", "--file=-", str(file)]
    settled = libpq_settings() | settings.DUMP_SERVER
    password = settled.pop("password", "")
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    write = [_program("psql"), *options, f"--dbname={make_conninfo(**settled)}", "--file=-"]
    surroundings = _surroundings(PGPASSWORD=password)
    with TemporaryFile("w+b") as statements:
        statements.write(EMPTY_THE_SCHEMA)
        statements.flush()
        outcomes = [subprocess.run(read, env=surroundings, stdout=statements, stderr=PIPE, check=False)]  # noqa: S603
        if not outcomes[0].returncode:
            statements.seek(0)
            outcomes.append(
                subprocess.run(write, env=surroundings, stdin=statements, stderr=PIPE, check=False)  # noqa: S603
            )
    if outcomes[-1].returncode:
        raise Refusal(NOT_PUT_BACK, why=_reason(outcomes[-1].stderr.decode()))


def _is_through_a_pooler() -> bool:
    """Whether a pooler answers for the server: the process that it claims to be is not the one it asks.

    pg_dump empties its session's search path before it begins its transaction. A pooler passes that session on to pages
    that then find no table, and the transaction may be of another session, whose dump cannot be restored.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (serves,) = cursor.fetchone()
    return bool(connection.connection.info.backend_pid != serves)


def rows_dumped(copy: Path, table: str) -> Iterator[dict[str, str]]:
    """The rows of one table in a dump, each by its columns, as PostgreSQL spells values.

    Raises Refusal if pg_restore cannot read the dump.
    """
    for heading, rows in _tables_in(copy, f"--table={table}"):
        columns = heading.partition("(")[2].rstrip(")").replace('"', "").split(", ")
        for row in rows:
            yield dict(zip(columns, row.decode().rstrip("\n").split("\t"), strict=True))


def _rows_in_dump(copy: Path) -> dict[str, Digest]:
    """The rows of each table in a dump; the tables as they stand after COPY, with their columns."""
    return {heading: _digest(rows) for heading, rows in _tables_in(copy)}


def _tables_in(copy: Path, *options: str) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Each table in a dump, as it stands after COPY, with its rows, which are read before the next table is asked for.

    Raises Refusal if pg_restore cannot read the dump to its end.
    """
    command = [_program("pg_restore"), "--data-only", "--file=-", *options, str(copy)]
    # Errors go to a file: a pipe that nobody empties while the rows are read would stop the program.
    with TemporaryFile("w+") as errors, Popen(command, stdout=PIPE, stderr=errors, env=_surroundings()) as restore:  # noqa: S603
        lines = iter(restore.stdout or ())
        for line in lines:
            if table := ROWS_OF.fullmatch(line):
                yield table[1].decode(), takewhile(END_OF_ROWS.__ne__, lines)
        restore.wait()
        errors.seek(0)
        if restore.returncode:
            raise Refusal(NO_COPY, why=_reason(errors.read()))


def _require_the_same(dumped: dict[str, Digest], cursor: CursorWrapper) -> None:
    """Raise Refusal if a dump lacks a table, or if any of its rows differs from the database's."""
    names = {table.partition(" ")[0].rpartition(".")[2].strip('"') for table in dumped}
    differ = sorted(set(connection.introspection.table_names(cursor)) - names)
    for table, rows in dumped.items():
        with cursor.copy(f"COPY {table} TO STDOUT") as stored:
            if _digest(bytes(row) for row in stored) != rows:
                differ.append(table.partition(" ")[0])
    if differ:
        raise Refusal(NOT_THE_SAME, tables=", ".join(differ))


def _digest(rows: Iterable[bytes]) -> Digest:
    count = total = 0
    for row in rows:
        count, total = count + 1, total + int.from_bytes(sha256(row).digest())
    return count, total


def _program(name: str) -> str:
    program = shutil.which(name)
    if program is None:
        raise Refusal(NO_PG_DUMP)
    return program


def _surroundings(**more: str) -> dict[str, str]:
    """The environment of PostgreSQL's programs: times in UTC, like the site's own connection, and English messages."""
    return {**without_haste(), "PGTZ": "UTC", "LC_ALL": "C", **more}


def _reason(errors: str) -> str:
    """The first error that such a program printed: what follows only gives its context."""
    lines = errors.strip().splitlines() or ["?"]
    return next((line for line in lines if "error:" in line), lines[-1])
