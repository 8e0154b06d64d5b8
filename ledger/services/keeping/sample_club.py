"""The sample club: a made-up club with two seasons of deals, entered through the same services as the pages use."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any, NamedTuple, TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ledger.models import Club, Entry, Evening, Membership, ScoringTableVersion, Season
from ledger.queries.evenings.seating import seats_of
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.spelling import variants
from ledger.services.book.log import Kind, Signed, note
from ledger.services.clubs.clubs import NewClub, add_players, start_club, start_evening, start_season
from ledger.services.deals import Change, correct_deal, record_deal, record_deals, restore_deal, void_deal
from ledger.services.seasons import close_season

# How the sample club plays: what its members bid and take, drawn from a seeded generator with human odds.


Choice = TypeVar("Choice")
Players = Mapping[str, "Habits"]

# Every table of odds below: how often each choice is made, relative to the others beside it.
KINDS = {"trick": 845, "nolo": 132, "passed_out": 23}
ATTACHMENTS = {"plain": 26, "vip": 31, "gode": 13, "halve": 12, "sans": 9, "staerke": 5, "kvarte": 4}
TURNS = {1: 55, 2: 31, 3: 14}
LEVELS = {
    "plain": {8: 25, 9: 50, 10: 23, 11: 2},
    "kvarte": {7: 30, 8: 55, 9: 15},
    "vip2": {8: 75, 9: 25},
    "vip3": {8: 100},
}
OTHER_LEVELS = {7: 2, 8: 50, 9: 40, 10: 8}
TRUMPS = {
    "plain": {"hearts": 38, "diamonds": 32, "spades": 30},
    "gode": {"clubs": 1},
    "staerke": {"spades": 1},
    "sans": {"none": 1},
    "vip": {"clubs": 22, "spades": 24, "hearts": 25, "diamonds": 25, "none": 4},
}
OTHER_TRUMPS = {"clubs": 1, "spades": 1, "hearts": 1, "diamonds": 1}
WHOSE_ACE = {"partner": 91, "self_called": 5, "ace_in_cat": 4}
OVER_OR_UNDER = {-3: 1, -2: 7, -1: 19, 0: 34, 1: 25, 2: 11, 3: 3}
NOLO = {"sol": 48, "ren_sol": 29, "bordlaegger": 15, "ren_bordlaegger": 8}
PLAYERS_ON_IT = {"sol": {1: 64, 2: 30, 3: 6}, "ren_sol": {1: 85, 2: 15}}
TRICKS_TOO_MANY = {1: 78, 2: 17, 3: 5}
NOLO_LOST_PERCENT = 34


@dataclass(frozen=True)
class Habits:
    """How somebody plays: `skill` about 0 turns close deals, `daring` and `nolo` are how readily they bid."""

    skill: int
    daring: int
    nolo: int


@dataclass(frozen=True)
class Play:
    """A table of players in seat order, by the text that stands for each in a deal."""

    random: Random
    rules: ScoringRules
    seated: Players

    def deals(self, *, rounds: int) -> list[dict[str, Any]]:
        """An evening's deals as data: everyone deals `rounds` times, and sits out then if a fifth."""
        return [self._deal(dealer) for _ in range(rounds) for dealer in self.seated]

    def _deal(self, dealer: str) -> dict[str, Any]:
        is_fifth = len(self.seated) > self.rules.seats.max
        players = {player: habits for player, habits in self.seated.items() if not is_fifth or player != dealer}
        deal: dict[str, Any] = {"kind": self._draw(KINDS), "dealer": dealer}
        if deal["kind"] == "trick":
            deal |= self._trick(players)
        elif deal["kind"] == "nolo":
            deal |= self._nolo(players)
        return deal

    def _trick(self, players: Players) -> dict[str, Any]:
        declarer = self._draw({player: habits.daring for player, habits in players.items()})
        attachment = self._draw(ATTACHMENTS)
        turn = {"vip_turn": self._draw(TURNS)} if attachment == "vip" else {}
        level = self._draw(LEVELS.get(f"{attachment}{turn.get('vip_turn', '')}", OTHER_LEVELS))
        partner = self._partner(players, declarer, attachment)
        trump = self._draw(TRUMPS.get(attachment, OTHER_TRUMPS))
        tricks = self._tricks(players, level, {declarer, partner["partner"]})
        bid = {"level": level, "attachment": attachment, **turn, "trump": trump, "declarer": declarer}
        return {**bid, **partner, "tricks": tricks}

    def _partner(self, players: Players, declarer: str, attachment: str) -> dict[str, str | None]:
        if attachment == "kvarte":
            return {"partner": None, "alone": "declared"}
        whose = self._draw(WHOSE_ACE)
        if whose != "partner":
            return {"partner": None, "alone": whose}
        return {"partner": self.random.choice([player for player in players if player != declarer])}

    def _tricks(self, players: Players, level: int, side: set[str | None]) -> int:
        """What the declaring side takes: near its level, and a trick more or less where skill tells."""
        lift = sum(habits.skill if player in side else -habits.skill for player, habits in players.items())
        nudge = self.random.randrange(100) < 5 * abs(lift)
        tricks = level + self._draw(OVER_OR_UNDER) + (nudge if lift > 0 else -nudge)
        return min(tricks, self.rules.tricks)

    def _nolo(self, players: Players) -> dict[str, Any]:
        contract = self._draw(NOLO)
        most = self.rules.nolo[contract].max_tricks
        willing = {player: habits.nolo for player, habits in players.items()}
        on_it = []
        for _ in range(self._draw(PLAYERS_ON_IT.get(contract, {1: 1}))):
            player = self._draw(willing)
            del willing[player]
            if self.random.randrange(100) < NOLO_LOST_PERCENT - 2 * players[player].skill:
                tricks = most + self._draw(TRICKS_TOO_MANY)
            else:
                tricks = self.random.randint(0, most)
            on_it.append({"player": player, "tricks": tricks})
        return {"contract": contract, "participants": on_it}

    def _draw(self, odds: Mapping[Choice, int]) -> Choice:
        return self.random.choices(list(odds), weights=list(odds.values()))[0]


