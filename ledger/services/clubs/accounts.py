"""What somebody signs in with: made by its owner alone, never by a club for another."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from ledger.rules.site.refusal import Refusal, gettext_noop


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
