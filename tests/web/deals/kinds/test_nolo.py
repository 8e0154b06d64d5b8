"""Entering a nolo by its keys alone: what nobody counted is told nowhere, and is not asked to be."""

import re
import uuid

import pytest

from ledger.models import Entry
from tests.support.people import anna, make_club, make_evening, seat_ids
from tests.web.deals.test_deals import deal_url, form_for, new_url
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

EVENING = "/torsdagsklubben/evenings/1/"
TOLD = "Bodil bid sol and made it. Dorthe went along and went down. Bodil got 4, Dorthe paid 4"


def nolo_form(evening, **answers):
    """What the form sends for Bodil's sol, home, with Dorthe going along, beaten; nobody typed a number of tricks."""
    ids = seat_ids(evening)
    keys = {f"result_{player}": "home" for player in ids.values()} | {f"tricks_{player}": "" for player in ids.values()}
    along = {f"joins_{ids['Dorthe']}": "on", f"result_{ids['Dorthe']}": "beaten"}
    unasked = {"partner": "", "column": "", "tricks": ""}
    return form_for(evening, **{"contract": "sol", **unasked, **keys, **along, **answers})


@pytest.fixture
def entry(secretary, evening):
    secretary.post(new_url(evening), nolo_form(evening))
    return Entry.objects.get()


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("deals/1/", TOLD),
        ("", TOLD),
        ("deals/new/", TOLD),
        ("", "Bodil home, Dorthe beaten"),
        ("?csv=sheet", "Bodil home, Dorthe beaten"),
    ],
)
def test_no_page_and_no_list_has_a_number_of_tricks(secretary, entry, part, told):
    content = secretary.get(f"{EVENING}{part}").content.decode()
    text = " ".join(re.sub(r"</?a\b[^>]*>", "", content).split())

    assert told in text
    assert not re.search(r"took \d|, \d tricks?\b", text)


def test_its_correction_comes_back_by_the_keys_alone(secretary, entry, evening):
    ids = seat_ids(evening)
    form = secretary.get(deal_url("deal_correct", entry)).context["form"]

    asked = [f"{field}_{ids[name]}" for name in ("Bodil", "Dorthe") for field in ("result", "tricks")]
    assert [form[field].value() for field in asked] == ["home", "", "beaten", ""]
    assert form[f"joins_{ids['Dorthe']}"].value() is True

    change = {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk), "change-reason": "talt"}
    corrected = nolo_form(evening, **{f"tricks_{ids['Dorthe']}": "3"}) | change
    secretary.post(deal_url("deal_correct", entry), corrected)
    assert Entry.objects.latest("sequence").deal["participants"] == [
        {"player": ids["Bodil"], "made": True},
        {"player": ids["Dorthe"], "tricks": 3},
    ]
    corrected = "Bodil bid sol and made it. Dorthe went along and took three tricks. Bodil got 4, Dorthe paid 4"
    assert f"{TOLD} → {corrected}" in page(secretary.get(deal_url("deal", entry)))


def test_what_is_refused_of_several_is_named_in_the_order_of_the_page(secretary, evening):
    bodil, carl, *_others = seat_ids(evening).values()
    sent = nolo_form(evening, **{f"result_{carl}": "perhaps", f"tricks_{bodil}": "14"})

    assert list(errors_of(secretary.post(new_url(evening), sent))) == [f"tricks_{bodil}", f"result_{carl}"]


def test_numbers_that_were_typed_stay_in_its_correction_with_the_keys_that_they_mean(secretary, evening):
    ids = seat_ids(evening)
    tricks = {f"tricks_{ids['Bodil']}": "1", f"tricks_{ids['Dorthe']}": "3"}
    secretary.post(new_url(evening), nolo_form(evening, **tricks))

    form = secretary.get(deal_url("deal_correct", Entry.objects.get())).context["form"]

    asked = [f"{field}_{ids[name]}" for name in ("Bodil", "Dorthe") for field in ("result", "tricks")]
    assert [form[field].value() for field in asked] == ["home", "1", "beaten", "3"]


def test_where_the_price_goes_by_the_tricks_they_are_asked_for(client):
    club = make_club(preset="vest-gui")
    evening = make_evening(club)
    client.force_login(anna(club))

    refused = in_english(client).post(new_url(evening), nolo_form(evening))

    assert not Entry.objects.exists()
    assert errors_of(refused) == {
        f"result_{seat_ids(evening)['Dorthe']}": ["Give the number of tricks: the price of Sol goes by it."]
    }
