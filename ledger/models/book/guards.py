"""The database's own guards on the book: what no code may do to it, ours or anybody's.

Each guard is one trigger, written once for SQLite and once for PostgreSQL under the same name. Migrations on SQLite
rebuild tables and lose their triggers, so all are dropped before and installed after every migration; a system
check, the start and `/health` compare what the database holds with what is written here.

The seal: postings are inserted first and their entry last. When the entry arrives, its postings must number its
seats and sum to zero; a reversal must mirror what it reverses, and only a reversed entry can be replaced. From
then on no posting may join it. SQLite checks REPLACE separately: it removes the old row without a DELETE trigger.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

from ledger.models.book.journal import Entry, Posting, SeasonTotal
from ledger.models.book.log import LOGGED_AFTER_A_MOVE, SEALS, LoggedChange
from ledger.models.clubs.club import JOINING, ONE_PLACE, TWO_PLACES, FormerAddress, JoinedPlayer, Player, Season, Writer
from ledger.models.evenings import (
    AnswerWords,
    Evening,
    EveningClosing,
    PaperPoints,
    PaperTotal,
    Seat,
    Settlement,
    SheetAnswer,
    SheetLink,
)
from ledger.models.imports import BookImport, ImportedDeal, ImportedEvening
from ledger.models.scoring import ScoringTableVersion
from ledger.models.seasons import (
    FormerHead,
    Prize,
    PrizeWon,
    RankingVersion,
    SeasonBalance,
    SeasonClosing,
)
from ledger.models.site.schema import displaces, misfits, relock, unlock, unlocked

SEAL = {
    "an entry of the book must sum to zero over its seats": """
        (SELECT count(*) FROM ledger_posting WHERE entry_id = NEW.key) <> NEW.seats
        OR (SELECT sum(points) FROM ledger_posting WHERE entry_id = NEW.key) <> 0""",
    "a closed season takes no more entries": """
        EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND closed_at IS NOT NULL)""",
    "an entry belongs to the season of its evening": """
        NOT EXISTS (SELECT 1 FROM ledger_evening WHERE id = NEW.evening_id AND season_id = NEW.season_id)""",
    "an entry is of the club of its season": """
        NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND club_id = NEW.club_id)""",
    "an entry follows the last entry of its season": """
        NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id
                    AND head = NEW.previous_digest AND lines + 1 = NEW.sequence)""",
    # The house has no player, and no NULL equals another: it is compared as player 0.
    "a reversal mirrors what it reverses": """
        NEW.reverses_id IS NOT NULL AND (
            NOT EXISTS (SELECT 1 FROM ledger_entry WHERE key = NEW.reverses_id AND seats = NEW.seats
                        AND evening_id = NEW.evening_id AND number = NEW.number
                        AND table_number = NEW.table_number AND kind <> 'reversal')
            OR EXISTS (SELECT 1 FROM ledger_posting posting WHERE posting.entry_id = NEW.reverses_id
                       AND NOT EXISTS (SELECT 1 FROM ledger_posting mirror WHERE mirror.entry_id = NEW.key
                                       AND mirror.seat = posting.seat AND mirror.points = -posting.points
                                       AND coalesce(mirror.player_id, 0) = coalesce(posting.player_id, 0))))""",
    # Without this, a deal could have two entries that count.
    "only a reversed entry can be replaced": """
        NEW.replaces_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM ledger_entry gone JOIN ledger_entry past ON past.key = gone.reverses_id
            WHERE past.key = NEW.replaces_id AND past.evening_id = NEW.evening_id AND past.number = NEW.number
            AND past.table_number = NEW.table_number)""",
    "a removed evening takes no entries": """
        EXISTS (SELECT 1 FROM ledger_evening WHERE id = NEW.evening_id AND removed_at IS NOT NULL)""",
    # Approvals and reopenings take turns, so an odd number of them ends with an approval.
    "an approved evening takes no more entries": """
        (SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = NEW.evening_id) % 2 = 1""",
    "an entry is about players of its own club": """
        EXISTS (SELECT 1 FROM ledger_posting share JOIN ledger_player player ON player.id = share.player_id
                WHERE share.entry_id = NEW.key
                AND player.club_id <> (SELECT club_id FROM ledger_season WHERE id = NEW.season_id))""",
    ONE_PLACE: TWO_PLACES,
    "a club that has moved takes no entries": """
        EXISTS (SELECT 1 FROM ledger_club WHERE id = NEW.club_id AND moved_to <> '')""",
    "a deal has the next number of its evening": """
        NEW.reverses_id IS NULL AND NEW.replaces_id IS NULL AND NEW.number <>
            1 + (SELECT coalesce(max(number), 0) FROM ledger_entry WHERE evening_id = NEW.evening_id)""",
}
HEAD_MOVED = "OLD.closed_at IS NOT NULL AND (NEW.head <> OLD.head OR NEW.lines <> OLD.lines)"
SEASON_REOPENED = "OLD.closed_at IS NOT NULL AND (NEW.closed_at IS NULL OR NEW.closed_at <> OLD.closed_at)"
STAYS_CLOSED = "a closed season stays closed"
ORDER_REDRAWN = """OLD.drawn <> '' AND NEW.drawn <> OLD.drawn
    AND NOT (NEW.drawn = '' AND NEW.table_version_id <> OLD.table_version_id)
    AND EXISTS (SELECT 1 FROM ledger_entry WHERE evening_id = OLD.id)"""
SEALED = "EXISTS (SELECT 1 FROM ledger_entry WHERE key = NEW.entry_id)"
FIRST_ENTRY_EXISTS = """EXISTS (SELECT 1 FROM ledger_entry WHERE evening_id = NEW.evening_id AND number = NEW.number
    AND reverses_id IS NULL AND replaces_id IS NULL AND NEW.reverses_id IS NULL AND NEW.replaces_id IS NULL)"""
# By the highest number: asked whether there is any after it, PostgreSQL looks through the whole book of a season that
# is most of it, since it takes one of so many for soon found.
NOT_ITS_LAST_ENTRY = """(NEW.head <> OLD.head OR NEW.lines <> OLD.lines) AND NOT EXISTS (
    SELECT 1 FROM ledger_entry WHERE season_id = OLD.id AND sequence = NEW.lines AND digest = NEW.head
    AND sequence = (SELECT max(sequence) FROM ledger_entry WHERE season_id = OLD.id))"""
NOT_THE_LOGS_LAST_ENTRY = """(NEW.log_head <> OLD.log_head OR NEW.log_lines <> OLD.log_lines) AND NOT EXISTS (
    SELECT 1 FROM ledger_logline WHERE club_id = OLD.id AND sequence = NEW.log_lines AND digest = NEW.log_head
    AND sequence = (SELECT max(sequence) FROM ledger_logline WHERE club_id = OLD.id))"""
LOG_SEAL = {
    "an entry of the log follows the last entry of its club": """
        NOT EXISTS (SELECT 1 FROM ledger_club WHERE id = NEW.club_id
                    AND log_head = NEW.previous_digest AND log_lines + 1 = NEW.sequence)""",
    "the log of a club that has moved tells of that, and of what is withdrawn": f"""
        NEW.kind NOT IN {LOGGED_AFTER_A_MOVE}
        AND EXISTS (SELECT 1 FROM ledger_club WHERE id = NEW.club_id AND moved_to <> '')""",  # noqa: S608 - our own words
}

# Wherever a version is referred to; each such row says its club.
OTHERS_VERSION = """NEW.{column} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ledger_tableversion version JOIN ledger_scoringtable prices ON prices.id = version.table_id
    WHERE version.id = NEW.{column} AND prices.club_id = NEW.club_id)"""

WRITTEN = "the book is never changed: reverse the entry instead"
CLOSED = "the closing of a season is never changed"
RANKED = "a ranking rule is never changed: choose a new one"
ON_PAPER = "the total of a paper sheet is never changed: type a new one"
BROUGHT_IN = "what an import made is never changed: undo it instead"
ALWAYS = "1 = 1"
FROZEN: dict[type[models.Model], str] = {
    Entry: WRITTEN,
    Posting: WRITTEN,
    ScoringTableVersion: "a published table version is never changed: publish a new one",
    EveningClosing: "an approval is never changed: reopen the evening instead",
    SeasonClosing: CLOSED,
    SeasonBalance: CLOSED,
    PrizeWon: CLOSED,
    RankingVersion: RANKED,
    Prize: RANKED,
    FormerHead: "what an entry was called before is never changed",
    LoggedChange: "the log is never changed",
    PaperTotal: ON_PAPER,
    PaperPoints: ON_PAPER,
    SheetAnswer: "an answer is never changed: answer again",
    AnswerWords: "what a player wrote is never changed",
    Settlement: "a settlement is never changed",
    FormerAddress: "a former address goes on leading where it led",
    ImportedDeal: BROUGHT_IN,
    ImportedEvening: BROUGHT_IN,
}
# What may be deleted after all, and until when it may not.
STAYS_UNTIL: dict[type[models.Model], str] = {
    AnswerWords: """NOT EXISTS (
        SELECT 1 FROM ledger_sheetanswer answer JOIN ledger_sheetlink link ON link.id = answer.link_id
        JOIN ledger_player player ON player.id = link.player_id
        WHERE answer.id = OLD.answer_id AND player.forgotten_at IS NOT NULL)""",
    FormerAddress: """NOT EXISTS (
        SELECT 1 FROM ledger_player WHERE id = OLD.player_id AND forgotten_at IS NOT NULL)""",
}
# What the book refers to: where it is in use, and what then stays as it is.
SPOKEN_OF: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    Season: ("EXISTS (SELECT 1 FROM ledger_entry WHERE season_id = OLD.id)", ("club_id", "unit_denominator")),
    Evening: ("EXISTS (SELECT 1 FROM ledger_entry WHERE evening_id = OLD.id)", ("club_id", "season_id")),
    Player: ("EXISTS (SELECT 1 FROM ledger_posting WHERE player_id = OLD.id)", ("club_id",)),
    Writer: (ALWAYS, ("club_id", "user_id")),
    SheetLink: ("EXISTS (SELECT 1 FROM ledger_sheetanswer WHERE link_id = OLD.id)", ("evening_id", "player_id")),
}
TYPED: tuple[type[models.Model], ...] = (Entry, Posting, Season, LoggedChange)  # what the chains and the sums rest on
NUMBERED: tuple[type[models.Model], ...] = (Player, Season, Evening, Writer)  # digests call them by their club's number
STANDING_ENTRIES = """EXISTS (SELECT 1 FROM ledger_entry entry
    WHERE entry.evening_id = OLD.id AND entry.reverses_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM ledger_entry gone WHERE gone.reverses_id = entry.key))"""
HAS_ENTRIES = "EXISTS (SELECT 1 FROM ledger_entry WHERE evening_id = OLD.{evening})"
IS_APPROVED = "(SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = OLD.id) % 2 = 1"
IN_CLOSED_SEASON = "EXISTS (SELECT 1 FROM ledger_season WHERE id = {row}.season_id AND closed_at IS NOT NULL)"
SUMS_STAND = "the sums of a closed season stand"
ELSEWHERE = """EXISTS (SELECT 1 FROM ledger_formeraddress WHERE club_id = NEW.club_id AND kind = '{kind}'
    AND slug = NEW.slug AND {kind}_id <> coalesce(NEW.id, 0))"""
IN_USE = """EXISTS (SELECT 1 FROM ledger_{kind} WHERE club_id = NEW.club_id AND slug = NEW.slug
    AND NEW.kind = '{kind}' AND id <> NEW.{kind}_id)"""
RENAMED = """NEW.username <> OLD.username AND (EXISTS (SELECT 1 FROM ledger_writer WHERE user_id = OLD.id)
    OR EXISTS (SELECT 1 FROM ledger_membership WHERE user_id = OLD.id))"""
ANOTHER_IMPORT = """(OLD.undone_at IS NOT NULL AND (NEW.undone_at IS NULL OR NEW.undone_at <> OLD.undone_at))
    OR NEW.id <> OLD.id OR NEW.club_id <> OLD.club_id OR NEW.number <> OLD.number OR NEW.digest <> OLD.digest
    OR NEW.rows <> OLD.rows OR NEW.deals <> OLD.deals OR NEW.by_id <> OLD.by_id OR NEW.at <> OLD.at"""
# What the services change, and until when: each event of a table with what is then refused.
SETTLED: dict[tuple[type[models.Model], str], dict[str, str]] = {
    (Evening, "UPDATE"): {
        "an approved evening keeps its date": f"""NEW.date <> OLD.date
            AND ({IS_APPROVED} OR {IN_CLOSED_SEASON.format(row="OLD")})""",
        "an evening with a standing entry is not removed": f"NEW.removed_at IS NOT NULL AND {STANDING_ENTRIES}",
        "a removed evening stays removed": """OLD.removed_at IS NOT NULL
            AND (NEW.removed_at IS NULL OR NEW.removed_at <> OLD.removed_at)""",
    },
    (Season, "UPDATE"): {
        "a closed season keeps its name and its first day": """OLD.closed_at IS NOT NULL
            AND (NEW.name <> OLD.name OR NEW.slug <> OLD.slug OR NEW.starts_on <> OLD.starts_on)""",
        "an address leads to one": f"NEW.slug <> OLD.slug AND {ELSEWHERE.format(kind='season')}",
    },
    (Season, "INSERT"): {"an address leads to one": ELSEWHERE.format(kind="season")},
    (Player, "UPDATE"): {
        "whoever is forgotten stays forgotten": """OLD.forgotten_at IS NOT NULL AND (NEW.forgotten_at IS NULL
            OR NEW.forgotten_at <> OLD.forgotten_at OR NEW.name <> OLD.name OR NEW.slug <> OLD.slug)""",
        "an address leads to one": f"NEW.slug <> OLD.slug AND {ELSEWHERE.format(kind='player')}",
    },
    (Player, "INSERT"): {"an address leads to one": ELSEWHERE.format(kind="player")},
    (JoinedPlayer, "INSERT"): JOINING,
    (JoinedPlayer, "UPDATE"): {"players who are one are separated, or stay so": ALWAYS},
    (FormerAddress, "INSERT"): {
        "an address leads to one": " OR ".join(IN_USE.format(kind=kind) for kind in ("season", "player"))
    },
    (User, "UPDATE"): {"whoever has written in a book keeps the user name they wrote under": RENAMED},
    (SeasonTotal, "INSERT"): {SUMS_STAND: IN_CLOSED_SEASON.format(row="NEW")},
    (SeasonTotal, "UPDATE"): {
        SUMS_STAND: IN_CLOSED_SEASON.format(row="OLD"),
        "the sum of a season stays where it is": """NEW.id <> OLD.id
            OR NEW.season_id <> OLD.season_id OR NEW.player_id <> OLD.player_id""",
    },
    (SeasonTotal, "DELETE"): {
        "the sum of a season stands while its book does": """
            EXISTS (SELECT 1 FROM ledger_entry WHERE season_id = OLD.season_id)"""
    },
    (BookImport, "UPDATE"): {BROUGHT_IN: ANOTHER_IMPORT},
    (BookImport, "DELETE"): {BROUGHT_IN: ALWAYS},
    (Seat, "UPDATE"): {"a seat is never changed: seat the evening anew": ALWAYS},
    (Seat, "DELETE"): {"who sat at a played evening stands": HAS_ENTRIES.format(evening="evening_id")},
}


@dataclass(frozen=True)
class Guard:
    """One trigger: what it refuses before an event on a table, as messages with their conditions."""

    name: str
    event: str
    table: str
    refusals: Mapping[str, str]


# How a season, a log and an order end, and stay.
ENDS = (
    Guard(
        "guard_season_head",
        "UPDATE",
        "ledger_season",
        {"a season ends with the last entry of its book": NOT_ITS_LAST_ENTRY},
    ),
    Guard("guard_ledger_logline_seal", "INSERT", "ledger_logline", LOG_SEAL),
    Guard("guard_log_head", "UPDATE", "ledger_club", {"a log ends with its last entry": NOT_THE_LOGS_LAST_ENTRY}),
    Guard(
        "guard_season_closed",
        "UPDATE",
        "ledger_season",
        {STAYS_CLOSED: SEASON_REOPENED, "a closed season keeps its last entry": HEAD_MOVED},
    ),
    Guard(
        "guard_evening_drawn",
        "UPDATE",
        "ledger_evening",
        {"an order that has been played by is not drawn anew": ORDER_REDRAWN},
    ),
)


def _guard(model: type[models.Model], what: str, event: str, refusals: Mapping[str, str]) -> Guard:
    """A guard on a model's table, named after both."""
    table = model._meta.db_table
    return Guard(f"guard_{table}_{what}", event, table, refusals)


