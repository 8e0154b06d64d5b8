"""Entering a deal: preview, saving, and every slip on the way."""

import re
import uuid

import pytest
from django.urls import reverse

from ledger.models import Entry, ScoringTableVersion
from ledger.services.evenings.seating import seat_evening
from tests.support.people import (
    FIVE,
    NOW,
    anna,
    make_club,
    make_evening,
    points_of,
    record,
    record_often,
    seat_again,
    seat_ids,
    torben,
    trick,
)
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db


def form_for(evening, **answers):
    """What the entry form sends for a plain 8 by Bodil with Carl, eight tricks, unless something else is said.

    Players are named by their names, those with a field of their own behind its name: `points_Bodil`.
    """
    ids = seat_ids(evening)
    sent = {
        "key": str(uuid.uuid4()),
        "declarer": ids["Bodil"],
        "contract": "8",
        "column": "plain",
        "partner": ids["Carl"],
        "tricks": "8",
        "dealer": ids["Bodil"],
        "save": "1",
    }
    for name, value in answers.items():
        field, _, player = name.rpartition("_")
        key = f"{field}_{ids[player]}" if player in ids else name
        sent[key] = value if isinstance(value, list) else ids.get(value, value)
    return sent


def as_drawn(secretary, evening, **answers):
    """What the entry form says as it is drawn now: `form_for`, who sat there and whose turn it was."""
    drawn = secretary.get(new_url(evening)).content.decode()
    hidden = dict(re.findall(r'name="(players|turn)" value="([^"]*)"', drawn))
    return form_for(evening, **answers) | hidden


def new_url(evening):
    return reverse("deal_new", args=[evening.club.slug, evening.number])


def deal_url(name, entry):
    return reverse(name, args=[entry.season.club.slug, entry.evening.number, entry.number])


def test_a_saved_deal_leads_to_the_next_one(danish_secretary, evening):
    response = danish_secretary.post(new_url(evening), form_for(evening), follow=True)

    assert response.redirect_chain == [(new_url(evening), 302)]
    assert points_of(Entry.objects.get()) == {"Bodil": 2, "Carl": 2, "Dorthe": -2, "Emil": -2}
    assert response.context["number"] == 2
    assert response.context["form"].seating()["dealer"] == "Carl"


def test_the_preview_without_javascript_shows_the_points_and_stores_nothing(danish_secretary, evening):
    sent = form_for(evening, contract="9", column="vip2", tricks="10", preview="1")
    del sent["save"]

    response = danish_secretary.post(new_url(evening), sent)

    assert response.context["preview"].points == (("Bodil", 32), ("Carl", 32), ("Dorthe", -32), ("Emil", -32))
    sentence = response.context["preview"].words.sentence["da"]
    assert sentence == "Bodil og Carl melder 9 vip i 2. tur og får 10. Dorthe og Emil betaler 4 hver"
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ({"partner": "Bodil", "tricks": "9"}, {"Bodil": 12, "Carl": -4, "Dorthe": -4, "Emil": -4}),
        ({"partner": "cat", "tricks": "7"}, {"Bodil": -12, "Carl": 4, "Dorthe": 4, "Emil": 4}),
        ({"column": "kvarte", "partner": ""}, {"Bodil": 12, "Carl": -4, "Dorthe": -4, "Emil": -4}),
        ({"column": "vip1", "clubs": "on"}, {"Bodil": 8, "Carl": 8, "Dorthe": -8, "Emil": -8}),
        ({"contract": "passed_out"}, {"Bodil": 0, "Carl": 0, "Dorthe": 0, "Emil": 0}),
        (
            {
                "contract": "ren_sol",
                "partner": "",
                "tricks": "",
                "joins_Emil": "on",
                "tricks_Emil": "2",
                "tricks_Bodil": "0",
            },
            {"Bodil": 64, "Carl": 0, "Dorthe": 0, "Emil": -64},
        ),
        (
            {"contract": "adjustment", "reason": "duestraf", "points_Bodil": "-1,5", "points_Carl": "1.5"},
            {"Bodil": -12, "Carl": 12, "Dorthe": 0, "Emil": 0},
        ),
    ],
    ids=["own partner", "ace in the cat", "kvarte", "clubs in vip", "passed out", "one going along", "points moved"],
)
def test_the_form_says_every_kind_of_deal(danish_secretary, evening, answers, points):
    danish_secretary.post(new_url(evening), form_for(evening, **answers))

    entry = Entry.objects.get()
    kinds = {"adjustment": "adjustment", "passed_out": "passed_out"}
    assert (entry.kind, points_of(entry)) == (kinds.get(answers.get("contract"), "deal"), points)


