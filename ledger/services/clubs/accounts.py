"""What somebody signs in with: made by its owner alone, never by a club for another; and the way back in."""

from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.site.withdrawn import withdraw_for_good


class PasswordLink(NamedTuple):
    """The two parts of a link with which the owner of an account chooses a password: whose it is, and a token."""

    uidb64: str
    token: str


def password_link(*, account: User) -> PasswordLink:
    """A link for 72 hours, which works no longer once its owner has signed in or has another password.

    For an account that has no password yet, it works no longer once the next link is made either.
    """
    if not account.has_usable_password():
        account.set_unusable_password()  # another one: the token of every link is made with what stands there
        account.save(update_fields=["password"])
    return PasswordLink(urlsafe_base64_encode(force_bytes(account.pk)), default_token_generator.make_token(account))


def withdraw_password(*, account: User) -> None:
    """Let the password that an account has now never come back, by an older backup either; before it gets another."""
    if account.has_usable_password():
        withdraw_for_good("password", account.password)


def make_account(*, username: str, password: str) -> User:
    """An account with a user name that nobody has, however it is capitalised. Raises Refusal (field "username")."""
    accounts = get_user_model().objects
    taken = Refusal(gettext_noop("The user name %(name)s is taken."), field="username", name=username)
    if accounts.filter(username__iexact=username).exists():
        raise taken
    try:
        with transaction.atomic():
            account: User = accounts.create_user(username, password=password)
    except IntegrityError:  # somebody else took it at the same moment
        raise taken from None
    return account
