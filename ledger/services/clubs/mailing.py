"""What is sent by e-mail where the installation has a mail server: a link that confirms an address, and the way in."""

from datetime import datetime
from threading import Thread

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import EmailMessage

from ledger.services.site.withdrawn import decide

ADDRESS_SALT = "ledger.address"
CONFIRMED_WITHIN = 60 * 60 * 24  # seconds


def address_token(*, account: User, address: str) -> str:
    """What says that somebody typed an address, while they have the one they have now."""
    return signing.dumps([account.pk, account.email, address], salt=ADDRESS_SALT)


def confirm_address(*, account: User, token: str, now: datetime) -> bool:
    """Keep the address of a token for the account that typed it; False for a token that is another's or too old."""
    try:
        pk, before, address = signing.loads(token, salt=ADDRESS_SALT, max_age=CONFIRMED_WITHIN)
    except signing.BadSignature:
        return False
    if not User.objects.filter(pk=account.pk, email=before).filter(pk=pk).update(email=address):
        return False
    if before and before != address:
        decide("address", account.username, before, is_withdrawn=True, now=now)
    decide("address", account.username, address, is_withdrawn=False, now=now)
    return True


def forget_address(*, account: User, now: datetime) -> None:
    """Keep no address of an account."""
    if account.email:
        decide("address", account.username, account.email, is_withdrawn=True, now=now)
    User.objects.filter(pk=account.pk).update(email="")


def accounts_with(*, address: str) -> list[User]:
    """Whom an address has been confirmed for, and who can sign in; one query."""
    accounts = User.objects.filter(email__iexact=address, is_active=True).exclude(email="")
    return [account for account in accounts if account.has_usable_password()]


def send(*, to: str, subject: str, text: str) -> None:
    """Send an e-mail beside the page, which so takes as long whether there is anything to send or not."""
    message = EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    thread = Thread(target=lambda: message.send(fail_silently=True), daemon=True)
    thread.start()
