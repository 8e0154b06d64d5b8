"""Links from a figure to the deals behind it."""

from django.urls import reverse
from django.utils.http import urlencode

from ledger.queries.statistics.deal_filter import DealFilter


def deals_address(club_slug: str, asked: DealFilter) -> str:
    """The address of the club's deals that a filter lets through."""
    address, query = reverse("deals", args=[club_slug]), asked.query()
    return f"{address}?{urlencode(query)}" if query else address
