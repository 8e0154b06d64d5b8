"""Milestones are carried on from evening to evening, their deals counted by evening, and no name is kept."""

from unittest.mock import patch

import pytest

from ledger.models import Club, Entry
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.club.milestones import DEALS, milestones_of_club, with_names
from ledger.queries.statistics.tallies import counts_of
from ledger.rules.statistics import milestones
from ledger.services.clubs.clubs import change_player
from tests.bench.parts.long_season import long_season
from tests.support.people import record, signed

pytestmark = pytest.mark.django_db


def milestones_now(club):
    """The milestones as a page asks for them."""
    club = Club.objects.get(pk=club.pk)
    return milestones_of_club(seasons=seasons_of(club=club))


def test_a_deal_more_is_told_by_one_evening_and_nothing_new_by_none(django_assert_num_queries):
    club = long_season(name="Klub", deals=150)
    milestones_now(club)
    club = Club.objects.get(pk=club.pk)
    seasons = seasons_of(club=club)

    with django_assert_num_queries(0):
        milestones_of_club(seasons=seasons)
    evening = club.evenings.latest("number")
    record(evening, evening.entries.latest("sequence").deal)
    seasons = seasons_of(club=club)
    # The evening, the digest and the new deal.
    with django_assert_num_queries(3), patch.object(milestones, "milestones_of", return_value=[]) as told:
        milestones_of_club(seasons=seasons)

    assert told.call_count == 1


def test_deals_are_counted_by_evening_whoever_took_part():
    club = long_season(name="Klub", deals=150)

    (counts,) = counts_of(DEALS, seasons=seasons_of(club=club)).values()

    standing = Entry.objects.standing().filter(kind="deal")
    assert counts == {(evening.pk,): (standing.filter(evening=evening).count(),) for evening in club.evenings.all()}


def test_a_name_is_never_kept():
    club = long_season(name="Klub", deals=150)
    brought = milestones_now(club)
    player = club.players.get(pk=next(item.player for _, items in brought for item in items if item.player))

    change_player(player=player, name="Zenobia", is_guest=False, is_active=True, **signed(club))

    assert {item.name for _, items in brought for item in items} == {""}
    assert "Zenobia" in {item.name for _, items in with_names(milestones_now(club)) for item in items}
