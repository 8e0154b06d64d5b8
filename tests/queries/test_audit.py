"""The audit finds nothing in an honest book, and names what was tampered with behind the guards' back."""

import pytest
from django.db import connection

from ledger.models import Entry, EveningTotal, Posting, Season, guards
from ledger.queries.audit import audit
from ledger.services.recording import correct_deal, void_deal
from tests.people import FIVE, change, make_club, make_evening, nolo, record, trick

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    """Five lines: two deals, one of them corrected, and a nolo of two; and a club whose deals the house pays."""
    evening = make_evening(make_club(), names=FIVE)
    record(evening, trick(evening, "Carl", "Dorthe", 9, level=9, attachment="vip", vip_turn=2))
    entry = record(evening, trick(evening, "Emil", "Frida", 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 7), change=change(evening))
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    euchre = make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda"))
    maker = str(euchre.seats.first().player_id)
    record(euchre, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})
    return evening.season


@pytest.fixture
def behind_the_guards(book):
    """What somebody with the database file in hand could do."""
    guards.drop(connection)
    yield book
    guards.install(connection)


def findings():
    """What the audit finds, but for the guards that a test has taken away."""
    return [str(finding) for finding in audit().findings if "guard" not in finding.message]


def test_an_honest_book_balances(book):
    found = audit()

    assert found.findings == ()
    assert (found.evenings, found.deals, found.lines, found.total) == (2, 4, 6, 0)


def test_an_audit_costs_the_same_number_of_queries_for_more_deals(book, django_assert_max_num_queries):
    evening = book.evenings.get()
    for _ in range(20):
        record(evening, trick(evening, "Carl", "Dorthe", 9))

    with django_assert_max_num_queries(24):
        audit()


def line(season, sequence):
    return f"{season.club_id}/{season.slug}, {sequence}"


def test_a_missing_guard_is_named(book):
    guards.drop(connection)

    missing = [finding.params["name"] for finding in audit().findings]

    guards.install(connection)
    assert missing == list(guards.GUARDS[connection.vendor])


def test_a_changed_amount_is_found_three_ways(behind_the_guards):
    season = behind_the_guards
    posting = Posting.objects.filter(entry__season=season, entry__sequence=1).latest("points")
    Posting.objects.filter(pk=posting.pk).update(points=posting.points + 8)

    assert findings() == [
        f"{line(season, 1)} sums to 8 over 5 of 5 seats.",
        f"Evening id {posting.entry.evening_id}, player id {posting.player_id}: "
        f"stored {EveningTotal.objects.get(evening=posting.entry.evening_id, player=posting.player_id).points}, "
        f"summed {EveningTotal.objects.get(evening=posting.entry.evening_id, player=posting.player_id).points + 8}.",
        f"{line(season, 1)} is not what was written: its digest does not fit.",
        f"{line(season, 1)} does not pay what its table says.",
    ]


def test_two_amounts_swapped_are_found(behind_the_guards):
    season = behind_the_guards
    entry = Entry.objects.get(season=season, sequence=1)
    for posting in entry.postings.exclude(points=0):
        Posting.objects.filter(pk=posting.pk).update(points=-posting.points)

    assert f"{line(season, 1)} does not pay what its table says." in findings()


@pytest.mark.parametrize("said", [{"reason": "pyntet"}, {"number": 9}, {"received_at": "2026-01-01T00:00:00Z"}])
def test_a_line_that_says_something_else_is_found_by_its_digest(behind_the_guards, said):
    season = behind_the_guards
    Entry.objects.filter(season=season, sequence=2).update(**said)

    assert findings() == [f"{line(season, 2)} is not what was written: its digest does not fit."]


def test_a_changed_bottom_line_is_found(book):
    total = EveningTotal.objects.filter(evening__season=book).first()
    EveningTotal.objects.filter(pk=total.pk).update(points=total.points + 1)

    assert len(findings()) == 1


def test_a_forgotten_last_line_is_found(behind_the_guards):
    book = behind_the_guards
    Season.objects.filter(pk=book.pk).update(lines=4, head=Entry.objects.get(season=book, sequence=4).digest)

    assert findings() == [f"{book.club_id}/{book.slug} ends with line 5, not with the last one that was written."]


def test_a_line_taken_out_of_the_middle_is_found(behind_the_guards):
    season = behind_the_guards
    Posting.objects.filter(entry__season=season, entry__sequence=1)._raw_delete("default")
    Entry.objects.filter(season=season, sequence=1)._raw_delete("default")

    assert f"{line(season, 2)} does not follow the line before it." in findings()


def test_a_voided_deal_is_an_honest_line_too(book):
    entry = Entry.objects.get(season=book, sequence=1)
    void_deal(entry=entry, change=change(entry.evening))

    assert audit().findings == ()
