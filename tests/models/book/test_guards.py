"""What the database itself refuses to do to the book, on either engine."""

import uuid
from datetime import UTC, datetime
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, connection, transaction

from ledger.models import (
    BookImport,
    Entry,
    Evening,
    EveningClosing,
    ImportedDeal,
    ImportedEvening,
    LoggedChange,
    Player,
    Posting,
    Prize,
    PrizeWon,
    RankingVersion,
    ScoringTableVersion,
    Season,
    SeasonBalance,
    SeasonClosing,
)
from ledger.models.book import guards
from ledger.models.book.journal import Share
from ledger.models.site import schema
from ledger.queries.book.next_entry import next_entry
from ledger.rules.seasons import RankingRule
from ledger.services.book.posting import post
from ledger.services.evenings.approval import approve_evening
from ledger.services.seasons import Given, choose_ranking, close_season
from tests.models.attacks import (
    ANSWERED,
    APPROVED,
    CLOSED,
    DRAWN,
    LOGGED,
    MIRROR,
    NEW,
    RAW,
    REOPENED,
    REVERSAL,
    SETTLED,
    TYPED,
    WORDED,
    at_another_evening,
    new_line,
    settlement,
)
from tests.models.attacks_beside import BESIDE_THE_DEALS, FORGOTTEN, OF_STRANGER
from tests.services.imports.old_books import bring_in, points_row
from tests.support.people import (
    FIVE,
    NOW,
    make_club,
    make_evening,
    publish_prices,
    record,
    season_of,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(evening):
    """The first deal of a club's season; there is another club, too."""
    make_club("Tirsdagsklubben", founder="oda", players=FIVE[:2])  # whose numbers leave room for others
    return record(evening, trick(evening, "Bodil", "Carl", 8))


def refusal_of(write):
    """How the database refuses a write, now or at the commit, or None; the transaction is as before either way."""
    try:
        with transaction.atomic():
            connection.check_constraints()  # what is put off to the commit is not to be put off into the write
            write()
            connection.check_constraints()
            transaction.set_rollback(True)
    except (IntegrityError, DataError) as refusal:  # no other: a slip in an attack is no refusal
        return refusal
    return None


def is_refused(write):
    return refusal_of(write) is not None


def sql(*statements):
    def write():
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    return write


def test_every_attack_in_sql_is_refused(entry):
    attacks = RAW[connection.vendor] | BESIDE_THE_DEALS
    accepted = [name for name, statements in attacks.items() if not is_refused(sql(*statements))]

    assert accepted == []


FORGET = "UPDATE ledger_player SET forgotten_at = '2026-09-03 00:00:00'"
HONEST = {
    "a line": new_line(),
    "a reversal": new_line(MIRROR, **REVERSAL),
    "a line of another evening": at_another_evening(),
    "an approval and a reopening": [*APPROVED, *REOPENED, *new_line()],
    "a closing": [*APPROVED, *CLOSED],
    "a line of the log": LOGGED,
    "a paper total": TYPED,
    "an answer": WORDED,
    "its settlement": SETTLED,
    "its settlement by a reversal": [
        *ANSWERED,
        *new_line(MIRROR, **REVERSAL),
        settlement(entry_id=NEW, said="''"),
    ],
    "the words of a forgotten player deleted": [*WORDED, FORGET, "DELETE FROM ledger_answerwords"],
    "an open evening's date": [FORGOTTEN, "UPDATE ledger_evening SET date = '2020-01-01'"],
    "an open season's name": ["UPDATE ledger_season SET name = 'x', slug = 'x', starts_on = '2020-01-01'"],
    "a player's address": [OF_STRANGER, "UPDATE ledger_player SET slug = 'y' WHERE slug = 'bodil'"],
    "a player forgotten": [OF_STRANGER, FORGET],
    "a forgotten player's address deleted": [OF_STRANGER, FORGET, "DELETE FROM ledger_formeraddress"],
    "an order drawn after the first deal": [DRAWN],
}


def test_what_is_honest_is_taken_in_sql(entry):
    """Or the attacks, which begin with these or differ from them in one thing each, would prove nothing."""
    assert {name: refusal_of(sql(*statements)) for name, statements in HONEST.items()} == dict.fromkeys(HONEST)
    assert is_refused(sql(*WORDED, "DELETE FROM ledger_answerwords"))


def test_an_order_may_go_with_the_prices_that_it_was_drawn_by(entry):
    publish_prices(entry.evening.club)
    new = "table_version_id = (SELECT max(id) FROM ledger_tableversion)"

    assert refusal_of(sql(DRAWN, f"UPDATE ledger_evening SET drawn = '', {new}")) is None


def a_copy(row, **columns):
    """The same row once more, as a form of Django's own would hold it."""
    copy = type(row)(
        **{field.attname: getattr(row, field.attname) for field in row._meta.local_fields if not field.generated}
    )
    for name, value in columns.items():
        setattr(copy, name, value)
    return copy


def upsert(row, **columns):
    key, names = [row._meta.pk.name], list(columns)
    type(row).objects.bulk_create(
        [a_copy(row, **columns)], update_conflicts=True, unique_fields=key, update_fields=names
    )


THROUGH_THE_ORM = {
    "update of lines": lambda entry: Entry.objects.filter(pk=entry.pk).update(reason="x"),
    "update of points": lambda _: Posting.objects.update(points=0),
    "update of versions": lambda _: ScoringTableVersion.objects.update(number=9),
    "bulk_update of lines": lambda entry: Entry.objects.bulk_update([a_copy(entry, number=9)], ["number"]),
    "bulk_update of points": lambda entry: Posting.objects.bulk_update(
        [a_copy(line, points=0) for line in entry.postings.all()], ["points"]
    ),
    "save of a line": lambda entry: entry.save(),
    "save of a line by force": lambda entry: entry.save(force_update=True),
    "save of a line as new": lambda entry: entry.save(force_insert=True),
    "save of a posting": lambda entry: entry.postings.first().save(),
    "save of a version": lambda entry: entry.table_version.save(),
    "update_or_create of a posting": lambda entry: Posting.objects.update_or_create({"points": 0}, entry=entry, seat=1),
    "delete of a line": lambda entry: entry.delete(),
    "delete of postings": lambda _: Posting.objects.all().delete(),
    "delete of a version": lambda entry: entry.table_version.delete(),
    "raw delete of lines": lambda _: Entry.objects.all()._raw_delete("default"),
    "raw delete of postings": lambda _: Posting.objects.all()._raw_delete("default"),
    "raw delete of versions": lambda _: ScoringTableVersion.objects.all()._raw_delete("default"),
    "raw delete of players": lambda _: Player.objects.all()._raw_delete("default"),
    "raw delete of seasons": lambda _: Season.objects.all()._raw_delete("default"),
    "raw delete of evenings": lambda _: Evening.objects.all()._raw_delete("default"),
    "delete of a player": lambda entry: entry.postings.first().player.delete(),
    "delete of a season": lambda entry: entry.season.delete(),
    "delete of an author": lambda entry: entry.author.delete(),
    "upsert of a line": lambda entry: upsert(entry, reason="x"),
    "upsert of a posting": lambda entry: upsert(entry.postings.first(), points=0),
    "upsert of a season": lambda entry: upsert(entry.season, entry_count=0, head=""),
    "ignored conflict of a posting": lambda entry: Posting.objects.bulk_create(
        [a_copy(entry.postings.first(), points=0)], ignore_conflicts=True
    ),
    "ignored conflict of a line": lambda entry: Entry.objects.bulk_create([a_copy(entry)], ignore_conflicts=True),
    "a late posting of nothing": lambda entry: late_posting(entry, 0).save(),
    "a late posting of something": lambda entry: late_posting(entry, 5).save(),
    "a posting without a line": lambda entry: Posting(
        entry_id=uuid.uuid4(), player=entry.postings.first().player, seat=1, role="defender", points=0
    ).save(),
    "an evening in another season": lambda _: Evening.objects.update(
        season=make_club("Mandagsklubben", founder="oda").seasons.get()
    ),
    "a season in another unit": lambda _: Season.objects.update(unit_denominator=4),
}


def test_every_attack_through_the_orm_is_refused(entry):
    accepted = [name for name, write in THROUGH_THE_ORM.items() if not is_refused(partial(write, entry))]

    assert accepted == []


def test_flush_is_refused(entry):
    with pytest.raises(CommandError):
        call_command("flush", interactive=False, verbosity=0)


def test_there_are_attacks_enough():
    assert len(THROUGH_THE_ORM) >= 30
    assert [vendor for vendor, attacks in RAW.items() if len(attacks) < 60] == []


def late_posting(entry, points):
    stranger = entry.season.club.players.exclude(postings__entry=entry).first()
    return Posting(entry=entry, player=stranger, seat=7, role="defender", points=points)


def post_lines(evening, points, *, key=None, season=None, **columns):
    """Try to post a line with these points for the evening's seats, whatever they are."""
    season = season or Season.objects.get(pk=evening.season_id)
    players = [seat.player_id for seat in evening.seats.order_by("position")]
    shares = [Share(n, players[(n - 1) % 4], "defender", None, given) for n, given in enumerate(points, 1)]
    content = {
        "key": key or uuid.uuid4(),
        "evening": evening,
        "number": 2,
        "kind": Entry.Kind.DEAL,
        "table_version": evening.table_version,
        "deal": {"kind": "trick"},
        "author": evening.club.memberships.get().user,
        "received_at": datetime(2026, 9, 3, tzinfo=UTC),
    }
    place = next_entry(evening=evening, author=content["author"])
    return post(season=season, written=[(content | columns, shares)], place=place)[0]


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
    assert is_refused(lambda: post_lines(entry.evening, points))


def approve(evening):
    return approve_evening(evening=evening, entry_count=1, **signed(evening.club))


@pytest.mark.parametrize(
    "close", [approve, lambda _: Season.objects.update(closed_at=datetime(2027, 6, 1, tzinfo=UTC))]
)
def test_what_is_approved_or_closed_takes_no_line_even_from_raw_code(entry, close):
    close(entry.evening)

    assert is_refused(lambda: post_lines(entry.evening, [1, 1, -1, -1]))


def test_a_line_follows_the_last_one_of_its_own_season(entry):
    stale = Season.objects.get(pk=entry.season_id)
    post_lines(entry.evening, [1, 1, -1, -1])
    forged = Season.objects.get(pk=entry.season_id)
    forged.head = "0" * 64

    assert is_refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=stale, number=3))
    assert is_refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=forged, number=3))


