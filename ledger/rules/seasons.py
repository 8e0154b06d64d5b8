"""A season's places, prizes, story: who is ranked where by the club's rule, who wins what, what is told of it.

A player has a result for every evening played. An evening that the season had without the player gives a result too,
unless the rule says that it gives none. Of these results the rule counts all, the best, or all but the worst.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.spelling import day_in_words

NOTHING, AVERAGE, LOWEST, FIXED = "nothing", "average", "lowest", "fixed"

Evening = Mapping[int, int]
"""Everybody's points of an evening in integer units, by player."""


@dataclass(frozen=True, slots=True)
class RankingRule:
    """How a season's points become places.

    Only who has played `minimum_evenings` has a place. The `best` results of each player count, or all but the
    `drop_worst`, of which one always stays. An evening missed gives what `absence` says: nothing, the player's average
    of an evening, the lowest result of that evening, or `absence_points` whole points.
    """

    minimum_evenings: int = 0
    best: int | None = None
    drop_worst: int = 0
    absence: str = NOTHING
    absence_points: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether it ranks everybody by all their points."""
        return self == RankingRule()


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What a rule makes of a player's evenings.

    `counted` are integer units, a fraction where an average counts; `place` is None for who has played too few.
    """

    counted: Fraction
    place: int | None


def results_by_rule(
    rule: RankingRule, evenings: Sequence[Evening], *, denominator: int, brought: Evening = MappingProxyType({})
) -> dict[int, RuleResult]:
    """What a rule makes of a season, by player; units of 1/`denominator` point.

    An evening that nobody's points are known of is no evening. What a player has `brought` along counts beside the
    evenings, whichever of them count.
    """
    held = [evening for evening in evenings if evening]
    played = Counter(player for evening in held for player in evening)
    counted = {
        player: _points_that_count(rule, player, held, denominator) + brought.get(player, 0)
        for player in sorted({*brought, *played})
    }
    placed = places_of(
        {player: points for player, points in counted.items() if played[player] >= rule.minimum_evenings}
    )
    return {player: RuleResult(Fraction(points), placed.get(player)) for player, points in counted.items()}


def _points_that_count(rule: RankingRule, player: int, held: Sequence[Evening], denominator: int) -> int | Fraction:
    results: list[int | Fraction] = [evening[player] for evening in held if player in evening]
    missed = [evening for evening in held if player not in evening]
    if rule.absence == AVERAGE:
        results += [Fraction(sum(results), len(results) or 1)] * len(missed)
    elif rule.absence == LOWEST:
        results += [min(evening.values()) for evening in missed]
    elif rule.absence == FIXED:
        results += [rule.absence_points * denominator] * len(missed)
    count = max(len(results) - rule.drop_worst, 1) if rule.best is None else rule.best
    return sum(sorted(results, reverse=True)[:count])


def rule_as_code(rule: RankingRule) -> str:
    """A rule as a line of the log keeps it, in no language: "5 10 0 average 0"."""
    return f"{rule.minimum_evenings} {rule.best or 0} {rule.drop_worst} {rule.absence} {rule.absence_points}"


def read_rule_code(code: str) -> RankingRule:
    """The rule that `rule_as_code` wrote."""
    minimum, best, drop_worst, absence, points = code.split(" ")
    return RankingRule(int(minimum), int(best) or None, int(drop_worst), absence, int(points))


Who = TypeVar("Who")
Points = TypeVar("Points", int, Fraction, int | Fraction)
PODIUM = 3


def places(totals: Sequence[Points]) -> list[int]:
    """The place of each total, highest first, in the order given: [30, 10, 30] gives [1, 3, 1]."""
    ranked = sorted(totals, reverse=True)
    first_at: dict[Points, int] = {}
    for place, total in enumerate(ranked, start=1):
        first_at.setdefault(total, place)
    return [first_at[total] for total in totals]


def places_of(totals: Mapping[Who, Points]) -> dict[Who, int]:
    """The place of each total, highest first, by the keys of the totals."""
    return dict(zip(totals, places([*totals.values()]), strict=True))


def on_podium(ranked: Sequence[int]) -> int:
    """How many of these places, best first, stand on the podium: as far as all who share one find room."""
    count = min(PODIUM, len(ranked))
    while 0 < count < len(ranked) and ranked[count] == ranked[count - 1]:
        count -= 1
    return count


@dataclass(frozen=True)
class PlayerSums:
    """The sums of a player, by id, over some evenings, in integer units; `apart` are the points that no deal gave."""

    player_id: int
    name: str
    slug: str
    sort_key: str
    evenings: int
    deals: int
    apart: int
    points: int


