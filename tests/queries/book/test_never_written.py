"""Lines that fit their digests but that the site would never have written: the audit names each, pages show them."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from ledger.models import (
    Entry,
    EveningTotal,
    LoggedChange,
    Membership,
    Player,
    Posting,
    ScoringTableVersion,
    Season,
    SeasonTotal,
)
from ledger.models.book import guards
from ledger.models.book.journal import digest_of_entry
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.seasons.season_book import season_book
from ledger.services.book.log import note
from ledger.services.clubs.accounts import end_membership
from ledger.services.deals import record_deal
from tests.support.people import (
    FIVE,
    NOW,
    make_club,
    make_evening,
    make_member,
    make_user,
    nolo,
    play_evening,
    record,
    trick,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    """Two deals of one club without its guards, and another club; lines are put in with digests that fit."""
    evening = play_evening(make_club(), "Carl", "Dorthe", 9, names=FIVE)
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    make_evening(make_club("Tirsdagsklubben", founder="oda"))
    guards.drop(connection)
    yield Season.objects.get(pk=evening.season_id)
    guards.install(connection)


def forge(season, *, like=1, players=None, roles=None, tricks=None, deal=None, **columns):
    """Put a line after the last, like one that is there but for what is said, and count it in everywhere."""
    model = season.entries.get(sequence=like)
    forged = Entry.objects.get(pk=model.pk)
    forged.key, forged.sequence, forged.previous_digest = uuid.uuid4(), season.entry_count + 1, season.head
    forged.number = season.entries.filter(evening=forged.evening).latest("number").number + 1
    forged.received_at = season.entries.latest("sequence").received_at
    forged.deal = deal or forged.deal
    for name, value in columns.items():
        setattr(forged, name, value)
    lines = list(model.postings.order_by("seat"))
    for line in lines:
        line.pk, line.entry_id = None, forged.key
        line.player_id = (players or {}).get(line.player_id, line.player_id)
        line.role = (roles or {}).get(line.role, line.role)
        line.tricks = tricks if tricks is not None else line.tricks
    shares, numbers = [line.share for line in lines], numbers_of(club_id=season.club_id)
    forged.digest = digest_of_entry(forged, shares, prices=forged.table_version.digest, numbers=numbers)
    Posting.objects.bulk_create(lines)
    forged.save(force_insert=True)
    Season.objects.filter(pk=season.pk).update(head=forged.digest, entry_count=forged.sequence)
    for line in lines:
        deals = 0 if line.role == "sits_out" or forged.deal["kind"] == "passed_out" else 1
        total, is_new = EveningTotal.objects.get_or_create(evening=forged.evening, player_id=line.player_id)
        of_season, _ = SeasonTotal.objects.get_or_create(season=season, player_id=line.player_id)
        of_season.evenings += is_new
        for row in (total, of_season):
            row.points += line.points
            row.deals += deals
            row.save()
    return forged


def sentences():
    return [str(finding) for finding in audit(now=NOW).findings if "guard" not in finding.message]


def remarks():
    """What the audit remarks on times, while it finds nothing."""
    outcome = audit(now=NOW)
    assert [finding for finding in outcome.findings if "guard" not in finding.message] == []
    return [str(remark) for remark in outcome.remarks]


def other_clubs(model, **where):
    return model.objects.filter(**where).latest("pk")


SWAPPED = {"declarer": "partner", "partner": "declarer"}
FORGED = [
    ("is of another kind than its deal", lambda: {"kind": Entry.Kind.NOT_PLAYED}),
    ("has a number that is not the next of its evening", lambda: {"number": 5000}),
    ("is at a table that its evening does not have", lambda: {"table_number": 99}),
    ("is by somebody who never was on the club's board", lambda: {"author": make_user("ukendt")}),
    ("is priced by another club's table", lambda: {"table_version": other_clubs(ScoringTableVersion)}),
    ("gives other roles or tricks than its deal", lambda: {"roles": SWAPPED}),
    ("gives other roles or tricks than its deal", lambda: {"like": 2, "tricks": 7}),
]


@pytest.mark.parametrize(("sentence", "forged"), FORGED)
def test_a_line_that_the_site_would_not_have_written_is_named_for_what_is_wrong(book, sentence, forged):
    forge(book, **forged())

    named = f"{book.club_id}/{book.slug}, 3 {sentence}."
    assert [told for told in sentences() if ": stored " not in told] == [named]


def test_lines_of_a_clock_that_was_ahead_are_a_remark_once_whatever_follows(book):
    for moment in (datetime(2099, 9, 3, tzinfo=UTC), datetime(2099, 9, 4, tzinfo=UTC), NOW):
        forge(book, received_at=moment)
        book.refresh_from_db()

    assert remarks() == [
        f"{book.club_id}/{book.slug}, 3 bears a day that is yet to come, 2099-09-03: a clock was ahead. "
        "Its number says where it belongs."
    ]


def test_a_line_that_is_an_hour_older_than_the_one_before_is_a_remark(book):
    last = book.entries.latest("sequence").received_at
    for older in (timedelta(minutes=59), timedelta(days=30)):
        forge(book, received_at=last - older)
        book.refresh_from_db()

    assert remarks() == [
        f"{book.club_id}/{book.slug}, 4 bears an earlier time than the entry before it: a clock was wrong. "
        "Its number says where it belongs."
    ]


def test_a_clock_some_hours_ahead_is_no_remark(book):
    forge(book, received_at=NOW + timedelta(hours=14))

    assert remarks() == []


def test_a_change_in_the_log_by_a_clock_that_was_ahead_is_a_remark_once(book):
    first = LoggedChange.objects.filter(club=book.club).count() + 1
    for day in (3, 4):
        note(club=book.club, kind=LoggedChange.Kind.CHAINED, author=None, now=datetime(2099, 9, day, tzinfo=UTC))

    assert remarks() == [
        f"The log of club {book.club_id}, entry {first}: it bears a day that is yet to come, 2099-09-03. "
        "A clock was ahead."
    ]


def test_after_a_clock_that_was_ahead_the_command_and_the_boards_page_say_that_the_book_holds(
    club, client, capsys, evening
):
    author = club.memberships.get().user
    for tricks, now in ((8, datetime(2099, 9, 3, tzinfo=UTC)), (9, NOW)):
        deal = trick(evening, "Bodil", "Carl", tricks)
        record_deal(evening=evening, deal=deal, key=uuid.uuid4(), author=author, now=now)
    client.force_login(author)

    call_command("audit")  # ends with 0: it does not exit

    texts = capsys.readouterr().out, client.post(reverse("audit", args=[club.slug])).text
    told = (
        "Hele regnskabet, alle sæsoner, går op",
        "1 har en dag, der ikke er kommet endnu, 2099-09-03: et ur gik forud.",
    )
    assert all(sentence in text for sentence in told for text in texts)


def test_another_clubs_player_is_named_and_pages_show_the_book_as_it_is(book, client):
    posting = book.entries.get(sequence=1).postings.get(seat=2)
    stranger = other_clubs(Player)
    replaced = {str(posting.player_id): str(stranger.pk)}
    deal = {name: replaced.get(value, value) for name, value in posting.entry.deal.items()}
    forge(book, players={posting.player_id: stranger.pk}, deal=deal)

    assert any("is about somebody who is no player of the club." in sentence for sentence in sentences())
    assert client.get(reverse("standings", args=[book.club.slug])).status_code == 200
    made = season_book(season=Season.objects.get(pk=book.pk), made_at=datetime.now(UTC))
    assert stranger.name in made.names.values()


def test_both_audits_call_a_deal_the_same(book):
    """A deal that is called not played is one that the short one finds too."""
    forge(book, kind=Entry.Kind.NOT_PLAYED)

    assert any("Evening id" in str(finding) for finding in short_audit())


def test_an_author_who_has_left_the_board_was_on_it(book):
    """Whoever has been added and ended stays in the log."""
    founder = book.club.memberships.get()
    anna = make_member(book.club, "anna", Membership.Role.ADMIN)
    end_membership(membership=founder, author=anna, now=NOW)

    assert not book.club.memberships.filter(user=founder.user).exists()
    assert sentences() == []
