"""Any writes in any order: the book says after each of them what a model of a few dictionaries says."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils.timezone import localtime
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ledger.models import Club, Entry, Evening, Player, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.keeping.about_player import has_never_played
from ledger.queries.seasons.standings import standings
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed, SeasonClosed
from ledger.services.clubs.clubs import change_player, start_evening, start_season
from ledger.services.deals import (
    Change,
    DealChanged,
    KeyUsed,
    correct_deal,
    record_deal,
    restore_deal,
    undo_correction,
    void_deal,
)
from ledger.services.evenings.approval import BookMoved, approve_evening, reopen_evening
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from tests.support.people import DAY, NOW, make_club, season_of, signed, version_of

NAMES = ("Bodil", "Carl", "Dorthe", "Emil", "Frida", "Gerda", "Hans", "Ida")
WHO_HAD_TOO_MANY = "Carl"
WINDOW = timedelta(hours=72)
BETWEEN_SEASONS = 12  # writes, at least

pick = st.integers(0, 1000)
tricks_of = st.tuples(st.just("trick"), st.sampled_from([8, 9, 10]), st.integers(0, 3), st.integers(0, 3))
said_of = st.one_of(
    st.tuples(tricks_of, st.integers(0, 13)),
    st.tuples(st.just(("passed_out",)), st.just(0)),
    st.tuples(st.just(("not_played",)), st.just(0)),
    st.tuples(st.tuples(st.just("penalty"), st.integers(0, 3)), st.just(0)),
    st.tuples(st.tuples(st.just("adjustment"), st.integers(0, 3)), st.integers(1, 50)),
)
Said = tuple[tuple[Any, ...], int]
"""A deal as the machine draws it: what was played by which seats, and a number."""


@dataclass(frozen=True)
class Dealt:
    """A deal of an evening as the model has it: what it is now, what it was before, and the line that says so."""

    evening: int
    entry: Entry
    said: Said
    before: Said | None = None
    stands: bool = True


@dataclass
class Night:
    """An evening of the model."""

    evening: Evening
    season: int
    seats: tuple[int, ...]
    lines: int = 0
    approved: bool = False
    first_approved: datetime | None = None


@dataclass
class Model:
    """What the book should say."""

    nights: list[Night] = field(default_factory=list)
    deals: list[Dealt] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)

    def points(self, season: int, amounts: Callable[[int, int], int]) -> Counter[int]:
        """Every player's points: nothing but a sum over what stands."""
        total: Counter[int] = Counter()
        for deal in self.deals:
            night = self.nights[deal.evening]
            if deal.stands and night.season == season:
                for seat, units in enumerate(pays(deal.said, amounts)):
                    total[night.seats[seat]] += units
        return total


def pays(deal: Said, amounts: Callable[[int, int], int]) -> list[int]:
    """What a deal pays by seat; only the price itself is asked of the table."""
    (kind, *who), number = deal
    if kind == "trick":
        level, declarer, partner = who
        side, amount = {declarer, partner}, amounts(level, number)
        won = amount if declarer != partner else 3 * amount
        return [won if seat in side else -amount for seat in range(4)]
    if kind == "penalty":
        return [-72 if seat == who[0] else 24 for seat in range(4)]
    if kind == "adjustment":
        return [{0: number, 1: -number}.get((seat - who[0]) % 4, 0) for seat in range(4)]
    return [0, 0, 0, 0]


