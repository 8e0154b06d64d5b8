"""No token of any link and no player's name in an address is in a log, whoever writes it."""

import logging
import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern

from ledger.web.urls import urlpatterns
from tests.support.people import give_links
from whistklub.masked_log import MaskTokens, mask_tokens_in

TOKEN = "pVx-4_Qm0hYb7RzKcD2eWnTgUj9sLaFi"
NAME = "frida-jensen"


def addresses_with_a_token():
    """Each such address of the site, by itself and where a link to another language says what to come back to."""
    patterns = [
        str(url.pattern) for url in urlpatterns if isinstance(url, URLPattern) and ":token>" in str(url.pattern)
    ]
    addresses = [f"/{re.sub(r'<[a-z]+:token>', TOKEN, pattern).replace('<str:uidb64>', 'MQ')}" for pattern in patterns]
    return [*addresses, *(comes_back_to(address) for address in addresses)]


def addresses_with_a_player():
    """Each address of a player's page, and of those that ask for players by name; by itself and to come back to."""
    patterns = [str(url.pattern) for url in urlpatterns if isinstance(url, URLPattern) and "player_slug" in str(url)]
    asked = ["deals/?player={0}&partner={0}&season=2026&opponent={0}", "players/bo/same/?kept={0}", "deals/?q={0}+9"]
    addresses = [f"/{pattern}".replace("<slug:player_slug>", NAME) for pattern in patterns]
    addresses += ["/klub/" + query.format(NAME) for query in ["log/?player={0}", "seasons/1/curve/?player={0}", *asked]]
    return [*addresses, *(comes_back_to(address) for address in addresses)]


def comes_back_to(address):
    """The link to another language that leads back to an address."""
    return f"/language/en/?next={quote(address, safe='')}"


def test_the_web_server_in_front_masks_every_address():
    text = (settings.BASE_DIR / "deploy" / "web" / "nginx.conf").read_text(encoding="utf-8")
    pattern = re.search(r'"~\*(\^[^"]+)" "\$before\.\.\."', text)[1].replace("(?<", "(?P<")

    addresses = [*addresses_with_a_token(), *addresses_with_a_player()]
    masked = [re.match(pattern, address, re.IGNORECASE)["before"] for address in addresses]

    assert [before for before in masked if TOKEN in before or NAME in before] == []
    assert not re.match(pattern, "/klub/players/") and not re.match(pattern, "/klub/deals/?season=2026")


def test_every_address_with_a_token_is_masked():
    addresses = addresses_with_a_token()

    assert len(addresses) >= 6
    assert [address for address in addresses if TOKEN in mask_tokens_in(address)] == []
    assert mask_tokens_in("/klub/sheets/abc/ /klub/evenings/1/sheet/") == "/klub/sheets/abc/ /klub/evenings/1/sheet/"


def test_every_address_with_a_players_name_is_masked():
    addresses = addresses_with_a_player()

    assert len(addresses) >= 22
    assert [address for address in addresses if NAME in mask_tokens_in(address)] == []
    assert mask_tokens_in(f"/k/players/{NAME}/change/?season=2026") == "/k/players/.../change/?season=2026"
    assert mask_tokens_in(f"/k/deals/?player={NAME}&level=9 HTTP/1.1") == "/k/deals/?player=...&level=9 HTTP/1.1"
    assert mask_tokens_in("/k/players/ /k/deals.csv?season=2026") == "/k/players/ /k/deals.csv?season=2026"


@pytest.mark.django_db
def test_a_page_that_is_refused_is_one_line_of_the_log_without_the_name_of_somebody_forgotten(
    written_log, treasurer, club
):
    assert treasurer.get(f"/{club.slug}/players/{NAME}/").status_code == 404
    assert treasurer.get(f"/{club.slug}/members/").status_code == 403

    lines = [f"404 GET /{club.slug}/players/.../", f"403 GET /{club.slug}/members/"]
    assert written_log.getvalue().splitlines() == lines


@pytest.mark.django_db
def test_a_refused_form_and_an_address_that_is_nowhere_are_logged_without_their_tokens(written_log, club, evening):
    give_links(evening)
    token = evening.links.first().token

    Client(enforce_csrf_checks=True).post(f"/{club.slug}/sheet/{token}/", {"agrees": "1"})
    Client().get(f"/{club.slug}/read/{TOKEN}/")
    Client().get(f"/welcome/{TOKEN}/")

    assert written_log.getvalue().count("/...") >= 2
    assert "403 POST" in written_log.getvalue()
    assert token not in written_log.getvalue()
    assert TOKEN not in written_log.getvalue()


def test_a_traceback_is_masked_too():
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "Internal Server Error: %s", (f"/k/read/{TOKEN}/",), None)
    try:
        raise ValueError(f"/k/sheet/{TOKEN}/")
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)

    MaskTokens().filter(record)

    text = logging.Formatter().format(record)
    assert "ValueError: /k/sheet/.../" in text
    assert TOKEN not in text


def test_what_the_server_writes_is_masked(written_log):
    logger = logging.getLogger("waitress")

    logger.error("GET %s", f"/k/deals/?player={NAME}")
    logger.error(
        '%(r)s "%(f)s"', {"r": f"GET /k/read/{TOKEN}/ HTTP/1.1", "f": f"https://x.example/k/sheet/{TOKEN}/?a=b"}
    )

    assert written_log.getvalue().splitlines() == [
        "GET /k/deals/?player=...",
        'GET /k/read/.../ HTTP/1.1 "https://x.example/k/sheet/.../?a=b"',
    ]
