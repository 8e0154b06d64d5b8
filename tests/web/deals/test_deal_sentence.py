"""What the entry screen is told while one chooses, what is asked about the unusual, and what is seldom said."""

import pytest
from django.urls import reverse

from ledger.models import Entry
from tests.support.people import FIVE, anna, make_club, make_evening, points_of, seat_ids
from tests.web.deals.test_deals import deal_url, form_for, new_url
from tests.web.reading import errors_of, words

pytestmark = pytest.mark.django_db

IN_PLACE = {"In-Place": "true"}

SEVEN = (*FIVE, "Gerda", "Holger")
FAR = {"contract": "8", "tricks": "13"}


def page_sentences(client, evening, **chosen):
    """What the page is told of a half-chosen deal, as text."""
    sent = form_for(evening, **chosen)
    for unsent in ("key", "save"):
        del sent[unsent]
    address = reverse("deal_sentence", args=[evening.club.slug, evening.number, 1])
    return words(
        client.get(address, {name: value for name, value in sent.items() if value}, headers=IN_PLACE).content.decode()
    )


def test_the_sentence_of_a_deal_tells_what_everybody_gets(danish_secretary, evening):
    told = page_sentences(danish_secretary, evening, contract="9", column="vip2", tricks="10")

    assert told == (
        "Bodil og Carl melder 9 vip i 2. tur og får 10. Dorthe og Emil betaler 4 hver. "
        "Bodil +4, Carl +4, Dorthe −4, Emil −4"
    )
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("chosen", "missing"),
    [
        ({"contract": ""}, "Vælg meldingen."),
        ({"partner": ""}, "Vælg makkeren."),
        ({"tricks": ""}, "Vælg, hvor mange stik der blev taget."),
        ({"column": "kvarte"}, "Den melding spilles uden makker."),
    ],
)
def test_of_half_a_deal_the_first_thing_missing_is_told(danish_secretary, evening, chosen, missing):
    assert page_sentences(danish_secretary, evening, **chosen) == missing


def test_the_sentence_of_a_correction_is_among_those_who_sat_there(danish_secretary, evening, entry):
    sent = form_for(evening, tricks="7")
    del sent["key"]

    response = danish_secretary.get(deal_url("correction_sentence", entry), sent, headers=IN_PLACE)

    assert words(response.content.decode()).startswith("Bodil og Carl melder 8 og får 7. ")


def test_the_unusual_is_asked_about_once_and_saved_when_it_is_meant(danish_secretary, evening):
    sent = form_for(evening, **FAR)

    asked = danish_secretary.post(new_url(evening), sent)
    question = asked.context["question"]
    assert (asked.status_code, Entry.objects.count()) == (200, 0)
    assert asked.context["form"]["tricks"].value() == "13"
    other = danish_secretary.post(new_url(evening), sent | {"tricks": "12", "sure": question.sure})
    assert other.context["question"].sure != question.sure
    assert danish_secretary.post(new_url(evening), sent | {"sure": question.sure}).status_code == 302

    assert points_of(Entry.objects.get()) == {"Bodil": 12, "Carl": 12, "Dorthe": -12, "Emil": -12}


def test_a_correction_is_asked_about_too(danish_secretary, evening, entry):
    key = form_for(evening)["key"]
    change = {"change-key": key, "change-seen": str(entry.pk), "change-reason": "talt forkert"}

    asked = danish_secretary.post(deal_url("deal_correct", entry), form_for(evening, **FAR) | change)
    sure = {"sure": asked.context["question"].sure}
    answered = danish_secretary.post(deal_url("deal_correct", entry), form_for(evening, **FAR) | change | sure)

    assert (asked.status_code, answered.status_code) == (200, 302)


def test_what_is_refused_is_not_asked_about(danish_secretary, evening):
    response = danish_secretary.post(new_url(evening), form_for(evening, **FAR, dealer=""))

    assert list(errors_of(response)) == ["dealer"]
    assert response.context["question"] is None


