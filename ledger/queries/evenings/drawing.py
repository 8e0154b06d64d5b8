"""What a draw of players onto tables is made by: how they stand, and who has met whom."""

from django.db.models import Count, F, FilteredRelation, Q

from ledger.models import Entry, Season, SeasonTotal


def standings_for_draw(*, season: Season) -> dict[str, int]:
    """The season's points so far by player id as text, integer units; without who has not played; one query."""
    totals = SeasonTotal.objects.filter(season=season).values_list("player_id", "points")
    return {str(player): points for player, points in totals}


def meetings(*, season: Season) -> dict[frozenset[str], int]:
    """On how many evenings of a season two players have played a deal together, by their ids as text; one query.

    With or against each other, and if only to pass; not in a deal that was voided, that one of the two sat out, or
    whose cards were not played.
    """
    played, in_play = Entry.objects.standing().dealt().filter(season=season), ~Q(postings__role="sits_out")
    two = played.alias(
        one=FilteredRelation("postings", condition=in_play), other=FilteredRelation("postings", condition=in_play)
    )
    pairs = two.filter(one__player_id__lt=F("other__player_id"))
    ids = pairs.values_list("one__player_id", "other__player_id").order_by()
    counted = ids.annotate(evenings=Count("evening_id", distinct=True))
    return {frozenset((str(player), str(another))): evenings for player, another, evenings in counted}
