"""Accounts, which only their owners make, and links for choosing a password."""

from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import IntegrityError, transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from ledger.models import LatestPasswordLink
from ledger.models.clubs.club import new_token
from ledger.rules.site.refusal import Refusal, gettext_noop


class PasswordLink(NamedTuple):
    """The two parts of a link for choosing a password: the account, and a token."""

    uidb64: str
    token: str


class LatestLinkTokens(PasswordResetTokenGenerator):
    """Django's tokens for choosing a password, except that an account's next one invalidates the one before."""

    key_salt = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # links from before this class still work

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        latest = LatestPasswordLink.objects.filter(account_id=user.pk).first()
        return super()._make_hash_value(user, timestamp) + (latest.salt if latest else "")


link_tokens = LatestLinkTokens()


@transaction.atomic
def password_link(*, account: User) -> PasswordLink:
    """A link that works for 72 hours, until the next link, a sign-in, or another password or address of the account."""
    LatestPasswordLink.objects.update_or_create(account=account, defaults={"salt": new_token()})
    return PasswordLink(urlsafe_base64_encode(force_bytes(account.pk)), link_tokens.make_token(account))


def make_account(*, username: str, password: str) -> User:
    """Create an account whose user name nobody has in any capitalisation.

    Raises Refusal (field "username").
    """
    accounts = get_user_model().objects
    taken = Refusal(gettext_noop("The user name %(name)s is taken."), field="username", name=username)
    if accounts.filter(username__iexact=username).exists():
        raise taken
    try:
        # A savepoint, since PostgreSQL would answer nothing more in a transaction that was refused a row.
        with transaction.atomic():
            account: User = accounts.create_user(username, password=password)
    except IntegrityError:  # somebody else took it at the same moment
        raise taken from None
    return account