def test_a_missing_price_is_asked_for_and_saved_with_the_deal_or_neither(client):
    evening = make_evening(make_club(preset="whistklubben"))
    client.force_login(anna(evening.club))
    sent = form_for(evening, contract="9", tricks="9", prices=str(evening.table_version_id))
    versions = ScoringTableVersion.objects.filter(scoring_table=evening.table_version.scoring_table)

    asked = client.post(new_url(evening), sent)
    assert "9 Alm. har ingen takst endnu: hvad betaler hver modspiller?" in page(asked)
    assert (asked.context["form"]["partner"].value(), asked.context["form"].errors) == (sent["partner"], {})
    for price in ("", "-1", "snart"):
        assert client.post(new_url(evening), sent | {"values.9.plain": price}).context["price"]
    others = sent | {"contract": "10", "tricks": "10", "values.9.plain": "1,5"}  # not the price that it lacks
    assert client.post(new_url(evening), others).context["price"].name == "values.10.plain"
    assert (Entry.objects.count(), versions.count()) == (0, 1)

    for _sent_twice in range(2):
        client.post(new_url(evening), sent | {"values.9.plain": "1,5"})

    assert [points.points for points in Entry.objects.get().postings.order_by("seat")] == [12, 12, -12, -12]
    evening.refresh_from_db()
    assert (evening.table_version.number, versions.count()) == (2, 2)


SLIPS = [  # what is said, and the field that it is shown beside
    ({"declarer": ""}, "declarer"),
    ({"partner": ""}, "partner"),
    ({"tricks": ""}, "tricks"),
    ({"contract": ""}, "contract"),
    ({"dealer": ""}, "dealer"),
    ({"tricks": "14"}, "tricks"),
    ({"tricks": "🂡"}, "tricks"),
    ({"tricks": "7,5"}, "tricks"),
    ({"declarer": "99999"}, "declarer"),
    ({"column": "vip"}, "column"),
    ({"column": "kvarte"}, "partner"),
    ({"clubs": "on"}, "column"),
    ({"contract": "14"}, "contract"),
    ({"key": "not a key"}, "key"),
]


def test_a_slip_is_shown_beside_its_field_with_what_was_typed(danish_secretary, evening):
    for answers, field in SLIPS:
        response = danish_secretary.post(new_url(evening), form_for(evening, **answers))

        assert (response.status_code, list(errors_of(response))) == (200, [field]), answers
        assert response.context["form"]["contract"].value() == answers.get("contract", "8")
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "beside"),
    [
        ({"Bodil": "½½", "Carl": "-1"}, "Bodil"),
        ({"Carl": "1", "Emil": "-2"}, "Carl"),
        ({}, "Bodil"),
    ],
)
def test_what_is_no_settlement_is_refused_beside_the_first_player(danish_secretary, evening, typed, beside):
    amounts = {f"points_{name}": text for name, text in typed.items()}

    response = danish_secretary.post(
        new_url(evening), form_for(evening, contract="adjustment", reason="duestraf", **amounts)
    )

    assert (response.status_code, list(errors_of(response))) == (200, [f"points_{seat_ids(evening)[beside]}"])
    assert Entry.objects.count() == 0


