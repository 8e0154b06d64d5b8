"""The address of a club on another installation, as somebody pastes it."""

import re
from urllib.parse import urlsplit

from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_ADDRESS = 200
NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)
SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}", re.ASCII)
NOT_HTTPS = gettext_noop("Give an address that begins with https://.")
NO_CLUB_IN_IT = gettext_noop(
    "Give the whole address of the club's front page, such as https://whist.example.dk/torsdagsklubben/."
)


def read_club_address(text: str) -> str:
    """The address of a club's front page in one spelling, given that of any of its pages.

    Raises Refusal (field "address") for anything else.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # UnicodeError is one
        raise Refusal(NO_CLUB_IN_IT, field="address") from None
    if parts.scheme != "https":
        raise Refusal(NOT_HTTPS, field="address")
    _, _, rest = parts.path.partition("/")
    slug, _, _ = rest.partition("/")
    if not NAME.fullmatch(host) or "@" in parts.netloc or not SLUG.fullmatch(slug):
        raise Refusal(NO_CLUB_IN_IT, field="address")
    address = f"https://{host}{f':{port}' if port not in (None, 443) else ''}/{slug}/"
    if len(address) > LONGEST_ADDRESS:
        raise Refusal(NO_CLUB_IN_IT, field="address")
    return address


def slug_in(address: str) -> str:
    """The club's part of such an address."""
    return urlsplit(address).path.strip("/")