def test_a_line_cannot_be_put_into_another_seasons_book(entry):
    other = make_evening(make_club("Mandagsklubben", founder="oda"))

    assert is_refused(lambda: post_lines(entry.evening, [1, 1, -1, -1], season=other.season))


def test_a_reversal_mirrors_what_it_reverses(entry):
    columns = {"kind": Entry.Kind.REVERSAL, "reverses": entry, "number": 1, "reason": "x"}

    assert is_refused(lambda: post_lines(entry.evening, [2, 2, -2, -2], **columns))
    assert is_refused(lambda: post_lines(entry.evening, [-2, 2, -2, 2], **columns))
    post_lines(entry.evening, [-2, -2, 2, 2], **columns)
    assert is_refused(lambda: post_lines(entry.evening, [-2, -2, 2, 2], **columns))


def test_every_guard_is_installed_and_a_missing_one_is_reported(entry):
    assert guards.missing(connection) == []
    guards.drop(connection)

    assert guards.missing(connection) == list(guards.GUARDS[connection.vendor])
    warnings = guards.check_guards(databases=["default"])
    assert [warning.id for warning in warnings] == ["ledger.W001"] * len(guards.GUARDS[connection.vendor])
    guards.install(connection)
    assert guards.missing(connection) == []


WEAKENED = {
    "sqlite": [
        "DROP TRIGGER guard_seal",
        "CREATE TRIGGER guard_seal BEFORE INSERT ON ledger_entry BEGIN SELECT 1; END",
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION guard_seal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ],
}


