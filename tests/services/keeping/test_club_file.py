"""A club that travels in a file is the same where it arrives: standings, digests, numbers; or it does not arrive."""

import json
import uuid
from hashlib import sha256

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import (
    AnswerWords,
    Club,
    Entry,
    FormerHead,
    Membership,
    PaperTotal,
    Posting,
    RecoveryCode,
    Season,
    SeasonTotal,
    SheetAnswer,
    SheetLink,
)
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.persons import Mentions
from ledger.queries.keeping.club_file import carried_models, columns_of, file_lines, name_of
from ledger.rules.seasons import RankingRule
from ledger.rules.site.refusal import Refusal
from ledger.services.book.log import Kind, note
from ledger.services.clubs.accounts import invite
from ledger.services.clubs.clubs import (
    add_players,
    change_player,
    join_players,
    start_evening,
    start_season,
)
from ledger.services.deals import correct_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.evenings.confirming import (
    answer_sheet,
    change_settling,
    make_links,
    type_total,
    withdraw_total,
)
from ledger.services.evenings.seating import change_rounds, note_attendance, seat_evening
from ledger.services.imports.booking import undo_import
from ledger.services.keeping.club_file import import_file
from ledger.services.keeping.imported_rows import _value
from ledger.services.scoring import start_draft
from ledger.services.seasons import Given, choose_ranking, close_season
from tests.services.imports.old_books import WON, bring_in, full_row, points_row
from tests.support.people import (
    FIVE,
    NOW,
    PASSWORD,
    anna,
    change,
    give_links,
    make_club,
    make_evening,
    make_member,
    nolo,
    play_evening,
    record,
    seat_ids,
    signed,
    trick,
    version_of,
)
from tests.support.replay import replayed
from tests.web.clubs.closed import new_link

pytestmark = pytest.mark.django_db


