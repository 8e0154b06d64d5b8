"""Who writes in a club's book: invite somebody, let them choose a password, end a membership."""

from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ledger.models import Club, Membership
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.services.freshness import touch
from ledger.services.log import Kind, note
from ledger.services.posting import locked_club


@transaction.atomic
def invite(*, club: Club, username: str, role: Membership.Role, author: User, now: datetime) -> Membership:
    """Make somebody a member; a user name that is new, or whose owner left every club, gets a login without a password.

    Raises Refusal (field "username") for a name that is none and for somebody who is a member already.
    """
    user = _user(username)
    if club.memberships.filter(user=user).exists():
        raise Refusal(gettext_noop("%(name)s is a member already."), field="username", name=user.username)
    note(club=club, kind=Kind.MEMBER_ADDED, author=author, now=now, member=user, after=role)
    touch(club=club)
    return Membership.objects.create(club=club, user=user, role=role)


@transaction.atomic
def end_membership(*, membership: Membership, author: User, now: datetime) -> None:
    """Let somebody write in the club's book no longer; whoever is in no other club cannot sign in any more.

    Raises Refusal for the club's last administrator.
    """
    club = locked_club(club_id=membership.club_id)
    if not club.memberships.filter(role=Membership.Role.ADMIN).exclude(pk=membership.pk).exists():
        raise Refusal(gettext_noop("A club keeps at least one administrator: invite another one first."))
    user = membership.user
    note(club=club, kind=Kind.MEMBER_ENDED, author=author, now=now, member=user, before=membership.role)
    touch(club=club)
    membership.delete()
    if not user.memberships.exists():
        user.set_unusable_password()
        user.is_active = False
        user.save(update_fields=["password", "is_active"])


@transaction.atomic
def let_in(*, membership: Membership, author: User, now: datetime) -> bool:
    """Note that a member gets a link to choose a password, and say whether: a member of another club too gets none."""
    if membership.user.memberships.exclude(club_id=membership.club_id).exists():
        return False
    note(club=membership.club, kind=Kind.LINK_MADE, author=author, now=now, member=membership.user)
    touch(club=membership.club)
    return True


def _user(username: str) -> User:
    found: User | None = get_user_model().objects.filter(username__iexact=username).first()
    if found is None:
        return _new_user(username)
    if not found.memberships.exists():
        found.is_active = True
        found.set_unusable_password()
        found.save(update_fields=["is_active", "password"])
    return found


def _new_user(username: str) -> User:
    user: User = get_user_model()(username=username)
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError:
        message = gettext_noop("A user name has letters, digits and @ . + - _ only.")
        raise Refusal(message, field="username") from None
    user.save()
    return user
