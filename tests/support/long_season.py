"""A club with a season of any length, for measuring and for testing how pages cope with it.

`long_season` plays it. `stretch` makes one many times as long by the engine itself: its evenings are copied with their
deals and sums, each copy after the one before. A copy keeps the digests of its original, so no audit of it holds; its
rows are as many, as long and as connected as those of a season that was played.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.db.models import F
from django.utils import timezone

from ledger.models import Club, Entry, Evening, EveningTotal, Player, Posting, Season, SeasonTotal, Seat
from ledger.models.book import guards
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

FAR = 1_000_000  # further than any number that the rows themselves have
PLACES = "WITH RECURSIVE place(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM place WHERE n < {last})"
KEY = {  # the first 32 bits of a key say the place
    "sqlite": "printf('%08x', n) || substr({name}, 9)",
    "postgresql": "(lpad(to_hex(n), 8, '0') || substr({name}::text, 9))::uuid",
}
OF_AN_EVENING: dict[type[models.Model], str] = {
    Evening: "season_id = {season}",
    EveningTotal: "evening_id IN (SELECT id FROM ledger_evening WHERE season_id = {season})",
    Seat: "evening_id IN (SELECT id FROM ledger_evening WHERE season_id = {season})",
    Entry: "season_id = {season}",
    Posting: "entry_id IN (SELECT key FROM ledger_entry WHERE season_id = {season})",
}
LATER = {
    "sqlite": "date({name}, '+' || (n * {days}) || ' days')",
    "postgresql": "{name} + n * {days}",
}


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
    draw = Random(seed)
    players = list(club.players.order_by("id"))
    for first in range(0, deals, DEALS_AT_ONCE):
        with transaction.atomic():
            for number, left in enumerate(range(deals - first, 0, -DEALS_AN_EVENING)[:EVENINGS_AT_ONCE]):
                evening = _open(club, first // DEALS_AN_EVENING + number, players, founder)
                _play(evening, founder, draw, min(DEALS_AN_EVENING, left))
    return club


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


def stretch(*, season: Season, times: int) -> None:
    """Make a season that was played without a break so many times as long, past the guards."""
    season.refresh_from_db()
    steps = {"number": season.evenings.count(), "sequence": season.entry_count}
    guards.drop(connection)
    with on_trust() as cursor:
        for model in reversed(OF_AN_EVENING):  # what refers to a row first: a copy is then no model of another
            cursor.execute(_copying(model, season, times - 1, steps))
        SeasonTotal.objects.filter(season=season).update(
            **{column: F(column) * times for column in ("points", "deals", "evenings")}
        )
        Season.objects.filter(pk=season.pk).update(entry_count=season.entry_count * times)
    guards.install(connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Which the server does by itself, some minutes later.
            cursor.execute("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")


def _copying(model: type[models.Model], season: Season, times: int, steps: dict[str, int]) -> str:
    """The statement that stores a model's rows of a season again at places 1 to `times`."""
    table, fields = model._meta.db_table, [field for field in model._meta.concrete_fields if not field.generated]
    names = ", ".join(f'"{field.column}"' for field in fields)
    moved = ", ".join(_later(model, field, steps) for field in fields)
    where = OF_AN_EVENING[model].format(season=season.pk)
    places = PLACES.format(first=1, last=times)
    return f"INSERT INTO {table} ({names}) {places} SELECT {moved} FROM place CROSS JOIN {table} WHERE {where}"


def _later(model: type[models.Model], field: Any, steps: dict[str, int]) -> str:
    """A column's value at place n: another id, key or day, where it must be unique."""
    name, about = f'"{field.column}"', field.related_model or model
    if about is Entry and (field.primary_key or field.is_relation):
        return KEY[connection.vendor].format(name=name)
    if about in OF_AN_EVENING and (field.primary_key or field.is_relation):
        return f"{name} + n * {FAR}"
    if (model, field.name) in ((Evening, "number"), (Entry, "sequence")):
        return f"{name} + n * {steps[field.name]}"
    if (model, field.name) == (Evening, "date"):
        return LATER[connection.vendor].format(name=name, days=steps["number"])
    return name


@contextmanager
def on_trust() -> Iterator[Any]:
    """A transaction that takes rows as a replica does, with references that nobody looks up; gives its cursor."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")
