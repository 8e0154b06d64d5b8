"""Founding a club, by somebody who has no account yet."""

import base64
from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from ledger.models import Membership
from ledger.queries.clubs.clubs import has_own_club
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.clubs.accounts import make_account
from ledger.services.clubs.clubs import NewClub, start_club

CODE_BYTES = 10  # 80 bits: sixteen letters and digits


def founding_code() -> str:
    """The code that only whoever runs the installation has, "K7QF-9MWD-...", derived from its secret key."""
    digest = salted_hmac("ledger.founding", "", algorithm="sha256").digest()[:CODE_BYTES]
    letters = base64.b32encode(digest).decode()
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def is_founding_code(typed: str) -> bool:
    """Whether a text is the code, in upper or lower case, with hyphens and spaces anywhere."""
    letters = "".join(character for character in typed.upper() if character.isalnum())
    return constant_time_compare(letters, founding_code().replace("-", ""))


@transaction.atomic
def found_club(
    *, new: NewClub, username: str, password: str, now: datetime, writer_name: str = "", has_code: bool = False
) -> Membership:
    """Make an account and its club; returns the founder's membership.

    Raises Refusal without the founding code if the installation already has a club of its own, for a user name in
    use (field "username"), and as `start_club` does.
    """
    if has_own_club() and not has_code:
        raise Refusal(gettext_noop("Sign in to start another club here."))
    founder = make_account(username=username, password=password)
    club = start_club(new=new, founder=founder, now=now, writer_name=writer_name)
    return club.memberships.select_related("club", "user").get()
