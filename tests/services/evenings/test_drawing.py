"""Players drawn onto tables: an evening opened so, and drawn again before it and in its middle."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest

from ledger.models import Player
from ledger.queries.evenings.seating import meetings, standings_for_draw, tables_of
from ledger.rules.evenings.seats import repeats
from ledger.services.book.posting import EveningClosed
from ledger.services.deals import restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import Draw, draw_again, open_evening
from tests.services.evenings.test_tables_of_an_evening import plain
from tests.support.people import (
    DAY,
    FIVE,
    change,
    make_club,
    make_evening,
    names_at,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
    version_of,
)

pytestmark = pytest.mark.django_db

NINE = (*FIVE, "Gerda", "Holger", "Inger", "Jens")


@pytest.fixture
def club():
    return make_club(players=NINE)


def here(club, *names):
    return [Player.objects.get(club=club, name=name) for name in names or NINE]


def open_drawn(club, draw, *, players=None, day=DAY, **options):
    new = {"day": day, "version": version_of(club), "players": here(club) if players is None else players, **options}
    return open_evening(season=season_of(club), **new, draw=draw, **signed(club))


def by(way, tables=2, seed=1):
    return Draw(tables=tables, way=way, random=Random(seed))


def test_guests_are_drawn_with_the_others_and_nobody_sits_twice(club):
    evening = open_drawn(club, by("chance"), players=here(club, *NINE[:6]), guests=["Karl", " lis  Møller ", "bodil"])

    assert {name for names in names_at(evening).values() for name in names} == {*NINE[:6], "Karl", "lis Møller"}
    assert set(club.players.filter(is_guest=True).values_list("name", flat=True)) == {"Karl", "lis Møller"}


def test_by_the_standings_those_ahead_sit_at_table_1_and_who_has_not_played_last(club):
    past = make_evening(club)
    record(past, trick(past, "Bodil", "Carl", 9))
    assert standings_for_draw(season=season_of(club)) == {
        player.pk: points for player, points in zip(here(club, *NINE[:4]), (4, 4, -4, -4), strict=True)
    }

    evening = open_drawn(club, by("standings"))

    assert set(names_at(evening)[1]) == set(NINE[:4])


def meetings_by_name(club):
    named = {player.pk: player.name for player in here(club)}
    met = meetings(season=season_of(club))
    return Counter({" ".join(sorted(named[name] for name in pair)): evenings for pair, evenings in met.items()})


def test_meetings_are_evenings_on_which_two_sat_together_in_a_deal(club):
    past = make_evening(club)
    for _ in range(2):
        record(past, trick(past, "Bodil", "Carl", 8))
    next_evening = make_evening(club, names=("Bodil", "Frida", "Dorthe", "Gerda"), day=DAY + timedelta(days=7))
    record(next_evening, trick(next_evening, "Bodil", "Frida", 8))
    make_evening(club, names=NINE[-4:])  # opened, and nothing played

    met = meetings_by_name(club)

    assert met["Bodil Dorthe"] == 2
    assert met["Bodil Carl"] == met["Bodil Frida"] == 1
    assert len(met) == 11
    assert "Holger Inger" not in met


def test_who_only_had_a_deal_that_was_voided_has_not_met_and_who_had_it_restored_has(club):
    past = make_evening(club)
    entry = record(past, trick(past, "Bodil", "Carl", 8))

    void_deal(entry=entry, change=change(past))
    assert meetings_by_name(club) == {}

    restore_deal(entry=entry, change=change(past))
    assert meetings_by_name(club)["Bodil Carl"] == 1
    assert len(meetings_by_name(club)) == 6


def test_who_passed_has_met_and_who_played_no_cards_has_not(club):
    past = make_evening(club)
    ids = seat_ids(past)
    record(past, {"kind": "not_played", "cause": "misdeal", "dealer": ids["Bodil"]})
    amounts = {ids["Bodil"]: -3, ids["Carl"]: 1, ids["Dorthe"]: 1, ids["Emil"]: 1}
    record(past, {"kind": "adjustment", "amounts": amounts, "reason": "straf"})
    assert meetings_by_name(club) == {}

    record(past, {"kind": "passed_out", "dealer": ids["Bodil"]})
    assert len(meetings_by_name(club)) == 6


def test_who_sat_out_has_met_nobody(club):
    past = make_evening(club, names=FIVE)

    record(past, trick(past, "Carl", "Emil", 8))  # Bodil deals and sits out

    met = meetings_by_name(club)
    assert len(met) == 6
    assert not any("Bodil" in pair for pair in met)


def test_fewest_repeats_keep_those_apart_who_have_met(club):
    past = open_drawn(club, by("chance", seed=3), players=here(club, *NINE[:8]))
    for table in (1, 2):
        record(past, plain(past, table), table_number=table)

    evening = open_drawn(club, by("repeats"), players=here(club, *NINE[:8]))

    seated = [[seat.player_id for seat in seats] for seats in tables_of(evening=evening).values()]
    assert repeats(seated, meetings(season=evening.season)) == 4
    before = [set(names) for names in names_at(past).values()]
    assert [len(set(names) & before[0]) for names in names_at(evening).values()] == [2, 2]


def test_an_approved_evening_is_not_drawn_again(club):
    evening = open_drawn(club, by("chance"))
    approve_evening(evening=evening, entry_count=0, **signed(club))

    with pytest.raises(EveningClosed):
        draw_again(evening=evening, draw=by("chance", seed=2), **signed(club))
