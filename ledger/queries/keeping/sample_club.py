"""The sample club and its logins."""

from ledger.models import Club


def sample_club() -> Club | None:
    """The sample club, removed or not; None if it was never loaded; one query."""
    return Club.objects.filter(is_sample=True).first()


def sample_usernames(*, club: Club) -> dict[str, str]:
    """The user name that has each role in the sample club; one query."""
    return dict(club.memberships.order_by("id").values_list("role", "user__username"))
