"""The head and the foot of a page are drawn once for all who see them alike, and are as if they were drawn anew."""

import re

import pytest
from django.conf import settings
from django.core.cache import cache

from ledger.web.site.lists import forget_rows
from tests.support.people import anna, make_club, make_evening, make_user, record, trick
from tests.web.conftest import Visitor

pytestmark = pytest.mark.django_db

TOKEN = r'(name="csrfmiddlewaretoken" value=")([^"]*)'
KEY = r'(name="(?:paper1-)?key" value=")([^"]*)'
PAGES = ["", "standings/", "players/bodil/", "tables/", "evenings/1/", "nowhere/"]
OF_NO_CLUB = ["/", "/sign-in/"]


@pytest.fixture
def clubs():
    """Two clubs, one of which says that search engines may have it."""
    clubs = [make_club(), make_club("Mandagsklubben", founder="oda")]
    for club in clubs:
        evening = make_evening(club)
        record(evening, trick(evening, "Bodil", "Carl", 8))
    type(clubs[1]).objects.filter(pk=clubs[1].pk).update(is_listed=True, has_chosen_readers=True)
    return clubs


@pytest.fixture
def visitors(clubs):
    """A stranger in each language, somebody without a club, and somebody of the first club's board."""
    kinds = [(None, "da"), (None, "en"), (make_user("alma"), "da"), (anna(clubs[0]), "en")]
    return [visitor_of(account, language) for account, language in kinds]


def visitor_of(account, language):
    visitor = Visitor()
    visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    if account:
        visitor.force_login(account)
    return visitor


def drawn_page(visitor, address):
    """A page without the visitor's own tokens and the keys of its forms."""
    return re.sub(f"{TOKEN}|{KEY}", r"\1\3", visitor.get(address).content.decode())


def test_a_page_of_kept_parts_is_the_page_drawn_anew(clubs, visitors):
    of_clubs = [(clubs[0], page) for page in PAGES] + [(clubs[1], page) for page in PAGES[:2]]
    addresses = [*(f"/{club.slug}/{page}" for club, page in of_clubs), *OF_NO_CLUB]
    anew = {}
    for visitor in visitors:
        for address in addresses:
            cache.clear()
            forget_rows()
            anew[visitor, address] = drawn_page(visitor, address)

    for visitor, address in reversed(anew):
        assert drawn_page(visitor, address) == anew[visitor, address], address


def test_no_kept_part_has_a_token_or_a_name_of_an_account(clubs):
    secretary = visitor_of(anna(clubs[0]), "da")
    pages = [secretary.get(f"/{clubs[0].slug}/{page}").content.decode() for page in PAGES]

    tokens = {token for page in pages for _, token in re.findall(TOKEN, page)}
    kept = b"".join(cache._cache.values()).decode("utf-8", "replace")
    assert tokens
    assert 'class="sections"' in kept
    assert [text for text in (*tokens, "anna", "csrf") if text in kept] == []


def test_addresses_without_end_keep_no_parts_without_end(clubs):
    visitor = visitor_of(None, "da")

    for number in range(30):
        visitor.get(f"/{clubs[0].slug}/standings/?page={number}")
        visitor.get(f"/{clubs[0].slug}/nowhere-{number}/")

    assert len(cache._cache) < 10
