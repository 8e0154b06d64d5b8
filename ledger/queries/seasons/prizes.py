"""A season's prizes: who would win them as it stands, and who had won them when it was closed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count

from ledger.models import Entry, Posting, Prize, PrizeWon, RankingVersion, Season
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.seasons.ranking import IN_ORDER, Ranking, prizes_of
from ledger.rules.seasons import winners


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
