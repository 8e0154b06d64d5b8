"""An evening told in words: at most five sentences, each with a figure of the book behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.seasons.ranking import places
from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.rules.statistics.milestones import RECORDS, ROUND_NUMBERS, Milestone, Sort

TURN = Phrase("The lead came in deal {number} and held to the end")
NEW_LEADER = Phrase("{name} took the lead of the season from {leader}")
CLIMBED = Phrase("{name} rose from number {before} to number {now} in the standings")
FIRST_CONTRACT = Phrase("{name} was the first in the club to make a contract of {contract}")


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

    `turn` is the number of the deal that gave the winners the lead for good, None if they had it all along or nobody
    won; `firsts` are players and the contracts that they made as the first in the club.
    """

    turn: int | None
    season: Sequence[SeasonBefore]
    milestones: Sequence[Milestone]
    firsts: Sequence[tuple[str, Label]]


def evening_in_words(facts: EveningFacts) -> list[Label]:
    """The sentences of an evening, without their full stops: its turn, climber, record, first and milestone."""
    return list(_sentences(facts))


def _sentences(facts: EveningFacts) -> Iterator[Label]:
    if facts.turn is not None:
        yield fill(TURN, number=facts.turn)
    if climb := climber(facts.season):
        yield _climb_label(climb)
    yield from _first_of(facts.milestones, RECORDS)
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


def _first_of(milestones: Sequence[Milestone], sorts: Sequence[Sort]) -> Iterator[Label]:
    """The first milestone of these sorts as a sentence."""
    for milestone in milestones:
        if milestone.sort in sorts:
            yield milestone.label
            return
