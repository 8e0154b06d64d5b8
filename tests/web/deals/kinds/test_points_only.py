"""Entering a deal of which only the points are known, and correcting it to a whole deal and back."""

import uuid

import pytest
from django.urls import reverse

from ledger.models import Entry
from tests.support.people import anna, make_club, make_evening, points_of, seat_ids
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db


def points_only_form(evening, *points, **answers):
    """What the entry form sends for a deal of points only, by seat."""
    typed = {f"points_{player}": text for player, text in zip(seat_ids(evening).values(), points, strict=False)}
    unasked = {"declarer": "", "partner": "", "column": "", "tricks": ""}
    return form_for(evening, **{"contract": "points_only", **unasked, **typed, **answers})


def test_points_alone_are_a_deal(danish_secretary, evening):
    danish_secretary.post(new_url(evening), points_only_form(evening, "4", "−4", "+4", "-4"))

    entry = Entry.objects.get()
    assert (entry.kind, points_of(entry)) == ("deal", {"Bodil": 32, "Carl": -32, "Dorthe": 32, "Emil": -32})
    response = danish_secretary.get(reverse("deal", args=[evening.club.slug, evening.number, 1]))
    assert "Kun point. Bodil og Dorthe fik 4 hver, Carl og Emil betalte 4 hver." in page(response)


@pytest.mark.parametrize(
    ("partner", "side"),
    [
        ("Carl", {"partner": "Carl"}),
        ("Bodil", {"alone": "self_called"}),
        ("cat", {"alone": "ace_in_cat"}),
        ("", {}),
    ],
)
def test_points_alone_say_who_declared_with_whom_and_what(danish_secretary, evening, partner, side):
    answers = {"declarer": "Bodil", "partner": partner, "bid": "9 vip i 2."}
    danish_secretary.post(new_url(evening), points_only_form(evening, "1,5", "1.5", "-1,5", "-3/2", **answers))

    ids, deal = seat_ids(evening), Entry.objects.get().deal
    points = dict(zip(ids.values(), ["3/2", "3/2", "-3/2", "-3/2"], strict=True))
    known = {"declarer": ids["Bodil"], "level": 9, "attachment": "vip", "vip_turn": 2}
    named = {key: ids.get(value, value) for key, value in side.items()}
    assert deal == {"kind": "points_only", "points": points, **known, **named, "dealer": ids["Bodil"]}


def test_points_alone_are_corrected_to_a_whole_deal_and_back(danish_secretary, evening):
    answers = {"declarer": "Bodil", "partner": "Carl", "bid": "8"}
    danish_secretary.post(new_url(evening), points_only_form(evening, "0,25", "0,25", "-0,25", "-0,25", **answers))
    url = reverse("deal_correct", args=[evening.club.slug, evening.number, 1])
    drawn = danish_secretary.get(url).context["form"]
    bodil, carl = (seat_ids(evening)[name] for name in ("Bodil", "Carl"))
    filled_in = [drawn[name].value() for name in ("contract", "declarer", "partner", "bid", f"points_{bodil}")]
    assert filled_in == ["points_only", bodil, carl, "8", "0,25"]

    seen = {"change-seen": Entry.objects.get().pk, "change-key": uuid.uuid4(), "change-reason": "stikkene fundet"}
    danish_secretary.post(url, form_for(evening, **seen))
    whole = Entry.objects.standing().get()
    drawn = danish_secretary.get(url).context["form"]
    back_again = {"change-seen": whole.pk, "change-key": uuid.uuid4(), "change-reason": "et andet spil"}
    kept = {name: drawn[name].value() for name in ("declarer", "partner", "bid")}
    danish_secretary.post(url, points_only_form(evening, "0,25", "0,25", "-0,25", "-0,25", **kept, **back_again))

    assert (whole.deal["kind"], kept["bid"]) == ("trick", "8")
    back = Entry.objects.standing().get()
    assert back.deal == Entry.objects.order_by("sequence").first().deal


@pytest.mark.parametrize(
    ("points", "answers", "beside"),
    [
        (("4", "-4", "4"), {}, "points_Emil"),
        (("4", "-4", "4", "4"), {}, "points_Bodil"),
        (("4", "fire", "-4", "0"), {}, "points_Carl"),
        (("4", "-4", "4", "-4"), {"partner": "Carl"}, "declarer"),
        (("4", "-4", "4", "-4"), {"bid": "9; vip"}, "bid"),
        (("4", "-4", "4", "-4"), {"bid": "9" * 61}, "bid"),
        (("4", "-4", "4", "-4"), {"bid": "8 kvarte", "declarer": "Bodil", "partner": "Carl"}, "partner"),
    ],
)
def test_a_slip_in_points_alone_is_shown_beside_its_field(danish_secretary, evening, points, answers, beside):
    response = danish_secretary.post(new_url(evening), points_only_form(evening, *points, **answers))

    name, _, player = beside.partition("_")
    assert list(errors_of(response)) == [f"{name}_{seat_ids(evening)[player]}" if player else name]
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(("code", "asks_who"), [("call-ace-euchre", True), ("engelsk-whist", False)])
def test_points_alone_are_entered_in_a_game_of_roles_and_in_one_of_pairs_that_asks_for_no_declarer(
    client, code, asks_who
):
    evening = make_evening(make_club(preset=code))
    client.force_login(anna(evening.club))

    response = client.post(new_url(evening), points_only_form(evening, "2", "-2", "2", "-2"))

    assert (response.status_code, Entry.objects.get().kind) == (302, "deal")
    assert ("declarer" in client.get(new_url(evening)).context["form"].fields) == asks_who
