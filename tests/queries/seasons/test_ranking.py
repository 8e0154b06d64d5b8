"""What happens to a book changes the figures of its standings that it must, by points and by rule, and no others."""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ledger.models import Entry, Evening, Posting
from ledger.queries.seasons.ranking import rank_by_rule
from ledger.queries.seasons.standings import standings
from ledger.rules.seasons import RankingRule
from ledger.services.deals import correct_deal
from ledger.services.seasons import choose_ranking
from tests.support.people import DAY, FIVE, change, make_evening, publish_prices, record, season_of, signed, trick

pytestmark = pytest.mark.django_db

AT_TABLE = [names for left_out in FIVE for names in [tuple(name for name in FIVE if name != left_out)]]
RULES = [
    RankingRule(),
    RankingRule(minimum_evenings=2, best=2),
    RankingRule(drop_worst=1, absence="average"),
    RankingRule(best=2, absence="lowest"),
    RankingRule(minimum_evenings=1, absence="fixed", absence_points=-1),
]
weeks, tables, tricks = st.integers(0, 5), st.sampled_from(AT_TABLE), st.integers(5, 13)
played = st.tuples(st.just("deal"), weeks, tables, tricks)
corrected = st.tuples(st.just("correction"), st.integers(0, 30), tricks)
priced = st.tuples(st.just("prices"), st.booleans())
FIRST = [("deal", 4, AT_TABLE[0], 9), ("deal", 1, AT_TABLE[1], 7), ("deal", 4, AT_TABLE[0], 12)]


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happenings=st.lists(played | corrected | priced, max_size=5), rule=st.sampled_from(RULES))
@example(happenings=[*FIRST, ("correction", 1, 8), ("prices", True), ("deal", 0, AT_TABLE[2], 10)], rule=RULES[3])
def test_an_evening_out_of_order_a_correction_and_new_prices_change_what_they_must(club, happenings, rule):
    with transaction.atomic():
        choose_ranking(club=club, rule=rule, prizes={}, in_force_from=DAY, **signed(club))
        for happening in [*FIRST, *happenings]:
            before, places_before = points_by_evening(club), figures(club)
            evening = happen(club, *happening)
            after = points_by_evening(club)
            assert {pk: after[pk] for pk in after if pk != evening} == {
                pk: before[pk] for pk in before if pk != evening
            }
            assert figures(club) == expected_figures(club, after, rule)
            if evening is None:
                assert figures(club) == places_before
        transaction.set_rollback(True)


def happen(club, kind, *facts):
    """Let something happen in the book; the id of the evening that it changes, None for prices."""
    if kind == "prices":
        (is_from_evening,) = facts
        publish_prices(club, from_evening=Evening.objects.latest("date") if is_from_evening else None)
        return None
    if kind == "correction":
        at, taken = facts
        deals = list(Entry.objects.standing().filter(season__club=club).order_by("sequence"))
        entry = deals[at % len(deals)]
        facts_now = {**entry.deal, "tricks": taken if taken != entry.deal["tricks"] else taken - 1}
        correct_deal(entry=entry, deal=facts_now, change=change(entry.evening))
        return entry.evening_id
    week, names, taken = facts
    day = DAY + week * timedelta(days=7)
    evening = Evening.objects.filter(club=club, date=day).first() or make_evening(club, names=names, day=day)
    declarer, partner, *_ = [seat.player.name for seat in evening.seats.select_related("player").order_by("position")]
    record(evening, trick(evening, declarer, partner, taken))
    return evening.pk


def points_by_evening(club):
    """Everybody's points by evening and player, straight from the book."""
    got = defaultdict(lambda: defaultdict(int))
    postings = Posting.objects.filter(entry__season__club=club).values_list("entry__evening", "player", "points")
    for evening, player, points in postings:
        got[evening][player] += points
    return {evening: dict(points) for evening, points in got.items()}


def figures(club):
    """What the standings say of everybody: points, what counts, and the place."""
    season = season_of(club)
    rows = rank_by_rule(season=season, rows=standings(season=season)).standings
    return {row.player_id: (row.points, row.counted_points, row.rank) for row in rows}


def expected_figures(club, by_evening, rule):
    """The same, worked out from the book player by player."""
    unit = season_of(club).unit_denominator
    counts, totals, ranked = {}, {}, set()
    for player in {player for evening in by_evening.values() for player in evening}:
        there = [evening[player] for evening in by_evening.values() if player in evening]
        away = [evening for evening in by_evening.values() if player not in evening]
        instead = {
            "nothing": [],
            "average": [Fraction(sum(there), len(there))] * len(away),
            "lowest": [min(evening.values()) for evening in away],
            "fixed": [rule.absence_points * unit] * len(away),
        }
        left = sorted([*there, *instead[rule.absence]])
        for _worst in range(rule.drop_worst):
            left = left[1:] or left
        counts[player] = sum(left[-rule.best :] if rule.best else left)
        totals[player] = sum(there)
        if len(there) >= rule.minimum_evenings:
            ranked.add(player)
    above = {player: 1 + sum(counts[other] > counts[player] for other in ranked) for player in ranked}
    return {player: (totals[player], counts[player], above.get(player)) for player in counts}
