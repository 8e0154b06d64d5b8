"""What an evening is told from, as the book says it: only what was played before it counts, in whatever order."""

from datetime import date

import pytest

from ledger.queries.evenings.neighbours import evening_among_others
from ledger.queries.evenings.result import evening_result
from ledger.queries.evenings.sheet import sheet
from ledger.queries.statistics.story import words_of_evening
from ledger.services.deals import void_deal
from tests.support.people import FIVE, change, make_evening, nolo, play_evening, record, trick

pytestmark = pytest.mark.django_db


@pytest.fixture
def five_evenings(club):
    """Four ordinary evenings of Bodil's, and a fifth on which Emil makes a sol."""
    for day in (3, 10, 17, 24):
        play_evening(club, "Bodil", "Carl", 8, day=date(2026, 9, day))
    last = make_evening(club, names=FIVE, day=date(2026, 10, 8))
    record(last, trick(last, "Bodil", "Carl", 8, dealer=str(last.seats.get(position=5).player_id)))
    record(last, nolo(last, "sol", {"Emil": 0}) | {"dealer": str(last.seats.get(position=5).player_id)})
    return club.evenings.order_by("number")


def words_at(evening):
    evening = evening_among_others(club_id=evening.club_id, number=evening.number)
    read = sheet(evening=evening)
    result = evening_result(sheet=read)
    return words_of_evening(sheet=read, result=result, is_first=not evening.before)


def sentences_of(evening):
    return [label["en"] for label in words_at(evening).sentences]


def test_an_evening_is_told_with_what_came_before_it(five_evenings):
    assert words_at(five_evenings[4]).is_club_best
    assert sentences_of(five_evenings[4]) == [
        "Emil rose from number 3 to number 1 in the standings",
        "Emil was the first in the club to make a contract of sol",
    ]


def test_the_first_evening_of_a_club_boasts_of_nothing(five_evenings):
    assert sentences_of(five_evenings[0]) == []


def test_an_evening_entered_later_with_an_earlier_date_changes_what_was_first(club, five_evenings):
    assert "Emil was the first in the club to make a contract of sol" in sentences_of(five_evenings[4])

    earlier = make_evening(club, day=date(2026, 9, 5))
    entry = record(earlier, nolo(earlier, "sol", {"Carl": 0}))
    assert not any("sol" in sentence for sentence in sentences_of(five_evenings[4]))

    void_deal(entry=entry, change=change(earlier))
    assert "Emil was the first in the club to make a contract of sol" in sentences_of(five_evenings[4])