@dataclass(frozen=True)
class Standing(PlayerSums):
    """A player's row in the standings; `change` is what the last evening gave, None for whoever was not there.

    `place` is by the points, and `by_rule` what the club's ranking rule makes of them, if it has one. `moved` is the
    number of places climbed on the last evening, negative for falling; None without a place before it.
    """

    place: int
    change: int | None
    moved: int | None
    by_rule: RuleResult | None = None

    @property
    def rank(self) -> int | None:
        """The place in the standings: by the rule, or without one by the points; None for who has too few evenings."""
        return self.by_rule.place if self.by_rule else self.place

    @property
    def rank_for_order(self) -> tuple[bool, int]:
        """A sort key by the place in the standings; those without one come last, by their points."""
        return (self.rank is None, self.rank or self.place)

    @property
    def counted_points(self) -> Fraction:
        """The points that the rank is by, in integer units or fractions of one."""
        return self.by_rule.counted if self.by_rule else Fraction(self.points)

    @property
    def change_for_order(self) -> tuple[bool, int]:
        """A sort key by the last evening's change; those who were not there come before all others."""
        return (self.change is not None, self.change or 0)

    @property
    def average(self) -> Fraction:
        """The average of a deal in integer units, 0 for those who played none."""
        return Fraction(self.points - self.apart, self.deals) if self.deals else Fraction(0)


# The prizes that a club may give at a season's end, and who wins each.


FIRST, SECOND, THIRD, LAST, BEST_EVENING, SOLS = "first", "second", "third", "last", "evening", "sols"
NAMES = {
    FIRST: Phrase("First place"),
    SECOND: Phrase("Second place"),
    THIRD: Phrase("Third place"),
    LAST: Phrase("Comfort prize"),
    BEST_EVENING: Phrase("Best evening"),
    SOLS: Phrase("Most sols"),
}
"""What each prize is for, as a workbook names it; pages name the model's choices."""
PLACES = {FIRST: 1, SECOND: 2, THIRD: 3}


def winners(prize: str, *, places: Mapping[int, int], evenings: Mapping[int, int], sols: Mapping[int, int]) -> set[int]:
    """The players who win a prize; nobody where nobody can, and several who share it.

    `places` are by player, of those who have one; `evenings` are the points of everybody's best evening, `sols` how
    many sols everybody has won. The comfort prize goes to the last place, unless that is the first too.
    """
    if prize in PLACES:
        return {player for player, place in places.items() if place == PLACES[prize]}
    if prize == LAST:
        last = max(places.values(), default=1)
        return {player for player, place in places.items() if place == last > 1}
    amounts = evenings if prize == BEST_EVENING else sols
    most = max(amounts.values(), default=0)
    return {player for player, amount in amounts.items() if amount == most > 0}


# What is told of a season in a few sentences, each from figures of its book.


FAR = 2  # places up in one evening that are worth a word
IN_NUMBERS = Phrase("%(evenings)s, %(deals)s. The sum is %(sum)s.")
CLOSED = Phrase("Closed %(day)s by %(name)s.")
WON = Phrase("%(names)s won")
LEADS = Phrase("%(name)s leads the season with %(points)s")
SHARED = Phrase("%(names)s share the first place")
AHEAD = Phrase("%(what)s, %(points)s ahead of %(second)s, alone in front since %(day)s.")
HAD_BEST_EVENING = Phrase("%(name)s had the best evening: %(points)s on %(day)s.")
DEAREST_DEAL = Phrase("The dearest deal, on evening %(number)s: %(told)s.")
BY_RULE = Phrase("The places go by the club's own rule.")
IN_DOUBT = Phrase("Booked in doubt: deals of evening %(evenings)s. The points of %(players)s depend on them.")
LEVEL = Phrase("Level on points.")
LEVEL_BY_RULE = Phrase("Level by the club's own rule.")
AHEAD_OF_SECOND = Phrase("%(points)s ahead of %(second)s.")
ALL_THE_WAY = Phrase("In front from the first evening to the last.")
AT_THE_LAST = Phrase("In front on the last evening only.")
SINCE = Phrase("Alone in front since %(day)s.")
CLIMBED = Phrase("%(name)s came up from number %(before)s on the very last evening.")


