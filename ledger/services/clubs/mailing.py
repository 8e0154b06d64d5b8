"""E-mail, if the installation has a mail server: links that confirm an address, and links for signing in again."""

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import EmailMessage

ADDRESS_SALT = "ledger.address"
CONFIRMED_WITHIN = 60 * 60 * 24  # seconds


def address_token(*, account: User, address: str) -> str:
    """A signed token that an account's owner typed an address; it is good until the account gets another."""
    return signing.dumps([account.pk, account.email, address], salt=ADDRESS_SALT)


def confirm_address(*, account: User, token: str) -> bool:
    """Store the address in a token for the account that typed it; False if the token is another's or too old."""
    try:
        pk, before, address = signing.loads(token, salt=ADDRESS_SALT, max_age=CONFIRMED_WITHIN)
    except signing.BadSignature:
        return False
    # By the address of then too: a token cannot undo a later change.
    return bool(User.objects.filter(pk=account.pk, email=before).filter(pk=pk).update(email=address))


def forget_address(*, account: User) -> None:
    """Delete an account's address."""
    User.objects.filter(pk=account.pk).update(email="")


def accounts_with(*, address: str) -> list[User]:
    """Active accounts with a password that have confirmed an address; one query."""
    # Most accounts have no address: an empty one would find them all.
    accounts = User.objects.filter(email__iexact=address, is_active=True).exclude(email="")
    return [account for account in accounts if account.has_usable_password()]


def send(*, to: str, subject: str, text: str) -> None:
    """Send an e-mail, which may take long."""
    EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [to]).send(fail_silently=True)
