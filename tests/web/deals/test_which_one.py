"""Two of each: a page about one club's deal shows and changes nothing of another's."""

import re
import uuid

import pytest
from django.urls import reverse

from ledger.models import Entry
from ledger.services.deals.recording import void_deal
from tests.support.people import change, make_club, make_evening, record, seat_ids, trick
from tests.web.reading import page

pytestmark = pytest.mark.django_db


def drawn_fields(secretary, address):
    """What the entry screen sends beside what is chosen."""
    return dict(re.findall(r'name="(players|turn|prices)" value="([^"]*)"', secretary.get(address).content.decode()))


def test_the_key_of_another_clubs_deal_shows_nothing_of_it(danish_secretary, evening):
    others = make_evening(
        make_club("Klubben Sol", players=("Xenia", "Yrsa", "Zita", "Ove")), names=("Xenia", "Yrsa", "Zita", "Ove")
    )
    theirs = record(others, trick(others, "Xenia", "Yrsa", 8))
    address, ids = reverse("deal_new", args=[evening.club.slug, evening.number]), seat_ids(evening)
    drawn = drawn_fields(danish_secretary, address)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    fields = {"declarer": ids["Dorthe"], "contract": "8", "column": "plain", "partner": ids["Carl"], "tricks": "8"}

    late = danish_secretary.post(
        address, drawn | fields | {"dealer": ids["Bodil"], "key": str(theirs.key), "save": "1"}
    )

    assert late.status_code == 409
    assert not [name for name in ("Xenia", "Yrsa", "Zita", "Ove") if name in page(late)]
    assert evening.entries.count() == 1


def test_a_voided_deal_is_no_duplicate(danish_secretary, evening):
    record(evening, trick(evening, "Bodil", "Carl", 9))
    second = record(evening, trick(evening, "Bodil", "Carl", 9))
    address = reverse("deal", args=[evening.club.slug, evening.number, second.number])
    before = danish_secretary.get(address).context["repeats"]

    void_deal(entry=second, change=change(evening))

    assert (before, danish_secretary.get(address).context["repeats"]) == (1, None)


def test_whoever_undoes_from_the_entry_screen_is_back_at_it(danish_secretary, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    fields = {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk), "change-reason": "tastet forkert"}
    address = reverse("deal_void", args=[evening.club.slug, evening.number, entry.number])

    undone = danish_secretary.post(address, fields | {"go_on": "1"})

    next_form = reverse("deal_correct", args=[evening.club.slug, evening.number, entry.number])
    assert undone.url == f"{next_form}?again"
    assert danish_secretary.get(undone.url).context["next_deal"] == reverse(
        "deal_new", args=[evening.club.slug, evening.number]
    )
    assert not Entry.objects.standing().exists()
