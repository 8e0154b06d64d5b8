"""The recurring cast, and a builder for each thing that a test may need.

Anna is the secretary, Torben the treasurer, Alma the administrator of Torsdagsklubben; Oda keeps another club's book.
Around the table: Bodil, Carl, Dorthe, Emil, and Frida as the fifth.
"""

import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from ledger.models import (
    Club,
    Entry,
    Evening,
    Membership,
    Player,
    RankingVersion,
    ScoringTableVersion,
    Season,
    SeasonClosing,
)
from ledger.queries.evenings.seating import seats_of, tables_of
from ledger.rules.scoring.document import fill_prices, preset, read_scoring_table
from ledger.rules.seasons import RankingRule
from ledger.services.book.log import Kind, Signed, note
from ledger.services.clubs.clubs import NewClub, change_player, change_settings, start_club, start_evening
from ledger.services.deals import Change, record_deal, record_deals
from ledger.services.evenings.confirming import make_links
from ledger.services.evenings.seating import seat_evening
from ledger.services.keeping.sample_club import load_sample_club
from ledger.services.scoring import publish_version
from ledger.services.seasons import Given, choose_ranking, close_season
from tests.support.replay import replayed

NOW = datetime(2026, 9, 3, 19, 30, tzinfo=UTC)
DAY = date(2026, 9, 3)
FIRST_DAY = date(2026, 8, 1)  # of the first season
FOUR = ("Bodil", "Carl", "Dorthe", "Emil")
FIVE = (*FOUR, "Frida")
PASSWORD = "hjerter es er makker"
SAMPLE_PASSWORDS = {"secretary": PASSWORD, "treasurer": "ruder es er makker", "admin": "spar es er makker"}


@replayed
def make_user(name: str) -> User:
    """A user who can sign in with PASSWORD."""
    user = User.objects.filter(username=name).first()
    return user or get_user_model().objects.create_user(name, password=PASSWORD)


@replayed
def make_club(
    name: str = "Torsdagsklubben",
    *,
    preset: str = "esmakker-wikipedia",
    players: tuple[str, ...] = FIVE,
    founder: str = "alma",
    options: dict[str, str] | None = None,
    readers: Club.Readers = Club.Readers.EVERYBODY,
) -> Club:
    """A club with its first season, 2026/27, listed and open to everybody; its founder is the administrator."""
    new = NewClub(
        name=name,
        language="da",
        preset=preset,
        players=players,
        season="2026/27",
        starts_on=FIRST_DAY,
        own_prices=_with_rules(preset, options) if options else None,
        readers=readers,
        is_listed=readers == Club.Readers.EVERYBODY,
    )
    return start_club(new=new, founder=make_user(founder), now=NOW)


def _with_rules(code: str, options: dict[str, str]) -> dict[str, Any]:
    document = preset(code)
    return document | {"rules": document["rules"] | options}


@replayed
def make_member(club: Club, name: str, role: str) -> User:
    """A user with a role in a club."""
    user = make_user(name)
    Membership.objects.create(club=club, user=user, role=role)
    founder = club.memberships.earliest("pk").user
    with transaction.atomic():
        note(club=club, kind=Kind.MEMBER_ADDED, member=user, after=role, author=founder, now=NOW)
    return user


@replayed
def load_sample() -> Club:
    """Load the sample club as on DAY; each role has its own of SAMPLE_PASSWORDS."""
    return load_sample_club(today=DAY, passwords=SAMPLE_PASSWORDS)


def anna(club: Club) -> User:
    """The club's secretary."""
    return make_member(club, "anna", Membership.Role.SECRETARY)


def torben(club: Club) -> User:
    """The club's treasurer."""
    return make_member(club, "torben", Membership.Role.TREASURER)


def season_of(club: Club) -> Season:
    """The club's only season."""
    return Season.objects.get(club=club)


def version_of(club: Club) -> ScoringTableVersion:
    """The newest version of the club's only scoring table."""
    return ScoringTableVersion.objects.filter(scoring_table__club=club).latest("number")


@replayed
def leave(club: Club, name: str) -> Player:
    """Let a player no longer play."""
    player = club.players.get(name=name)
    return change_player(player=player, name=name, is_guest=False, is_active=False, **signed(club))


@replayed
def publish_prices(club: Club, *, from_evening: Evening | None = None, **changes: Any) -> ScoringTableVersion:
    """Publish the club's preset as a new version, with 24 wherever its source has no price, and with some `changes`."""
    document = preset(club.scoring_tables.get().preset)
    document = fill_prices(document, dict.fromkeys(read_scoring_table(document).missing_prices, "24"))
    return publish_version(
        scoring_table=club.scoring_tables.get(), document=document | changes, from_evening=from_evening, **signed(club)
    )


@replayed
def make_evening(club: Club, *, names: tuple[str, ...] = FOUR, day: date = DAY) -> Evening:
    """An evening with these players in seat order."""
    players = [Player.objects.get(club=club, name=name) for name in names]
    return start_evening(season=season_of(club), day=day, players=players, version=version_of(club), **signed(club))


