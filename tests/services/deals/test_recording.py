"""Recording, correcting, voiding and restoring deals."""

import uuid
from datetime import timedelta

import pytest

from ledger.models import Entry, Evening, EveningTotal, Player, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.deals.history import deal_history
from ledger.queries.evenings.turns import at_table
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import SeasonClosed
from ledger.services.deals import (
    Change,
    DealChanged,
    KeyUsed,
    PricesChanged,
    Seen,
    correct_deal,
    record_deal,
    record_deals,
    restore_deal,
    undo_correction,
    void_deal,
)
from tests.support.people import (
    FIVE,
    NOW,
    change,
    make_club,
    make_evening,
    points_of,
    publish_prices,
    record,
    seat_ids,
    signed,
    trick,
)
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db


def totals(evening):
    """The evening's stored bottom line: (points, deals) by name."""
    rows = EveningTotal.objects.filter(evening=evening).select_related("player")
    return {row.player.name: (row.points, row.deals) for row in rows}


def test_with_five_at_the_table_the_dealer_sits_out_and_plays_no_deal():
    evening = make_evening(make_club(), names=FIVE)

    entry = record(evening, trick(evening, "Carl", "Emil", 8))

    assert points_of(entry) == {"Bodil": 0, "Carl": 2, "Dorthe": -2, "Emil": 2, "Frida": -2}
    assert entry.postings.get(points=0).role == "sits_out"
    assert totals(evening)["Bodil"] == (0, 0)


def record_all(evening, deals, **options):
    return record_deals(evening=evening, deals=deals, **{"key": uuid.uuid4(), **signed(evening.club), **options})


@pytest.mark.engines
def test_many_deals_are_numbered_and_priced_as_if_entered_one_by_one(evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))

    entries = record_all(evening, [trick(evening, "Bodil", "Carl", tricks) for tricks in (8, 9)])

    assert [entry.number for entry in entries] == [2, 3]
    assert points_of(entries[1]) == {"Bodil": 4, "Carl": 4, "Dorthe": -4, "Emil": -4}
    assert totals(evening)["Bodil"] == (8, 3)


@pytest.mark.engines
def test_many_deals_sent_twice_are_stored_once(evening):
    key, deals = uuid.uuid4(), [trick(evening, "Bodil", "Carl", 8)] * 2

    first, second = (record_all(evening, deals, key=key) for _ in range(2))
    more = record_all(evening, [*deals, trick(evening, "Bodil", "Carl", 9)], key=key)

    assert first == second == more[:2]
    assert Entry.objects.count() == 3


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [({"tricks": 99}, Refusal), ({}, PricesChanged)],
    ids=["a deal nobody can have played", "other prices meanwhile"],
)
@pytest.mark.engines
def test_of_many_deals_all_are_stored_or_none(wrong, refusal, evening):
    deals = [trick(evening, "Bodil", "Carl", 8), trick(evening, "Bodil", "Carl", 8) | wrong]
    seen = evening.table_version_id if wrong else 0

    with pytest.raises(refusal):
        record_all(evening, deals, seen=Seen(prices=seen))

    assert Entry.objects.count() == 0


@pytest.mark.parametrize("has_seen_prices", [True, False])
@pytest.mark.engines
def test_a_deal_is_not_stored_at_the_prices_of_before_a_publication(has_seen_prices, evening):
    deals, key, seen = [trick(evening, "Bodil", "Carl", 8)], uuid.uuid4(), Seen(prices=evening.table_version_id)
    stored = record_all(evening, deals, key=key)
    publish_prices(evening.club, from_evening=Evening.objects.get())

    with pytest.raises(PricesChanged):
        record_all(evening, deals, seen=seen if has_seen_prices else None)

    assert record_all(evening, deals, key=key) == stored  # sent again: it is in the book already
    assert Entry.objects.count() == 1


def test_a_key_used_for_other_deals_stores_none_of_them(evening):
    key, deal, other = uuid.uuid4(), trick(evening, "Bodil", "Carl", 8), trick(evening, "Bodil", "Carl", 9)
    record_all(evening, [deal, deal], key=key)

    with pytest.raises(KeyUsed) as refused:
        record_all(evening, [deal, other, deal], key=key)

    assert refused.value.entry.number == 2
    assert Entry.objects.count() == 2


def test_a_correction_is_a_reversal_and_a_new_line(evening, entry):
    corrected = correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 7), change=change(evening))

    reversal = Entry.objects.get(reverses=entry)
    assert points_of(reversal) == {"Bodil": -2, "Carl": -2, "Dorthe": 2, "Emil": 2}
    assert points_of(corrected) == {"Bodil": -4, "Carl": -4, "Dorthe": 4, "Emil": 4}
    assert (corrected.replaces, corrected.number, corrected.reason) == (entry, 1, "talt forkert")
    assert totals(evening)["Bodil"] == (-4, 1)