def _common_guards() -> Iterator[Guard]:
    """The guards that both engines have."""
    yield Guard("guard_seal", "INSERT", "ledger_entry", SEAL)
    yield Guard("guard_sealed", "INSERT", "ledger_posting", {"the entry is sealed: nothing may join it": SEALED})
    for model, message in FROZEN.items():
        yield _guard(model, "update", "UPDATE", {message: ALWAYS})
        yield _guard(model, "delete", "DELETE", {message: STAYS_UNTIL.get(model, ALWAYS)})
    for model, (in_use, columns) in SPOKEN_OF.items():
        changed = " OR ".join(f"NEW.{column} <> OLD.{column}" for column in ("id", *columns))
        yield _guard(
            model, "update", "UPDATE", {"what the book speaks of stays where it is": f"({changed}) AND {in_use}"}
        )
        yield _guard(model, "delete", "DELETE", {"the book speaks of it": in_use})
    for model in NUMBERED:
        yield _guard(model, "number", "UPDATE", {"a number is never changed": "NEW.number <> OLD.number"})
    yield from ENDS
    for (model, event), refused in SETTLED.items():
        yield _guard(model, f"settled_{event.lower()}", event, refused)
    for model, seals in SEALS.items():
        yield _guard(model, "seal", "INSERT", seals)
    for relation in ScoringTableVersion._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            others = OTHERS_VERSION.format(column=relation.field.column)
            for event in ("INSERT", "UPDATE"):
                priced = {"prices are those of a table of the own club": others}
                yield _guard(relation.field.model, f"prices_{event.lower()}", event, priced)


