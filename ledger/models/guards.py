"""The database's own guards on the book: what no code, ours or another's, may do to it.

Each guard is one trigger, written once for SQLite and once for PostgreSQL under the same name. Migrations on SQLite
rebuild tables and lose their triggers, so all are dropped before and installed after every migration, and a system
check counts them.

The seal: postings are inserted first and their entry last. When the entry arrives, its postings must number its
seats and sum to zero; a reversal must mirror what it reverses, and only a reversed line can be replaced. From
then on no posting may join it. SQLite checks REPLACE separately: it removes the old row without a DELETE trigger.
"""

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

SEAL = {
    "a line of the book must sum to zero over its seats": """
        (SELECT count(*) FROM ledger_posting WHERE entry_id = NEW.key) <> NEW.seats
        OR (SELECT sum(points) FROM ledger_posting WHERE entry_id = NEW.key) <> 0""",
    "a closed season takes no more lines": """
        EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND closed_at IS NOT NULL)""",
    "a line belongs to the season of its evening": """
        NOT EXISTS (SELECT 1 FROM ledger_evening WHERE id = NEW.evening_id AND season_id = NEW.season_id)""",
    "a line follows the last line of its season": """
        NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id
                    AND head = NEW.previous_digest AND lines + 1 = NEW.sequence)""",
    "a reversal mirrors what it reverses": """
        NEW.reverses_id IS NOT NULL AND (
            NOT EXISTS (SELECT 1 FROM ledger_entry WHERE key = NEW.reverses_id AND seats = NEW.seats
                        AND evening_id = NEW.evening_id AND number = NEW.number AND kind <> 'reversal')
            OR EXISTS (SELECT 1 FROM ledger_posting line WHERE line.entry_id = NEW.reverses_id
                       AND NOT EXISTS (SELECT 1 FROM ledger_posting mirror WHERE mirror.entry_id = NEW.key
                                       AND mirror.seat = line.seat AND mirror.points = -line.points
                                       AND coalesce(mirror.player_id, 0) = coalesce(line.player_id, 0))))""",
    "only a reversed line can be replaced": """
        NEW.replaces_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM ledger_entry gone JOIN ledger_entry past ON past.key = gone.reverses_id
            WHERE past.key = NEW.replaces_id AND past.evening_id = NEW.evening_id AND past.number = NEW.number)""",
    "an approved evening takes no more lines": """
        (SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = NEW.evening_id) % 2 = 1""",
}
# Closings are written before the season is marked as closed; from then on nothing of it changes.
CLOSING_SEALS = {
    "ledger_eveningclosing": {
        "an evening is approved and reopened in turn": """
            NEW.number <> 1 + (SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = NEW.evening_id)
            OR (NEW.kind = 'approved') <> (NEW.number % 2 = 1)""",
        "the evenings of a closed season stay closed": """
            EXISTS (SELECT 1 FROM ledger_season season JOIN ledger_evening evening ON evening.season_id = season.id
                    WHERE evening.id = NEW.evening_id AND season.closed_at IS NOT NULL)""",
    },
    "ledger_seasonclosing": {
        "a season is closed once, with its last line": """
            NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND closed_at IS NULL
                        AND head = NEW.head AND lines = NEW.lines)""",
    },
    "ledger_seasonbalance": {
        "the balances of a closed season stand": """
            EXISTS (SELECT 1 FROM ledger_seasonclosing closing
                    JOIN ledger_season season ON season.id = closing.season_id
                    WHERE closing.id = NEW.closing_id AND season.closed_at IS NOT NULL)""",
    },
    "ledger_logline": {
        "the log only grows": "EXISTS (SELECT 1 FROM ledger_logline WHERE id = NEW.id)",
    },
}
SEASON_REOPENED = "OLD.closed_at IS NOT NULL AND (NEW.closed_at IS NULL OR NEW.closed_at <> OLD.closed_at)"
STAYS_CLOSED = "a closed season stays closed"
ENTRY_EXISTS = """EXISTS (SELECT 1 FROM ledger_entry WHERE key = NEW.key OR reverses_id = NEW.reverses_id
    OR replaces_id = NEW.replaces_id OR (season_id = NEW.season_id AND sequence = NEW.sequence)
    OR (evening_id = NEW.evening_id AND number = NEW.number AND reverses_id IS NULL AND replaces_id IS NULL
        AND NEW.reverses_id IS NULL AND NEW.replaces_id IS NULL))"""
SEALED = "EXISTS (SELECT 1 FROM ledger_entry WHERE key = NEW.entry_id)"
VERSION_EXISTS = """EXISTS (SELECT 1 FROM ledger_tableversion WHERE id = NEW.id
    OR (table_id = NEW.table_id AND number = NEW.number))"""
SEASON_IN_USE = "EXISTS (SELECT 1 FROM ledger_entry WHERE season_id = OLD.id)"

FROZEN = {
    "ledger_entry": "the book is never changed: reverse the line instead",
    "ledger_posting": "the book is never changed: reverse the line instead",
    "ledger_tableversion": "a published table version is never changed: publish a new one",
    "ledger_eveningclosing": "an approval is never changed: reopen the evening instead",
    "ledger_seasonclosing": "the closing of a season is never changed",
    "ledger_seasonbalance": "the closing of a season is never changed",
    "ledger_logline": "the log is never changed",
}


