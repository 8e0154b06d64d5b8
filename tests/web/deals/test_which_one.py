"""Two of each: a page about one club's deal shows and changes nothing of another's."""

import pytest
from django.urls import reverse

from tests.support.people import make_club, make_evening, record, seat_ids, trick
from tests.web.reading import form_on, page

pytestmark = pytest.mark.django_db


def test_the_key_of_another_clubs_deal_shows_nothing_of_it(danish_secretary, evening):
    others = make_evening(
        make_club("Klubben Sol", players=("Xenia", "Yrsa", "Zita", "Ove")), names=("Xenia", "Yrsa", "Zita", "Ove")
    )
    theirs = record(others, trick(others, "Xenia", "Yrsa", 8))
    address, ids = reverse("deal_new", args=[evening.club.slug, evening.number]), seat_ids(evening)
    drawn = form_on(danish_secretary.get(address))
    record(evening, trick(evening, "Bodil", "Carl", 8))
    fields = {"declarer": ids["Dorthe"], "contract": "8", "column": "plain", "partner": ids["Carl"], "tricks": "8"}

    late = danish_secretary.post(
        address, drawn | fields | {"dealer": ids["Bodil"], "key": str(theirs.key), "save": "1"}
    )

    assert late.status_code == 409
    assert not [name for name in ("Xenia", "Yrsa", "Zita", "Ove") if name in page(late)]
    assert evening.entries.count() == 1
