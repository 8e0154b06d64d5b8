"""Who writes in a club's book: invite somebody, end a membership."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ledger.models import Club, Membership
from ledger.rules.refusal import Refusal, gettext_noop


@transaction.atomic
def invite(*, club: Club, username: str, role: Membership.Role) -> Membership:
    """Make somebody a member; a user name that is new, or whose owner left every club, gets a login without a password.

    Raises Refusal (field "username") for a name that is none and for somebody who is a member already.
    """
    user = _user(username)
    if club.memberships.filter(user=user).exists():
        raise Refusal(gettext_noop("%(name)s is a member already."), field="username", name=user.username)
    return Membership.objects.create(club=club, user=user, role=role)


@transaction.atomic
def end_membership(*, membership: Membership) -> None:
    """Let somebody write in the club's book no longer; whoever is in no other club cannot sign in any more.

    Raises Refusal for the club's last administrator.
    """
    others = Membership.objects.select_for_update().filter(club_id=membership.club_id).exclude(pk=membership.pk)
    if not any(other.role == Membership.Role.ADMIN for other in others):
        raise Refusal(gettext_noop("A club keeps at least one administrator: invite another one first."))
    user = membership.user
    membership.delete()
    if not user.memberships.exists():
        user.set_unusable_password()
        user.is_active = False
        user.save(update_fields=["password", "is_active"])


def may_be_let_in(*, membership: Membership) -> bool:
    """Whether the club's administrator may give this member a link to choose a password: nobody else's member."""
    return not membership.user.memberships.exclude(club_id=membership.club_id).exists()


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
