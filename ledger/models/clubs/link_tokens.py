"""The tokens of links by which somebody reads a club, joins its board or chooses a password."""

import hashlib
import secrets

from django.conf import settings
from django.db import models


def new_token() -> str:
    """A token of 192 bits for a link."""
    return secrets.token_urlsafe(24)


def digest_of_token(token: str) -> str:
    """The digest that is kept of a token, as 64 hexadecimal digits."""
    # Quick and without a salt, as no password may be: nobody guesses 192 bits.
    return hashlib.sha256(token.encode()).hexdigest()


class LatestPasswordLink(models.Model):
    """What only the token of an account's latest link to choose a password is made with."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    salt = models.CharField(max_length=32, default=new_token, editable=False)

    def __str__(self) -> str:
        return f"account {self.account_id}"
