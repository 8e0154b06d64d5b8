"""Milestones: round numbers of evenings and deals, best evenings, and who is new, as an evening brings them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.rules.site.points import in_points
from ledger.rules.statistics.records import EveningShare

ENOUGH_EVENINGS = 4  # before one, for it to be called somebody's best, or for anybody to be called new
ROUND_EVENINGS = (10, 25, 50)
EVERY_SO_MANY_EVENINGS = 50
ROUND_DEALS = (100, 250, 500)
EVERY_SO_MANY_DEALS = 500

CLUB_DEALS = Phrase("The club reached deal number {number}")
CLUB_EVENINGS = Phrase("It was the club’s evening number {number}")
EVENINGS = Phrase("{name} played evening number {number}")
DEALS = Phrase("{name} reached deal number {number}")
CLUB_BEST = Phrase("{name} won {points}, more than anybody in the club on one evening before")
BEST = Phrase("{name} had the best of {number} evenings: {points}")
FIRST_EVENING = Phrase("{name} played in the club for the first time")


class Sort(StrEnum):
    """What a milestone is about, the most important first."""

    CLUB_DEALS = "club_deals"
    CLUB_EVENINGS = "club_evenings"
    EVENINGS = "evenings"
    DEALS = "deals"
    CLUB_BEST = "club_best"
    BEST = "best"
    FIRST_EVENING = "first_evening"


PHRASES = {
    Sort.CLUB_DEALS: CLUB_DEALS,
    Sort.CLUB_EVENINGS: CLUB_EVENINGS,
    Sort.EVENINGS: EVENINGS,
    Sort.DEALS: DEALS,
    Sort.CLUB_BEST: CLUB_BEST,
    Sort.BEST: BEST,
    Sort.FIRST_EVENING: FIRST_EVENING,
}
ROUND_NUMBERS = (Sort.CLUB_DEALS, Sort.CLUB_EVENINGS, Sort.EVENINGS, Sort.DEALS)


@dataclass(frozen=True)
class PlayedBefore:
    """How many evenings and deals somebody, or a club, has played, and the most points of anybody on one evening."""

    evenings: int = 0
    deals: int = 0
    best: Fraction | None = None

    def after(self, *, deals: int, points: Fraction) -> "PlayedBefore":
        """What it is after one evening more of so many deals, on which the most was `points`."""
        best = points if self.best is None else max(self.best, points)
        return PlayedBefore(self.evenings + 1, self.deals + deals, best)


@dataclass(frozen=True)
class TonightsPlayer:
    """A player's evening: the deals and points of it, and the tally before it."""

    name: str
    deals: int
    points: Fraction
    before: PlayedBefore


@dataclass(frozen=True)
class Milestone:
    """A milestone of the club or, if it has a `name`, of a player; `points` are None where it has none."""

    sort: Sort
    number: int
    name: str = ""
    points: Fraction | None = None

    @property
    def label(self) -> Label:
        """The milestone as a sentence without its full stop."""
        points = None if self.points is None else in_points(self.points.numerator, self.points.denominator, signed=True)
        return fill(PHRASES[self.sort], name=same(self.name), number=self.number, points=points)


def milestones_of(*, club: PlayedBefore, deals: int, players: Mapping[int, TonightsPlayer]) -> list[Milestone]:
    """What an evening of so many deals brought, the most important first.

    `club` is the club’s before it, `players` are by id.
    """
    order = list(Sort)
    milestones = [*_of_club(club, deals), *_best_evenings(club, [*players.values()])]
    for player in players.values():
        milestones += _of_player(player, club)
    return sorted(milestones, key=lambda item: (order.index(item.sort), -(item.points or 0), -item.number))


def _of_club(before: PlayedBefore, deals: int) -> Iterator[Milestone]:
    if number := last_round(before.deals, before.deals + deals, ROUND_DEALS, EVERY_SO_MANY_DEALS):
        yield Milestone(Sort.CLUB_DEALS, number)
    if number := last_round(before.evenings, before.evenings + 1, ROUND_EVENINGS, EVERY_SO_MANY_EVENINGS):
        yield Milestone(Sort.CLUB_EVENINGS, number)


def _of_player(player: TonightsPlayer, club: PlayedBefore) -> Iterator[Milestone]:
    before = player.before
    if number := last_round(before.evenings, before.evenings + 1, ROUND_EVENINGS, EVERY_SO_MANY_EVENINGS):
        yield Milestone(Sort.EVENINGS, number, player.name)
    if number := last_round(before.deals, before.deals + player.deals, ROUND_DEALS, EVERY_SO_MANY_DEALS):
        yield Milestone(Sort.DEALS, number, player.name)
    if not before.evenings and club.evenings >= ENOUGH_EVENINGS:
        yield Milestone(Sort.FIRST_EVENING, 1, player.name)


def _best_evenings(club: PlayedBefore, players: Sequence[TonightsPlayer]) -> Iterator[Milestone]:
    """The best evenings so far; that the club's best one is also the player's own goes without saying."""
    for player in players:
        number = player.before.evenings + 1
        if _is_best(club, player.points) and player.points == max(other.points for other in players):
            yield Milestone(Sort.CLUB_BEST, number, player.name, player.points)
        elif _is_best(player.before, player.points):
            yield Milestone(Sort.BEST, number, player.name, player.points)


def _is_best(before: PlayedBefore, points: Fraction) -> bool:
    """Whether so many points are more than on any of enough evenings before."""
    # An evening on which points were lost is no best one, though all before were worse.
    return before.evenings >= ENOUGH_EVENINGS and points > max(before.best or 0, 0)


def last_round(before: int, now: int, first_numbers: tuple[int, ...], step: int) -> int:
    """The highest round number that a count has passed since `before`; 0 if none."""
    highest = max((number for number in first_numbers if before < number <= now), default=0)
    multiple = now // step * step
    return max(highest, multiple if multiple > before else 0)


def milestones_by_evening(
    shares: Sequence[EveningShare], *, deals: Mapping[int, int], names: Mapping[int, str], denominator: int
) -> list[tuple[int, list[Milestone]]]:
    """Every evening's number with what it brought, the earliest first; evenings that brought nothing are left out.

    `shares` are everybody's evenings in units of 1/`denominator` point, the earliest first, `deals` the club's own by
    evening, `names` the players' by id.
    """
    club, before = PlayedBefore(), dict[int, PlayedBefore]()
    by_evening = []
    for number, group in groupby(shares, lambda share: share.evening):
        players = {
            share.player: TonightsPlayer(
                names[share.player],
                share.deals,
                Fraction(share.points, denominator),
                before.get(share.player, PlayedBefore()),
            )
            for share in group
        }
        milestones = milestones_of(club=club, deals=deals.get(number, 0), players=players)
        by_evening += [(number, milestones)] if milestones else []
        for pk, player in players.items():
            before[pk] = player.before.after(deals=player.deals, points=player.points)
        most = max(player.points for player in players.values())
        club = club.after(deals=deals.get(number, 0), points=most)
    return by_evening