def test_the_dealer_who_sits_out_declares_nothing(danish_secretary, club):
    evening = make_evening(club, names=FIVE)

    response = danish_secretary.post(new_url(evening), form_for(evening))

    assert list(errors_of(response)) == ["declarer"]
    assert "Bodil" in errors_of(response)["declarer"][0]


@pytest.mark.parametrize("button", ["save", "preview"])
def test_a_form_drawn_before_another_deal_comes_back_with_the_dealer_of_now(danish_secretary, club, button):
    evening = make_evening(club, names=FIVE)
    sent = as_drawn(danish_secretary, evening, declarer="Carl", partner="Emil", note="vendt kort")
    record(evening, trick(evening, "Carl", "Dorthe", 8))
    in_english(danish_secretary)

    back = danish_secretary.post(new_url(evening), {key: sent[key] for key in sent if key != "save"} | {button: "1"})

    sentence = "The evening has gone on meanwhile: now Carl deals. Look at who deals and who plays, then save."
    assert (back.status_code, errors_of(back)) == (409, {"dealer": [sentence]})
    assert back.context["form"].seating()["away"] == "Carl"
    assert back.context["form"]["note"].value() == "vendt kort"
    assert (back.context["preview"], Entry.objects.count()) == (None, 1)
    redrawn = as_drawn(danish_secretary, evening, declarer="Dorthe", partner="Emil", dealer="Carl", key=sent["key"])
    danish_secretary.post(new_url(evening), redrawn)
    assert Entry.objects.get(number=2).deal["dealer"] == seat_ids(evening)["Carl"]


def test_a_dealer_chosen_by_hand_stays_whatever_was_dealt_meanwhile(danish_secretary, club):
    evening = make_evening(club, names=FIVE)
    sent = as_drawn(danish_secretary, evening, declarer="Carl", partner="Emil", dealer="Frida")
    record(evening, trick(evening, "Carl", "Dorthe", 8))

    danish_secretary.post(new_url(evening), sent)

    assert Entry.objects.get(number=2).deal["dealer"] == seat_ids(evening)["Frida"]


def test_who_sits_out_of_six_is_proposed_anew_unless_chosen_by_hand(client):
    six = (*FIVE, "Gerda")
    club = make_club(players=six)
    client.force_login(anna(club))
    evening = make_evening(club, names=six)
    ids = seat_ids(evening)
    proposed = as_drawn(client, evening, declarer="Emil", partner="Frida", sits_out=[ids["Bodil"], ids["Carl"]])
    chosen = proposed | {"key": str(uuid.uuid4()), "sits_out": [ids["Bodil"], ids["Dorthe"]]}
    record(evening, {"kind": "passed_out", "dealer": ids["Bodil"], "sits_out": [ids["Bodil"], ids["Carl"]]})

    away = [client.post(new_url(evening), sent).context["form"].seating()["away"] for sent in (proposed, chosen)]

    assert away == ["Carl og Dorthe", "Bodil og Dorthe"]


def test_a_form_sent_again_is_saved_once_whoever_deals_or_sits_there_now(danish_secretary, evening):
    sent = as_drawn(danish_secretary, evening, partner="Emil")

    answers = [danish_secretary.post(new_url(evening), sent).status_code for _ in range(2)]
    seat_again(evening, "Frida", "Carl", "Dorthe", "Bodil")
    answers += [danish_secretary.post(new_url(evening), sent).status_code]

    assert (answers, Entry.objects.count()) == ([302, 302, 302], 1)