@replayed
def furnished_club():
    """A club with everything a book can have, a closed season and an open one; and another club beside it."""
    record(make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda")), {"kind": "passed_out"})
    club = make_club()
    anna(club)
    evening = make_evening(club, names=FIVE)
    entry = record(evening, trick(evening, "Emil", "Frida", 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 7), change=change(evening, "æblegrød til “te”"))
    sol = record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    make_links(evening=evening, **signed(club))
    link = SheetLink.objects.get(player__name="Emil")
    wrong = {"kind": SheetAnswer.Kind.COMPLAINS, "entry_count": 4, "number": 2, "text": "Carl fik 2"}
    complaints = [answer_sheet(link=link, **wrong, now=NOW).pk]
    change_settling(change=lambda: void_deal(entry=sol, change=change(evening)), complaints=complaints, **signed(club))
    record(evening, trick(evening, "Carl", None, 7, alone="self_called"))
    approve_evening(evening=evening, entry_count=6, **signed(club))
    reopen_evening(evening=evening, reason="Carl var med", **signed(club))
    rule, prizes = RankingRule(best=4, absence="lowest"), {"first": Given("Carls pokal", "")}
    choose_ranking(club=club, rule=rule, prizes=prizes, in_force_from=NOW.date(), **signed(club))
    close_season(season=evening.season, entry_count=6, **signed(club))
    frida = club.players.get(name="Frida")
    change_player(player=frida, name="Frida B.", is_guest=False, is_active=True, **signed(club))
    season = start_season(club=club, name="2027", starts_on=NOW.date(), version=version_of(club), **signed(club))
    players = list(club.players.all()[:4])
    later = start_evening(season=season, day=NOW.date(), players=players, version=version_of(club), **signed(club))
    record(later, trick(later, players[1].name, players[2].name, 9))
    tables = {1: ["Holger", *(player.pk for player in players[1:])]}
    seat_evening(evening=later, tables=tables, **signed(club))
    change_rounds(evening=later, rotation="even", deals_per_round=8, **signed(club))
    (ida,) = add_players(club=club, names=["Ida"], **signed(club))
    note_attendance(evening=later, came={ida.pk: "watched"}, **signed(club))
    sums = {"deals": 2, "tricks": 9, "points": {players[1].pk: 4}}
    type_total(evening=later, table_number=1, **sums, **signed(club))
    withdraw_total(evening=later, table_number=1, reason="Carl har arket", **signed(club))
    invite(club=club, name="Ida", role=Membership.Role.TREASURER, **signed(club))
    version = version_of(club)
    draft = {"scoring_table": version.scoring_table, "name": "Takst 2027", "document": version.document, "preset": ""}
    start_draft(club=club, **draft, **signed(club))
    bring_in(club, [full_row(2), points_row(3, WON | {"Emil": -3}, "sum", house=-1)])
    undone = bring_in(club, [points_row(2)], season="2027", digest="b" * 64)
    undo_import(book_import=undone, **signed(club))
    former = FormerHead.objects.create(season=evening.season, sequence=6, digest="f" * 64)
    note(club=club, kind=Kind.CHAINED, season=evening.season, covers=former, **signed(club))
    join_players(player=ida, kept=frida, **signed(club))
    user = club.memberships.first().user
    TOTPDevice.objects.create(user=user, name="app", key="5eed" * 10, last_t=59_000_000)
    RecoveryCode.objects.create(user=user, digest="d" * 64, made_at=NOW)
    return club


@pytest.fixture
def club():
    return furnished_club()


@pytest.fixture(scope="module")
def written_lines(django_db_setup, django_db_blocker):
    """The lines of that club's file, of which nothing stays in the database."""
    with django_db_blocker.unblock(), transaction.atomic():
        lines = export_club(furnished_club())
        transaction.set_rollback(True)
    return lines


def everything_away():
    """The database as after migrate, its guards in place."""
    guards.drop(connection)
    for model in (Posting, SeasonTotal, *reversed(carried_models())):
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
    connection.check_constraints()
    guards.install(connection)


def test_the_club_that_travels_has_something_of_everything(club):
    empty = [name_of(model) for model in carried_models() if not model._default_manager.exists()]

    assert empty == ["deed", "readinglink"]


def export_club(club):
    return list(file_lines(club=club, made_at=NOW))


def test_a_club_is_the_same_where_it_arrives_and_nothing_of_another_goes_along(club):
    lines = export_club(club)
    everything_away()

    report = import_file(lines=lines)

    arrived = Club.objects.get()
    assert (report.audit.findings, report.audit.entry_count, report.audit.evenings, report.renamed) == ((), 11, 4, ())
    assert guards.missing(connection) == []
    assert export_club(arrived) == lines


@pytest.mark.engines
def test_a_club_arrives_beside_others_with_ids_of_its_own_and_its_digests_kept(club):
    lines = export_club(club)
    everything_away()
    there = make_club(founder="anna")
    record(make_evening(there), {"kind": "passed_out"})
    untouched = export_club(there)

    report = import_file(lines=lines)

    arrived = Club.objects.exclude(pk=there.pk).get()
    assert [(account.params["taken"], account.params["free"]) for account in report.renamed] == [
        ("anna", "anna-2"),
        ("torsdagsklubben", "torsdagsklubben-2"),
    ]
    assert [renamed.message % renamed.params for renamed in report.renamed][1] == (
        "The address torsdagsklubben is another club's here: this one has the address torsdagsklubben-2."
    )
    assert export_club(arrived)[4:-1] == [line.replace(b'"anna"', b'"anna-2"') for line in lines[4:-1]]
    assert export_club(there) == untouched
    assert not set(arrived.players.values_list("pk", flat=True)) & set(range(1, 6))
    assert audit().findings == ()


@pytest.mark.parametrize(
    "have",
    [
        lambda club: play_evening(club, "Bodil", "Carl", 9),
        new_link,
        lambda club: give_links(make_evening(club)),
    ],
    ids=["a deal", "a link to read", "links to the sheet"],
)
def test_an_older_file_of_a_club_does_not_arrive_beside_it(have):
    club = make_club(readers=Club.Readers.LINK)
    have(club)
    lines = export_club(club)
    add_players(club=club, names=["Ida"], **signed(club))

    with pytest.raises(Refusal, match=r"^Line \d+ of the file: This club is here already"):
        import_file(lines=lines)

    assert Club.objects.count() == 1


def test_what_players_are_called_in_deals_and_texts_is_the_same_person_there(written_lines):
    make_club("Onsdagsklubben", founder="oda")

    import_file(lines=written_lines)

    arrived = Club.objects.get(slug="torsdagsklubben")
    mentions = Mentions(arrived.pk)
    withdrawn = PaperTotal.objects.get(evening__club=arrived, is_withdrawn=True)
    alone = Entry.objects.get(season__club=arrived, deal__alone="self_called")
    carl = arrived.players.get(name="Carl")
    assert carl.pk != carl.number
    assert mentions.with_names(withdrawn.reason) == "Carl har arket"
    assert mentions.with_names(AnswerWords.objects.get().said) == "Carl fik 2"
    assert alone.deal["declarer"] == str(carl.pk)


def test_no_password_and_second_factor_leaves_with_a_club_but_with_everything_they_do(club):
    # Whole secrets: a few of their digits stand in some digest of a line by chance.
    secret = (b"password", b"$", b"totp", b"5eed" * 10, b"recoverycode", b"d" * 64)
    assert not [line for line in export_club(club) if any(word in line for word in secret)]
    lines = list(file_lines(club=None, made_at=NOW))
    everything_away()

    import_file(lines=lines)

    assert Club.objects.count() == 2
    assert User.objects.get(username="anna").check_password(PASSWORD)
    assert (TOTPDevice.objects.get().key, RecoveryCode.objects.get().digest) == ("5eed" * 10, "d" * 64)


@pytest.mark.engines
def test_the_book_goes_on_where_it_arrives(written_lines):
    import_file(lines=written_lines)

    evening = Season.objects.get(name="2027").evenings.get()
    names = list(seat_ids(evening))
    record(evening, trick(evening, names[0], names[1], 9))
    make_member(evening.club, "ny", "secretary")

    assert audit().findings == ()


@pytest.mark.engines
def test_everything_of_an_installation_arrives_only_where_nobody_is(club):
    lines = list(file_lines(club=None, made_at=NOW))

    with pytest.raises(Refusal, match="an empty one"):
        import_file(lines=lines)


@pytest.mark.engines
def test_more_lines_than_a_server_has_locks_can_be_written_at_once(club):
    """Each line waits in a queue of PostgreSQL's until the transaction ends, and there are only so many."""
    player = club.players.first()
    with transaction.atomic():
        Posting.objects.bulk_create(
            Posting(entry_id=uuid.uuid4(), player=player, seat=1, role="defender", points=0) for _ in range(1500)
        )
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
                assert cursor.fetchone()[0] <= 1024
        transaction.set_rollback(True)


def seal_again(lines):
    """A file that was rewritten by somebody who knows how it ends."""
    digest = sha256(b"".join(lines[:-1])).hexdigest()
    end = json.loads(lines[-1]) | {"sha256": digest}
    return [*lines[:-1], json.dumps(end, separators=(",", ":")).encode()]


def first(lines, name):
    return next(number for number, line in enumerate(lines) if line.startswith(f'["{name}"'.encode()))


def replacing(name, old, new):
    def spoil(lines):
        at = first(lines, name)
        assert old in lines[at]
        return seal_again([*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]])

    return spoil