@pytest.mark.parametrize(
    ("said_of_carl", "known"),
    [
        ({"result": "home"}, {"made": True}),
        ({"result": "beaten"}, {"made": False}),
        ({"result": "home", "tricks": "0"}, {"tricks": 0}),
        ({"result": "beaten", "tricks": "3"}, {"tricks": 3}),
        ({}, {"made": True}),
        ({"tricks": "3"}, {"tricks": 3}),
    ],
)
def test_a_key_says_how_a_nolo_went_and_a_number_says_it_exactly(danish_secretary, evening, said_of_carl, known):
    carl = seat_ids(evening)["Carl"]
    fields = {f"{name}_{carl}": value for name, value in said_of_carl.items()}

    danish_secretary.post(new_url(evening), form_for(evening, declarer="Carl", contract="sol", **fields))

    assert Entry.objects.get().deal["participants"] == [{"player": carl, **known}]


def test_cards_not_played_are_a_row_and_the_dealer_deals_again(danish_secretary, evening):
    danish_secretary.post(new_url(evening), form_for(evening, contract="misdeal", note="kort vendt"))

    entry = Entry.objects.get()
    assert (entry.deal["cause"], entry.deal["note"]) == ("misdeal", "kort vendt")
    assert danish_secretary.get(new_url(evening)).context["form"].seating()["dealer"] == "Bodil"


def test_correcting_starts_from_what_is_seldom_said(danish_secretary, evening):
    ids = seat_ids(evening)
    vip = {"contract": "9", "column": "vip1", "tricks": "9", "called_by": "Dorthe", "note": "spar dame"}
    danish_secretary.post(new_url(evening), form_for(evening, **vip))
    stopped = {f"result_{ids['Bodil']}": "beaten", "stopped": "on"}
    danish_secretary.post(new_url(evening), form_for(evening, contract="sol", **stopped))
    first, second = Entry.objects.order_by("number")

    forms = [danish_secretary.get(deal_url("deal_correct", entry)).context["form"] for entry in (first, second)]

    assert (first.deal["called_by"], second.deal["stopped"]) == (ids["Dorthe"], True)
    assert [forms[0][name].value() for name in ("called_by", "note")] == [ids["Dorthe"], "spar dame"]
    assert [forms[1][name].value() for name in ("stopped", f"result_{ids['Bodil']}")] == [True, "beaten"]


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"called_by": "Dorthe"}, "called_by"),
        ({"contract": "sol", "stopped": "on"}, "stopped"),
        ({"contract": "sol", "declarer": "Carl", "result_Carl": "home", "tricks_Carl": "3"}, "result_Carl"),
    ],
)
def test_what_does_not_fit_the_deal_is_refused_beside_its_field(danish_secretary, evening, chosen, field):
    response = danish_secretary.post(new_url(evening), form_for(evening, **chosen))

    names = {player: name for name, player in seat_ids(evening).items()}
    assert ["_".join(names.get(part, part) for part in name.split("_")) for name in errors_of(response)] == [field]
    assert response.context["form"].says_more() == (field in ("called_by", "stopped"))


def test_of_five_the_dealer_sits_out_and_of_seven_those_who_are_named(client):
    club = make_club(players=SEVEN)
    client.force_login(anna(club))
    five, seven = make_evening(club, names=FIVE), make_evening(club, names=SEVEN)
    ids = seat_ids(seven)
    away = [ids[name] for name in ("Bodil", "Gerda", "Holger")]

    assert client.get(new_url(five)).context["form"].seating() == {"dealer": "Bodil", "lead": "Carl", "away": "Bodil"}
    unsaid = client.post(new_url(seven), form_for(seven, declarer="Carl", partner="Emil"))
    assert list(errors_of(unsaid)) == ["sits_out"]
    response = client.post(new_url(seven), form_for(seven, declarer="Carl", partner="Emil") | {"sits_out": away})

    assert response.status_code == 302
    entry = Entry.objects.get(evening=seven)
    assert entry.deal["sits_out"] == away
    assert client.get(deal_url("deal_correct", entry)).context["form"].seating()["away"] == "Bodil, Gerda og Holger"