SEED = 1862
KEYS = uuid.UUID("5b0f6f0e-9c5e-4c0b-8a55-6f3d1c1e7a40")  # every entry's key is drawn from this one
CLUB, PRESET = "Whistklubben Kattens Es", "esmakker-wikipedia"
USERNAMES = {
    Membership.Role.SECRETARY: "sekretaer",
    Membership.Role.TREASURER: "kasserer",
    Membership.Role.ADMIN: "admin",
}
THURSDAY = 3
FOUNDED_AT, FIRST_DEAL_AT = time(12), time(19, 15)
BETWEEN_DEALS, BETWEEN_EVENINGS, BETWEEN_SEASONS = timedelta(minutes=7), timedelta(weeks=2), timedelta(weeks=8)

# Skill, daring, and how readily they bid nolo.
MEMBERS = {
    "Birthe": Habits(1, 10, 6),
    "Ejnar": Habits(3, 11, 9),
    "Gudrun": Habits(0, 8, 12),
    "Hans Peder": Habits(-1, 15, 8),
    "Inger": Habits(0, 7, 4),
    "Jørgen": Habits(-1, 12, 14),
    "Lilly": Habits(2, 9, 5),
    "Svend Erik": Habits(-2, 10, 6),
    "Åse": Habits(0, 9, 11),
}
GUESTS = {"Palle": Habits(-1, 9, 6), "Yrsa": Habits(0, 8, 8)}

HABITS = MEMBERS | GUESTS

# Who sat where, the first seat dealing first; four deal six rounds, five deal five.
SEASONS: dict[str, Sequence[str]] = {
    "12. sæson": (
        "Birthe, Hans Peder, Gudrun, Svend Erik",
        "Ejnar, Åse, Jørgen, Inger, Birthe",
        "Lilly, Gudrun, Hans Peder, Ejnar",
        "Jørgen, Birthe, Svend Erik, Åse, Lilly",
        "Inger, Hans Peder, Ejnar, Yrsa",
        "Gudrun, Jørgen, Birthe, Åse",
        "Svend Erik, Lilly, Inger, Hans Peder, Ejnar",
        "Åse, Ejnar, Gudrun, Birthe, Jørgen",
    ),
    "13. sæson": (
        "Hans Peder, Inger, Åse, Lilly",
        "Birthe, Svend Erik, Ejnar, Gudrun, Jørgen",
        "Ejnar, Palle, Lilly, Hans Peder",
        "Åse, Birthe, Inger, Jørgen, Gudrun",
        "Svend Erik, Hans Peder, Yrsa, Ejnar, Birthe",
        "Lilly, Åse, Gudrun, Inger",
    ),
}
ROUNDS = {4: 6, 5: 5}
LONG_SEASON = "Lang sæson"