def twice(lines):
    at = first(lines, "entry")
    return seal_again([*lines[: at + 1], lines[at], *lines[at + 1 :]])


def leave_out(lines):
    """The reversal that the next line follows."""
    at = first(lines, "entry") + 4
    assert b'"reversal"' in lines[at]
    return seal_again([*lines[:at], *lines[at + 1 :]])


def shuffle_lines(lines):
    at = first(lines, "season")
    return seal_again([*lines[:at], *lines[at + 1 : -1], lines[at], lines[-1]])


def change_unsealed(lines):
    at = first(lines, "player")
    return [*lines[:at], lines[at].replace(b"Bodil", b"Bobil"), *lines[at + 1 :]]


def rewriting_manifest(old, new):
    return lambda lines: seal_again([lines[0].replace(old, new), *lines[1:]])


SPOILT = {
    "an amount": (replacing("entry", b'"defender",null,-', b'"defender",null,-1'), "is not what was written"),
    "a reason": (replacing("entry", b'null,null,""', b'null,null,"x"'), "is not what was written"),
    "a moment in the log": (
        replacing("logline", b"2026-09-03T19:30:00+00:00", b"2026-09-03T19:31:00+00:00"),
        "Entry 1 of the log is not what was written",
    ),
    "a float": (replacing("entry", b'"tricks":8', b'"tricks":8.0'), "whole number"),
    "a list for a deal": (replacing("entry", b'{"attachment"', b'[{"attachment"'), "not valid JSON"),
    "a text for a number": (replacing("player", b'["player",[', b'["player",["1",'), "no row of a table"),
    "a truth for a number": (replacing("seat", b",1,", b",true,"), "cannot be True"),
    "a NUL in a name": (replacing("player", b"Bodil", b"Bo\\u0000dil"), "cannot be"),
    "half a letter in a name": (replacing("player", b"Bodil", b"Bo\\ud800dil"), "cannot be"),
    "a name too long": (replacing("player", b"Bodil", b"B" * 500), "cannot be"),
    "a language that is none": (replacing("club", b'"da"', b'"xx"'), "cannot be"),
    "another number": (replacing("entry", b",1,", b",99,"), "no row of a table"),
    "a line left out": (leave_out, "refuses it"),
    "a line twice": (twice, "no row of a table"),
    "no end": (lambda lines: lines[:-3], "ends too early"),
    "another order": (shuffle_lines, "no row of a table"),
    "another name": (change_unsealed, "digest does not fit"),
    "more after the end": (lambda lines: [*lines, lines[3]], "no row of a table"),
    "a newer format": (rewriting_manifest(b'"whistklub":2', b'"whistklub":3'), "newer version"),
    "an older format": (rewriting_manifest(b'"whistklub":2', b'"whistklub":1'), "older version"),
    "a second factor for its accounts": (
        rewriting_manifest(b'"columns":{', b'"columns":{"recoverycode":["id","digest","made_at","user"],'),
        "newer version",
    ),
    "an unknown column": (rewriting_manifest(b'"is_guest"', b'"is_boss"'), "is_boss"),
    "nothing": (lambda _lines: [], "ends too early"),
    "no JSON": (lambda _lines: ["kære kasserer".encode("latin-1")], "not an export"),
}


