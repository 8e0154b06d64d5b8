"""A database that may be damaged: the engine's own checks, rows that cannot be read, what is found."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from django.db import IntegrityError, connection, models
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Exists, OuterRef

from ledger.models import Club, Entry, Posting, ScoringTableVersion, Season
from ledger.queries.site import apart, will_pass
from ledger.rules.site.refusal import Refusal, gettext_noop, in_english, ngettext_lazy

EVENINGS = ngettext_lazy("%(count)s evening", "%(count)s evenings", "count")
DEALS = ngettext_lazy("%(count)s deal", "%(count)s deals", "count")


@dataclass(frozen=True)
class Finding:
    """Something that does not hold: an English sentence, which is the key of its translation, with its params.

    If it is about an entry, `params["entry"]` names it: the club's number, the season's address, the
    entry's number. `is_damage` means that the database could not be read there.
    """

    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    is_damage: bool = False

    def __str__(self) -> str:
        return in_english(self.message, self.params)


@dataclass(frozen=True)
class Audit:
    """What an audit saw: the numbers of evenings, entries and deals played, the sum of all units, and its findings.

    `remarks` are worth knowing and no fault of the book.
    """

    evenings: int
    entry_count: int
    deals: int
    total: int
    findings: tuple[Finding, ...]
    remarks: tuple[Finding, ...] = ()

    @property
    def first_entry(self) -> str | None:
        """The first entry with a finding, as `Finding` names it; None if there is none."""
        return next((str(finding.params["entry"]) for finding in self.findings if "entry" in finding.params), None)

    @property
    def is_damaged(self) -> bool:
        """Whether part of the database could not be read."""
        return any(finding.is_damage for finding in self.findings)

    @property
    def balance(self) -> Finding:
        """The sentence about a book without findings."""
        evenings, deals = Refusal(EVENINGS, count=self.evenings), Refusal(DEALS, count=self.deals)
        return Finding(
            gettext_noop("The whole book, all seasons, balances: %(evenings)s, %(deals)s, sum %(sum)s."),
            {"evenings": evenings, "deals": deals, "sum": self.total},
        )


MOST_PAGES = 20  # faults that are named; SQLite would name a hundred
# Every season's proof reads all of these already.
READ_WITH_THE_BOOK = (Entry, Posting, Season, ScoringTableVersion)
LOST_REFERENCE = gettext_noop("A row refers to one that is not there: %(error)s")
LAST_ID_IN_SIGHT = 2**62  # half of what there is; a row a microsecond would take 146,000 years
SEQUENCE_ENDED = gettext_noop(
    "The count of ids of %(table)s was moved to %(last)s: no row can be added at its end. Stop the site, keep a copy, "
    "and run: UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM %(table)s) WHERE name = '%(table)s'"
)
NOT_ASKED = gettext_noop("The database could not be asked: %(error)s")


def database_findings() -> Iterator[Finding]:
    """Findings of the engine's own checks; their time grows with everything in the database."""
    yield from run_check(_damaged_pages)
    yield from run_check(ended_sequences)
    yield from run_check(_lost_references)
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


def run_check(check: Callable[[], Iterable[Finding]], *, most: int = 200) -> list[Finding]:
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
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        answers = cursor.execute(f"PRAGMA integrity_check({MOST_PAGES})").fetchall()
    for (answer,) in answers:
        if answer != "ok":
            yield Finding(gettext_noop("The database file is damaged: %(error)s"), {"error": answer}, is_damage=True)


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


def _lost_references() -> Iterator[Finding]:
    """Rows with a dangling reference; PostgreSQL has no check of its own for stored rows."""
    if connection.vendor == "sqlite":
        try:
            connection.check_constraints()
        except IntegrityError as error:
            yield Finding(LOST_REFERENCE, {"error": str(error)})
        return
    models: Any = Club._meta.apps.all_models["ledger"].values()
    for column in (column for model in models for column in model._meta.concrete_fields if column.is_relation):
        rows = column.model._meta.base_manager.filter(**{f"{column.name}__isnull": False})
        there = column.related_model._meta.base_manager.filter(pk=OuterRef(column.attname))
        if rows.filter(~Exists(there)).exists():
            yield Finding(LOST_REFERENCE, {"error": f"{column.model._meta.db_table}.{column.column}"})


# Reading a database that may be damaged: unreadable rows are named, and the reading goes on.
#
# A damaged page of a file, or an invalid byte in a text, can make the engine, its driver or Django raise almost
# anything; all of it is caught here, row by row.


ROWS_AT_A_TIME = 1000


def unreadable_rows(rows: "models.QuerySet[Any]") -> Iterator[Finding]:
    """A finding for every row that cannot be read; memory does not grow with the table."""
    try:
        for keys in _keys(rows):
            yield from _unreadable_of(rows, keys)
    except Exception as error:
        yield damage(
            gettext_noop("The database's table %(table)s cannot be read: %(error)s"),
            error,
            table=rows.model._meta.db_table,
        )


def readable(rows: "models.QuerySet[Any]") -> list[Any]:
    """All readable rows of a small table, in key order."""
    try:
        with apart():
            return list(rows.order_by("pk"))
    except Exception:
        whole = []
        with suppress(Exception):  # `unreadable_rows` says which
            for key in chain.from_iterable(_keys(rows)):
                with suppress(Exception), apart():
                    whole.append(rows.get(pk=key))
        return whole


def damage(message: str, error: Exception, **params: object) -> Finding:
    """A finding about a failed query; it is no damage if the database was only busy or away."""
    return Finding(message, {**params, "error": error_words(error)}, is_damage=not will_pass(error))


def error_words(error: Exception) -> str:
    """An error's own words on one line, or its name where it has none."""
    return " ".join(str(error).split())[:200] or type(error).__name__


def _keys(rows: "models.QuerySet[Any]") -> Iterator[list[Any]]:
    """The keys of a table's rows, a thousand at a time."""
    after = rows.order_by("pk")
    while True:
        with apart():
            keys = list(after.values_list("pk", flat=True)[:ROWS_AT_A_TIME])
        if not keys:
            return
        yield keys
        after = rows.filter(pk__gt=keys[-1]).order_by("pk")


def _unreadable_of(rows: "models.QuerySet[Any]", keys: list[Any]) -> Iterator[Finding]:
    """A finding for every row between the first and the last of its keys that cannot be read."""
    try:
        with apart():
            _require_whole(rows.filter(pk__gte=keys[0], pk__lte=keys[-1]), len(keys))
    except Exception as error:
        if len(keys) == 1:
            yield damage(
                gettext_noop("Row %(row)s of the database's table %(table)s cannot be read: %(error)s"),
                error,
                table=rows.model._meta.db_table,
                row=keys[0],
            )
            return
        for key in keys:
            yield from _unreadable_of(rows, [key])


def _require_whole(rows: "models.QuerySet[Any]", count: int) -> None:
    """Read every column of so many rows, as values: only what is not whole is worth making rows of.

    Raises ValueError if there are others than so many, or if a column that is never null is: Django gives None for a
    moment it cannot read.
    """
    columns = rows.model._meta.concrete_fields
    values = list(rows.values_list(*(column.attname for column in columns)))
    if len(values) != count:
        raise ValueError("a row is not where its key is")
    for column, values_of_column in zip(columns, zip(*values, strict=True), strict=True):
        if not column.null and None in values_of_column:
            raise ValueError(f"{column.column} is not readable")
