"""The engine's own checks of all that it stores: references, the pages of its file, and every row."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.db import IntegrityError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Exists, OuterRef

from ledger.models import Club, Entry, Posting, ScoringTableVersion, Season
from ledger.queries.book.audit.findings import Finding
from ledger.queries.book.audit.reading import damage, unreadable_rows
from ledger.queries.site.snapshot import apart
from ledger.rules.site.refusal import gettext_noop

MOST_PAGES = 20  # faults that are named; SQLite would name a hundred
# Every season's proof reads all of these already.
READ_WITH_THE_BOOK = (Entry, Posting, Season, ScoringTableVersion)
LOST_REFERENCE = gettext_noop("A row refers to one that is not there: %(error)s")
FILE_DAMAGED = gettext_noop("The database file is damaged: %(error)s")
LAST_ID_IN_SIGHT = 2**62  # half of what there is; a row a microsecond would take 146,000 years
SEQUENCE_ENDED = gettext_noop(
    "The count of ids of %(table)s was moved to %(last)s: no row can be added at its end. Stop the site, keep a copy, "
    "and run: UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM %(table)s) WHERE name = '%(table)s'"
)
NOT_ASKED = gettext_noop("The database could not be asked: %(error)s")


def database_findings() -> Iterator[Finding]:
    """Findings of the engine's own checks; their time grows with everything in the database."""
    is_sqlite = connection.vendor == "sqlite"
    yield from going_on(_damaged_pages if is_sqlite else tuple)
    yield from going_on(ended_sequences)
    yield from going_on(_references if is_sqlite else _lost_references)
    yield from damaged_rows_of_django()
    models: Any = Club._meta.apps.all_models["ledger"].values()
    for model in models:
        if model not in READ_WITH_THE_BOOK:
            yield from unreadable_rows(model._meta.base_manager.all())


def damaged_rows_of_django() -> Iterator[Finding]:
    """Rows of Django's own tables that cannot be read, as far as the tables are what the next migrations leave."""
    models: Any = (MigrationRecorder.Migration, *Club._meta.apps.get_models())
    there, described = connection.introspection.table_names(), connection.introspection.get_table_description
    for model in [model for model in models if model._meta.app_label != "ledger" and model._meta.db_table in there]:
        with connection.cursor() as cursor:
            columns = {column.name for column in described(cursor, model._meta.db_table)}
        if columns.issuperset(column.column for column in model._meta.concrete_fields):
            yield from unreadable_rows(model._meta.base_manager.all())


def going_on(check: Callable[[], Iterable[Finding]], *, most: int = 200) -> list[Finding]:
    """A check's findings, up to a limit; if the database fails it, that is one of them.

    So is a lost connection or a full disk, in the engine's words: then nothing is proved.
    """
    findings: list[Finding] = []
    try:
        with apart():
            for finding in islice(check(), most):
                findings.append(finding)
    except Exception as error:  # a damaged file makes the engine, its driver and Django raise almost anything
        findings.append(damage(NOT_ASKED, error))
    return findings


def _damaged_pages() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        answers = cursor.execute(f"PRAGMA integrity_check({MOST_PAGES})").fetchall()
    for (answer,) in answers:
        if answer != "ok":
            yield Finding(FILE_DAMAGED, {"error": answer}, is_damage=True)


def ended_sequences() -> Iterator[Finding]:
    """SQLite's id counters that are so near their end that no service can have brought them there.

    Every new row is then refused, as if the disk were full. On PostgreSQL the site's role cannot move a sequence.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence WHERE seq >= %s ORDER BY name", [LAST_ID_IN_SIGHT])
        for table, last in cursor.fetchall():
            yield Finding(SEQUENCE_ENDED, {"table": table, "last": last})


def _references() -> Iterator[Finding]:
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Finding(LOST_REFERENCE, {"error": str(error)})


def _lost_references() -> Iterator[Finding]:
    """Rows with a dangling reference, for an engine without a check of its own for stored rows."""
    models: Any = Club._meta.apps.all_models["ledger"].values()
    for model in models:
        for column in (field for field in model._meta.concrete_fields if field.is_relation):
            there = column.related_model._meta.base_manager.filter(pk=OuterRef(column.attname))
            if model._meta.base_manager.filter(~Exists(there), **{f"{column.name}__isnull": False}).exists():
                yield Finding(LOST_REFERENCE, {"error": f"{model._meta.db_table}.{column.column}"})