@dataclass(frozen=True)
class SeasonStory:
    """The facts that a season is told from.

    `standings` are best first, `evenings` in order, and `brought` are the units that players had before the first.
    `dearest` is the number of an evening and the sentence of the deal by which a declarer won or lost most.
    """

    unit_denominator: int
    is_closed: bool
    standings: Sequence[Standing]
    evenings: Sequence[PlayedEvening]
    brought: Mapping[int, int]
    dearest: tuple[int, Label] | None = None
    doubtful_evenings: Sequence[int] = ()
    doubtful_players: Sequence[str] = ()

    @property
    def winners(self) -> list[Label]:
        """The names on the first place."""
        return [same(row.name) for row in self.standings if row.rank == 1]

    @property
    def title(self) -> Label | None:
        """Who won, or who share the first place, without a full stop; None where nobody has a place."""
        names = self.winners
        return fill(WON if len(names) == 1 else SHARED, names=enumeration(names)) if names else None

    def sentences(self) -> Iterator[Label]:
        """The sentences of a report, the first on who leads or has won; none before anything is played.

        Of a closed season they begin as its page does.
        """
        if not self.is_closed:
            yield from self._first_place()
        elif self.title:
            yield join([self.title, same(".")], "")
            yield from self.in_brief()
        yield from self._best_evening()
        if self.dearest:
            number, told = self.dearest
            yield fill(DEAREST_DEAL, number=number, told=told)
        if any(row.by_rule for row in self.standings):
            yield BY_RULE
        if self.doubtful_players:
            evenings = ", ".join(map(str, self.doubtful_evenings))
            yield fill(IN_DOUBT, evenings=evenings, players=enumeration([*map(same, self.doubtful_players)]))

    def in_brief(self) -> Iterator[Label]:
        """What stands below the winner's name: how the season was won, and who climbed far on its last evening."""
        yield from self._how_it_was_won()
        climber = max(self.standings, key=lambda row: row.moved or 0, default=None)
        if climber and climber.rank and climber.moved and climber.moved >= FAR:
            yield fill(CLIMBED, name=climber.name, before=climber.rank + climber.moved)

    def _first_place(self) -> Iterator[Label]:
        names = self.winners
        if self.title and len(names) > 1:
            yield join([self.title, same(".")], "")
        elif names:
            leader = self.standings[0]
            what = fill(LEADS, name=names[0], points=self._signed(leader.points))
            if leader.by_rule or len(self.standings) == 1 or not self.evenings:
                yield join([what, same(".")], "")
            else:
                day = day_in_words(self.evenings[self._alone_since()].date)
                yield fill(AHEAD, what=what, points=self._lead(), second=self.standings[1].name, day=day)

    def _how_it_was_won(self) -> Iterator[Label]:
        leader = next(iter(self.standings), None)
        if len(self.winners) > 1:
            yield LEVEL_BY_RULE if leader and leader.by_rule else LEVEL
        elif self.winners and len(self.standings) > 1 and leader and not leader.by_rule:
            if len(self.evenings) > 1:
                since = self._alone_since()
                told = {0: ALL_THE_WAY, len(self.evenings) - 1: AT_THE_LAST}
                yield told.get(since) or fill(SINCE, day=day_in_words(self.evenings[since].date))
            else:
                yield fill(AHEAD_OF_SECOND, points=self._lead(), second=self.standings[1].name)

    def _lead(self) -> Label:
        """How many points the first is ahead of the second."""
        return in_points(self.standings[0].points - self.standings[1].points, self.unit_denominator)

    def _alone_since(self) -> int:
        """From which evening on, counted from 0, the leader has been ahead of every other player."""
        totals = dict.fromkeys((row.player_id for row in self.standings), 0) | dict(self.brought)
        leader = self.standings[0].player_id
        since = 0
        for number, evening in enumerate(self.evenings):
            for player, units in evening.points.items():
                totals[player] = totals.get(player, 0) + units
            if any(units >= totals[leader] for player, units in totals.items() if player != leader):
                since = number + 1
        return min(since, len(self.evenings) - 1)

    def _best_evening(self) -> Iterator[Label]:
        """The most that anybody won on an evening, of several the earliest; partners for the evening share it."""
        best = max(self.evenings, key=lambda evening: max(evening.points.values(), default=0), default=None)
        most = max(best.points.values(), default=0) if best else 0
        if best and most > 0:
            names = [same(row.name) for row in self.standings if best.points.get(row.player_id) == most]
            yield fill(
                HAD_BEST_EVENING, name=enumeration(names), points=self._signed(most), day=day_in_words(best.date)
            )

    def _signed(self, units: int) -> Label:
        return in_points(units, self.unit_denominator, signed=True)


def in_numbers(evenings: int, deals: Label, total: Label, closed: Label | None = None) -> Label:
    """How much a season has, in the wording of every page and file.

    It reads "6 evenings, 141 deals and 6 passed out. The sum is 0." `total` is the sum of all its points, and `closed`
    who closed it and when.
    """
    count = Phrase("%(count)s evening", "one") if evenings == 1 else Phrase("%(count)s evenings")
    told = fill(IN_NUMBERS, evenings=fill(count, count=evenings), deals=deals, sum=total)
    return join([told, closed], " ") if closed else told
