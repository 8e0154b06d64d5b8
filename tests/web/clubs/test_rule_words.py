"""The words of the game: each has its line on the page that explains them, and leads there from wherever it is said."""

import re

import pytest
from django.utils.translation import override

from ledger.queries.evenings.sheet import sheet
from ledger.services.deals import correct_deal
from ledger.templatetags.ledger_labels import begin_page
from ledger.templatetags.rule_words import VERBS, with_rule_words
from tests.support.every_sort import club_of_every_sort
from tests.support.people import (
    change,
    make_club,
    make_evening,
    nolo,
    publish_prices,
    record,
    seat_ids,
    trick,
    version_of,
)
from tests.support.presets import EVERY_SEED
from tests.web.reading import in_english, words

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben/"
VERB = "giver"  # who deals, and what a contract gives
LINK = re.compile(r'<a class="word" href="/torsdagsklubben/words/#(\w+)">(.*?)</a>')


def in_both_languages(client):
    """A Danish visitor, who then chooses English."""
    yield client
    yield in_english(client)


def lines_of(client):
    """The lines of the page that explains the words: each word in small letters, by the code that leads to it."""
    markup = client.get(f"{CLUB}words/").content.decode()
    lines = re.findall(r'<div id="(\w+)"><dt>(.*?)</dt><dd>(.+?)</dd></div>', markup, re.DOTALL)
    codes = [code for code, _name, _meaning in lines]
    assert len(codes) == len({*codes}), "a link would lead to the first of two"
    return {code: words(name).lower() for code, name, _meaning in lines}


def sentences_of(evening, language):
    """What is told of each deal of an evening, as markup, each as if it were the first of its page."""
    with override(language):
        for row in sheet(evening=evening).rows:
            begin_page(explained_at=evening.club.slug)
            yield with_rule_words(row.sentence)


def words_without_a_line(text, lines):
    """The words of the game in a text that lead nowhere, or not to their line."""
    linked = {code for code, _ in LINK.findall(text)}
    rest = words(LINK.sub("|", text)).lower()
    unknown = [code for code in linked if code not in lines]
    nouns = {code: name for code, name in lines.items() if name not in VERBS}
    return unknown + [name for code, name in nouns.items() if code not in linked and is_in(name, rest)]


def is_in(name, text):
    return not any(map(str.isdecimal, name)) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


@pytest.mark.parametrize("code", EVERY_SEED)
def test_every_word_of_a_preset_leads_to_its_line(client, code):
    club = club_of_every_sort(code)
    deals = club.evenings.get().entries.count()
    for visitor, language in zip(in_both_languages(client), ("da", "en"), strict=True):
        lines = lines_of(visitor)
        sentences = [*sentences_of(club.evenings.get(), language)]

        assert len(sentences) == deals
        assert [missing for sentence in sentences if (missing := words_without_a_line(sentence, lines))] == []
        assert LINK.search(" ".join(sentences))
        contracts = contracts_in(visitor.get(f"{CLUB}figures/").content.decode())
        assert contracts
        assert [missing for contract in contracts if (missing := words_without_a_line(contract, lines))] == []
        for page in (f"evenings/1/deals/{deals}/", f"tables/{version_of(club).pk}/", "guide/", "", "figures/"):
            markup = visitor.get(CLUB + page).content.decode()
            assert {code for code, _ in LINK.findall(markup)} <= {*lines}, page


@pytest.fixture
def corrected_deal(evening):
    """A nolo with one going along, of an evening where a deal was corrected: everybody has declared or defended."""
    wrong = record(evening, trick(evening, "Bodil", "Dorthe", 9, attachment="sans"))
    record(evening, nolo(evening, "sol", {"Bodil": 0, "Carl": 3}))
    right = nolo(evening, "bordlaegger", {"Bodil": 0})
    correct_deal(entry=wrong, deal=right, change=change(evening))


