"""A page settles once each deal that it tells of, whatever it says of it."""

import pytest

from ledger.queries.deals import pricing
from ledger.services.deals.recording import correct_deal
from tests.support.people import anna, change, make_club, make_evening, record, trick

pytestmark = pytest.mark.django_db

EVENING = "/torsdagsklubben/evenings/1/"


@pytest.mark.parametrize(
    ("address", "deals"),
    [
        (EVENING, 4),  # three rows, one of them told below as it was, too
        (f"{EVENING}deals/1/", 1),
        (f"{EVENING}deals/3/", 2),  # as it was, and as it is
        (f"{EVENING}deals/new/", 3),  # those last entered, one of which can be undone
        ("/torsdagsklubben/log/", 4),
        ("/torsdagsklubben/", 1),  # the one that turned the evening
    ],
)
def test_a_page_settles_once_each_deal_it_tells_of(client, monkeypatch, address, deals):
    club = make_club()
    evening = make_evening(club)
    client.force_login(anna(club))
    *_, last = [record(evening, trick(evening, "Bodil", "Carl", tricks)) for tricks in (8, 9, 10)]
    correct_deal(entry=last, deal=trick(evening, "Bodil", "Carl", 7), change=change(evening))
    settled, settle = [], pricing.settle
    monkeypatch.setattr(pricing, "settle", lambda deal, *rest: settled.append(deal) or settle(deal, *rest))

    assert client.get(address).status_code == 200

    assert len(settled) == deals
