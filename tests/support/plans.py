"""How much of the database each statement reads, and by which plan: the engine's work, not its time."""

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.apps import apps
from django.db import connection

STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
READS = re.compile(r"\s*SELECT\b", re.IGNORECASE)
SCANNED_ON_SQLITE = re.compile(r"^SCAN (\w+)")
ROWS = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
_MEASURED = count()
SHORT_NAME = re.compile(r"^[T-W]\d+$")  # what Django calls a table that it reads a second time


@dataclass(frozen=True)
class Asked:
    """A statement as it was sent, with its `work` (SQLite: steps of its program; PostgreSQL: rows seen by its scans).

    `scanned` names the tables that it reads from end to end.
    """

    sql: str
    params: Any
    work: int
    scanned: tuple[str, ...]
    plan: str = field(compare=False)

    @property
    def as_sent(self) -> tuple[str, str]:
        """The statement with its parameters."""
        return self.sql, repr(self.params)

    def measure_again(self) -> "Asked":
        """Measure the same statement now."""
        return carry_out(self.sql, self.params)


@contextmanager
def every_statement(known: dict[tuple[str, str], Asked] | None = None) -> Iterator[list[Asked]]:
    """Collect every statement sent in a block, each measured just before it is executed.

    With `known`, by statements as sent, each is measured once: for pages, between which nothing is written.
    """
    statements: list[Asked] = []

    def measure(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        for values in (params if many else [params]) if STATEMENT.match(sql) else []:
            as_sent = sql, repr(values)
            asked = (known or {}).get(as_sent) or carry_out(sql, values)
            if known is not None and READS.match(sql):
                known[as_sent] = asked
            statements.append(asked)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(measure):
        yield statements


def carry_out(sql: str, params: Any) -> Asked:
    """Execute a statement and measure it; a write is rolled back."""
    with nullcontext() if READS.match(sql) else taken_back(), quiet_cursor() as cursor:
        return (_on_sqlite if connection.vendor == "sqlite" else _on_postgresql)(cursor, sql, params)


def quiet_cursor() -> Any:
    """A cursor without the wrappers that watch the others."""
    return closing(connection.create_cursor())


@contextmanager
def taken_back() -> Iterator[None]:
    """Roll back what a block writes."""
    with quiet_cursor() as cursor:
        cursor.execute("SAVEPOINT measured")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK TO SAVEPOINT measured")
            cursor.execute("RELEASE SAVEPOINT measured")


def _on_sqlite(cursor: Any, sql: str, params: Any) -> Asked:
    lines = [line for *_, line in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params).fetchall()]
    steps = count()  # from here: the first statement after a change of the schema reads it, which is no step of ours
    unprepared = f"{sql} -- {next(_MEASURED)}"  # preparing counts as steps too: it is done for every one, or for none
    connection.connection.set_progress_handler(lambda: next(steps) and None, 1)
    try:
        cursor.execute(unprepared, params).fetchall()
    finally:
        connection.connection.set_progress_handler(None, 1)
    scanned = [match[1] for line in lines if (match := SCANNED_ON_SQLITE.match(line))]
    tables = {model._meta.db_table for model in apps.get_models()}
    real = tuple(name for name in scanned if name in tables or SHORT_NAME.match(name))
    return Asked(sql, params, work=next(steps), scanned=real, plan="\n".join(lines))


def _on_postgresql(cursor: Any, sql: str, params: Any) -> Asked:
    cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF, FORMAT JSON) {sql}", params)
    (answer,) = cursor.fetchone()
    (whole,) = json.loads(answer) if isinstance(answer, str) else answer
    scans = [node for node in _nodes(whole["Plan"]) if "Scan" in node["Node Type"]]
    work = sum(node["Actual Loops"] * sum(node.get(rows, 0) for rows in ROWS) for node in scans)
    scanned = tuple(node["Relation Name"] for node in scans if node["Node Type"] == "Seq Scan")
    return Asked(sql, params, work=round(work), scanned=scanned, plan=json.dumps(whole["Plan"], indent=1))


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The executed nodes of a plan; of a bitmap its heap, since its index also counts dead rows."""
    if plan["Actual Loops"]:
        yield plan
    for part in plan.get("Plans", ()):
        if (plan["Node Type"], part["Node Type"]) != ("Bitmap Heap Scan", "Bitmap Index Scan"):
            yield from _nodes(part)
