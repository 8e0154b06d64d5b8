"""A player's figures with the others: as partners, and what the two have won from one another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, When

from ledger.models import Entry, Posting
from ledger.queries.statistics.played import IN_PLAY, PlayedDeals

APART = ~Q(points=F("entry__postings__points"))
PAIR = Q(role="declarer", entry__postings__role="partner") | Q(role="partner", entry__postings__role="declarer")


@dataclass
class WithAnother:
    """A player's deals with another, or with the house, whose `name` is empty.

    `together` and `both` are the deals in which they were declarer and partner, and the integer units of both in them.
    `against` are the deals in which they got different points, and `won` is what the player won from the other in those
    and in adjustments, in points: for each (mine - theirs) / the number in play, the house included if it paid.
    """

    name: str
    slug: str
    sort_key: str
    together: int = 0
    both: int = 0
    against: int = 0
    won: Fraction = field(default_factory=Fraction)


def with_others(*, played: PlayedDeals) -> list[WithAnother]:
    """A player's figures with everybody they ever met at a table, by name, the house last; one query."""
    name = "entry__postings__player__"
    sums = _beside_others(played.postings).values(
        "is_pair",
        "is_apart",
        "in_play",
        name=F(f"{name}name"),
        slug=F(f"{name}slug"),
        sort_key=F(f"{name}sort_key"),
        other=F("entry__postings__player_id"),
        is_deal=Case(When(entry__kind=Entry.Kind.DEAL, then=1), default=0, output_field=IntegerField()),
    )
    sums = sums.annotate(
        deals=Count("pk"),
        mine=Sum(played.units("points")),
        theirs=Sum(played.units("entry__postings__points")),
    )
    others: dict[int | None, WithAnother] = {}
    for row in sums:
        if row["other"] != played.player.pk:
            _add(others, row, played.unit_denominator)
    return sorted(others.values(), key=lambda other: (not other.slug, other.sort_key))


def _add(others: dict[int | None, WithAnother], row: Mapping[str, Any], denominator: int) -> None:
    names = (row["name"] or "", row["slug"] or "", row["sort_key"] or "")
    other = others.setdefault(row["other"], WithAnother(*names))
    other.won += Fraction(row["mine"] - row["theirs"], row["in_play"] * denominator)
    if row["is_deal"]:
        other.against += row["deals"] * row["is_apart"]
        if row["is_pair"]:
            other.together += row["deals"]
            other.both += row["mine"] + row["theirs"]


def _beside_others(postings: QuerySet[Any]) -> QuerySet[Any]:
    """Each posting joined with all of its entry: the number in play, and whether the two were a pair or apart."""
    # Whoever sat out pays nobody and is no one's opponent.
    beside: QuerySet[Any] = postings.filter(entry__postings__role__in=IN_PLAY)
    in_pairs: QuerySet[Any] = beside.annotate(
        in_play=Subquery(number_in_play(), output_field=IntegerField()),
        is_pair=Case(When(PAIR, then=1), default=0, output_field=IntegerField()),
        is_apart=Case(When(APART, then=1), default=0, output_field=IntegerField()),
    )
    return in_pairs


def number_in_play() -> QuerySet[Posting, Any]:
    """The number in play in an entry, the house included if it paid."""
    in_play = Posting.objects.filter(entry=OuterRef("entry_id"), role__in=IN_PLAY)
    return in_play.order_by().values("entry").annotate(count=Count("pk")).values("count")
