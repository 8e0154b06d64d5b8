"""Where a correction leads: to the next deal while the evening is played, afterwards to the deal."""

import uuid

import pytest

from tests.support.people import record, trick
from tests.web.deals.test_deals import deal_url, form_for, new_url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("moment", "goes_on"),
    [("2026-09-03T21:00+02:00", True), ("2026-09-04T05:59+02:00", True), ("2026-09-04T06:00+02:00", False)],
)
def test_a_correction_leads_on_to_the_next_deal_until_six_in_the_morning(
    secretary, evening, time_machine, moment, goes_on
):
    time_machine.move_to(moment)
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    change = {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk), "change-reason-usual": "Miscounted"}

    done = secretary.post(deal_url("deal_correct", entry), form_for(evening, tricks="7") | change)

    assert done.url == (new_url(evening) if goes_on else deal_url("deal", entry))
    assert (
        "Deal 1 is corrected: Bodil and Carl bid 8 and just made it. Dorthe and Emil paid 0.25 each → "
        in secretary.get(done.url).content.decode()
    )
