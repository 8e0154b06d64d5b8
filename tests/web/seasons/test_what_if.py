"""The page that scores a season again: who may ask, what is answered, and that it is said when it is too long."""

import re
from datetime import date

import pytest

from ledger.models import ScoringTableDraft
from ledger.rules.scoring.document import every_preset
from ledger.web.seasons import what_if as view
from tests.support.people import (
    NOW,
    anna,
    make_club,
    make_user,
    nolo,
    play_evening,
    record,
    record_often,
    trick,
    version_of,
)
from tests.web.reading import columns_of, errors_of, in_english, page, rows_of, words

pytestmark = pytest.mark.django_db

SEASON = "/torsdagsklubben/seasons/2026-27/"
ADDRESS = f"{SEASON}what-if/"


@pytest.fixture
def club():
    """One evening: Carl and Dorthe go two down in 9, Dorthe makes a sol."""
    club = make_club()
    evening = play_evening(club, "Carl", "Dorthe", 7, level=9)
    record(evening, nolo(evening, "sol", {"Dorthe": 1}))
    return club


def test_only_the_board_is_shown_the_way_from_the_season(client, club):
    seen_by_all = client.get(SEASON).content.decode()
    client.force_login(anna(club))
    seen_by_the_board = client.get(SEASON).content.decode()

    assert [ADDRESS in seen for seen in (seen_by_all, seen_by_the_board)] == [False, True]


def test_the_page_asks_before_it_answers(secretary, club):
    response = secretary.get(ADDRESS)

    assert "answer" not in response.context
    assert groups_of(response, "prices") == {
        "The club's own tables": ["Esmakkerwhist (Wikipedia), version 1"],
        "Tables to start from": [table.name["en"] for table in every_preset()],
    }
    assert "A contract that is lost" in groups_of(response, "reading")


def groups_of(response, name):
    """The choices of a field under their headings."""
    select = re.search(rf'<select name="{name}".*?</select>', response.content.decode(), re.DOTALL).group()
    groups = re.findall(r'<optgroup label="(.*?)">(.*?)</optgroup>', select, re.DOTALL)
    return {words(label): [words(option) for option in options.split("</option>")[:-1]] for label, options in groups}


def test_the_clubs_own_prices_with_one_reading_changed(secretary, club):
    response = secretary.get(ADDRESS, {"prices": version_of(club).pk, "reading": "lost:double_under"})

    assert rows_of(response) == [
        ["Bodil", "2", "1 ▲", "+0.5", "+1", "+0.5"],
        ["Dorthe", "1", "1", "+1.5", "+1", "−0.5"],
        ["Emil", "2", "1 ▲", "+0.5", "+1", "+0.5"],
        ["Carl", "4", "4", "−2.5", "−3", "−0.5"],
    ]
    text = page(response)
    assert "Evening 1, deal 1: 9 Bodil +1.5 → +2, Carl −1.5 → −2, Dorthe −1.5 → −2, Emil +1.5 → +2" in text
    assert "Now: 9 needs 9 tricks, took 7: 0.5 + 2 × 0.5 = 1.5 to each opponent" in text
    assert "Then: 9 needs 9 tricks, took 7: 2 × 1 = 2 to each opponent" in text
    assert "Deals without a price" not in text


def test_the_same_prices_change_nothing_and_say_so(secretary, club):
    text = page(secretary.get(ADDRESS, {"prices": version_of(club).pk}))

    assert "No deal pays otherwise under these prices." in text


def test_a_preset_that_lacks_prices_names_the_deals_and_the_reasons(secretary, club):
    text = page(secretary.get(ADDRESS, {"prices": "whistklubben"}))

    assert "Evening 1, deal 1 9 The scoring table has no price for 9 yet." in text
    assert "Evening 1, deal 2 Sol The scoring table has no price for Sol yet." in text
    assert "then they give nobody anything" in text


def test_the_standings_sort_by_their_heads(secretary, club):
    asked = {"prices": version_of(club).pk, "reading": "lost:double_under"}

    by_name = columns_of(secretary.get(ADDRESS, asked | {"sort": "name"}), "Player")
    by_loss = columns_of(secretary.get(ADDRESS, asked | {"sort": "gained"}), "Player")

    assert by_name == ["Bodil", "Carl", "Dorthe", "Emil"]
    assert by_loss == ["Carl", "Dorthe", "Bodil", "Emil"]


