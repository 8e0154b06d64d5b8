"""A season's evenings as a list that is read a page at a time."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from ledger.models import Entry, Evening, EveningTotal, Player, Season
from ledger.models.book.journal import OF_TOTALS
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.evenings.closings import is_corrected
from ledger.rules.evenings.figures import DealCount


def evenings_of(*, season: Season) -> QuerySet[Evening]:
    """A season's evenings and opening balances, latest first; two queries for a page of them.

    Of each, `bottom_lines` are the totals, best first, with their players; `is_corrected` says whether any of its deals
    was ever corrected or voided, `is_totals` whether only its points were kept.
    """
    totals = EveningTotal.objects.select_related("player").order_by("-points", "player__sort_key")
    evenings = Evening.with_openings.filter(season=season)
    evenings = evenings.annotate(is_corrected=is_corrected(), is_totals=is_totals())
    evenings = evenings.order_by("-date", "-number")
    return evenings.prefetch_related(Prefetch("totals", totals, to_attr="bottom_lines"))


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