def close_as_it_stands(club: Club, now: datetime = NOW) -> SeasonClosing:
    """Close the club's newest season with the entries that it has."""
    season = club.seasons.latest("number")
    return close_season(season=season, entry_count=season.entry_count, **signed(club, now))


def choose_rule(club: Club, rule: RankingRule, *, day: date = FIRST_DAY, **prizes: Given) -> RankingVersion:
    """Choose a ranking rule from a day on, with prizes by their kind."""
    return choose_ranking(club=club, rule=rule, prizes=prizes, in_force_from=day, **signed(club))


def signed(club: Club, now: datetime = NOW) -> Signed:
    """The author and time of a write: the club's administrator, and a moment."""
    return {"author": club.memberships.select_related("user").earliest("id").user, "now": now}


def seat_ids(evening: Evening) -> dict[str, str]:
    """The ids, as deals write them, of everyone seated, by name."""
    return {seat.player.name: str(seat.player_id) for seat in seats_of(evening=evening)}


def seat_again(evening: Evening, *names: str) -> None:
    """Seat other players of the club at the only table."""
    seat_tables(evening, names)


@replayed
def seat_tables(evening: Evening, *tables: Sequence[str]) -> None:
    """Seat players of the club anew, table by table."""
    known = dict(evening.club.players.values_list("name", "pk"))
    wanted = {number: [known[name] for name in names] for number, names in enumerate(tables, start=1)}
    seat_evening(evening=evening, tables=wanted, **signed(evening.club))


@replayed
def give_links(evening: Evening) -> None:
    """Let the club's players confirm their sheets, everybody at this evening by a link of their own."""
    change_settings(club=evening.club, players_confirm=True, **signed(evening.club))
    make_links(evening=evening, **signed(evening.club))


def names_at(evening: Evening) -> dict[int, list[str]]:
    """Who sits at an evening's tables now, clockwise."""
    return {number: [seat.player.name for seat in seats] for number, seats in tables_of(evening=evening).items()}


def trick(evening: Evening, declarer: str, partner: str | None, tricks: int, **facts: Any) -> dict[str, Any]:
    """A trick deal between named players: a plain 8 dealt by the first seat, unless `facts` say otherwise."""
    ids = seat_ids(evening)
    deal = {"kind": "trick", "level": 8, "attachment": "plain", "tricks": tricks, "dealer": next(iter(ids.values()))}
    return deal | {"declarer": ids[declarer], "partner": partner and ids[partner]} | facts


def nolo(evening: Evening, contract: str, taken: dict[str, int | bool]) -> dict[str, Any]:
    """A nolo with each named player's tricks, or whether it was made, the bidder first."""
    ids = seat_ids(evening)
    on_it = [
        {"player": ids[name], "made" if isinstance(tricks, bool) else "tricks": tricks}
        for name, tricks in taken.items()
    ]
    return {"kind": "nolo", "contract": contract, "participants": on_it, "dealer": next(iter(ids.values()))}


@replayed
def record(evening: Evening, deal: dict[str, Any], *, key: uuid.UUID | None = None, table_number: int = 1) -> Entry:
    """Record a deal, as the administrator, a minute after the last."""
    signed_now = signed(evening.club, _after_the_last(evening.club))
    return record_deal(evening=evening, deal=deal, key=key or uuid.uuid4(), table_number=table_number, **signed_now)


def play_evening(
    club: Club,
    declarer: str,
    partner: str | None,
    tricks: int,
    *,
    names: tuple[str, ...] = FOUR,
    day: date = DAY,
    **facts: Any,
) -> Evening:
    """An evening on which one deal was played, an eight unless the facts say otherwise."""
    evening = make_evening(club, names=names, day=day)
    record(evening, trick(evening, declarer, partner, tricks, **facts))
    return evening


@replayed
def record_often(evening: Evening, deal: dict[str, Any], times: int) -> Entry:
    """Record the same deal so many times at once; returns the last entry."""
    signed_now = signed(evening.club, _after_the_last(evening.club))
    return record_deals(evening=evening, deals=[deal] * times, key=uuid.uuid4(), **signed_now)[-1]


def change(evening: Evening, reason: str = "talt forkert", *, key: uuid.UUID | None = None) -> Change:
    """A change of a deal by the administrator, a minute after the last."""
    return Change(key=key or uuid.uuid4(), reason=reason, **signed(evening.club, _after_the_last(evening.club)))


def _after_the_last(club: Club) -> datetime:
    last = Entry.objects.filter(season__club=club).aggregate(last=Max("received_at"))["last"]
    return last + timedelta(minutes=1) if last else NOW


def points_of(entry: Entry) -> dict[str, int]:
    """What an entry gives each player by name, the house as "house", in units."""
    lines = entry.postings.select_related("player").order_by("seat")
    return {line.player.name if line.player else "house": line.points for line in lines}
