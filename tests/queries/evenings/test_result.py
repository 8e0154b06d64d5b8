"""An evening's result by its sheet: places, the deal that turned it, its pair, and whether it is the season's best."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.queries.evenings.neighbours import evening_among_others
from ledger.queries.evenings.result import evening_result, turning_of
from ledger.queries.evenings.sheet import sheet
from ledger.queries.evenings.turns import at_table, tables_as_read
from ledger.services.deals import correct_deal, void_deal
from tests.support.people import FIVE, change, make_club, make_evening, nolo, record, seat_again, seat_ids, trick

pytestmark = pytest.mark.django_db


def among_others(evening):
    return evening_among_others(club_id=evening.club_id, number=evening.number)


def result_of(evening):
    return evening_result(sheet=sheet(evening=among_others(evening)))


def in_english(label):
    return label["en"]


def test_places_are_shared_and_nobody_is_placed_who_has_not_played(club):
    evening = make_evening(club, names=FIVE)
    record(evening, trick(evening, "Bodil", "Carl", 8, dealer=seat_ids(evening)["Frida"]))

    places = [(place.place, place.name, place.points) for place in result_of(evening).places]

    assert places == [(1, "Bodil", 2), (1, "Carl", 2), (3, "Frida", 0), (4, "Dorthe", -2), (4, "Emil", -2)]


def test_the_deal_that_turned_the_evening_tells_how_it_stood_before(evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    record(evening, trick(evening, "Emil", "Carl", 8))

    turning = result_of(evening).turning

    assert (turning.number, turning.title["da"], in_english(turning.title)) == (2, "Emils sol", "Emil's sol")
    assert (in_english(turning.leaders), turning.leaders_units) == ("Bodil and Carl", 6)
    assert (turning.is_first, turning.were_level) == (False, False)


def test_a_voided_deal_turns_nothing_and_a_corrected_one_counts_as_it_is_now(evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    voided = record(evening, nolo(evening, "sol", {"Emil": 0}))
    corrected = record(evening, nolo(evening, "sol", {"Dorthe": 9}))
    void_deal(entry=voided, change=change(evening))
    correct_deal(entry=corrected, deal=nolo(evening, "sol", {"Dorthe": 0}), change=change(evening))

    turning = result_of(evening).turning

    assert (turning.number, in_english(turning.title)) == (3, "Dorthe's sol")


def test_the_front_page_finds_the_same_turn_without_the_sheet(evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, nolo(evening, "sol", {"Emil": 0}))

    assert turning_of(evening=evening) == result_of(evening).turning
    assert turning_of(evening=make_evening(evening.club)) is None


def test_pairs_that_never_change_are_not_told():
    club = make_club(preset="engelsk-whist")
    evening = make_evening(club)
    ids = seat_ids(evening)
    pairs = [[ids["Bodil"], ids["Dorthe"]], [ids["Carl"], ids["Emil"]]]
    record(evening, {"kind": "pair_book", "pairs": pairs, "pair_tricks": [8, 5]})

    result = result_of(evening)

    assert (result.pairs, result.winners) == ([], ["Bodil", "Dorthe"])


def test_an_evening_is_the_best_of_its_season_from_the_fifth_on(club):
    def evening_won_by(tricks):
        evening = make_evening(club, day=date(2026, 9, 3))
        record(evening, trick(evening, "Bodil", "Carl", tricks))
        return result_of(evening)

    results = [evening_won_by(tricks) for tricks in (8, 8, 8, 8, 9, 9)]

    assert [(result.best_of, result.dearest_of) for result in results] == [(0, 0)] * 4 + [(5, 5), (0, 0)]


@pytest.mark.parametrize("rotation", ["dealer", "even"])
def test_whose_turn_it_is_is_read_off_the_sheet_as_it_is_asked_for(club, rotation):
    evening = make_evening(club, names=FIVE)
    evening.rotation, evening.deals_per_round = rotation, 2
    evening.save()
    record(evening, trick(evening, "Carl", "Dorthe", 8))
    void_deal(entry=record(evening, trick(evening, "Carl", "Dorthe", 8)), change=change(evening))
    record(evening, {"kind": "not_played", "cause": "redeal", "dealer": seat_ids(evening)["Carl"]})
    seat_again(evening, "Carl", "Bodil", "Dorthe", "Emil", "Frida")

    read = sheet(evening=evening)
    standing = [row.entry for row in read.standing]
    [table] = tables_as_read(evening=evening, seats=read.seats, standing=standing, number=read.book.next_number)

    assert table == replace(at_table(evening=evening), tables=table.tables)
