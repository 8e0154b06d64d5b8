"""The evenings of a season as a list that is read a page at a time."""

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledger.models import Entry, Evening, EveningTotal, Season


def evenings_of(*, season: Season) -> QuerySet[Evening]:
    """A season's evenings, latest first: each with its `deal_count` of standing lines and its `bottom_lines`.

    `bottom_lines` are the evening's totals, best first, with their players; two queries for a page of them.
    """
    standing = Entry.objects.standing().filter(evening=OuterRef("pk")).order_by().values("evening")
    counted = Subquery(standing.annotate(count=Count("pk")).values("count"))
    totals = EveningTotal.objects.select_related("player").order_by("-points", "player__sort_key")
    return (
        Evening.objects.filter(season=season)
        .annotate(deal_count=Coalesce(counted, 0))
        .prefetch_related(Prefetch("totals", totals, to_attr="bottom_lines"))
        .order_by("-date", "-number")
    )
