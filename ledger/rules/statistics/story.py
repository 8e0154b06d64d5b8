"""What an evening brings: its milestones, and the evening told in at most five sentences, each with a figure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.seasons import places_of
from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.rules.site.points import in_points

# Milestones: round numbers of evenings and deals, best evenings, and who is new, as an evening brings them.


ENOUGH_EVENINGS = 4  # before one, for it to be called somebody's best, or for anybody to be called new
ROUND_EVENINGS = (10, 25, 50)
EVERY_SO_MANY_EVENINGS = 50
ROUND_DEALS = (100, 250, 500)
EVERY_SO_MANY_DEALS = 500


PHRASES = {  # of each sort of milestone, the most important first
    "club_deals": Phrase("The club reached deal number %(number)s"),
    "club_evenings": Phrase("It was the club’s evening number %(number)s"),
    "evenings": Phrase("%(name)s played evening number %(number)s"),
    "deals": Phrase("%(name)s reached deal number %(number)s"),
    "club_best": Phrase("%(name)s won %(points)s, more than anybody in the club on one evening before"),
    "best": Phrase("%(name)s had the best of %(number)s evenings: %(points)s"),
    "first_evening": Phrase("%(name)s played in the club for the first time"),
}
ROUND_NUMBERS = ("club_deals", "club_evenings", "evenings", "deals")


@dataclass
class Tally:
    """How many evenings and deals somebody, or a club, has played, and the most points of anybody on one evening."""

    evenings: int = 0
    deals: int = 0
    best: Fraction | None = None

    def add(self, *, deals: int, points: Fraction) -> None:
        """Count one evening more of so many deals, on which the most was `points`."""
        self.evenings += 1
        self.deals += deals
        self.best = points if self.best is None else max(self.best, points)


@dataclass(frozen=True)
class TonightsPlayer:
    """A player's evening: the deals and points of it, and the tally before it."""

    deals: int
    points: Fraction
    before: Tally


@dataclass(frozen=True)
class Milestone:
    """A milestone of the club or, if it has a `player`, of that one, by id; `points` are None where it has none.

    `sort` is a key of PHRASES. Its `name` is empty until it is told: what is kept has no names, which may change.
    """

    sort: str
    number: int
    player: int | None = None
    points: Fraction | None = None
    name: str = ""

    @property
    def label(self) -> Label:
        """The milestone as a sentence without its full stop."""
        points = None if self.points is None else in_points(self.points.numerator, self.points.denominator, signed=True)
        return fill(PHRASES[self.sort], name=same(self.name), number=self.number, points=points)


def milestones_of(*, club: Tally, deals: int, players: Mapping[int, TonightsPlayer]) -> list[Milestone]:
    """The milestones of an evening of so many deals; `club` is the club’s tally before it, `players` are by id."""
    milestones = []
    if number := last_round(club.deals, club.deals + deals, ROUND_DEALS, EVERY_SO_MANY_DEALS):
        milestones.append(Milestone("club_deals", number))
    if number := last_round(club.evenings, club.evenings + 1, ROUND_EVENINGS, EVERY_SO_MANY_EVENINGS):
        milestones.append(Milestone("club_evenings", number))
    most = max((player.points for player in players.values()), default=Fraction())
    for pk, player in players.items():
        before = player.before
        now = before.evenings + 1
        # That the club's best evening is also the player's own goes without saying.
        if player.points == most and _is_best(club, player.points):
            milestones.append(Milestone("club_best", now, pk, player.points))
        elif _is_best(before, player.points):
            milestones.append(Milestone("best", now, pk, player.points))
        if number := last_round(before.evenings, now, ROUND_EVENINGS, EVERY_SO_MANY_EVENINGS):
            milestones.append(Milestone("evenings", number, pk))
        if number := last_round(before.deals, before.deals + player.deals, ROUND_DEALS, EVERY_SO_MANY_DEALS):
            milestones.append(Milestone("deals", number, pk))
        if not before.evenings and club.evenings >= ENOUGH_EVENINGS:
            milestones.append(Milestone("first_evening", 1, pk))
    return milestones


