"""A season ranked by its club's rule, with the prizes that follow from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Prefetch, Subquery

from ledger.models import Club, Entry, Player, Posting, Prize, PrizeWon, RankingVersion, Season
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.clubs.persons import Mentions
from ledger.queries.evenings.neighbours import evenings_of_seasons, opening_balances, played_latest_first
from ledger.queries.seasons.standings import Period, period_standings
from ledger.rules.seasons import Evening, RankingRule, Standing, results_by_rule, winners

LAST = Prize.Kind.LAST.value  # the comfort prize is given at the end
IN_ORDER = [*(kind for kind in Prize.Kind.values if kind != LAST), LAST]


@dataclass(frozen=True)
class Ranking:
    """The standings of a season, with its rule and prizes if its club has chosen any.

    `evenings` are everybody's points on each evening in order of date, by player; none if neither the rule nor a prize
    needs them.
    """

    version: RankingVersion | None
    prizes: Sequence[Prize]
    evenings: Sequence[Evening]
    standings: Sequence[Standing]

    @property
    def is_by_rule(self) -> bool:
        """Whether the standings are by a rule that may rank otherwise than the points do."""
        return any(row.by_rule for row in self.standings)

    @property
    def has_rule(self) -> bool:
        """Whether the whole season is ranked so."""
        return self.version is not None and not self.version.to_rule().is_plain


def ranked_period(*, period: Period) -> Ranking:
    """The standings of a period: of a whole season by its rule, of anything else by the points.

    A season that is shown in part has its rule all the same. Three queries, one more if there is a rule.
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
    rule = version.to_rule()
    prizes = prizes_of(version)
    if rule.is_plain and all(prize.kind != Prize.Kind.BEST_EVENING for prize in prizes):
        return Ranking(version, prizes, (), rows)
    evenings = [evening.points for evening in evenings_of_seasons(seasons=[season])]
    brought = opening_balances(seasons=[season])[season.pk]
    if not rule.is_plain:
        rows = _rank(rows, rule, evenings, brought, season.unit_denominator)
    return Ranking(version, prizes, evenings, rows)


def _rank(
    rows: Sequence[Standing], rule: RankingRule, evenings: Sequence[Evening], brought: Evening, denominator: int
) -> list[Standing]:
    now = results_by_rule(rule, evenings, denominator=denominator, brought=brought)
    before = results_by_rule(rule, evenings[:-1], denominator=denominator, brought=brought)
    ranked = []
    for row in rows:
        if row.player_id in now:  # a deal may have been posted since the rows were read
            place = now[row.player_id].place
            was = before[row.player_id].place if row.player_id in before else None
            moved = was - place if was and place else None
            ranked.append(replace(row, by_rule=now[row.player_id], moved=moved))
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


def prizes_of(version: RankingVersion) -> list[Prize]:
    """The prizes of a version of the rule, in the order of their kinds; one query, none if they are loaded."""
    return sorted(version.prizes.all(), key=lambda prize: IN_ORDER.index(prize.kind))


def ranking_versions(*, club: Club) -> list[RankingVersion]:
    """A club's ranking rules, the one that is in force last first, each with its prizes; two queries."""
    versions = RankingVersion.objects.filter(club=club).order_by("-in_force_from", "-number")
    return list(versions.prefetch_related(Prefetch("prizes", Prize.objects.order_by("pk"))))


@dataclass(frozen=True)
class PrizeWinners:
    """A prize with its title and gift as shown, and those who win it, in the order of their names."""

    prize: Prize
    title: str
    gift: str
    winners: Sequence[Player | Standing]


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
    by_name = sorted(ranking.standings, key=lambda row: row.sort_key)
    standing = winner_ids(season=season, ranking=ranking)
    won = [(prize, [row for row in by_name if row.player_id in players]) for prize, players in standing]
    return _in_words(season.club_id, won)


def prizes_won(*, season: Season) -> list[PrizeWinners]:
    """The prizes that were won when a season was closed, each with its winners; at most two queries."""
    rows = PrizeWon.objects.filter(closing__season=season).select_related("prize", "player")
    by_prize: dict[Prize, list[Player]] = {}
    for row in rows.order_by("player__sort_key"):
        of_prize = by_prize.setdefault(row.prize, [])
        if row.player not in of_prize:  # one who won it under two names
            of_prize.append(row.player)
    in_order = sorted(by_prize, key=lambda prize: IN_ORDER.index(prize.kind))
    return _in_words(season.club_id, [(prize, by_prize[prize]) for prize in in_order])


def prizes_in_words(version: RankingVersion) -> list[PrizeWinners]:
    """The prizes of a version as shown, without winners; at most two queries."""
    return _in_words(version.club_id, [(prize, ()) for prize in prizes_of(version)])


def _in_words(club_id: int, won: Iterable[tuple[Prize, Sequence[Player | Standing]]]) -> list[PrizeWinners]:
    mentions = Mentions(club_id)
    return [
        PrizeWinners(prize, mentions.with_names(prize.title), mentions.with_names(prize.gift), players)
        for prize, players in won
    ]
