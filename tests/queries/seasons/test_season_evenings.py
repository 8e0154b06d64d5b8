"""A season's evenings as a list."""

import pytest

from ledger.queries.seasons.story import by_deal_count, deal_counts, evenings_of
from ledger.services.deals import correct_deal, restore_deal, void_deal
from tests.support.people import change, make_evening, record, season_of, trick

pytestmark = pytest.mark.django_db


def counts(club):
    evenings = evenings_of(season=season_of(club))
    counted = deal_counts(evenings=evenings)
    return {evening.number: counted[evening.pk] for evening in evenings}


def test_only_deals_that_stand_are_counted(club):
    evening, empty = make_evening(club), make_evening(club)
    kept, corrected, voided, restored = (record(evening, trick(evening, "Bodil", "Carl", 8)) for _ in range(4))
    correct_deal(entry=corrected, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    for entry in (voided, restored):
        void_deal(entry=entry, change=change(evening))
    restore_deal(entry=restored, change=change(evening))

    assert counts(club) == {evening.number: 3, empty.number: 0}
    assert kept.number == 1


def test_the_evenings_in_the_order_of_their_deals(club):
    none, two, single = (make_evening(club) for _ in range(3))
    for evening in (two, single, two):
        record(evening, trick(evening, "Bodil", "Carl", 8))
    evenings = evenings_of(season=season_of(club))

    assert list(by_deal_count(evenings, most_first=True)) == [two, single, none]
    assert list(by_deal_count(evenings, most_first=False)) == [none, single, two]
