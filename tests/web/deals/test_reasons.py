"""Why a deal is changed: one of the usual reasons by one tap, or any other in words."""

import uuid

import pytest

from ledger.models import Entry
from tests.web.deals.test_deals import deal_url, form_for
from tests.web.reading import page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "stored"),
    [({}, "Forkert makker"), ({"change-reason": "fik 10"}, "fik 10"), ({"change-reason": " "}, "Forkert makker")],
)
def test_a_usual_reason_is_one_tap_and_what_is_typed_counts_before_it(danish_secretary, evening, typed, stored, entry):
    text = page(danish_secretary.get(deal_url("deal_correct", entry)))
    sent = form_for(evening, tricks="7") | {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk)}

    danish_secretary.post(deal_url("deal_correct", entry), sent | {"change-reason-usual": "Forkert makker", **typed})

    assert "Talt forkert Forkert makker Forkert melding" in text
    assert set(Entry.objects.exclude(pk=entry.pk).values_list("reason", flat=True)) == {stored}


def test_a_chosen_reason_stays_chosen_where_the_deal_is_refused(danish_secretary, evening, entry):
    sent = form_for(evening, partner="") | {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk)}

    response = danish_secretary.post(deal_url("deal_correct", entry), sent | {"change-reason-usual": "Talt forkert"})

    text = response.content.decode()
    assert 'value="Talt forkert" id="id_change-reason-usual-1" checked' in text
    assert '<input type="text" name="change-reason" maxlength="200" id="id_change-reason">' in text