def _sqlite_guards() -> Iterator[Guard]:
    """REPLACE removes a row without a DELETE trigger, and a column takes what is not of its type."""
    for model in TYPED:
        wrong = {"not what the column is for": misfits(model)}
        yield _guard(model, "types", "INSERT", wrong)
        # What is frozen takes no UPDATE at all, whatever its type.
        if model not in FROZEN:
            yield _guard(model, "types_kept", "UPDATE", wrong)
    for model in (*FROZEN, *SPOKEN_OF):
        yield _guard(model, "replace", "INSERT", {"a row is never replaced": displaces(model)})
    for model in SPOKEN_OF:
        yield _guard(model, "displace", "UPDATE", {"a row is never replaced": displaces(model, but_not="id <> OLD.id")})
    yield Guard("guard_first_line", "INSERT", "ledger_entry", {"a deal has one first entry": FIRST_ENTRY_EXISTS})


def _sqlite_trigger(guard: Guard) -> str:
    refusals = " ".join(f"SELECT RAISE(ABORT, '{message}') WHERE {when};" for message, when in guard.refusals.items())
    return f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} BEGIN {refusals} END"


# What a guard waits for on PostgreSQL before it looks. A season that is being closed, or an evening that is being
# approved, is settled first: the seal shares the season's row, and a closing has it for itself.
ITS_SEASON = "PERFORM 1 FROM ledger_season WHERE id = NEW.season_id FOR"
SEASON_OF_EVENING = "PERFORM 1 FROM ledger_season WHERE id = (SELECT season_id FROM ledger_evening WHERE id = "
WAITS = {
    "guard_sealed": "PERFORM pg_advisory_xact_lock(hashtextextended(NEW.entry_id::text, 0) % 512); ",
    "guard_seal": f"{ITS_SEASON} SHARE; ",
    "guard_ledger_seasonclosing_seal": f"{ITS_SEASON} NO KEY UPDATE; ",
    "guard_ledger_eveningclosing_seal": f"{SEASON_OF_EVENING}NEW.evening_id) FOR NO KEY UPDATE; ",
}


