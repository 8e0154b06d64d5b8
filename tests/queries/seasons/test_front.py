"""A season at a glance: the latest evening, the last result, who leads, the last deals."""

from datetime import date

import pytest

from ledger.queries.seasons.front import latest_deals, season_front
from ledger.rules.seasons import RankingRule
from ledger.services.deals import void_deal
from ledger.services.seasons import choose_ranking
from tests.support.people import (
    DAY,
    change,
    make_evening,
    nolo,
    play_evening,
    record,
    season_of,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db

THE_WEEK_AFTER = date(2026, 9, 10)


def deals(club):
    return [step.sentence["en"] for step in latest_deals(season=season_of(club))]


@pytest.mark.parametrize(
    ("other", "today", "is_other"),
    [
        (THE_WEEK_AFTER, THE_WEEK_AFTER, True),
        (date(2026, 12, 3), DAY, False),
        (THE_WEEK_AFTER, date(2026, 8, 1), False),
    ],
    ids=["just opened", "one to come does not hide tonight's", "of those to come the next"],
)
def test_the_latest_evening_is_tonights_or_the_next_and_the_result_is_the_last_ones(
    club, evening, other, today, is_other
):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    opened = make_evening(club, day=other)

    front = season_front(season=season_of(club), today=today)

    assert (front.latest, front.played) == (opened if is_other else evening, evening)


def test_the_last_deals_are_the_last_evenings_though_an_older_paper_is_entered_today(club, evening):
    play_evening(club, "Bodil", "Dorthe", 8, day=THE_WEEK_AFTER)
    record(evening, trick(evening, "Bodil", "Carl", 10))

    assert deals(club) == [
        "Bodil and Dorthe bid 8 and just made it. Carl and Emil paid 0.25 each",
        "Bodil and Carl bid 8 and took 10. Dorthe and Emil paid 0.75 each",
    ]


def test_the_course_of_the_first_five_ends_on_their_points(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    play_evening(club, "Bodil", "Dorthe", 8, names=("Bodil", "Dorthe", "Emil", "Frida"), day=THE_WEEK_AFTER)

    front = season_front(season=season_of(club), today=THE_WEEK_AFTER)

    assert [line.name for line in front.top] == ["Bodil", "Carl", "Frida", "Dorthe", "Emil"]
    assert [course.totals for course in front.courses] == [(6, 8), (6, 6), (0, -2), (-6, -4), (-6, -8)]
    assert [course.was_there for course in front.courses][1:3] == [(True, False), (False, True)]
    assert front.players == 5


def test_the_first_five_are_those_of_the_clubs_own_rule(club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    play_evening(club, "Dorthe", "Emil", 8, names=("Frida", "Carl", "Dorthe", "Emil"), day=date(2026, 9, 10))
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


def test_a_voided_deal_is_not_among_the_last(club, evening):
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    void_deal(entry=record(evening, trick(evening, "Bodil", "Carl", 8)), change=change(evening))

    assert deals(club) == ["Emil bid sol and took no trick. The other three paid 1 each"]