def test_the_deals_without_a_price_sort_and_page_by_themselves(secretary, club, monkeypatch):
    monkeypatch.setattr(view, "PER_PAGE", 2)
    evening = club.evenings.get()
    record_often(evening, trick(evening, "Bodil", "Emil", 8), 2)
    asked = {"prices": "whistklubben", "unpriced-sort": "-deal", "unpriced-page": "2"}

    response = secretary.get(ADDRESS, asked)

    assert re.findall(r"Evening 1, deal (\d+)", page(response)) == ["2", "1"]
    assert "prices=whistklubben" in response.content.decode().split('class="paging"')[1]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"prices": "bridge"}, "prices"),
        ({"prices": "engelsk-whist", "reading": "lost:under"}, "reading"),
        ({"prices": "esmakker-wikipedia", "reading": "lost:free"}, "reading"),
        ({"prices": "engelsk-whist", "evenings": "99"}, "evenings"),
        ({"prices": "engelsk-whist", "evenings": "x"}, "evenings"),
        ({"prices": "draft-99"}, "prices"),
    ],
)
def test_what_cannot_be_asked_is_said_beside_its_field(secretary, asked, field):
    response = secretary.get(ADDRESS, asked)

    assert (response.status_code, list(response.context["form"].errors)) == (200, [field])
    assert "answer" not in response.context


def test_a_season_without_deals_says_so(client):
    club = make_club()
    client.force_login(anna(club))

    response = in_english(client).get(ADDRESS, {"prices": "call-ace-whist"})

    assert "There is nothing to compare before the season's first deal." in page(response)


@pytest.fixture
def second(club):
    """The next evening: Carl and Dorthe take six in 8."""
    return play_evening(club, "Carl", "Dorthe", 6, day=date(2026, 9, 10))


def test_a_season_that_is_too_long_says_so_and_some_evenings_can_be_compared(secretary, second, monkeypatch):
    monkeypatch.setattr(view, "MOST_DEALS", 1)

    response = secretary.get(ADDRESS, {"prices": "call-ace-whist"})

    assert "This page compares at most 1 deals, and there are more. Choose fewer evenings." in page(response)
    assert "answer" not in response.context
    chosen = secretary.get(ADDRESS, {"prices": "call-ace-whist", "evenings": second.number})
    assert chosen.context["answer"].deals == 1


def test_only_the_evenings_chosen_are_compared(secretary, second):
    asked = {"prices": version_of(second.club).pk, "reading": "lost:double_under", "evenings": ["2"]}

    response = secretary.get(ADDRESS, asked)

    assert [(told.scored.evening, told.scored.number) for told in response.context["answer"].most] == [(2, 1)]
    assert "One evening is compared." in page(response)
    offered = [words(key) for key in re.findall(r'<label class="key".*?</label>', markup(response), re.DOTALL)]
    assert offered == ["3 Sep 2026", "10 Sep 2026"]
    assert "<details open>" in markup(response)


def markup(response):
    return response.content.decode()


def make_draft(club, **changed):
    """Efterår, a draft of the club's own prices with something changed."""
    document = {**version_of(club).document, **changed}
    return ScoringTableDraft.objects.create(
        club=club, name="Efterår", document=document, changed_at=NOW, changed_by=make_user("alma")
    )


def test_a_draft_is_compared_with_before_it_is_published(secretary, club):
    draft = make_draft(club, rules={**version_of(club).document["rules"], "lost": "double_under"})

    response = secretary.get(ADDRESS, {"prices": f"draft-{draft.pk}"})

    assert groups_of(response, "prices")["Drafts, not published"] == ["Efterår"]
    assert rows_of(response)[0] == ["Bodil", "2", "1 ▲", "+0.5", "+1", "+0.5"]
    assert "<h2>Efterår</h2>" in markup(response)


def test_a_draft_can_have_a_reading_changed_too(secretary, club):
    draft = make_draft(club)

    response = secretary.get(ADDRESS, {"prices": f"draft-{draft.pk}", "reading": "lost:double_under"})

    assert response.context["answer"].differing == 1


def test_a_draft_that_cannot_be_read_is_refused_with_the_place_and_the_reason(secretary, club):
    draft = make_draft(club, tricks="tretten")

    response = secretary.get(ADDRESS, {"prices": f"draft-{draft.pk}", "reading": "lost:under"})

    assert errors_of(response) == {
        "prices": ["This draft cannot be read yet. tricks: Give a whole number from 1 to 13."]
    }
    assert response.context["form"]["reading"].value() == "lost:under"


def test_another_clubs_prices_and_draft_cannot_be_asked_for(secretary):
    other = make_club("Onsdagsklubben", founder="oda")

    for prices in (version_of(other).pk, f"draft-{make_draft(other).pk}"):
        response = secretary.get(ADDRESS, {"prices": prices})
        assert list(errors_of(response)) == ["prices"]
        assert "Efterår" not in markup(response)
