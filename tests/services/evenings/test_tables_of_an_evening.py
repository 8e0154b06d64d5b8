"""Several tables in one evening, and tables that are seated anew: every deal belongs to those who sat there."""

from uuid import uuid4

import pytest

from ledger.models import Evening
from ledger.queries.evenings.turns import at_table
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import SeatsChanged, Seen, correct_deal, record_deal, restore_deal, void_deal
from tests.support.people import change, make_club, make_evening, points_of, record, seat_tables, signed, trick
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db
EIGHT = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Holger", "Inga")


def evening_of_eight() -> Evening:
    """An evening with four at each of two tables."""
    evening = make_evening(make_club(players=EIGHT), names=EIGHT[:4])
    seat_tables(evening, EIGHT[:4], EIGHT[4:])
    return evening


@pytest.fixture
def eight() -> Evening:
    return evening_of_eight()


def plain(evening: Evening, table: int = 1, tricks: int = 8) -> dict[str, object]:
    """A plain 8 by the first two who play at a table, dealt by whoever deals there."""
    here = at_table(evening=evening, table_number=table)
    first, second, *_ = (str(player) for player in here.players if player not in here.sits_out)
    away = [str(player) for player in here.sits_out]
    deal = {"kind": "trick", "level": 8, "attachment": "plain", "tricks": tricks, "dealer": str(here.dealer)}
    return {**deal, "declarer": first, "partner": second, "sits_out": away if len(away) > 1 else []}


def at(evening: Evening, table: int, deal: dict[str, object], **seen: object) -> object:
    """The deal in the book of the evening, played at a table."""
    return record_deal(evening=evening, deal=deal, key=uuid4(), table_number=table, **signed(evening.club), **seen)


def test_each_table_has_its_own_dealers_and_the_evening_one_row_of_numbers(eight):
    numbers = [at(eight, table, plain(eight, table)).number for table in (1, 2, 2)]

    assert numbers == [1, 2, 3]
    dealers = {table: at_table(evening=eight, table_number=table).dealer_name for table in (1, 2)}
    assert dealers == {1: "Carl", 2: "Holger"}


def test_a_deal_is_played_and_paid_among_those_at_its_table(eight):
    entry = at(eight, 2, plain(eight, 2))

    assert (entry.table_number, set(points_of(entry))) == (2, set(EIGHT[4:]))
    with refused_at("dealer", "is not at the table"):
        at(eight, 2, plain(eight, 1))
    assert at_table(evening=eight, table_number=3) is None
    with pytest.raises(Refusal):
        at(eight, 3, plain(eight, 1))


def test_a_deal_is_corrected_among_those_who_sat_there_then():
    evening = make_evening(make_club(players=EIGHT))
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    seat_tables(evening, ("Bodil", "Frida", "Dorthe", "Emil"))

    corrected = correct_deal(entry=entry, deal={**entry.deal, "tricks": 9}, change=change(evening))
    void_deal(entry=corrected, change=change(evening))
    restored = restore_deal(entry=corrected, change=change(evening))

    assert [set(points_of(line)) for line in (corrected, restored)] == [set(EIGHT[:4])] * 2
    assert set(points_of(record(evening, plain(evening, 1)))) == {"Bodil", "Frida", "Dorthe", "Emil"}


def test_a_deal_written_by_the_old_seats_is_not_stored(eight):
    first, second = (plain(eight, table) for table in (1, 2))
    seen = {table: Seen(players=at_table(evening=eight, table_number=table).players) for table in (1, 2)}
    seat_tables(eight, ("Carl", "Bodil", "Dorthe", "Emil"), EIGHT[4:])

    assert at(eight, 2, second, seen=seen[2]).number == 1
    with pytest.raises(SeatsChanged):
        at(eight, 1, first, seen=seen[1])
