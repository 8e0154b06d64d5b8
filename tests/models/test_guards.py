"""What the database itself refuses to do to the book, on either engine."""

import uuid
from datetime import UTC, datetime

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import Sum

from ledger.models import Entry, EveningClosing, LogLine, Posting, Season, SeasonBalance, TableVersion, guards
from ledger.services.closing import approve_evening, close_season
from ledger.services.posting import Draft, Line, post
from ledger.services.recording import correct_deal
from tests.people import NOW, change, make_club, make_evening, record, season_of, signed, trick

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    evening = make_evening(make_club())
    return record(evening, trick(evening, "Bodil", "Carl", 8))


def refused(deed):
    """Whether the database refuses a deed, now or at the commit; the transaction is as before either way."""
    try:
        with transaction.atomic():
            deed()
            connection.check_constraints()
            with connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except (DatabaseError, OverflowError):
        return True
    return False


def sql(statement, *values):
    def deed():
        with connection.cursor() as cursor:
            cursor.execute(statement, values)

    return deed


def late_posting(entry, points):
    stranger = entry.season.club.players.exclude(postings__entry=entry).first()
    return Posting(entry=entry, player=stranger, seat=7, role="defender", points=points)


def post_lines(evening, points, *, key=None, season=None, **said):
    """Try to post a line with these points for the evening's seats, whatever they are."""
    season = season or Season.objects.get(pk=evening.season_id)
    players = [seat.player_id for seat in evening.seats.order_by("position")]
    lines = [Line(seat=n, player_id=players[(n - 1) % 4], role="defender", points=p) for n, p in enumerate(points, 1)]
    draft = {
        "key": key or uuid.uuid4(),
        "evening": evening,
        "number": 2,
        "kind": Entry.Kind.DEAL,
        "table_version": evening.table_version,
        "deal": {"kind": "trick"},
        "author": evening.club.memberships.get().user,
        "received_at": datetime(2026, 9, 3, tzinfo=UTC),
    }
    return post(season=season, draft=Draft(**draft | said), lines=lines)


def test_a_balanced_line_is_taken(entry):
    assert post_lines(entry.evening, [1, 1, -1, -1]).sequence == 2


@pytest.mark.parametrize(
    "points",
    [
        [1, 1, -1, 0],
        [1, 1, 1, 1],
        [2**31, -(2**31), 0, 0],
        [10_000_001, -10_000_001, 0, 0],
        [2**62, -(2**62), 2**62, -(2**62)],
        [0],
        [1, -1, 1, -1, 0],
    ],
    ids=["one over", "all win", "beyond an integer", "beyond the range", "overflow", "one seat", "a player twice"],
)
def test_a_line_that_is_not_zero_over_its_seats_is_refused(entry, points):
    assert refused(lambda: post_lines(entry.evening, points))


def test_fractions_are_refused(entry):
    statement = "INSERT INTO ledger_posting (entry_id, player_id, seat, role, points) VALUES (%s, %s, 1, 'x', 0.5)"
    key = uuid.uuid4().hex if connection.vendor == "sqlite" else uuid.uuid4()

    assert refused(sql(statement, key, entry.postings.first().player_id))


def test_nothing_joins_a_sealed_line(entry):
    assert refused(lambda: late_posting(entry, 0).save())
    assert refused(lambda: late_posting(entry, 5).save())


def test_postings_without_their_line_do_not_stay(entry):
    player = entry.postings.first().player
    orphan = Posting(entry_id=uuid.uuid4(), player=player, seat=1, role="defender", points=0)

    assert refused(lambda: orphan.save())


@pytest.mark.parametrize("table", ["ledger_entry", "ledger_posting", "ledger_tableversion"])
def test_a_written_row_is_neither_changed_nor_deleted(entry, table):
    column = {"ledger_entry": "reason", "ledger_posting": "role", "ledger_tableversion": "digest"}[table]

    assert refused(sql(f"UPDATE {table} SET {column} = 'x'"))
    assert refused(sql(f"DELETE FROM {table}"))


def test_the_orm_is_refused_as_well(entry):
    assert refused(lambda: Entry.objects.filter(pk=entry.pk).update(reason="x"))
    assert refused(lambda: Posting.objects.all().update(points=0))
    assert refused(lambda: Posting.objects.all()._raw_delete("default"))
    assert refused(lambda: entry.save())
    assert refused(lambda: TableVersion.objects.all().update(number=9))


OVERWRITES = {
    "sqlite": [
        "INSERT OR REPLACE INTO ledger_entry SELECT * FROM ledger_entry",
        "INSERT OR REPLACE INTO ledger_posting SELECT * FROM ledger_posting",
        "INSERT OR REPLACE INTO ledger_tableversion SELECT * FROM ledger_tableversion",
        "INSERT INTO ledger_posting SELECT * FROM ledger_posting WHERE true ON CONFLICT DO UPDATE SET points = 0",
    ],
    "postgresql": [
        "TRUNCATE ledger_posting",
        "TRUNCATE ledger_entry CASCADE",
        "TRUNCATE ledger_tableversion CASCADE",
        "INSERT INTO ledger_posting SELECT * FROM ledger_posting ON CONFLICT (id) DO UPDATE SET points = 0",
    ],
}


def test_each_engine_refuses_its_own_ways_to_overwrite(entry):
    accepted = [statement for statement in OVERWRITES[connection.vendor] if not refused(sql(statement))]

    assert accepted == []


