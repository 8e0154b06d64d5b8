"""One hand entered twice is told, on whichever table it was; it stays in the book until somebody voids it."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from ledger.queries.deals.doubts import repeated_deal
from ledger.queries.evenings.sheet import sheet
from ledger.services.deals import correct_deal, record_deal, record_deals, void_deal
from tests.support.people import NOW, change, record, seat_ids, signed, trick

pytestmark = pytest.mark.django_db


def repeats_told(evening):
    """What the sheet says: by deal the deal that it may repeat."""
    return {row.number: row.repeats for row in sheet(evening=evening).rows}


def hand(evening, dealer="Bodil", **facts):
    return trick(evening, "Bodil", "Carl", 9, dealer=seat_ids(evening)[dealer], **facts)


def test_the_same_hand_dealt_by_the_next_dealer_is_told_until_one_is_voided(evening):
    first, second = record(evening, hand(evening)), record(evening, hand(evening, "Carl"))

    assert repeats_told(evening) == {1: None, 2: 1}
    assert (repeated_deal(entry=first), repeated_deal(entry=second)) == (None, 1)

    void_deal(entry=first, change=change(evening))
    assert repeats_told(evening) == {1: None, 2: None}
    assert repeated_deal(entry=second) is None


def test_whoever_pressed_first_and_came_second_is_told(evening):
    by = {"evening": evening, "key": uuid.uuid4(), "author": signed(evening.club)["author"]}
    record_deal(**by, deal=hand(evening), now=NOW + timedelta(seconds=1))
    second = record_deal(**by | {"key": uuid.uuid4()}, deal=hand(evening, "Carl"), now=NOW)

    assert repeats_told(evening) == {1: None, 2: 1}
    assert repeated_deal(entry=second) == 1


def test_a_correction_into_what_a_later_deal_says_is_told_there_until_that_one_is_corrected(evening):
    first = record(evening, trick(evening, "Bodil", "Carl", 10))
    second = record(evening, hand(evening, "Carl"))

    correct_deal(entry=first, deal=hand(evening), change=change(evening))

    assert repeats_told(evening) == {1: None, 2: 1}
    assert repeated_deal(entry=second) == 1

    correct_deal(entry=second, deal=trick(evening, "Bodil", "Carl", 10), change=change(evening))
    assert repeats_told(evening) == {1: None, 2: None}


def test_a_deal_between_that_was_corrected_much_later_hides_no_duplicate(evening):
    record(evening, hand(evening))
    between = record(evening, trick(evening, "Bodil", "Carl", 10))
    third = record(evening, hand(evening, "Carl"))
    late = replace(change(evening), now=third.received_at + timedelta(hours=1))

    correct_deal(entry=between, deal=hand(evening), change=late)

    assert repeats_told(evening) == {1: None, 2: None, 3: 1}
    assert repeated_deal(entry=third) == 1


@pytest.mark.parametrize("other", [{"tricks": 8}, {"level": 10}, {"attachment": "gode"}, None])
def test_another_hand_or_passing_twice_is_no_duplicate(evening, other):
    for name, facts in (("Bodil", {}), ("Carl", other)):
        passed = {"kind": "passed_out", "dealer": seat_ids(evening)[name]}
        record(evening, passed if other is None else hand(evening, name) | facts)

    assert repeats_told(evening) == {1: None, 2: None}


def test_a_like_hand_eleven_minutes_later_or_pasted_with_it_is_no_duplicate(evening):
    signature = signed(evening.club)
    deals = {"evening": evening, "deals": [hand(evening), hand(evening, "Carl")], "author": signature["author"]}
    record_deals(**deals, key=uuid.uuid4(), now=NOW)
    record_deals(**deals, key=uuid.uuid4(), now=NOW + timedelta(minutes=11))

    assert repeats_told(evening) == dict.fromkeys(range(1, 5))
