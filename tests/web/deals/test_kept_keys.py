"""The keys of the entry screen are drawn once for everybody; what they depend on draws them anew."""

import re

import pytest
from django.conf import settings
from django.core.cache import cache

from tests.support.people import publish_prices, record, seat_again, torben, trick
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import in_english

pytestmark = pytest.mark.django_db

ONCE_EACH = r'(name="csrfmiddlewaretoken" value="|name="(?:line-|change-)?key" value="|X-CSRFToken": ")[^"]*'


def drawn_page(visitor, evening):
    return visitor.get(new_url(evening)).content.decode()


def draw_anew(visitor, evening):
    cache.clear()
    return drawn_page(visitor, evening)


def without_keys(text):
    return re.sub(ONCE_EACH, r"\1", text)


def test_a_page_of_kept_keys_is_the_page_drawn_anew(secretary, evening):
    first = draw_anew(secretary, evening)

    assert len(cache._cache) == 1
    assert without_keys(drawn_page(secretary, evening)) == without_keys(first)


def test_no_kept_part_has_a_token_or_the_key_of_a_form(secretary, evening, client):
    page = draw_anew(secretary, evening)

    secrets = re.findall(r'name="(?:csrfmiddlewaretoken|key|line-key)" value="([^"]+)"', page)
    assert len(secrets) >= 3
    kept = b"".join(cache._cache.values()).decode("utf-8", "replace")
    assert 'name="contract"' in kept
    assert [secret for secret in secrets if secret in kept] == []
    assert "csrf" not in kept


def test_whoever_else_enters_gets_the_same_parts(secretary, evening, client):
    first = draw_anew(secretary, evening)
    kept = dict(cache._cache)

    client.force_login(torben(evening.club))
    second = drawn_page(in_english(client), evening)

    assert dict(cache._cache) == kept
    assert without_keys(second).count('name="contract"') == without_keys(first).count('name="contract"')


CHANGES = {
    "a name": lambda evening, _: evening.club.players.filter(name="Bodil").update(name="Bodil Berg"),
    "the prices": lambda evening, _: publish_prices(evening.club, from_evening=evening),
    "the dealer": lambda evening, _: record(evening, trick(evening, "Carl", "Dorthe", 8)),
    "the seats": lambda evening, _: seat_again(evening, "Carl", "Bodil", "Dorthe", "Emil"),
    "the language": lambda _, secretary: secretary.cookies.load({settings.LANGUAGE_COOKIE_NAME: "da"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_part_depends_on_draws_it_anew(secretary, evening, change):
    before = draw_anew(secretary, evening)

    CHANGES[change](evening, secretary)

    evening.refresh_from_db()
    after = drawn_page(secretary, evening)
    assert without_keys(after) != without_keys(before)
    assert without_keys(after) == without_keys(draw_anew(secretary, evening))


def test_what_was_sent_is_shown_as_it_was_sent_and_is_kept_for_nobody(secretary, evening):
    before = draw_anew(secretary, evening)

    sent = form_for(evening, declarer="Dorthe", contract="9", partner="", dealer="Bodil")
    answer = secretary.post(new_url(evening), sent).content.decode()

    assert re.search(r'name="contract" value="9"[^>]* checked', answer)
    assert answer.count('name="contract"') == before.count('name="contract"')
    assert without_keys(drawn_page(secretary, evening)) == without_keys(before)
