"""What players are drawn to tables by: their standings, and who has met whom."""

from collections import Counter

from django.db.models import Count, F, FilteredRelation, Q

from ledger.models import Entry, Season, SeasonTotal
from ledger.models.clubs.persons import persons_shown, sum_by_person

PAIR = ("one__player_id", "other__player_id")


def standings_for_draw(*, season: Season) -> dict[int, int]:
    """The season's points so far, in integer units, by player id; only those who take part in it; one query."""
    takes_part = Q(evenings__gt=0) | ~Q(points=0)
    return sum_by_person(SeasonTotal.objects.filter(takes_part, season=season).values_list("player_id", "points"))


def meetings(*, season: Season) -> dict[frozenset[int], int]:
    """The number of evenings on which two players have played a deal together, by their ids; one query.

    Deals count whichever side the two were on, even if passed out, but not those that were voided, not played, or sat
    out by one of the two.
    """
    played, in_play = Entry.objects.standing().dealt().filter(season=season), ~Q(postings__role="sits_out")
    two = played.alias(
        one=FilteredRelation("postings", condition=in_play), other=FilteredRelation("postings", condition=in_play)
    )
    # Each pair once, not from either side.
    pairs = two.filter(one__player_id__lt=F("other__player_id"))
    ids = pairs.values_list(*PAIR).order_by()
    if persons_shown():
        met = {(frozenset(pair), evening) for *pair, evening in ids.values_list(*PAIR, "evening_id").distinct()}
        return Counter(pair for pair, _ in met)
    counted = ids.annotate(evenings=Count("evening_id", distinct=True))
    return {frozenset((player, another)): evenings for player, another, evenings in counted}
