"""The order of a club's changes, and how a page of them is found without counting or skipping."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from ledger.models.book.journal import EPOCH, microseconds

WRITTEN = re.compile(r"(\d{1,17})\.(\d{1,18})\.(\d{1,18})")  # no moment after 5138, no number that a column cannot hold


@dataclass(frozen=True)
class Place:
    """The place of a change: its moment, its source (a season's id, 0 for the log), its number there."""

    moment: datetime
    source: int
    nr: int

    def __str__(self) -> str:
        return f"{microseconds(self.moment)}.{self.source}.{self.nr}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """Read a place from its text.

        Raises ValueError for any other text.
        """
        match = WRITTEN.fullmatch(text)
        if match is None:
            raise ValueError(text)
        moment, source, nr = map(int, match.groups())
        return cls(EPOCH + timedelta(microseconds=moment), source, nr)


def places(
    *, sources: Mapping[int, QuerySet[Any, Any]], most: int, beyond: Place | None = None, is_newer: bool = False
) -> list[tuple[int, int]]:
    """The first places (source, number), newest first; where `is_newer`, those newer than `beyond`, oldest first.

    Each source is a query of rows (moment, place, nr) and gives its own first ones by an index of its own; one query
    takes the first of them all. A union that the engine sorts would read every row of every source.
    """
    way, sign = ("ASC", "") if is_newer else ("DESC", "-")
    parts = [
        _beyond(source, rows, beyond, is_newer).order_by(f"{sign}moment", f"{sign}nr")[:most].query.sql_with_params()
        for source, rows in sources.items()
    ]
    if not parts:
        return []
    order = ", ".join(f"{column} {way}" for column in ("moment", "place", "nr"))
    # Wrapped, since SQLite lets no arm of a union sort or stop by itself; named, as PostgreSQL before 16 demands.
    arms = [f"SELECT * FROM ({sql}) part_{number}" for number, (sql, _) in enumerate(parts)]  # noqa: S608 - our own
    params = [value for _, values in parts for value in values]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT place, nr FROM ({' UNION ALL '.join(arms)}) of_all ORDER BY {order} LIMIT {most}",  # noqa: S608
            params,
        )
        return [(source, nr) for source, nr in cursor.fetchall()]


def _beyond(source: int, rows: QuerySet[Any, Any], place: Place | None, is_newer: bool) -> QuerySet[Any, Any]:
    """The rows of a source on one side of a place."""
    if place is None:
        return rows
    side, at = ("gt", "lte") if is_newer else ("lt", "gte")
    if source == place.source:
        rows = rows.filter(**{f"moment__{side}e": place.moment})
        return rows.exclude(**{"moment": place.moment, f"nr__{at}": place.nr})
    # At the same moment the sources stand in the order of their ids, as in the union.
    is_beyond_at_once = (source > place.source) is is_newer
    return rows.filter(**{f"moment__{side}{'e' if is_beyond_at_once else ''}": place.moment})