class _Sitting(NamedTuple):
    """An evening before it is played: its season, its day, and who sits where; `deals` in a long season alone."""

    season: str
    day: date
    names: Sequence[str]
    deals: int | None = None


@transaction.atomic
def load_sample_club(*, today: date, passwords: Mapping[str, str], deals: int | None = None) -> Club:
    """Start the sample club and play its two seasons, the last evening on the latest Thursday before `today`.

    The first season is closed when the second begins.

    Where `deals` is given, it plays one season of so many instead, an evening a day, to measure with.

    `passwords` holds one for each Membership.Role; a user name that is taken gets a number. Players, deals, points
    and keys are the same every time, so a database holds one sample club: IntegrityError where it is already.
    """
    sittings = _sittings(today) if deals is None else _long_season(today, deals)
    users: dict[str, User] = {role: _new_user(name, passwords[role]) for role, name in USERNAMES.items()}
    club = _start(users, sittings[0])
    _Secretary(club, users[Membership.Role.SECRETARY], users[Membership.Role.TREASURER]).enter(sittings)
    return club


@transaction.atomic
def bring_back_sample_club(*, club: Club) -> None:
    """Put a removed sample club on the pages again and open its logins, with their passwords as they were."""
    Club.objects.filter(pk=club.pk, is_sample=True).update(removed_at=None, revision=F("revision") + 1)
    User.objects.filter(memberships__club=club).update(is_active=True)


def _sittings(today: date) -> list[_Sitting]:
    """Every evening in order, on every second Thursday, counted back from the latest before today."""
    day = today - timedelta(days=(today.weekday() - THURSDAY - 1) % 7 + 1)
    sittings: list[_Sitting] = []
    for season, tables in reversed(SEASONS.items()):
        for names in reversed(tables):
            sittings.insert(0, _Sitting(season, day, names.split(", ")))
            day -= BETWEEN_EVENINGS
        day -= BETWEEN_SEASONS
    return sittings


def _long_season(today: date, deals: int) -> list[_Sitting]:
    """Every evening of a season of so many deals, by the tables of the others in turn, the last one yesterday."""
    tables = [names.split(", ") for season in SEASONS.values() for names in season]
    evenings: list[tuple[Sequence[str], int]] = []
    while deals > 0:
        names = tables[len(evenings) % len(tables)]
        evenings.append((names, min(deals, ROUNDS[len(names)] * len(names))))
        deals -= evenings[-1][1]
    first = today - timedelta(days=len(evenings))
    return [
        _Sitting(LONG_SEASON, first + timedelta(days=number), names, played)
        for number, (names, played) in enumerate(evenings)
    ]


def _new_user(name: str, password: str) -> User:
    free = next(free for free in variants(name, "%s%d") if not User.objects.filter(username=free).exists())
    return User.objects.create_user(free, password=password)


def _start(users: Mapping[str, User], first: _Sitting) -> Club:
    new = NewClub(
        name=CLUB,
        language="da",
        preset=PRESET,
        players=list(MEMBERS),
        season=first.season,
        starts_on=first.day,
        is_sample=True,
        readers=Club.Readers.EVERYBODY,
        is_listed=True,
    )
    signed: Signed = {"author": users[Membership.Role.ADMIN], "now": _at(first.day, FOUNDED_AT)}
    club = start_club(new=new, founder=signed["author"], now=signed["now"])
    for role in (Membership.Role.SECRETARY, Membership.Role.TREASURER):
        Membership.objects.create(club=club, user=users[role], role=role)
        note(club=club, kind=Kind.MEMBER_ADDED, member=users[role], after=role, **signed)
    add_players(club=club, names=list(GUESTS), is_guest=True, **signed)
    return club


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, tzinfo=timezone.get_default_timezone())


