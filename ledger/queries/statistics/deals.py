"""The deals behind a figure: a player's deals, narrowed as the figure is."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, QuerySet, Sum

from ledger.models import Player
from ledger.models.book.journal import postings_in_seats
from ledger.queries.statistics.others import APART, PAIR, with_others
from ledger.queries.statistics.played import ADJUSTMENT, IN_PLAY, ON_THE_CONTRACT, PlayedDeals, in_parts, only_deals


@dataclass(frozen=True)
class AskedDeals:
    """A choice among a player's deals; empty or None for what may be anything.

    `part` is one of PARTS, `contract` a contract's key, `partner` somebody who was declarer or partner with the player,
    `opponent` somebody who got other points.
    """

    part: str = ""
    contract: str = ""
    partner: Player | None = None
    opponent: Player | None = None


def deals_of(*, played: PlayedDeals, asked: AskedDeals) -> QuerySet[Any]:
    """A player's postings of the chosen deals, latest first, each with its `units` in the common unit."""
    postings = played.postings if asked.part == ADJUSTMENT else only_deals(played.postings)
    if asked.part:
        postings = in_parts(postings, [asked.part])
    if asked.contract:
        kind, _, code = asked.contract.partition(".")
        postings = in_parts(postings, ON_THE_CONTRACT).filter(deal_kind=kind, contract=code)
    if asked.partner:
        postings = postings.filter(PAIR, entry__postings__player=asked.partner)
    if asked.opponent:
        at_table = {"entry__postings__player": asked.opponent, "entry__postings__role__in": IN_PLAY}
        postings = postings.filter(APART, **at_table)
    latest_first = ("-entry__evening__date", "-entry__evening__number", "-entry__number")
    in_units: QuerySet[Any] = postings.annotate(units=played.units("points"))
    return in_units.order_by(*latest_first)


def with_tables(postings: QuerySet[Any]) -> QuerySet[Any]:
    """Postings with all that their deals in words need; one more query for a page of them."""
    return (
        postings.select_related("entry__evening", "entry__table_version", "entry__season")
        .defer("entry__table_version__document")
        .prefetch_related(postings_in_seats("entry__"))
    )


@dataclass(frozen=True)
class DealSums:
    """The number of the chosen deals, and the points of their figure.

    The points are the player's own; with a partner, those of both; against an opponent, what was won from them,
    adjustments included.
    """

    deals: int
    points: Fraction


def sums_of(*, played: PlayedDeals, asked: AskedDeals) -> DealSums:
    """The number and points of the chosen deals; one query, or two if another player is chosen."""
    other = asked.partner or asked.opponent
    sums = deals_of(played=played, asked=asked).order_by().aggregate(deals=Count("pk"), sum=Sum("units"))
    points = Fraction(sums["sum"] or 0, played.unit_denominator)
    # What was won from another depends on how many were in play, which these postings do not tell.
    if other is not None:
        row = next((row for row in with_others(played=played) if row.slug == other.slug), None)
        both = Fraction(row.both, played.unit_denominator) if row else Fraction(0)
        points = both if asked.partner else row.won if row else Fraction(0)
    return DealSums(deals=sums["deals"], points=points)
