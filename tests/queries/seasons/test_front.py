"""A season at a glance: the latest evening, the last result, who leads, the last deals."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.seasons.front import is_on_a_board, latest_deals, season_front
from ledger.rules.seasons.ranking_rule import RankingRule
from ledger.services.deals.recording import void_deal
from ledger.services.seasons.ranking import choose_ranking
from tests.support.people import (
    change,
    make_club,
    make_evening,
    make_user,
    nolo,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db

THE_WEEK_AFTER = date(2026, 9, 10)


def lines(rows):
    return [(line.place, line.name, line.points) for line in rows]


def deals(club):
    return [(deal.names, deal.points) for deal in latest_deals(season=season_of(club))]


def test_a_new_season_has_nothing_to_show(club):
    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert (front.latest, front.played, front.result, front.top) == (None, None, (), ())


def test_an_evening_just_opened_is_the_latest_but_the_result_is_the_last_ones(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    opened = make_evening(club, day=THE_WEEK_AFTER)

    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert (front.latest, front.played) == (opened, evening)


def test_an_evening_still_to_come_does_not_hide_tonights(club, evening):
    make_evening(club, day=date(2026, 12, 3))

    front = season_front(season=season_of(club), today=evening.date)

    assert front.latest == evening


def test_of_evenings_that_are_all_still_to_come_the_next_one_is_told(club, evening):
    make_evening(club, day=THE_WEEK_AFTER)

    front = season_front(season=season_of(club), today=date(2026, 8, 1))

    assert front.latest == evening


def test_the_last_deals_are_the_last_evenings_though_an_older_paper_is_entered_today(club, evening):
    later = make_evening(club, day=THE_WEEK_AFTER)
    record(later, trick(later, "Bodil", "Dorthe", 8))
    record(evening, trick(evening, "Bodil", "Carl", 10))

    assert [names for names, _points in deals(club)] == [("Bodil", "Dorthe"), ("Bodil", "Carl")]


def test_the_result_is_the_last_evenings_and_the_first_five_the_seasons(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    later = make_evening(club, day=THE_WEEK_AFTER)
    record(later, trick(later, "Bodil", "Dorthe", 8))

    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert lines(front.result) == [(1, "Bodil", 2), (1, "Dorthe", 2), (3, "Carl", -2), (3, "Emil", -2)]
    assert lines(front.top) == [(1, "Bodil", 8), (2, "Carl", 4), (3, "Dorthe", -4), (4, "Emil", -8)]


def test_the_course_of_the_first_five_ends_on_their_points(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    later = make_evening(club, names=("Bodil", "Dorthe", "Emil", "Frida"), day=THE_WEEK_AFTER)
    record(later, trick(later, "Bodil", "Dorthe", 8))

    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert [line.name for line in front.top] == ["Bodil", "Carl", "Frida", "Dorthe", "Emil"]
    assert [course.totals for course in front.courses] == [(6, 8), (6, 6), (0, -2), (-6, -4), (-6, -8)]
    assert [course.was_there for course in front.courses][1:3] == [(True, False), (False, True)]
    assert front.players == 5


def test_the_first_five_are_those_of_the_clubs_own_rule(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    second = make_evening(club, names=("Frida", "Carl", "Dorthe", "Emil"), day=date(2026, 9, 10))
    record(second, trick(second, "Dorthe", "Emil", 8))
    rule = RankingRule(minimum_evenings=2, best=1)
    before = season_front(season=season_of(club), today=THE_WEEK_AFTER)
    choose_ranking(club=club, rule=rule, prizes={}, in_force_from=THE_WEEK_AFTER, **signed(club))

    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert [(line.place, line.name) for line in front.top] == [(1, "Carl"), (2, "Dorthe"), (2, "Emil")]
    assert [course.totals[-1] for course in front.courses] == [line.points for line in front.top]
    assert (before.is_by_rule, front.is_by_rule, front.players) == (False, True, before.players)


def test_a_rule_by_which_nobody_has_a_place_yet_leaves_the_first_five_to_the_points(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    before = season_front(season=season_of(club), today=THE_WEEK_AFTER)
    rule = RankingRule(minimum_evenings=2)
    choose_ranking(club=club, rule=rule, prizes={}, in_force_from=evening.date, **signed(club))

    assert season_front(season=season_of(club), today=THE_WEEK_AFTER) == before


def test_a_deals_side_is_the_declarer_with_the_partner(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))

    assert deals(club) == [(("Bodil", "Carl"), 6)]


def test_a_passed_out_deal_is_nobodys(club, evening):
    record(evening, {"kind": "passed_out", "dealer": seat_ids(evening)["Bodil"]})

    assert deals(club) == [((), 0)]


def test_without_a_declarer_the_side_is_who_won():
    club = make_club(preset="engelsk-whist")
    evening = make_evening(club)
    bodil, carl, dorthe, emil = seat_ids(evening).values()
    pairs = [[bodil, dorthe], [carl, emil]]
    record(evening, {"kind": "pair_book", "pairs": pairs, "pair_tricks": [4, 9], "dealer": bodil})

    assert deals(club) == [(("Carl", "Emil"), 3)]


def test_a_voided_deal_is_not_among_the_last(club, evening):
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    void_deal(entry=record(evening, trick(evening, "Bodil", "Carl", 8)), change=change(evening))

    assert deals(club) == [(("Emil",), 24)]


@pytest.mark.parametrize("count", [1, 12])
def test_the_number_of_queries_does_not_depend_on_the_number_of_deals(club, evening, count, django_assert_num_queries):
    for _ in range(count):
        record(evening, trick(evening, "Bodil", "Carl", 8))
    (season,) = seasons_of(club=club)  # as a page has it

    with django_assert_num_queries(5):
        season_front(season=season, today=THE_WEEK_AFTER)
        latest_deals(season=season)


def test_a_board_member_is_on_a_board_and_others_are_not(club, django_assert_max_num_queries):
    founder, other = make_user("alma"), make_user("fremmed")

    with django_assert_max_num_queries(2):
        answers = [is_on_a_board(user=user) for user in (founder, other, AnonymousUser())]

    assert answers == [True, False, False]
