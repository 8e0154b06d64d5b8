"""Who may read a club, and by which links."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from ledger.models import Club, Membership, ReadingLink
from ledger.models.clubs.club import digest_of_token


def is_read_by(*, club: Club, token: str) -> bool:
    """Whether a token belongs to one of the club's links; at most one query, none without a token."""
    if not token or club.readers != Club.Readers.LINK:
        return False
    return club.reading_links.filter(token_digest=digest_of_token(token)).exists()


def reading_links(*, club: Club) -> QuerySet[ReadingLink]:
    """The club's links, the newest first."""
    return club.reading_links.order_by("-made_at", "-pk")


def newest_token(*, club: Club) -> str:
    """The token of the club's newest link that can be shown, empty if there is none; one query."""
    return reading_links(club=club).exclude(token="").values_list("token", flat=True).first() or ""


def is_member(*, club_id: int, user: User | AnonymousUser) -> bool:
    """Whether somebody is on a club's board; at most one query."""
    return user.is_authenticated and Membership.objects.filter(club=club_id, user=user).exists()


def clubs_of(*, user: User | AnonymousUser, tokens: Collection[str]) -> QuerySet[Club]:
    """The clubs on whose boards somebody is, and those whose links they hold, by name."""
    digests = [digest_of_token(token) for token in tokens]
    by_link = Q(readers=Club.Readers.LINK, reading_links__token_digest__in=digests)
    on_board = Q(memberships__user=user) if user.is_authenticated else Q(pk__in=[])
    mine = Club.objects.filter(removed_at=None).filter(on_board | by_link if digests else on_board)
    return mine.distinct().order_by("is_sample", "name", "id")
