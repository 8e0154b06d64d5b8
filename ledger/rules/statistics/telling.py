"""An evening told in words: at most five sentences, each with a figure of the book behind it, and no fact twice."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.seasons.ranking import places
from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.rules.statistics.milestones import ROUND_NUMBERS, Milestone, Sort

MOST_SENTENCES = 5  # with those of the result
NEW_LEADER = Phrase("%(name)s passed %(leader)s and took the lead of the season")
CLIMBED = Phrase("%(name)s rose from number %(before)s to number %(now)s in the standings")
NEVER_BETTER = Phrase("In %(number)s evenings %(name)s has never done better")
FIRST_CONTRACT = Phrase("%(name)s was the first in the club to make a contract of %(contract)s")


@dataclass(frozen=True)
class SeasonBefore:
    """A player's points in a season before an evening, and what the evening gave, in integer units.

    `before` is None for whoever had not played in it, `won` for whoever did not play on the evening.
    """

    name: str
    before: int | None
    won: int | None


@dataclass(frozen=True)
class Climb:
    """A player's rise in the standings; `leader` is who had the first place before, if it was taken from one player."""

    name: str
    before: int
    now: int
    leader: str


@dataclass(frozen=True)
class EveningFacts:
    """What an evening is told from.

    `winners` are the names on its first place, `told` is how many sentences its result takes; `firsts` are players and
    the contracts that they made as the first in the club.
    """

    winners: Collection[str]
    told: int
    season: Sequence[SeasonBefore]
    milestones: Sequence[Milestone]
    firsts: Sequence[tuple[str, Label]]


class EveningWords(NamedTuple):
    """What follows the result of an evening, without full stops, and whether its winner won more than anybody before.

    That stands in the sentence of the result, which has the winner and the points.
    """

    is_club_best: bool
    sentences: Sequence[Label]


def evening_in_words(facts: EveningFacts) -> EveningWords:
    """An evening in words: a record of the club's, then its climber, record of somebody's own, first and milestone.

    The deal that turned it has a part of its page to itself.
    """
    is_club_best = any(milestone.sort == Sort.CLUB_BEST for milestone in facts.milestones)
    return EveningWords(is_club_best, list(_sentences(facts))[: MOST_SENTENCES - facts.told])


def _sentences(facts: EveningFacts) -> Iterator[Label]:
    if climb := climber(facts.season):
        yield _climb_label(climb)
    yield from _own_best(facts)
    if facts.firsts:
        name, contract = facts.firsts[0]
        yield fill(FIRST_CONTRACT, name=same(name), contract=contract)
    else:
        yield from _first_of(facts.milestones, (Sort.FIRST_EVENING,))
    yield from _first_of(facts.milestones, ROUND_NUMBERS)


def climber(season: Sequence[SeasonBefore]) -> Climb | None:
    """Who rose most by an evening in the standings, of several the one who stands best; None if nobody did."""
    standing = {player.name: player for player in season}
    before = _places({name: player.before for name, player in standing.items() if player.before is not None})
    after = _places({name: (player.before or 0) + (player.won or 0) for name, player in standing.items()})
    rises = {name: place - after[name] for name, place in before.items() if standing[name].won is not None}
    most = max(rises.values(), default=0)
    if most <= 0:
        return None
    name = min((name for name, rise in rises.items() if rise == most), key=lambda name: after[name])
    led = [leader for leader, place in before.items() if place == 1]
    is_alone = after[name] == 1 and list(after.values()).count(1) == 1 and len(led) == 1
    return Climb(name, before[name], after[name], led[0] if is_alone else "")


def _climb_label(climb: Climb) -> Label:
    if climb.leader:
        return fill(NEW_LEADER, name=same(climb.name), leader=same(climb.leader))
    return fill(CLIMBED, name=same(climb.name), before=climb.before, now=climb.now)


def _places(points: Mapping[str, int]) -> dict[str, int]:
    return dict(zip(points, places([*points.values()]), strict=True))


def _own_best(facts: EveningFacts) -> Iterator[Label]:
    """The best evening that somebody has had, its points only where the result has not told them."""
    best = next((milestone for milestone in facts.milestones if milestone.sort == Sort.BEST), None)
    if best is not None:
        is_told = best.name in facts.winners
        yield fill(NEVER_BETTER, name=same(best.name), number=best.number) if is_told else best.label


def _first_of(milestones: Sequence[Milestone], sorts: Sequence[Sort]) -> Iterator[Label]:
    """The first milestone of these sorts as a sentence."""
    for milestone in milestones:
        if milestone.sort in sorts:
            yield milestone.label
            return