def _sqlite_guards() -> dict[str, str]:
    def trigger(name: str, event: str, table: str, condition: str, message: str) -> tuple[str, str]:
        when = f"WHEN {condition} " if condition else ""
        return (
            name,
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} {when}BEGIN SELECT RAISE(ABORT, '{message}'); END",
        )

    guards = [
        trigger(f"guard_seal_{n}", "INSERT", "ledger_entry", condition, message)
        for n, (message, condition) in enumerate(SEAL.items(), start=1)
    ]
    for table, message in FROZEN.items():
        guards.append(trigger(f"guard_{table}_update", "UPDATE", table, "", message))
        guards.append(trigger(f"guard_{table}_delete", "DELETE", table, "", message))
    guards += [
        trigger("guard_sealed", "INSERT", "ledger_posting", SEALED, "the line is sealed: nothing may join it"),
        trigger(
            "guard_posting_replace",
            "INSERT",
            "ledger_posting",
            "EXISTS (SELECT 1 FROM ledger_posting WHERE id = NEW.id) OR typeof(NEW.points) <> 'integer'",
            "postings are new rows of whole units",
        ),
        trigger("guard_entry_replace", "INSERT", "ledger_entry", ENTRY_EXISTS, FROZEN["ledger_entry"]),
        trigger(
            "guard_version_replace", "INSERT", "ledger_tableversion", VERSION_EXISTS, FROZEN["ledger_tableversion"]
        ),
        trigger(
            "guard_season_unit",
            "UPDATE OF unit_denominator",
            "ledger_season",
            f"NEW.unit_denominator <> OLD.unit_denominator AND {SEASON_IN_USE}",
            "a season in use keeps its unit",
        ),
        trigger("guard_season_closed", "UPDATE OF closed_at", "ledger_season", SEASON_REOPENED, STAYS_CLOSED),
    ]
    for table, seals in CLOSING_SEALS.items():
        for n, (message, condition) in enumerate(seals.items(), start=1):
            guards.append(trigger(f"guard_{table}_seal_{n}", "INSERT", table, condition, message))
    return dict(guards)


def _postgresql_guards() -> dict[str, str]:
    def trigger(name: str, event: str, table: str, body: str, each: str = "ROW") -> tuple[str, str]:
        returned = "RETURN NEW;" if "INSERT" in event or "UPDATE OF" in event else "RETURN NULL;"
        return name, (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} {returned} END $$;"
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH {each} EXECUTE FUNCTION {name}()"
        )

    def refuse(condition: str, message: str) -> str:
        return (
            f"IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        )

    seals = " ".join(refuse(condition, message) for message, condition in SEAL.items())
    # Two transactions that post under one key at once must not miss each other: the second waits for the first.
    queue = "PERFORM pg_advisory_xact_lock(hashtextextended(NEW.entry_id::text, 0));"
    guards = [
        trigger("guard_seal", "INSERT", "ledger_entry", seals),
        trigger(
            "guard_sealed",
            "INSERT",
            "ledger_posting",
            queue + refuse(SEALED, "the line is sealed: nothing may join it"),
        ),
        trigger(
            "guard_season_unit",
            "UPDATE OF unit_denominator",
            "ledger_season",
            refuse(
                f"NEW.unit_denominator <> OLD.unit_denominator AND {SEASON_IN_USE}", "a season in use keeps its unit"
            ),
        ),
        trigger("guard_season_closed", "UPDATE OF closed_at", "ledger_season", refuse(SEASON_REOPENED, STAYS_CLOSED)),
    ]
    for table, messages in CLOSING_SEALS.items():
        refusals = " ".join(refuse(condition, message) for message, condition in messages.items())
        guards.append(trigger(f"guard_{table}_seal", "INSERT", table, refusals))
    for table, message in FROZEN.items():
        refusal = refuse("true", message)
        guards.append(trigger(f"guard_{table}_change", "UPDATE OR DELETE", table, refusal))
        guards.append(trigger(f"guard_{table}_truncate", "TRUNCATE", table, refusal, each="STATEMENT"))
    return dict(guards)


GUARDS = {"sqlite": _sqlite_guards(), "postgresql": _postgresql_guards()}
PRESENT = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every missing guard in place."""
    absent = missing(connection)
    with connection.cursor() as cursor:
        for name in absent:
            cursor.execute(GUARDS[connection.vendor][name])


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take all guards away, for a migration or a test's clean-up."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        ours = [name for (name,) in cursor.fetchall() if name.startswith("guard_")]
        for name in ours:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP FUNCTION {name} CASCADE")
            else:
                cursor.execute(f"DROP TRIGGER {name}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the guards that should be in the database and are not."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        present = {name for (name,) in cursor.fetchall()}
    return [name for name in GUARDS[connection.vendor] if name not in present]


def before_migrate(using: str, **_: Any) -> None:
    """Signal handler: a table rebuild on SQLite fails while a trigger reads it."""
    drop(connections[using])


def after_migrate(using: str, **_: Any) -> None:
    """Signal handler: guard the tables as they are now (there are none after migrating back to zero)."""
    if _has_book(connections[using]):
        install(connections[using])


def _has_book(connection: BaseDatabaseWrapper) -> bool:
    return "ledger_entry" in connection.introspection.table_names()


@register(Tags.database)
def check_guards(databases: list[str] | None = None, **_: Any) -> list[CheckMessage]:
    """A system check: every guard is in place. A warning, since an error would stop the migrate that mends it."""
    books = [connections[alias] for alias in databases or [] if _has_book(connections[alias])]
    return [
        Warning(f"The guard {name} is missing from the database.", hint="Run migrate.", id="ledger.W001")
        for connection in books
        for name in missing(connection)
    ]
