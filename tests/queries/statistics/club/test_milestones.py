"""Milestones are carried on from evening to evening, their deals counted by evening, and no name is kept."""

import pytest

from ledger.models import Club
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.club.milestones import milestones_of_club, with_names
from ledger.services.clubs.clubs import change_player
from tests.bench.parts.long_season import long_season
from tests.support.people import signed

pytestmark = pytest.mark.django_db


def milestones_now(club):
    """The milestones as a page asks for them."""
    club = Club.objects.get(pk=club.pk)
    return milestones_of_club(seasons=seasons_of(club=club))


def test_a_name_is_never_kept():
    club = long_season(name="Klub", deals=150)
    brought = milestones_now(club)
    player = club.players.get(pk=next(item.player for _, items in brought for item in items if item.player))

    change_player(player=player, name="Zenobia", is_guest=False, is_active=True, **signed(club))

    assert {item.name for _, items in brought for item in items} == {""}
    assert "Zenobia" in {item.name for _, items in with_names(milestones_now(club)) for item in items}
