"""A club's own ranking rule: which of a player's evenings count, and who has a place.

A player has a result for every evening played. An evening that the season had without the player gives a result too,
unless the rule says that it gives none. Of these results the rule counts all, the best, or all but the worst.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

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


def results_by_rule(rule: RankingRule, evenings: Sequence[Evening], *, denominator: int) -> dict[int, RuleResult]:
    """What a rule makes of a season, by player; units of 1/`denominator` point.

    An evening that nobody's points are known of is no evening.
    """
    held = [evening for evening in evenings if evening]
    players = sorted({player for evening in held for player in evening})
    counted = {player: _points_that_count(rule, player, held, denominator) for player in players}
    attended = {player: sum(player in evening for evening in held) for player in players}
    ranked = [player for player in players if attended[player] >= rule.minimum_evenings]
    placed = dict(zip(ranked, places([counted[player] for player in ranked]), strict=True))
    return {player: RuleResult(counted[player], placed.get(player)) for player in players}


def _points_that_count(rule: RankingRule, player: int, evenings: Sequence[Evening], denominator: int) -> Fraction:
    played = [evening[player] for evening in evenings if player in evening]
    missed = [evening for evening in evenings if player not in evening]
    results = sorted([*played, *_missed_results(rule, played, missed, denominator)], reverse=True)
    count = max(len(results) - rule.drop_worst, 1) if rule.best is None else rule.best
    return Fraction(sum(results[:count]))


def _missed_results(
    rule: RankingRule, played: Sequence[int], missed: Sequence[Evening], denominator: int
) -> list[Fraction] | list[int]:
    """The result of each evening missed."""
    if rule.absence == AVERAGE:
        return [Fraction(sum(played), len(played))] * len(missed)
    if rule.absence == LOWEST:
        return [min(evening.values()) for evening in missed]
    if rule.absence == FIXED:
        return [rule.absence_points * denominator] * len(missed)
    return []


def rule_as_code(rule: RankingRule) -> str:
    """A rule as a line of the log keeps it, in no language: "5 10 0 average 0"."""
    return f"{rule.minimum_evenings} {rule.best or 0} {rule.drop_worst} {rule.absence} {rule.absence_points}"


def read_rule_code(code: str) -> RankingRule:
    """The rule that `rule_as_code` spelt so."""
    minimum, best, drop_worst, absence, points = code.split(" ")
    return RankingRule(int(minimum), int(best) or None, int(drop_worst), absence, int(points))