@pytest.mark.parametrize("button", ["save", "preview"])
def test_a_form_drawn_before_others_sat_down_comes_back_with_who_sits_there_now(danish_secretary, club, button):
    evening = make_evening(club)
    sent = as_drawn(danish_secretary, evening, declarer="Carl", partner="Emil", note="vendt kort")
    seat_again(evening, "Frida", "Carl", "Dorthe", "Bodil")
    in_english(danish_secretary)

    keys = {key: sent[key] for key in sent if key != "save"} | {"called_by": "", button: "1"}
    back = danish_secretary.post(new_url(evening), keys)

    form = back.context["form"]
    sentence = "Not saved: Administrator 1 has meanwhile seated Frida in deal 1 instead of Emil."
    choose = "Whoever was chosen sits there no longer: choose another."
    assert (back.status_code, errors_of(back)) == (409, {"": [sentence], "partner": [choose]})
    assert form.seating()["dealer"] == "Frida"
    assert [form[name].value() for name in ("declarer", "partner", "note")] == [sent["declarer"], None, "vendt kort"]
    redrawn = as_drawn(danish_secretary, evening, declarer="Carl", partner="Frida", dealer="Frida", key=sent["key"])
    danish_secretary.post(new_url(evening), redrawn)
    assert (Entry.objects.count(), Entry.objects.get().deal["partner"]) == (1, seat_ids(evening)["Frida"])


def test_of_two_who_have_changed_seats_none_is_blamed(danish_secretary, club):
    evening = make_evening(club)
    sent = as_drawn(danish_secretary, evening, declarer="Carl", partner="Emil")
    seat_again(evening, "Frida", "Carl", "Dorthe", "Bodil")
    back_to_front = [int(player) for player in reversed(seat_ids(evening).values())]
    seat_evening(evening=evening, tables={1: back_to_front}, author=torben(club), now=NOW)
    in_english(danish_secretary)

    back = danish_secretary.post(new_url(evening), sent)

    sentence = "The seats have changed meanwhile: look at who sits where, then save."
    assert (back.status_code, errors_of(back)[""]) == (409, [sentence])


def test_what_was_typed_in_a_form_already_used_can_be_saved_as_the_next_deal(danish_secretary, evening):
    sent = as_drawn(danish_secretary, evening)
    danish_secretary.post(new_url(evening), sent)
    in_english(danish_secretary)
    other = sent | {"declarer": seat_ids(evening)["Emil"], "tricks": "9", "note": "vendt kort"}

    back = danish_secretary.post(new_url(evening), other)

    form = back.context["form"]
    assert back.status_code == 409
    assert "Below is what you typed. Save it if it is another deal." in page(back)
    assert [form[name].value() for name in ("declarer", "tricks", "note")] == [other["declarer"], "9", "vendt kort"]
    assert form.seating()["dealer"] == "Carl"
    redrawn = as_drawn(danish_secretary, evening, declarer="Emil", tricks="9", dealer="Carl", key=form["key"].value())
    danish_secretary.post(new_url(evening), redrawn)
    assert Entry.objects.get(number=2).deal["dealer"] == seat_ids(evening)["Carl"]


@pytest.mark.parametrize("deals", [1, 9])
def test_a_deal_is_saved_in_few_statements_whatever_the_evening_holds(
    danish_secretary, evening, django_assert_num_queries, deals
):
    record_often(evening, trick(evening, "Bodil", "Carl", 8), deals)
    address, sent = new_url(evening), form_for(evening)

    with django_assert_num_queries(16 + 2):  # the transaction's beginning and end are two
        danish_secretary.post(address, sent)

    assert evening.entries.count() == deals + 1


@pytest.mark.parametrize(
    ("preset", "answers", "bodil"),
    [
        ("pywhist", {"contract": "7", "column": "vip1", "none": "on", "tricks": "7"}, 20),
        ("pywhist", {"contract": "7", "column": "plain", "flag": "re_knock", "tricks": "7"}, 20),
        ("whist2", {"contract": "duestraf", "partner": "", "tricks": ""}, -72),
    ],
)
def test_what_only_some_tables_count_has_a_key_of_its_own(client, preset, answers, bodil):
    club = make_club(preset=preset)
    evening = make_evening(club)
    client.force_login(anna(club))

    client.post(new_url(evening), form_for(evening, **answers))

    assert points_of(Entry.objects.get())["Bodil"] == bodil
