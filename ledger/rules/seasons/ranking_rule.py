"""A club's own ranking rule: which of a player's evenings count, and who has a place.

A player has a result for every evening played. An evening that the season had without the player gives a result too,
unless the rule says that it gives none. Of these results the rule counts all, the best, or all but the worst.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from ledger.rules.seasons.ranking import places
from ledger.rules.site.refusal import Refusal, gettext_noop

NOTHING, AVERAGE, LOWEST, FIXED = "nothing", "average", "lowest", "fixed"
ABSENCES = (NOTHING, AVERAGE, LOWEST, FIXED)
MOST_EVENINGS = 1000
MOST_POINTS = 100_000  # for an evening missed

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


def check_rule(rule: RankingRule) -> RankingRule:
    """Return a rule that can be meant.

    Raises Refusal, with the name of what is wrong as its field, for any other.
    """
    amounts = {"minimum_evenings": rule.minimum_evenings, "best": rule.best or 0, "drop_worst": rule.drop_worst}
    for field, evenings in amounts.items():
        if not 0 <= evenings <= MOST_EVENINGS:
            message = gettext_noop("The number of evenings is 0 to %(most)s.")
            raise Refusal(message, field=field, most=MOST_EVENINGS)
    if rule.best == 0:
        raise Refusal(gettext_noop("At least one evening counts."), field="best")
    if rule.best is not None and rule.drop_worst:
        message = gettext_noop("Either the best evenings count or the worst do not: choose one of the two.")
        raise Refusal(message, field="drop_worst")
    if rule.absence not in ABSENCES or (rule.absence_points and rule.absence != FIXED):
        raise Refusal(gettext_noop("Choose what an evening missed counts."), field="absence")
    if abs(rule.absence_points) > MOST_POINTS:
        message = gettext_noop("An evening missed gives at most %(most)s points.")
        raise Refusal(message, field="absence_points", most=MOST_POINTS)
    return rule


def results_by_rule(
    rule: RankingRule, evenings: Sequence[Evening], *, denominator: int, brought: Evening = MappingProxyType({})
) -> dict[int, RuleResult]:
    """What a rule makes of a season, by player; units of 1/`denominator` point.

    An evening that nobody's points are known of is no evening. What a player has `brought` along counts beside the
    evenings, whichever of them count.
    """
    held = [evening for evening in evenings if evening]
    played: dict[int, list[int]] = {player: [] for player in brought}
    for evening in held:
        for player, points in evening.items():
            played.setdefault(player, []).append(points)
    missed = _results_of_missed(rule, held, played, denominator)
    counted = {
        player: _points_that_count(rule, [*results, *missed[player]]) + brought.get(player, 0)
        for player, results in played.items()
    }
    ranked = [player for player, results in played.items() if len(results) >= rule.minimum_evenings]
    placed = dict(zip(ranked, places([counted[player] for player in ranked]), strict=True))
    return {player: RuleResult(Fraction(counted[player]), placed.get(player)) for player in sorted(played)}


def _points_that_count(rule: RankingRule, results: Sequence[int | Fraction]) -> int | Fraction:
    count = max(len(results) - rule.drop_worst, 1) if rule.best is None else rule.best
    return sum(sorted(results, reverse=True)[:count])


def _results_of_missed(
    rule: RankingRule, held: Sequence[Evening], played: Mapping[int, Sequence[int]], denominator: int
) -> Mapping[int, Sequence[int | Fraction]]:
    """What the evenings that they missed give, by player."""
    if rule.absence == NOTHING:
        return dict.fromkeys(played, ())
    if rule.absence == LOWEST:
        lowest = [(evening, min(evening.values())) for evening in held]
        return {player: [points for evening, points in lowest if player not in evening] for player in played}
    counts = {player: len(held) - len(results) for player, results in played.items()}
    if rule.absence == FIXED:
        return {player: [rule.absence_points * denominator] * count for player, count in counts.items()}
    averages = {player: Fraction(sum(results), len(results) or 1) for player, results in played.items()}
    return {player: [averages[player]] * count for player, count in counts.items()}


def rule_as_code(rule: RankingRule) -> str:
    """A rule as a line of the log keeps it, in no language: "5 10 0 average 0"."""
    return f"{rule.minimum_evenings} {rule.best or 0} {rule.drop_worst} {rule.absence} {rule.absence_points}"


def read_rule_code(code: str) -> RankingRule:
    """The rule that `rule_as_code` spelt so."""
    minimum, best, drop_worst, absence, points = code.split(" ")
    return RankingRule(int(minimum), int(best) or None, int(drop_worst), absence, int(points))
