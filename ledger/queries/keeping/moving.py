"""What is compared before a club's former installation says where it has moved."""

from datetime import datetime

from ledger.models import Club, Entry, LoggedChange


def last_written(*, club: Club) -> datetime | None:
    """When something was last written in a club's books or log, other than where it has moved; two queries."""
    entries = Entry.objects.filter(season__club=club).order_by("-received_at")
    changes = LoggedChange.objects.filter(club=club).exclude(kind=LoggedChange.Kind.CLUB_MOVED).order_by("-at")
    moments = [entries.values_list("received_at", flat=True).first(), changes.values_list("at", flat=True).first()]
    return max(filter(None, moments), default=None)