def test_a_closed_season_takes_no_line_even_from_raw_code(entry):
    Season.objects.update(closed_at=datetime(2027, 6, 1, tzinfo=UTC))

    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1]))


def test_a_line_follows_the_last_one_of_its_own_season(entry):
    stale = Season.objects.get()
    post_lines(entry.evening, [1, 1, -1, -1])
    forged = Season.objects.get()
    forged.head = "0" * 64

    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=stale, number=3))
    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=forged, number=3))


def test_a_line_cannot_be_put_into_another_seasons_book(entry):
    other = make_evening(make_club("Mandagsklubben", founder="oda"))

    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=other.season))


def test_a_reversal_mirrors_what_it_reverses(entry):
    said = {"kind": Entry.Kind.REVERSAL, "reverses": entry, "number": 1, "reason": "x"}

    assert refused(lambda: post_lines(entry.evening, [2, 2, -2, -2], **said))
    assert refused(lambda: post_lines(entry.evening, [-2, 2, -2, 2], **said))
    assert not refused(lambda: post_lines(entry.evening, [-2, -2, 2, 2], **said))
    assert refused(lambda: post_lines(entry.evening, [-2, -2, 2, 2], **said))


def test_only_a_reversed_line_is_replaced(entry):
    said = {"replaces": entry, "number": 1, "reason": "x"}

    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], **said))


def test_a_deal_has_one_first_line(entry):
    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], number=1))


def test_a_key_is_used_once(entry):
    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], key=entry.key))


@pytest.mark.parametrize("table", ["ledger_player", "ledger_season", "ledger_evening", "auth_user"])
def test_what_the_book_speaks_of_is_not_deleted(entry, table):
    assert refused(sql(f"DELETE FROM {table}"))


def test_a_season_in_use_keeps_its_unit(entry):
    assert refused(lambda: Season.objects.update(unit_denominator=4))


def test_every_guard_is_installed_and_a_missing_one_is_reported(entry):
    assert guards.missing(connection) == []
    guards.drop(connection)

    assert guards.missing(connection) == list(guards.GUARDS[connection.vendor])
    found = guards.check_guards(databases=["default"])
    assert [each.id for each in found] == ["ledger.W001"] * len(guards.GUARDS[connection.vendor])
    guards.install(connection)
    assert guards.missing(connection) == []


def test_a_migration_leaves_the_guards_in_place(real_commits):
    call_command("migrate", "ledger", "zero", verbosity=0)
    call_command("migrate", verbosity=0)

    assert guards.missing(connection) == []


@pytest.fixture
def closed(entry):
    """The same entry in a closed season."""
    close_season(season=season_of(entry.season.club), lines=1, **signed(entry.season.club))
    return entry


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("ledger_eveningclosing", "deals"),
        ("ledger_seasonclosing", "deals"),
        ("ledger_seasonbalance", "points"),
        ("ledger_logline", "club_id"),
    ],
)
def test_what_was_closed_or_logged_is_neither_changed_nor_deleted(closed, table, column):
    assert refused(sql(f"UPDATE {table} SET {column} = {column}"))
    assert refused(sql(f"DELETE FROM {table}"))
    again = "INSERT OR REPLACE INTO" if connection.vendor == "sqlite" else "TRUNCATE"
    rows = f" SELECT * FROM {table}" if connection.vendor == "sqlite" else " CASCADE"
    assert refused(sql(f"{again} {table}{rows}"))


def test_an_approved_evening_takes_no_line_even_from_raw_code(entry):
    approve_evening(evening=entry.evening, lines=1, **signed(entry.season.club))

    assert refused(lambda: post_lines(entry.evening, [1, 1, -1, -1]))


def closing(evening, number, kind, **said):
    by = signed(evening.club)["author"]
    row = {"lines": 1, "deals": 1, "season_lines": 1, "reason": "x" if kind == "reopened" else ""} | said
    return EveningClosing(evening=evening, number=number, kind=kind, by=by, at=NOW, **row)


@pytest.mark.parametrize(("number", "kind"), [(1, "reopened"), (2, "reopened"), (2, "approved"), (0, "reopened")])
def test_approvals_and_reopenings_take_turns(entry, number, kind):
    assert refused(lambda: closing(entry.evening, number, kind).save())
    assert not refused(lambda: closing(entry.evening, 1, "approved").save())
    assert refused(lambda: closing(entry.evening, 2, "reopened", reason="").save())


def test_a_closed_season_is_not_opened_and_nothing_of_it_is_added_to(closed):
    stored = SeasonBalance.objects.first()

    assert refused(lambda: Season.objects.update(closed_at=None))
    assert refused(lambda: Season.objects.update(closed_at=datetime(2027, 7, 1, tzinfo=UTC)))
    assert refused(lambda: closing(closed.evening, 2, "reopened").save())
    assert refused(lambda: SeasonBalance(closing=stored.closing, points=0, evenings=0, deals=0).save())


def test_a_line_of_the_log_is_not_overwritten(entry):
    line = LogLine.objects.earliest("id")

    assert refused(lambda: LogLine(pk=line.pk, club=line.club, at=NOW, by=line.by, kind="x").save(force_insert=True))


def test_the_bottom_line_of_an_evening_follows_every_change(entry):
    evening = entry.evening
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 10), change=change(evening))

    sums = Posting.objects.filter(entry__evening=evening).values("player").annotate(points=Sum("points"))
    stored = evening.totals.values_list("player", "points")
    assert {row["player"]: row["points"] for row in sums} == dict(stored)
