"""A season's evenings, with what its page, its report, its workbook tell of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Abs, Coalesce
from django.utils.timezone import localtime

from ledger.models import Entry, Evening, EveningTotal, Player, Posting, Season
from ledger.models.book.journal import OF_TOTALS
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.deals.doubts import DoubtfulDeal, players_in_doubt
from ledger.queries.deals.pricing import DealsInWords
from ledger.queries.evenings.neighbours import EveningList, opening_balances
from ledger.queries.seasons.closing import closing_of
from ledger.queries.seasons.ranking import Ranking
from ledger.rules.evenings.figures import DealCount
from ledger.rules.seasons import CLOSED, SeasonStory, in_numbers
from ledger.rules.site.labels import Label, fill
from ledger.rules.site.points import in_points
from ledger.rules.site.spelling import day_in_words


def evenings_of(*, season: Season) -> QuerySet[Evening]:
    """A season's evenings and opening balances, latest first; two queries for a page of them.

    Of each, `bottom_lines` are the totals, best first, with their players; `is_corrected` says whether any of its deals
    was ever corrected or voided, `is_totals` whether only its points were kept.
    """
    totals = EveningTotal.objects.select_related("player").order_by("-points", "player__sort_key")
    evenings = Evening.with_openings.filter(season=season)
    reversals = Entry.objects.filter(evening=OuterRef("pk"), kind=Entry.Kind.REVERSAL)
    evenings = evenings.annotate(is_corrected=Exists(reversals), is_totals=is_totals())
    evenings = evenings.order_by("-date", "-number")
    return evenings.prefetch_related(Prefetch("totals", totals, to_attr="bottom_lines"))


def corrected_evenings(*, season: Season) -> list[Evening]:
    """The season's evenings with a deal that was ever corrected or voided, latest first; one query."""
    # From the few entries that take one back, by an index that has no others, and not evening by evening.
    reversals = Entry.objects.filter(season=season, reverses__isnull=False)
    return list(Evening.objects.filter(pk__in=reversals.values("evening")).order_by("-date", "-number"))


def is_totals() -> Exists:
    """A condition on evenings: only the points of it were kept, and no deals."""
    return Exists(Entry.objects.standing().filter(evening=OuterRef("pk"), **OF_TOTALS))


def results_of_evening(evening: Any) -> list[tuple[Player, int]]:
    """Everybody's points on one of `evenings_of`, best first, with those of players who are shown as one added up."""
    results = [(total.player, total.points) for total in evening.bottom_lines]
    if not persons_shown():
        return results
    players = {player.pk: player for player, _ in results}
    points = sum_by_person((player.pk, units) for player, units in results)
    together = [(players[pk], units) for pk, units in points.items()]
    return sorted(together, key=lambda result: (-result[1], result[0].sort_key))


def count_deals(**among: Any) -> DealCount:
    """What stands in a season's or a club's book, told apart; one query."""
    standing = Entry.objects.standing().filter(evening__is_opening=False, **among).order_by()
    kinds = standing.annotate(counts_as=Case(When(**OF_TOTALS, then=Value("totals")), default=F("kind")))
    return DealCount(**dict(kinds.values_list("counts_as").annotate(count=Count("pk"))))


def deal_counts(*, evenings: Iterable[Evening]) -> Mapping[int, int]:
    """The number of deals played on each evening, by its id, 0 if it has none; one query."""
    ids = [evening.pk for evening in evenings]
    return dict.fromkeys(ids, 0) | dict(_played_deals(evening__in=ids).values_list("evening_id", "count"))


def _played_deals(**among: Any) -> QuerySet[Any]:
    """The `count` of the deals played, by evening."""
    played = Entry.objects.standing().filter(kind=Entry.Kind.DEAL, **among)
    return played.order_by().values("evening_id").annotate(count=Count("pk"))


def by_deal_count(evenings: QuerySet[Evening], *, most_first: bool) -> QuerySet[Evening]:
    """Evenings ordered by their number of deals played, then by their own number."""
    per_evening = _played_deals(evening=OuterRef("pk")).values("count")
    counted = evenings.annotate(deal_count=Coalesce(Subquery(per_evening), 0))
    return counted.order_by(*(("-deal_count", "-date", "-number") if most_first else ("deal_count", "date", "number")))


def season_in_numbers(*, season: Season, deals: DealCount) -> Label:
    """How many evenings and deals a season has, its sum, and who closed it; two queries."""
    total = Posting.objects.filter(entry__season=season).aggregate(sum=Sum("points"))["sum"] or 0
    points = in_points(total, season.unit_denominator)
    closing = closing_of(season=season) if season.closed_at else None
    if closing is None:
        return in_numbers(season.evenings.count(), deals.words, points)
    closed = fill(CLOSED, day=day_in_words(localtime(closing.at).date()), name=closing.by_name or "?")
    return in_numbers(closing.evenings, deals.words, points, closed)


def season_story(
    *, season: Season, ranking: Ranking, evenings: EveningList, doubts: Sequence[DoubtfulDeal] | None = None
) -> SeasonStory:
    """What is told of a season with these standings and evenings; one query.

    With its `doubts` also what of it was booked in doubt, and its dearest deal; at most three queries more.
    """
    story = SeasonStory(
        unit_denominator=season.unit_denominator,
        is_closed=season.closed_at is not None,
        standings=ranking.standings,
        evenings=evenings,
        brought=opening_balances(seasons=[season])[season.pk],
    )
    if doubts is None:
        return story
    in_doubt = players_in_doubt(doubts)
    return replace(
        story,
        dearest=_dearest_deal(season),
        doubtful_evenings=sorted({deal.evening for deal in doubts}),
        doubtful_players=[row.name for row in ranking.standings if row.player_id in in_doubt],
    )


def _dearest_deal(season: Season) -> tuple[int, Label] | None:
    """The deal that gave or cost a declarer most, of several the earliest: its evening's number, and what happened."""
    declared = Posting.objects.filter(entry__season=season, role="declarer")
    standing = declared.filter(entry__kind=Entry.Kind.DEAL, entry__reversed_by__reverses=None)
    by_points = standing.order_by(
        Abs("points").desc(), "entry__evening__date", "entry__evening__number", "entry__number", "seat"
    )
    dearest = by_points.values("entry")[:1]
    entry = Entry.objects.filter(pk__in=dearest).select_related("evening").with_prices().with_players().first()
    if entry is None:
        return None
    return entry.evening.number, DealsInWords(club_id=season.club_id).of(entry).sentence
