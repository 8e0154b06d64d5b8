"""The tokens of links by which somebody reads a club or joins its board."""

import hashlib
import secrets


def new_token() -> str:
    """A token of 192 bits for a link."""
    return secrets.token_urlsafe(24)


def digest_of_token(token: str) -> str:
    """The digest that is kept of a token, as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()