@pytest.mark.usefixtures("corrected_deal")
@pytest.mark.parametrize(
    ("address", "explained"),
    [
        ("figures/", {"sol", "bordlaegger"}),
        ("evenings/1/", {"sans", "bordlaegger"}),
        ("evenings/1/deals/1/", {"sans", "bordlaegger"}),
    ],
)
def test_the_words_of_a_table_and_of_a_history_lead_to_their_lines(client, address, explained):
    for visitor in in_both_languages(client):
        linked = {code for code, _ in LINK.findall(visitor.get(CLUB + address).content.decode())}

        assert explained <= linked <= {*lines_of(visitor)}


@pytest.mark.usefixtures("corrected_deal")
@pytest.mark.parametrize(
    "address", ["deals/", "deals/?player=bodil&opponent=carl", "evenings/1/deals/2/", "players/bodil/"]
)
def test_below_rows_that_are_links_one_leads_to_the_words(visitor, address):
    assert f'<a class="go" href="{CLUB}words/">Words of the game</a>' in visitor.get(CLUB + address).content.decode()


NAMED = ("Sol", "Melder Partner", "Dorthe", "Emil")


def test_what_a_contract_gives_is_no_dealer(client, evening):
    prices = client.get(f"{CLUB}tables/{version_of(evening.club).pk}/").content.decode()

    assert VERB in words(prices)
    assert VERB not in {text for _, text in LINK.findall(prices)}


def test_a_bordlaegger_with_talk_is_explained_otherwise_than_one_without(client, evening):
    for visitor in in_both_languages(client):
        markup = visitor.get(f"{CLUB}words/").content.decode()
        meanings = dict(re.findall(r'<div id="(\w+)"><dt>.*?</dt><dd>(.+?)</dd></div>', markup, re.DOTALL))

        assert meanings["ren_bordlaegger"] != meanings["ren_bordlaegger_med_snak"]


def test_a_player_is_no_word_of_the_game(client):
    club = make_club(players=NAMED)
    publish_prices(club)
    evening = make_evening(club, names=NAMED)
    points = dict(zip(seat_ids(evening).values(), ["1", "1", "-1", "-1"], strict=True))
    record(evening, {"kind": "points_only", "points": points, "bid": "9 sol", "dealer": None})
    record(evening, nolo(evening, "sol", {"Sol": 0}))
    for language in ("da", "en"):
        of_names, of_a_sol = sentences_of(evening, language)

        assert "Sol" in words(of_names) and "Melder Partner" in words(of_names)
        assert not {text for _, text in LINK.findall(of_names)} & {"Sol", "Melder", "Partner"}
        assert LINK.findall(of_names).count(("sol", "sol")) == 1
        assert "sol" in words(of_a_sol).lower()


def contracts_in(markup):
    """The names of contracts in a page's list of them, as markup."""
    rows = re.search(r'<h2 id="contracts">.*?<tbody>(.*?)</tbody>', markup, re.DOTALL)
    return re.findall(r'<th scope="row">\s*(.*?)\s*<small', rows[1], re.DOTALL)


def test_what_a_club_calls_a_contract_leads_to_its_line(client, club):
    names = {"da": "Kattens nej", "en": "The cat's no"}
    renamed = [{**row, "label": names} if row["code"] == "sol" else row for row in version_of(club).document["nolo"]]
    publish_prices(club, nolo=renamed)
    evening = make_evening(club)
    record(evening, nolo(evening, "sol", {"Bodil": 0}))
    for visitor, (language, name) in zip(in_both_languages(client), names.items(), strict=True):
        assert lines_of(visitor)["sol"] == name.lower()
        contracts = contracts_in(visitor.get(f"{CLUB}figures/").content.decode())
        for markup in (*sentences_of(evening, language), *contracts):
            assert ("sol", name.lower()) in [(code, words(text).lower()) for code, text in LINK.findall(markup)]