@pytest.mark.engines
def test_a_correction_sent_twice_is_one_correction(evening, entry):
    correction = change(evening, key=uuid.uuid4())
    deal = trick(evening, "Bodil", "Carl", 7)

    first, second = (correct_deal(entry=entry, deal=deal, change=correction) for _ in range(2))

    assert first == second
    assert Entry.objects.count() == 3


def test_what_the_book_says_already_is_no_correction(evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 9, note="Carls es"))

    with pytest.raises(Refusal) as refused:
        correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9, note="Carls  es "), change=change(evening))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))

    assert "stands already" in str(refused.value)
    assert Entry.objects.count() == 3


@pytest.mark.engines
def test_a_voided_deal_counts_nothing_and_a_restored_one_counts_again(evening, entry):
    void_deal(entry=entry, change=change(evening))
    after_void = totals(evening)["Bodil"]
    restored = restore_deal(entry=entry, change=change(evening))

    assert after_void == (0, 0)
    assert totals(evening)["Bodil"] == (2, 1)
    assert restored.replaces == entry


def test_a_deal_whose_note_was_tampered_with_is_voided(evening, entry):
    entry.deal["note"] = 5

    assert void_deal(entry=entry, change=change(evening)).reverses == entry


@pytest.mark.engines
def test_a_deal_is_voided_once_and_restored_once(evening, entry):
    with pytest.raises(DealChanged):
        restore_deal(entry=entry, change=change(evening))
    for late in (entry, void_deal(entry=entry, change=change(evening))):
        with pytest.raises(DealChanged):
            void_deal(entry=late, change=change(evening))
    restore_deal(entry=entry, change=change(evening))
    with pytest.raises(DealChanged):
        restore_deal(entry=entry, change=change(evening))


def test_cards_not_played_can_turn_out_to_have_been_played(evening):
    entry = record(evening, {"kind": "not_played", "cause": "misdeal", "dealer": seat_ids(evening)["Bodil"]})

    corrected = correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 8), change=change(evening))

    assert corrected.kind == Entry.Kind.DEAL
    assert totals(evening)["Bodil"] == (2, 1)
    assert at_table(evening=evening).dealer == int(seat_ids(evening)["Carl"])
    assert audit().findings == ()


def test_after_an_undo_the_same_dealer_deals_and_a_restored_deal_counts_again(evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    entry = record(evening, trick(evening, "Bodil", "Carl", 8, dealer=seat_ids(evening)["Carl"]))

    void_deal(entry=entry, change=change(evening))
    assert at_table(evening=evening).dealer_name == "Carl"

    restore_deal(entry=entry, change=change(evening))
    assert at_table(evening=evening).dealer_name == "Dorthe"


def test_a_note_too_long_by_its_names_is_refused_beside_the_note(evening):
    Player.objects.filter(name="Bodil").update(name="Bo")

    with refused_at("note"):
        record(evening, trick(evening, "Carl", "Dorthe", 8, note="Bo " * 66))


@pytest.mark.parametrize("field", ["reason", "note"])
def test_a_correction_undone_still_says_who_was_meant(field, evening):
    ids = seat_ids(evening)
    adjustment = {"kind": "adjustment", "amounts": {ids["Bodil"]: "-1", ids["Carl"]: "1"}, "reason": "Carls kaffe"}
    texts = {"reason": adjustment, "note": trick(evening, "Bodil", "Carl", 8, note="Carls kaffe")}[field]
    entry = record(evening, texts)
    corrected = correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))

    undone = undo_correction(entry=corrected, change=change(evening))

    assert undone.deal == entry.deal
    assert undone.deal[field] == f"⟦{ids['Carl']}⟧s kaffe"


def test_a_change_needs_a_reason(evening):

    with refused_at("reason"):
        change(evening, reason="  ")


@pytest.mark.engines
def test_a_closed_season_takes_no_deal_and_no_change(evening, entry):
    Season.objects.update(closed_at=NOW)

    with pytest.raises(SeasonClosed):
        record(evening, trick(evening, "Bodil", "Carl", 8))
    with pytest.raises(SeasonClosed):
        void_deal(entry=entry, change=change(evening))

    assert Entry.objects.count() == 1


def test_each_deal_bears_the_clocks_time_though_the_clock_was_ahead_before(evening):
    author, ahead = evening.club.memberships.get().user, NOW + timedelta(days=4000)
    facts = {"evening": evening, "deal": trick(evening, "Bodil", "Carl", 8), "author": author}
    entry = record_deal(key=uuid.uuid4(), now=ahead, **facts)

    since = Change(key=uuid.uuid4(), reason="talt forkert", author=author, now=NOW)
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=since)

    assert [step.kind for step in deal_history(evening=evening, number=1).steps] == ["recorded", "corrected"]
    assert [line.received_at for line in evening.entries.order_by("sequence")] == [ahead, NOW, NOW]
