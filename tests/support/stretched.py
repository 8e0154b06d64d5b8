"""A season made many times as long by the engine itself, for measuring and testing what grows with a season.

Its evenings are copied with their deals and sums, each copy after the one before. A copy keeps the digests of its
original, so no audit of it holds; its rows are as many, as long and as connected as those of a season that was played.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, models, transaction
from django.db.models import F

from ledger.models import Entry, Evening, EveningTotal, Posting, Season, SeasonTotal, Seat
from ledger.models.book import guards

FAR = 1_000_000  # further than any number that the rows themselves have
PLACES = "WITH RECURSIVE place(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM place WHERE n < {last})"
KEY = {  # the first 32 bits of a key say the place
    "sqlite": "printf('%08x', n) || substr({name}, 9)",
    "postgresql": "(lpad(to_hex(n), 8, '0') || substr({name}::text, 9))::uuid",
}
OF_AN_EVENING: dict[type[models.Model], str] = {
    Evening: "season_id = {season}",
    EveningTotal: "evening_id IN (SELECT id FROM ledger_evening WHERE season_id = {season})",
    Seat: "evening_id IN (SELECT id FROM ledger_evening WHERE season_id = {season})",
    Entry: "season_id = {season}",
    Posting: "entry_id IN (SELECT key FROM ledger_entry WHERE season_id = {season})",
}
LATER = {
    "sqlite": "date({name}, '+' || (n * {days}) || ' days')",
    "postgresql": "{name} + n * {days}",
}


def stretch(*, season: Season, times: int) -> None:
    """Make a season that was played without a break so many times as long, past the guards."""
    season.refresh_from_db()
    steps = {"number": season.evenings.count(), "sequence": season.entry_count}
    with without_guards(), on_trust() as cursor:
        for model in reversed(OF_AN_EVENING):  # what refers to a row first: a copy is then no model of another
            cursor.execute(_copying(model, season, times - 1, steps))
        SeasonTotal.objects.filter(season=season).update(
            **{column: F(column) * times for column in ("points", "deals", "evenings")}
        )
        Season.objects.filter(pk=season.pk).update(entry_count=season.entry_count * times)


def _copying(model: type[models.Model], season: Season, times: int, steps: dict[str, int]) -> str:
    """The statement that stores a model's rows of a season again at places 1 to `times`."""
    table, fields = model._meta.db_table, [field for field in model._meta.concrete_fields if not field.generated]
    names = ", ".join(f'"{field.column}"' for field in fields)
    moved = ", ".join(_later(model, field, steps) for field in fields)
    where = OF_AN_EVENING[model].format(season=season.pk)
    places = PLACES.format(first=1, last=times)
    return f"INSERT INTO {table} ({names}) {places} SELECT {moved} FROM place CROSS JOIN {table} WHERE {where}"


def _later(model: type[models.Model], field: Any, steps: dict[str, int]) -> str:
    """A column's value at place n: another id, key or day, where it must be unique."""
    name, about = f'"{field.column}"', field.related_model or model
    if about is Entry and (field.primary_key or field.is_relation):
        return KEY[connection.vendor].format(name=name)
    if about in OF_AN_EVENING and (field.primary_key or field.is_relation):
        return f"{name} + n * {FAR}"
    if (model, field.name) in ((Evening, "number"), (Entry, "sequence")):
        return f"{name} + n * {steps[field.name]}"
    if (model, field.name) == (Evening, "date"):
        return LATER[connection.vendor].format(name=name, days=steps["number"])
    return name


@contextmanager
def without_guards() -> Iterator[None]:
    """A block that writes many rows past the guards; afterwards the engine knows how many there are."""
    guards.drop(connection)
    yield
    guards.install(connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Which the server does by itself, some minutes later.
            cursor.execute("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")


@contextmanager
def on_trust() -> Iterator[Any]:
    """A transaction that takes rows as a replica does, with references that nobody looks up; gives its cursor."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")
