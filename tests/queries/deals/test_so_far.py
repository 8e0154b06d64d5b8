"""What a table sees of an evening while it is played: the last deals of all tables, and how far it has come itself."""

import pytest

from ledger.queries.deals.history import so_far
from ledger.queries.deals.pricing import DealsInWords
from ledger.services.deals import void_deal
from tests.services.evenings.test_tables_of_an_evening import at, evening_of_eight, plain
from tests.support.people import change, record, trick

pytestmark = pytest.mark.django_db


def test_each_table_sees_every_tables_last_deals_and_its_own_number():
    evening = evening_of_eight()
    lines = [at(evening, table, plain(evening, table)) for table in (1, 2, 1, 2, 2)]

    first, second = (so_far(evening=evening, table_number=table, words=words_of(evening)) for table in (1, 2))

    assert [step.entry.number for step in first.deals] == [5, 4, 3]
    assert (first.here, second.here) == (3, 5)
    assert set(first.keys) == {str(line.pk) for line in lines}


def test_a_voided_deal_is_no_deal_any_more_but_its_key_stays_used(evening):
    kept, voided = (record(evening, trick(evening, "Bodil", "Carl", tricks)) for tricks in (8, 9))
    void_deal(entry=voided, change=change(evening))

    seen = so_far(evening=evening, table_number=1, words=words_of(evening))

    assert [step.entry for step in seen.deals] == [kept]
    assert seen.here == 1
    assert str(voided.pk) in seen.keys


def words_of(evening):
    return DealsInWords(club_id=evening.club_id)