def milestones_by_name(milestones: Iterable[Milestone], names: Mapping[int, str]) -> list[Milestone]:
    """Milestones with their players' names, the most important first; equal ones in the order of the names."""
    sorts = list(PHRASES)
    players = list(names)

    def importance(milestone: Milestone) -> tuple[int, Fraction, int, int]:
        place = 0 if milestone.player is None else players.index(milestone.player)
        return sorts.index(milestone.sort), -(milestone.points or Fraction()), -milestone.number, place

    return [
        milestone if milestone.player is None else replace(milestone, name=names[milestone.player])
        for milestone in sorted(milestones, key=importance)
    ]


def _is_best(before: Tally, points: Fraction) -> bool:
    """Whether so many points are more than on any of enough evenings before."""
    # An evening on which points were lost is no best one, though all before were worse.
    return before.evenings >= ENOUGH_EVENINGS and points > max(before.best or 0, 0)


def last_round(before: int, now: int, first_numbers: tuple[int, ...], step: int) -> int:
    """The highest round number that a count has passed since `before`; 0 if none."""
    highest = max((number for number in first_numbers if before < number <= now), default=0)
    multiple = now // step * step
    return max(highest, multiple if multiple > before else 0)


MOST_SENTENCES = 5  # with those of the result
NEW_LEADER = Phrase("%(name)s passed %(leader)s and took the lead of the season")
CLIMBED = Phrase("%(name)s rose from number %(before)s to number %(now)s in the standings")
NEVER_BETTER = Phrase("In %(number)s evenings %(name)s has never done better")
FIRST_CONTRACT = Phrase("%(name)s was the first in the club to make a contract of %(contract)s")


class EveningWords(NamedTuple):
    """What follows the result of an evening, without full stops, and whether its winner won more than anybody before.

    That stands in the sentence of the result, which has the winner and the points.
    """

    is_club_best: bool
    sentences: Sequence[Label]


def evening_in_words(
    *,
    winners: Collection[str],
    told: int,
    season: Mapping[str, int],
    won: Mapping[str, int],
    milestones: Sequence[Milestone],
    firsts: Sequence[tuple[str, Label]],
) -> EveningWords:
    """An evening in words: a record of the club's, then its climber, record of somebody's own, first and milestone.

    The deal that turned it has a part of its page to itself. `winners` are the names on its first place, `told` is how
    many sentences its result takes, `season` and `won` are as `climb` takes them; `firsts` are players and the
    contracts that they made as the first in the club.
    """
    by_sort = {milestone.sort: milestone for milestone in reversed(milestones)}  # the first of each sort
    sentences: list[Label] = list(climb(season, won))
    if best := by_sort.get("best"):
        # The result has told the points of its winners.
        is_told = best.name in winners
        sentences.append(fill(NEVER_BETTER, name=same(best.name), number=best.number) if is_told else best.label)
    if firsts:
        name, contract = firsts[0]
        sentences.append(fill(FIRST_CONTRACT, name=same(name), contract=contract))
    elif first_evening := by_sort.get("first_evening"):
        sentences.append(first_evening.label)
    if round_number := next((milestone for milestone in milestones if milestone.sort in ROUND_NUMBERS), None):
        sentences.append(round_number.label)
    return EveningWords("club_best" in by_sort, sentences[: MOST_SENTENCES - told])


def climb(season: Mapping[str, int], won: Mapping[str, int]) -> Iterator[Label]:
    """Who rose most by an evening in the standings, of several the one who stands best; nothing if nobody did.

    A new leader is told with the one player who led before. Integer units by name: `season` has everybody's before the
    evening, `won` what it gave those who played.
    """
    before = places_of(season)
    after = places_of({name: season.get(name, 0) + won.get(name, 0) for name in {**season, **won}})
    rises = {name: place - after[name] for name, place in before.items() if name in won}
    most = max(rises.values(), default=0)
    if most <= 0:
        return
    name = min((name for name, rise in rises.items() if rise == most), key=lambda name: after[name])
    led = [leader for leader, place in before.items() if place == 1]
    if after[name] == 1 and list(after.values()).count(1) == 1 and len(led) == 1:
        yield fill(NEW_LEADER, name=same(name), leader=same(led[0]))
    else:
        yield fill(CLIMBED, name=same(name), before=before[name], now=after[name])