def _postgresql_body(guard: Guard) -> str:
    refusals = " ".join(
        f"IF {when} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        for message, when in guard.refusals.items()
    )
    # Two transactions that post under one key at once must not miss each other: the second waits for the first.
    # There are 512 such queues, since a server holds some thousand locks and an import posts more entries than that.
    row = "OLD" if guard.event == "DELETE" else "NEW"
    return f"BEGIN {WAITS.get(guard.name, '')}{refusals} RETURN {row}; END"


ON_SQLITE = [*_common_guards(), *_sqlite_guards()]
ON_POSTGRESQL = [
    *_common_guards(),
    *(_guard(model, "truncate", "TRUNCATE", {message: ALWAYS}) for model, message in FROZEN.items()),
]
GUARDS = {
    "sqlite": {guard.name: guard for guard in ON_SQLITE},
    "postgresql": {guard.name: guard for guard in ON_POSTGRESQL},
}
# On PostgreSQL a trigger counts as the guard of its name only if it is made as ours are: on no columns, under no
# condition, by the function of its own name, which looks for tables where ours do.
# A `tgtype` adds up bits: 1 for each row, 2 before, 4 INSERT, 8 DELETE, 16 UPDATE, 32 TRUNCATE.
PRESENT = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT tgname, relname || ' ' || CASE tgtype WHEN 7 THEN 'INSERT' WHEN 11 THEN 'DELETE'
            WHEN 19 THEN 'UPDATE' WHEN 34 THEN 'TRUNCATE' END || ' ' || prosrc
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
        JOIN pg_language ON pg_language.oid = prolang
        WHERE NOT tgisinternal AND tgenabled = 'O' AND tgqual IS NULL AND tgattr::text = '' AND tgnargs = 0
        AND relnamespace = current_schema()::regnamespace AND pronamespace = relnamespace AND proname = tgname
        AND lanname = 'plpgsql' AND NOT prosecdef
        AND proconfig = ARRAY['search_path=' || quote_ident(current_schema()) || ', pg_temp']""",
}
OURS = {
    "sqlite": "SELECT 'TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'guard_*'",
    "postgresql": r"""SELECT 'FUNCTION ' || proname || '() CASCADE' FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'guard\_%'""",
}
# Each guard's text as the database keeps it, by which a weakened one is recognised.
EXPECTED = {
    "sqlite": {guard.name: _sqlite_trigger(guard) for guard in ON_SQLITE},
    "postgresql": {guard.name: f"{guard.table} {guard.event} {_postgresql_body(guard)}" for guard in ON_POSTGRESQL},
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every missing guard in place."""
    tables = connection.introspection.table_names()
    wanting = [GUARDS[connection.vendor][name] for name in missing(connection)]
    with unlocked(connection), connection.cursor() as cursor:
        for guard in wanting:
            if guard.table in tables:  # migrating backwards, a table may be gone
                cursor.execute(_create(guard, connection))


