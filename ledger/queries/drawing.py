"""What a draw of players onto tables is made by: how they stand, and who has met whom."""

from django.db.models import Count, F, Sum

from ledger.models import EveningTotal, Posting, Season


def standings_for_draw(*, season: Season) -> dict[str, int]:
    """The season's points so far by player id as text, integer units; without who has not played; one query."""
    totals = EveningTotal.objects.filter(evening__season=season).values("player_id").annotate(sum=Sum("points"))
    return {str(total["player_id"]): total["sum"] for total in totals.order_by()}


def meetings(*, season: Season) -> dict[frozenset[str], int]:
    """On how many evenings of a season two players have been in a deal together, by their ids as text; one query."""
    other = F("entry__postings__player_id")
    pairs = Posting.objects.filter(entry__season=season, player_id__lt=other).values_list("player_id", other)
    counted = pairs.annotate(evenings=Count("entry__evening_id", distinct=True)).order_by()
    return {frozenset((str(one), str(another))): evenings for one, another, evenings in counted}