def test_a_guard_that_lets_everything_through_counts_as_missing(entry):
    with schema.unlocked(connection):
        sql(*WEAKENED[connection.vendor])()

    assert guards.missing(connection) == ["guard_seal"]


@pytest.mark.only_on("postgres")
def test_a_guard_that_is_switched_off_counts_as_missing(entry):
    connection.check_constraints()
    sql("ALTER TABLE ledger_entry DISABLE TRIGGER guard_seal")()

    assert guards.missing(connection) == ["guard_seal"]


@pytest.mark.parametrize(
    ("app", "back_to"), [("otp_totp", "zero"), pytest.param("ledger", "zero", marks=pytest.mark.long)]
)
def test_a_migration_leaves_the_guards_in_place(real_commits, app, back_to):
    call_command("migrate", app, back_to, verbosity=0)
    call_command("migrate", verbosity=0)

    assert guards.missing(connection) == []


@pytest.fixture
def closed_entry(entry):
    """The same entry in a closed season, which gave a prize by a ranking rule, and an old book beside it."""
    club, given = entry.season.club, {"first": Given("Mester", "")}
    choose_ranking(club=club, rule=RankingRule(), prizes=given, in_force_from=NOW.date(), **signed(club))
    close_season(season=season_of(entry.season.club), entry_count=1, **signed(entry.season.club))
    bring_in(club, [points_row(2)])
    return entry