@pytest.mark.long("postgres")
@pytest.mark.parametrize(("spoil", "why"), SPOILT.values(), ids=SPOILT)
def test_a_file_that_was_spoilt_is_refused_with_its_line_and_nothing_is_kept(written_lines, spoil, why):
    lines = spoil(written_lines)

    with pytest.raises(Refusal) as refused:
        import_file(lines=lines)

    assert str(refused.value).startswith("Line ")
    assert why in str(refused.value)
    assert (Club.objects.count(), User.objects.count()) == (0, 0)


def test_a_row_that_is_not_what_the_log_tells_of_is_refused(written_lines):
    lines = replacing("papertotal", b",2,9,", b",2,8,")(written_lines)

    with pytest.raises(Refusal, match="no entry of the log tells of it as it is"):
        import_file(lines=lines)

    assert (Club.objects.count(), User.objects.count()) == (0, 0)


HOSTILE = [[], {}, [[]], 10**39, "\x00", "\ud800", "0001-01-01T00:00:00+14:00"]


@pytest.mark.parametrize("given", HOSTILE, ids=repr)
def test_no_value_stops_the_reading_otherwise_than_by_a_refusal(given):
    refused = set()
    for model in carried_models():
        for field in columns_of(model, whole=True).values():
            try:
                _value(field, given)
            except Refusal:
                refused.add(field.get_internal_type())
    assert "DateTimeField" in refused
