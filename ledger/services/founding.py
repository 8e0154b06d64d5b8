"""The first club of an installation, started by somebody who has no sign-in yet."""

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from ledger.models import Membership
from ledger.queries.clubs import has_own_club
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.services.clubs import NewClub, start_club


@transaction.atomic
def found_club(*, new: NewClub, username: str, password: str, now: datetime) -> Membership:
    """Make a sign-in and a club of its own for it; gives the founder's membership.

    Raises Refusal when the installation already has a club of its own, for a user name in use (field "username"),
    and as `start_club`.
    """
    if has_own_club():
        raise Refusal(gettext_noop("Sign in to start another club here."))
    users = get_user_model()
    if users.objects.filter(username__iexact=username).exists():
        raise Refusal(gettext_noop("The user name %(name)s is taken."), field="username", name=username)
    founder = users.objects.create_user(username, password=password)
    return start_club(new=new, founder=founder, now=now).memberships.select_related("club", "user").get()
