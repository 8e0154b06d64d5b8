"""A season ranked by its club's rule, with the prizes that follow from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.db.models import Count, Prefetch, Subquery

from ledger.models import Club, Entry, Posting, Prize, PrizeWon, RankingVersion, Season
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.clubs.persons import Mentions
from ledger.queries.evenings.neighbours import evenings_of_seasons, opening_balances, played_latest_first
from ledger.queries.seasons.standings import Period, Standing, period_standings
from ledger.rules.seasons import Evening, RankingRule, RuleResult, results_by_rule, winners

LAST = Prize.Kind.LAST.value  # the comfort prize is given at the end
IN_ORDER = [*(kind for kind in Prize.Kind.values if kind != LAST), LAST]


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
    return [evening.points for evening in evenings_of_seasons(seasons=[season])]


def _brought_into(season: Season) -> Evening:
    return opening_balances(seasons=[season])[season.pk]


class Winner(NamedTuple):
    """A player who wins a prize: the name, and the address of the player's page."""

    name: str
    slug: str


@dataclass(frozen=True)
class PrizeWinners:
    """A prize with its title and gift as shown, and those who win it, by name."""

    prize: Prize
    title: str
    gift: str
    winners: Sequence[Winner]


def winner_ids(*, season: Season, ranking: Ranking) -> list[tuple[Prize, set[int]]]:
    """The prizes of a season's rule and who wins each as it stands; one query for the most sols."""
    places = {row.player_id: row.rank for row in ranking.standings if row.rank is not None}
    evenings: dict[int, int] = {}
    for evening in ranking.evenings:
        for player, points in evening.items():
            # Not from 0 on: somebody's best evening may be one they lost.
            evenings[player] = max(points, evenings.get(player, points))
    sols = sols_won(season=season) if any(prize.kind == Prize.Kind.SOLS for prize in ranking.prizes) else {}
    return [(prize, winners(prize.kind, places=places, evenings=evenings, sols=sols)) for prize in ranking.prizes]


def sols_won(*, season: Season) -> dict[int, int]:
    """How many sols and other nolos each player has declared and won in a season; one query."""
    declared = Posting.objects.filter(role="declarer", points__gt=0, player__isnull=False, entry__season=season)
    standing = declared.filter(entry__kind=Entry.Kind.DEAL, entry__reversed_by__reverses=None, entry__deal__kind="nolo")
    return sum_by_person(standing.order_by().values_list("player_id").annotate(won=Count("pk")))


def prizes_as_they_stand(*, season: Season, ranking: Ranking) -> list[PrizeWinners]:
    """The prizes of a season and who would win them; at most two queries."""
    rows = {
        row.player_id: Winner(row.name, row.slug) for row in sorted(ranking.standings, key=lambda row: row.sort_key)
    }
    standing = winner_ids(season=season, ranking=ranking)
    won = [(prize, [winner for pk, winner in rows.items() if pk in players]) for prize, players in standing]
    return _in_words(season.club_id, won)


def prizes_won(*, season: Season) -> list[PrizeWinners]:
    """The prizes that were won when a season was closed, each with its winners; at most two queries."""
    rows = PrizeWon.objects.filter(closing__season=season).select_related("prize", "player")
    by_prize: dict[Prize, list[Winner]] = {}
    for row in rows.order_by("player__sort_key"):
        winner, of_prize = Winner(row.player.name, row.player.slug), by_prize.setdefault(row.prize, [])
        if winner not in of_prize:  # one who won it under two names
            of_prize.append(winner)
    in_order = sorted(by_prize, key=lambda prize: IN_ORDER.index(prize.kind))
    return _in_words(season.club_id, [(prize, by_prize[prize]) for prize in in_order])


def prizes_in_words(version: RankingVersion) -> list[PrizeWinners]:
    """The prizes of a version as shown, without winners; at most two queries."""
    return _in_words(version.club_id, [(prize, ()) for prize in prizes_of(version)])


def _in_words(club_id: int, won: Iterable[tuple[Prize, Sequence[Winner]]]) -> list[PrizeWinners]:
    mentions = Mentions(club_id)
    return [
        PrizeWinners(prize, mentions.with_names(prize.title), mentions.with_names(prize.gift), players)
        for prize, players in won
    ]