class _Secretary:
    """Enters one deal after another: some minutes between them, each under the next of the sample's keys."""

    def __init__(self, club: Club, user: User, treasurer: User) -> None:
        self.club, self.user, self.treasurer = club, user, treasurer
        self.players = {player.name: player for player in club.players.all()}
        self.version = ScoringTableVersion.objects.get(scoring_table__club=club)
        self.random = Random(SEED)  # noqa: S311 - a repeatable draw, no secret
        self.entry_count = 0

    def enter(self, sittings: Iterable[_Sitting]) -> None:
        """Enter every evening, and what goes wrong on it."""
        for sitting in sittings:
            self.now = _at(sitting.day, FIRST_DEAL_AT)
            evening = start_evening(
                season=self._season(sitting),
                day=sitting.day,
                players=[self.players[name] for name in sitting.names],
                version=self.version,
                place=f"Hos {sitting.names[0]}",
                author=self.user,
                now=self.now,
            )
            entries = self._record_all(evening, sitting)
            if mishap := MISHAPS.get(evening.number):
                mishap(self, entries)

    def _record_all(self, evening: Evening, sitting: _Sitting) -> list[Entry]:
        """Record an evening's deals one by one, or in a long season at once, which costs half."""
        seated = {str(self.players[name].pk): HABITS[name] for name in sitting.names}
        play = Play(self.random, self.version.to_rules(), seated)
        deals = play.deals(rounds=ROUNDS[len(seated)])[: sitting.deals]
        if sitting.deals is None:
            return [self.record(evening, deal) for deal in deals]
        return record_deals(evening=evening, deals=deals, key=self._next_key(), author=self.user, now=self.now)

    def record(self, evening: Evening, deal: Mapping[str, Any]) -> Entry:
        """Record a deal."""
        return record_deal(evening=evening, deal=deal, key=self._next_key(), author=self.user, now=self.now)

    def change(self, reason: str) -> Change:
        """What goes with a correction, a void or a restore."""
        return Change(key=self._next_key(), reason=reason, author=self.user, now=self.now)

    def _next_key(self) -> uuid.UUID:
        self.entry_count += 1
        self.now += BETWEEN_DEALS
        return uuid.uuid5(KEYS, str(self.entry_count))

    def _season(self, sitting: _Sitting) -> Season:
        if season := self.club.seasons.filter(name=sitting.season).first():
            return season
        for before in self.club.seasons.all():
            close_season(season=before, entry_count=before.entry_count, author=self.treasurer, now=self.now)
        return start_season(
            club=self.club,
            name=sitting.season,
            starts_on=sitting.day,
            version=self.version,
            author=self.user,
            now=self.now,
        )


# What goes wrong on some evenings; on most everything is written right the first time.


def _a_trick_forgotten(secretary: _Secretary, entries: Sequence[Entry]) -> None:
    entry = next((entry for entry in reversed(entries) if 8 <= entry.deal.get("tricks", 0) <= 10), None)
    if entry is None:  # on an evening that broke up
        return
    deal = {**entry.deal, "tricks": entry.deal["tricks"] + 1}
    correct_deal(entry=entry, deal=deal, change=secretary.change("Talt forkert: melderen fik et stik mere"))


def _write_twice(secretary: _Secretary, entries: Sequence[Entry]) -> None:
    repeated = secretary.record(entries[-1].evening, entries[-1].deal)
    void_deal(entry=repeated, change=secretary.change("Skrevet to gange"))


def _void_by_mistake(secretary: _Secretary, entries: Sequence[Entry]) -> None:
    entry = entries[len(entries) // 2]
    void_deal(entry=entry, change=secretary.change("Ligner det forrige spil: skrevet to gange"))
    restore_deal(entry=entry, change=secretary.change("Det var alligevel to forskellige spil"))


def _a_revoke(secretary: _Secretary, entries: Sequence[Entry]) -> None:
    evening = entries[-1].evening
    guilty, *others = (str(seat.player_id) for seat in seats_of(evening=evening))
    amounts = {guilty: -len(others), **dict.fromkeys(others, 1)}
    reason = "Bekendte ikke kulør i sidste spil: 1 point til hver af de andre"
    secretary.record(evening, {"kind": "adjustment", "amounts": amounts, "reason": reason})


MISHAPS: Mapping[int, Callable[[_Secretary, Sequence[Entry]], None]] = {
    4: _a_trick_forgotten,
    6: _write_twice,
    9: _a_revoke,
    11: _void_by_mistake,
    14: _a_trick_forgotten,
}