def drop(connection: BaseDatabaseWrapper) -> None:
    """Drop all guards, for a migration or a test's clean-up."""
    with unlocked(connection), connection.cursor() as cursor:
        cursor.execute(OURS[connection.vendor])
        for (guard,) in cursor.fetchall():
            cursor.execute(f"DROP {guard}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the guards that are not in the database exactly as written here."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        present = dict(cursor.fetchall())
    return [name for name, text in EXPECTED[connection.vendor].items() if present.get(name) != text]


def before_migrate(using: str, **_: Any) -> None:
    """Signal handler: a table rebuild on SQLite fails while a trigger reads it, and the schema must be open."""
    unlock(connections[using])
    drop(connections[using])


def after_migrate(using: str, **_: Any) -> None:
    """Signal handler: guard the tables as they are now (there are none after migrating back to zero)."""
    if _has_book(connections[using]):
        install(connections[using])
    relock(connections[using])


def _create(guard: Guard, connection: BaseDatabaseWrapper) -> str:
    """The statement that installs a guard."""
    if connection.vendor == "sqlite":
        return _sqlite_trigger(guard)
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        (schema,) = cursor.fetchone()
    level = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    # The search path is fixed, or a temporary table of the same name could pose as the book.
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql "
        f"SET search_path = {schema}, pg_temp AS $${_postgresql_body(guard)}$$;"
        f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
        f"FOR EACH {level} EXECUTE FUNCTION {guard.name}()"
    )


def _has_book(connection: BaseDatabaseWrapper) -> bool:
    return "ledger_entry" in connection.introspection.table_names()


@register(Tags.database)
def check_guards(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """A system check: every guard is in place. A warning, since an error would stop the migrate that mends it."""
    books = [connections[alias] for alias in databases or [] if _has_book(connections[alias])]
    return [
        Warning(f"The guard {name} is missing from the database.", hint="Run migrate.", id="ledger.W001")
        for connection in books
        for name in missing(connection)
    ]
