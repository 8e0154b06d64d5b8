"""A club with a season of any length, for measuring and for testing how pages cope with it."""

import uuid
from datetime import date, datetime, time, timedelta
from random import Random

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from ledger.models import Club, Evening, Player, Season
from ledger.queries.clubs.clubs import current_of, seasons_of
from ledger.queries.evenings.seating import seats_of
from ledger.queries.scoring import versions_in_force
from ledger.services.clubs.clubs import NewClub, start_club, start_evening
from ledger.services.deals import record_deals
from ledger.services.keeping.sample_club import Habits, Play
from tests.support.replay import replayed

PRESET = "esmakker-wikipedia"
NAMES = (
    *("Agnes", "Bent", "Clara", "Ditlev", "Else", "Frode", "Grethe", "Henning", "Ingrid", "Jens", "Karen", "Laurits"),
    *("Mette", "Niels", "Oline", "Poul", "Rigmor", "Søren", "Tove", "Uffe", "Vibeke", "Wilhelm", "Yvonne", "Aage"),
    *("Ellinor", "Folmer", "Gerda", "Hjalmar", "Øjvind", "Åse"),
)
SEATS = 5
DEALS_AN_EVENING = 25
# A transaction each: PostgreSQL walks through every state that a season's row has had within one.
EVENINGS_AT_ONCE = 10
DEALS_AT_ONCE = EVENINGS_AT_ONCE * DEALS_AN_EVENING
FIRST_DAY = date(2026, 1, 1)
EVERYDAY = Habits(skill=0, daring=10, nolo=8)


@replayed
def long_season(*, name: str, deals: int, seed: int = 13) -> Club:
    """Start a club of 30 players and play a season of so many deals, 25 an evening, through the services.

    The players take turns at the table, so that all of them play when there are 150 deals or more. The same
    arguments give the same deals.
    """
    founder = User.objects.create_user(f"bench-{uuid.uuid4().hex[:8]}")
    new = NewClub(
        name=name,
        language="da",
        preset=PRESET,
        players=NAMES,
        season="2026",
        starts_on=FIRST_DAY,
        readers=Club.Readers.EVERYBODY,
    )
    club = start_club(new=new, founder=founder, now=_moment(FIRST_DAY))
    _play_on(club, founder, Random(seed), 0, deals)
    return club


def stretch(*, season: Season, times: int) -> None:
    """Play on in a season of full evenings until it has so many times its deals."""
    deals, founder = season.entries.count(), season.club.memberships.get().user
    _play_on(season.club, founder, Random(times), deals // DEALS_AN_EVENING, (times - 1) * deals)


def _play_on(club: Club, founder: User, draw: Random, evenings_before: int, deals: int) -> None:
    players = list(club.players.order_by("id"))
    for first in range(0, deals, DEALS_AT_ONCE):
        with transaction.atomic():
            for number, left in enumerate(range(deals - first, 0, -DEALS_AN_EVENING)[:EVENINGS_AT_ONCE]):
                evening = _open(club, evenings_before + first // DEALS_AN_EVENING + number, players, founder)
                _play(evening, founder, draw, min(DEALS_AN_EVENING, left))


def _open(club: Club, number: int, players: list[Player], founder: User) -> Evening:
    seated = [players[(number * SEATS + seat) % len(players)] for seat in range(SEATS)]
    day = FIRST_DAY + timedelta(days=number)
    season, (version,) = current_of(seasons_of(club=club)), versions_in_force(club=club, day=day)
    assert season is not None
    return start_evening(season=season, day=day, players=seated, version=version, author=founder, now=_moment(day))


def _play(evening: Evening, author: User, draw: Random, count: int) -> None:
    seated = {str(seat.player_id): EVERYDAY for seat in seats_of(evening=evening)}
    deals = Play(draw, evening.table_version.to_rules(), seated).deals(rounds=-(-count // SEATS))
    # All deals of the evening at once cost half of what they do one by one.
    record_deals(evening=evening, deals=deals[:count], key=uuid.uuid4(), author=author, now=_moment(evening.date))


def _moment(day: date) -> datetime:
    return datetime.combine(day, time(19), tzinfo=timezone.get_default_timezone())