def deal_of(deal: Said, seats: tuple[int, ...]) -> dict[str, Any]:
    """The same as a deal as data."""
    (kind, *who), number = deal
    ids, dealer = [str(player) for player in seats], {"dealer": str(seats[0])}
    if kind == "trick":
        level, declarer, partner = who
        alone = {"partner": None, "alone": "self_called"} if declarer == partner else {"partner": ids[partner]}
        column = {"level": level, "attachment": "plain", "trump": "clubs"}
        return {"kind": "trick", **column, "declarer": ids[declarer], "tricks": number, **alone, **dealer}
    if kind == "penalty":
        return {"kind": "penalty", "penalty": "duestraf", "player": ids[who[0]], **dealer}
    if kind == "adjustment":
        gains, takes = ids[who[0]], ids[(who[0] + 1) % 4]
        return {"kind": "adjustment", "amounts": {gains: str(number), takes: str(-number)}, "reason": "aftalt"}
    if kind == "not_played":
        return {"kind": "not_played", "cause": "misdeal", "note": f"{WHO_HAD_TOO_MANY} fik 14 kort", **dealer}
    return {"kind": "passed_out", **dealer}


class Book(RuleBasedStateMachine):
    """The writes, each done to the book and to the model."""

    club: Club
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.now, self.since_closing = NOW, 0
        self.model, self.seasons = Model(), [season_of(self.club)]
        self.players = list(self.club.players.order_by("pk"))
        self.version = version_of(self.club)
        self.done: list[tuple[Callable[[], Entry], uuid.UUID, int, Said]] = []
        self._opens_evenings()

    def teardown(self) -> None:
        findings = audit().findings
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)
        assert findings == ()

    # --- writes on deals

    @rule(at=pick, written=said_of)
    def records(self, at: int, written: Said) -> None:
        evening = self._recent(self.model.nights, at, 3)
        night, key = self.model.nights[evening], uuid.uuid4()
        deal = deal_of(written, night.seats)
        write = partial(record_deal, evening=night.evening, deal=deal, key=key, **self._signed)
        sits_forgotten = not set(night.seats) <= {player.pk for player in self.players}
        with self._refused(self._why_closed(night) or (Refusal if sits_forgotten else None)) as refused:
            entry = write()
        if not refused:
            night.lines += 1
            self.model.deals.append(Dealt(evening, entry, written))
            self.done.append((write, entry.pk, evening, written))

    @precondition(lambda self: self.model.deals)
    @rule(at=pick, written=said_of)
    def corrects(self, at: int, written: Said) -> None:
        place, deal, night = self._deal(at)
        data = deal_of(written, night.seats)
        write = partial(correct_deal, entry=deal.entry, deal=data, change=self._change())
        self._corrects(place, write, replace(deal, said=written, before=deal.said), was=deal)

    @precondition(lambda self: self.model.deals)
    @rule(at=pick)
    def undoes_a_correction(self, at: int) -> None:
        place, deal, _ = self._deal(at)
        write = partial(undo_correction, entry=Entry.objects.get(pk=deal.entry.pk), change=self._change())
        if deal.before is None:
            with pytest.raises(DealChanged):
                write()
        else:
            self._corrects(place, write, replace(deal, said=deal.before, before=deal.said), was=deal)

    @precondition(lambda self: self.model.deals)
    @rule(at=pick)
    def voids(self, at: int) -> None:
        place, deal, _ = self._deal(at)
        write = partial(void_deal, entry=deal.entry, change=self._change())
        self._changes(place, write, replace(deal, stands=False), why=None if deal.stands else DealChanged, lines=1)

    @precondition(lambda self: self.model.deals)
    @rule(at=pick)
    def restores(self, at: int) -> None:
        voided = [place for place, deal in enumerate(self.model.deals) if not deal.stands]
        place = voided[-1] if voided and at % 4 else at % len(self.model.deals)
        deal = self.model.deals[place]
        write = partial(restore_deal, entry=deal.entry, change=self._change())
        why = DealChanged if deal.stands else None
        self._changes(place, write, replace(deal, stands=True, before=deal.said), why=why, lines=1)

    @precondition(lambda self: self.done)
    @rule(at=pick)
    def sends_again(self, at: int) -> None:
        """Whatever has happened since, a form that comes again gives the line it gave, and does nothing."""
        write, stored, _, _ = self.done[at % len(self.done)]
        assert write().pk == stored

    @precondition(lambda self: self.done)
    @rule(at=pick, written=said_of)
    def sends_other_contents_again(self, at: int, written: Said) -> None:
        _, key, evening, stored = self.done[at % len(self.done)]
        night = self.model.nights[evening]
        if written != stored:
            with pytest.raises(KeyUsed):
                deal = deal_of(written, night.seats)
                record_deal(evening=night.evening, deal=deal, key=key, **self._signed)

    # --- writes on evenings, seasons and players

    @rule(at=pick, missed=st.sampled_from([0, 0, 0, 1]))
    def approves(self, at: int, missed: int) -> None:
        night = self.model.nights[self._recent(self.model.nights, at, 2) if at % 4 else at % len(self.model.nights)]
        with self._refused(self._why_closed(night) or (BookMoved if missed else None)) as refused:
            approve_evening(evening=night.evening, entry_count=night.lines + missed, **self._signed)
        if not refused:
            night.approved, night.first_approved = True, night.first_approved or self.now

    @precondition(lambda self: any(night.approved for night in self.model.nights))
    @rule(at=pick)
    def reopens(self, at: int) -> None:
        approved = [night for night in self.model.nights if night.approved]
        night = (*approved, *approved, self.model.nights[-1])[at % (2 * len(approved) + 1)]
        late = night.first_approved is not None and self.now > night.first_approved + WINDOW
        why = SeasonClosed if night.season in self.model.closed else Refusal if late or not night.approved else None
        with self._refused(why) as refused:
            reopen_evening(evening=night.evening, reason="et spil mangler", **self._signed)
        if not refused:
            night.approved = False

    @precondition(lambda self: self.since_closing >= BETWEEN_SEASONS)
    @rule(missed=st.sampled_from([0, 0, 1]))
    def closes_the_season(self, missed: int) -> None:
        current = len(self.seasons) - 1
        lines = sum(night.lines for night in self.model.nights if night.season == current)
        with self._refused(BookMoved if missed else None) as refused:
            close_season(season=self.seasons[current], entry_count=lines + missed, **self._signed)
        if not refused:
            self.model.closed.add(current)
            opened = {"name": f"Sæson {current + 2}", "starts_on": DAY, "version": self.version}
            self.seasons.append(start_season(club=self.club, **opened, **self._signed))
            self._opens_evenings()
            self.since_closing = 0

    @precondition(lambda self: len(self.players) > 4)
    @rule(at=pick)
    def forgets(self, at: int) -> None:
        player = self.players[at % len(self.players)]
        if not has_never_played(player=player):
            with self._refused(Refusal):
                forget_player(player=player, **self._signed)
        change_player(player=player, name=player.name, is_guest=False, is_active=False, **self._signed)
        with self._refused(Refusal if self._is_expected(player) else None) as refused:
            forget_player(player=player, **self._signed)
        if refused:
            change_player(player=player, name=player.name, is_guest=False, is_active=True, **self._signed)
            return
        self.players.remove(player)
        if player.name == WHO_HAD_TOO_MANY:  # a note that names who is forgotten can no longer be told from another
            self.done = [done for done in self.done if done[3][0] != ("not_played",)]
        assert not Player.objects.filter(name=player.name).exists()

    def _is_expected(self, player: Player) -> bool:
        """Whether a player has a seat at an evening that is still to be played."""
        return any(
            player.pk in night.seats and (not night.lines or night.evening.date >= localtime(self.now).date())
            for night in self.model.nights
            if not night.approved and night.season not in self.model.closed
        )

    @rule(hours=st.integers(1, 40))
    def time_goes_by(self, hours: int) -> None:
        self.now += timedelta(hours=hours)

    # --- what always holds

    @invariant()
    def the_book_says_what_the_model_says(self) -> None:
        Book.steps += 1
        self.since_closing += 1
        for number, season in enumerate(self.seasons):
            in_the_book = {standing.player_id: standing.points for standing in standings(season=season)}
            assert {player: points for player, points in in_the_book.items() if points} == {
                player: points for player, points in self.model.points(number, self._amount).items() if points
            }
        lines = sum(night.lines for night in self.model.nights)
        assert Entry.objects.filter(season__in=self.seasons).count() == lines
        assert list(Season.objects.filter(club=self.club).order_by("pk").values_list("entry_count", flat=True)) == [
            sum(night.lines for night in self.model.nights if night.season == number)
            for number in range(len(self.seasons))
        ]

    # --- how

    @property
    def _signed(self) -> dict[str, Any]:
        return {**signed(self.club, self.now)}

    def _amount(self, level: int, tricks: int) -> int:
        """The price of a plain contract from each opponent."""
        amount = self.version.tariff().amounts[f"{level} plain"][tricks]
        assert amount is not None
        return amount

    def _opens_evenings(self) -> None:
        for _ in range(2):
            seated = self.players[:4]
            start = {"season": self.seasons[-1], "day": DAY, "players": seated, "version": self.version}
            seats = tuple(player.pk for player in seated)
            self.model.nights.append(Night(start_evening(**start, **self._signed), len(self.seasons) - 1, seats))

    def _deal(self, at: int) -> tuple[int, Dealt, Night]:
        """A deal, mostly a late one: those of closed seasons are only refused."""
        place = self._recent(self.model.deals, at, 5) if at % 4 else at % len(self.model.deals)
        deal = self.model.deals[place]
        return place, deal, self.model.nights[deal.evening]

    def _recent(self, things: list[Any], at: int, count: int) -> int:
        """The place of one of the last few."""
        return max(0, len(things) - 1 - at % count)

    def _change(self) -> Change:
        return Change(key=uuid.uuid4(), reason="talt om", **self._signed)

    def _why_closed(self, night: Night) -> type[Refusal] | None:
        if night.season in self.model.closed:
            return SeasonClosed
        return EveningClosed if night.approved else None

    def _corrects(self, place: int, write: Callable[[], Entry], then: Dealt, *, was: Dealt) -> None:
        """Correct a deal, which is refused where the deal would be what it was."""
        why = DealChanged if not was.stands else Refusal if then.said == was.said else None
        self._changes(place, write, then, why=why, lines=2)

    def _changes(
        self, place: int, write: Callable[[], Entry], then: Dealt, *, why: type[Refusal] | None, lines: int
    ) -> None:
        """Do a write to a deal, which may be refused; then it is what it is to be then."""
        night = self.model.nights[then.evening]
        with self._refused(self._why_closed(night) or why) as refused:
            entry = write()
        if not refused:
            night.lines += lines
            self.model.deals[place] = replace(then, entry=entry if then.stands else then.entry)
            self.done.append((write, entry.pk, then.evening, then.said))

    @contextmanager
    def _refused(self, why: type[Refusal] | None) -> Iterator[bool]:
        """A write that is refused, or done, as it should be; tells which it is to be."""
        if why is None:
            yield False
            return
        with pytest.raises(why):
            yield True


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("runs", "steps"),
    [
        pytest.param(5, 20, marks=pytest.mark.long("postgres")),
        pytest.param(2, 12, marks=pytest.mark.only_on("postgres")),
        pytest.param(120, 30, marks=pytest.mark.long),
    ],
)
def test_any_writes_in_any_order_leave_the_book_that_the_model_has(
    runs: int, steps: int, record_property: Callable[[str, object], None]
) -> None:
    Book.club, Book.steps = make_club(preset="whist2", players=NAMES), 0
    limits = settings(
        max_examples=runs,
        stateful_step_count=steps,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.reuse, Phase.generate],
    )
    run_state_machine_as_test(Book, settings=limits)
    record_property("steps", Book.steps)
    assert runs < 120 or Book.steps >= 2500