def closing(evening, number, kind, **columns):
    by = signed(evening.club)["author"]
    row = {"entry_count": 1, "deals": 1, "season_entry_count": 1, "reason": "x" if kind == "reopened" else ""} | columns
    return EveningClosing(evening=evening, number=number, kind=kind, by=by, at=NOW, **row)


@pytest.mark.parametrize(("number", "kind"), [(1, "reopened"), (2, "reopened"), (2, "approved"), (0, "reopened")])
def test_approvals_and_reopenings_take_turns(entry, number, kind):
    assert is_refused(lambda: closing(entry.evening, number, kind).save())
    assert not is_refused(lambda: closing(entry.evening, 1, "approved").save())
    assert is_refused(lambda: closing(entry.evening, 2, "reopened", reason="").save())


OF_THE_CLOSED = {
    "update of an approval": lambda _: EveningClosing.objects.update(deals=0),
    "save of an approval": lambda entry: entry.evening.closings.get().save(),
    "upsert of an approval": lambda entry: upsert(entry.evening.closings.get(), deals=0),
    "delete of an approval": lambda entry: entry.evening.closings.get().delete(),
    "raw delete of approvals": lambda _: EveningClosing.objects.all()._raw_delete("default"),
    "update of a closing": lambda _: SeasonClosing.objects.update(entry_count=0),
    "delete of a closing": lambda entry: entry.season.closing.delete(),
    "another closing": lambda entry: a_copy(entry.season.closing, pk=None).save(),
    "update of balances": lambda _: SeasonBalance.objects.update(points=0),
    "upsert of a balance": lambda _: upsert(SeasonBalance.objects.first(), points=0),
    "raw delete of balances": lambda _: SeasonBalance.objects.all()._raw_delete("default"),
    "update of a ranking rule": lambda _: RankingVersion.objects.update(best=1),
    "upsert of a ranking rule": lambda _: upsert(RankingVersion.objects.get(), drop_worst=1),
    "delete of a ranking rule": lambda _: RankingVersion.objects.all()._raw_delete("default"),
    "update of a prize": lambda _: Prize.objects.update(title="Sidst"),
    "raw delete of prizes": lambda _: Prize.objects.all()._raw_delete("default"),
    "update of a prize won": lambda _: PrizeWon.objects.update(player=Player.objects.earliest("pk")),
    "raw delete of prizes won": lambda _: PrizeWon.objects.all()._raw_delete("default"),
    "another prize won": lambda _: a_copy(
        PrizeWon.objects.first(), pk=None, player=Player.objects.get(name="Frida")
    ).save(),
    "a rule for a closed season": lambda _: a_copy(RankingVersion.objects.get(), pk=None, number=2).save(),
    "an import that never was": lambda _: BookImport.objects.update(deals=0),
    "delete of an import": lambda _: BookImport.objects.all()._raw_delete("default"),
    "update of what it made": lambda _: ImportedDeal.objects.update(doubt=""),
    "raw delete of what it made": lambda _: ImportedDeal.objects.all()._raw_delete("default"),
    "an evening of an old book": lambda _: ImportedEvening.objects.update(name="12b"),
    "its evening removed": lambda _: Evening.objects.exclude(imported=None).update(removed_at=NOW),
    "a season opened": lambda _: Season.objects.update(closed_at=None),
    "a season closed at another moment": lambda _: Season.objects.update(closed_at=datetime(2027, 7, 1, tzinfo=UTC)),
    "an evening of it reopened": lambda entry: closing(entry.evening, 2, "reopened").save(),
    "another balance": lambda entry: SeasonBalance(closing=entry.season.closing, points=0, evenings=0, deals=0).save(),
    "update of the log": lambda _: LoggedChange.objects.update(before="x"),
    "a line of the log as new": lambda _: LoggedChange.objects.earliest("id").save(force_insert=True),
    "raw delete of the log": lambda _: LoggedChange.objects.all()._raw_delete("default"),
}


def test_every_attack_through_the_orm_on_what_was_closed_or_logged_is_refused(closed_entry):
    accepted = [name for name, write in OF_THE_CLOSED.items() if not is_refused(partial(write, closed_entry))]

    assert accepted == []
