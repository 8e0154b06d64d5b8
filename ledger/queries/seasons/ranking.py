"""The standings of a season by its club's ranking rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Prefetch, Subquery

from ledger.models import Club, Prize, RankingVersion, Season
from ledger.queries.evenings.evening_points import brought_along, played_latest_first, points_of_evenings
from ledger.queries.seasons.periods import Period, period_standings
from ledger.queries.seasons.standings import Standing
from ledger.rules.seasons import Evening, RankingRule, RuleResult, results_by_rule

IN_ORDER = sorted(Prize.Kind.values, key=Prize.Kind.LAST.__eq__)  # the comfort prize is given at the end


@dataclass(frozen=True)
class Ranking:
    """The standings of a season, with its rule and prizes if its club has chosen any.

    `evenings` are everybody's points on each evening in order of date, by player, and `brought` what they had before;
    none if neither the rule nor a prize needs them.
    """

    version: RankingVersion | None
    prizes: Sequence[Prize]
    evenings: Sequence[Evening]
    standings: Sequence[Standing]
    brought: Evening = field(default_factory=dict)

    @property
    def is_by_rule(self) -> bool:
        """Whether the standings are by a rule that may rank otherwise than the points do."""
        return any(row.by_rule for row in self.standings)

    @property
    def has_rule(self) -> bool:
        """Whether the whole season is ranked so."""
        return self.version is not None and not self.version.to_rule().is_plain

    @property
    def moved_by_rule(self) -> list[Standing]:
        """Those whom the rule gives another place than their points do."""
        return [row for row in self.standings if row.rank not in (None, row.place)]

    @property
    def without_place(self) -> list[Standing]:
        """Those who have played too few evenings to get a place."""
        return [row for row in self.standings if row.rank is None]


def ranked_period(*, period: Period) -> Ranking:
    """The standings of a period: of a whole season by its rule, of anything else by the points.

    The rule of a season that is shown in part is told all the same. Three queries, one more if there is a rule.
    """
    rows = period_standings(period=period)
    if period.season is None:
        return Ranking(None, (), (), rows)
    if period.is_whole:
        return rank_by_rule(season=period.season, rows=rows)
    return Ranking(ranking_in_force(season=period.season), (), (), rows)


def rank_by_rule(*, season: Season, rows: Sequence[Standing]) -> Ranking:
    """The standings of a whole season by its rule; one query, and another if there is a rule."""
    version = ranking_in_force(season=season)
    if version is None:
        return Ranking(None, (), (), rows)
    rule, prizes = version.to_rule(), prizes_of(version)
    if rule.is_plain and all(prize.kind != Prize.Kind.BEST_EVENING for prize in prizes):
        return Ranking(version, prizes, (), rows)
    ranking = Ranking(version, prizes, _evenings_of(season), rows, _brought_into(season))
    return ranking if rule.is_plain else replace(ranking, standings=_rank(ranking, rule, season.unit_denominator))


def _rank(ranking: Ranking, rule: RankingRule, denominator: int) -> list[Standing]:
    now = results_by_rule(rule, ranking.evenings, denominator=denominator, brought=ranking.brought)
    before = results_by_rule(rule, ranking.evenings[:-1], denominator=denominator, brought=ranking.brought)
    places_before = {player: result.place for player, result in before.items()}
    ranked = []
    # A deal may have been posted since the rows were read.
    for row in (row for row in ranking.standings if row.player_id in now):
        place, was = now[row.player_id].place, places_before.get(row.player_id)
        ranked.append(row._replace(by_rule=now[row.player_id], moved=was - place if was and place else None))
    return sorted(ranked, key=lambda row: (row.rank_for_order, row.sort_key))


def ranking_in_force(*, season: Season) -> RankingVersion | None:
    """The ranking rule in force on a season's last evening, None if there is none.

    One query; none for a season of `seasons_of` whose club never chose a rule.
    """
    if not getattr(season, "has_ranking", True):
        return None
    last_day = Subquery(played_latest_first(season=season.pk).values("date")[:1])
    versions = RankingVersion.objects.filter(club=season.club_id, in_force_from__lte=last_day)
    return versions.order_by("-in_force_from", "-number").first()


def results_of(*, season: Season) -> Mapping[int, RuleResult]:
    """What a season's rule makes of everybody, by player id; empty where none ranks; at most one query."""
    version = ranking_in_force(season=season)
    if version is None or version.to_rule().is_plain:
        return {}
    evenings, brought = _evenings_of(season), _brought_into(season)
    return results_by_rule(version.to_rule(), evenings, denominator=season.unit_denominator, brought=brought)


def prizes_of(version: RankingVersion) -> list[Prize]:
    """What is given by a version of the rule, in the order of the kinds; one query, none if they are loaded."""
    return sorted(version.prizes.all(), key=lambda prize: IN_ORDER.index(prize.kind))


def ranking_versions(*, club: Club) -> list[RankingVersion]:
    """A club's ranking rules, the one that is in force last first, each with its prizes; two queries."""
    versions = RankingVersion.objects.filter(club=club).order_by("-in_force_from", "-number")
    return list(versions.prefetch_related(Prefetch("prizes", Prize.objects.order_by("pk"))))


def _evenings_of(season: Season) -> list[Evening]:
    return [evening.points for evening in points_of_evenings(seasons=[season])[season.pk]]


def _brought_into(season: Season) -> Evening:
    return brought_along(seasons=[season])[season.pk]
