"""Two of each: what carries a table, an evening, a line or a key may not mix it up with another."""

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from ledger.models import Entry, Evening, Season
from ledger.services import deals
from ledger.services.deals import KeyUsed, SeatsChanged, correct_deal, record_deal, restore_deal, void_deal
from tests.services.evenings.test_tables_of_an_evening import EIGHT, evening_of_eight
from tests.support.people import DAY, change, make_evening, points_of, record, seat_again, signed, trick

pytestmark = pytest.mark.django_db
NEXT_WEEK = date(2026, 9, 10)


@pytest.fixture
def two_tables() -> Evening:
    return evening_of_eight()


@pytest.fixture
def at_table_2(two_tables: Evening) -> Entry:
    """A plain 8 of Frida and Gerda at table 2, after a deal at table 1."""
    record(two_tables, trick(two_tables, "Bodil", "Carl", 8))
    ids = {name: str(pk) for name, pk in two_tables.club.players.values_list("name", "pk")}
    plain = {"kind": "trick", "level": 8, "attachment": "plain", "tricks": 8, "dealer": ids["Frida"]}
    return record(two_tables, {**plain, "declarer": ids["Frida"], "partner": ids["Gerda"]}, table_number=2)


def test_a_deal_that_is_corrected_voided_and_restored_stays_at_its_table(two_tables, at_table_2):
    corrected = correct_deal(entry=at_table_2, deal=at_table_2.deal | {"tricks": 9}, change=change(two_tables))
    void_deal(entry=corrected, change=change(two_tables))
    restore_deal(entry=corrected, change=change(two_tables))

    assert [entry.table_number for entry in two_tables.entries.order_by("sequence")] == [1, *[2] * 5]
    assert (corrected.number, set(points_of(corrected))) == (2, set(EIGHT[4:]))


def test_a_key_that_voided_one_deal_voids_no_other(evening):
    first, second = (record(evening, trick(evening, "Bodil", "Carl", 8)) for _ in range(2))
    key = uuid4()
    reversal = void_deal(entry=first, change=change(evening, key=key))

    with pytest.raises(KeyUsed) as refused:
        void_deal(entry=second, change=change(evening, key=key))

    assert refused.value.entry == reversal
    assert not Entry.objects.filter(reverses=second).exists()


def test_a_key_of_one_evening_stands_for_no_deal_of_another(club):
    tonight, next_week = make_evening(club, day=DAY), make_evening(club, day=NEXT_WEEK)
    key, deal = uuid4(), trick(tonight, "Bodil", "Carl", 8)
    stored = record(tonight, deal, key=key)

    with pytest.raises(KeyUsed) as refused:
        record(next_week, deal, key=key)

    assert refused.value.entry == stored
    assert not next_week.entries.exists()


def test_the_key_of_a_reversal_stands_for_no_deal(evening, entry):
    reversal = void_deal(entry=entry, change=change(evening))

    with pytest.raises(KeyUsed) as refused:
        record(evening, trick(evening, "Bodil", "Carl", 8), key=reversal.key)

    assert refused.value.entry == reversal


def test_who_sits_down_while_a_deal_waits_for_the_book_is_not_paid_by_it(monkeypatch, evening):
    deal = trick(evening, "Bodil", "Carl", 8)
    monkeypatch.setattr(deals, "locked_season", after(lambda: seat_again(evening, "Bodil", "Carl", "Dorthe", "Frida")))

    with pytest.raises(SeatsChanged):
        record_deal(evening=evening, deal=deal, key=uuid4(), **signed(evening.club))

    assert not evening.entries.exists()


def after(others: Callable[[], None]) -> Callable[..., Season]:
    """The season's lock as it is got when others have been faster."""
    lock = deals.locked_season

    def locked_season(**which: Any) -> Season:
        others()
        return lock(**which)

    return locked_season
