"""Correcting, voiding and restoring a deal: why it is done, where it leads, and who comes too late."""

import uuid

import pytest

from ledger.models import Entry
from ledger.services.deals import void_deal
from tests.support.people import (
    change,
    record,
    seat_ids,
    trick,
)
from tests.web.deals.test_deals import deal_url, form_for, new_url
from tests.web.reading import form_on, in_english, page

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


def test_a_settlement_that_nobody_dealt_is_corrected_without_a_dealer_or_a_lead(danish_secretary, evening):
    ids = seat_ids(evening)
    settled = {"kind": "adjustment", "amounts": {ids["Bodil"]: "-1", ids["Carl"]: "1"}, "reason": "duestraf"}
    entry = record(evening, settled)

    drawn = danish_secretary.get(deal_url("deal_correct", entry))

    assert drawn.context["form"].seating() == {"dealer": "", "lead": "", "away": ""}
    assert '<span class="turn" hidden>' in drawn.content.decode()


def test_a_correction_without_a_reason_is_asked_for_one(danish_secretary, evening, entry):
    sent = form_for(evening, tricks="7") | {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk)}

    response = danish_secretary.post(deal_url("deal_correct", entry), sent)

    assert list(response.context["change"].errors) == ["reason"]
    assert "Skriv kort, hvorfor spillet ændres." in page(response)
    assert response.context["form"]["tricks"].value() == "7"
    assert Entry.objects.count() == 1


def test_a_voided_deal_is_restored_before_it_is_corrected(danish_secretary, evening, entry):
    seen = {"change-key": str(uuid.uuid4()), "change-seen": str(entry.pk), "change-reason": "talt forkert"}
    void_deal(entry=entry, change=change(evening))
    in_english(danish_secretary)

    led = danish_secretary.get(deal_url("deal_correct", entry))
    late = danish_secretary.post(deal_url("deal_correct", entry), form_for(evening, tricks="7") | seen)

    assert led.url == deal_url("deal", entry)
    assert (late.status_code, late.context["form"]["tricks"].value()) == (409, "7")
    assert "A voided deal cannot be corrected. Restore it first" in page(late)
    assert f'href="{deal_url("deal", entry)}"' in late.content.decode()


@pytest.mark.parametrize(
    ("meanwhile", "pressed", "offered", "reason"),
    [
        (["correct"], "void", "void", "spillet to gange"),
        (["correct"], "undo", "undo", "Rettelsen er fortrudt"),
        (["void", "restore"], "void", "void", "spillet to gange"),
        (["void"], "undo", "restore", "Det tæller alligevel"),
        (["void"], "void", "restore", "Det tæller alligevel"),
        (["void", "restore", "void"], "restore", "restore", "Det tæller alligevel"),
        (["void", "restore"], "restore", "void", ""),
    ],
)
def test_who_changes_too_late_is_told_and_can_change_what_is_there_now(
    danish_secretary, evening, meanwhile, pressed, offered, reason, entry
):
    lines = Entry.objects.exclude(kind="reversal").order_by("sequence")
    fields = {"change-reason": "spillet to gange"}
    for tricks, action in enumerate(("correct", *meanwhile), start=9):
        fields |= {"change-key": str(uuid.uuid4()), "change-seen": str(lines.last().pk)}
        danish_secretary.post(deal_url(f"deal_{action}", entry), form_for(evening, tricks=str(tricks)) | fields)
    late = fields | {"change-key": str(uuid.uuid4()), "change-seen": str(lines[1].pk)}

    refused = danish_secretary.post(deal_url(f"deal_{pressed}", entry), late)
    change = form_on(refused, deal_url(f"deal_{offered}", entry))

    assert refused.status_code == 409
    assert "blevet ændret af en anden" in page(refused)
    assert change["change-reason"] == reason
    done = danish_secretary.post(deal_url(f"deal_{offered}", entry), change | {"change-reason": "igen"})
    assert done.headers.get("Location") == deal_url("deal", entry)


@pytest.mark.parametrize("action", ["void", "restore", "undo", "correct"])
def test_a_line_of_another_deal_is_no_line_of_this_one(danish_secretary, evening, action):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    other = record(evening, trick(evening, "Bodil", "Carl", 9))
    fields = {"change-key": str(uuid.uuid4()), "change-seen": str(other.pk), "change-reason": "spillet to gange"}

    response = danish_secretary.post(
        f"/torsdagsklubben/evenings/1/deals/1/{action}/", form_for(evening, tricks="7") | fields
    )

    assert response.status_code == 404
    assert Entry.objects.count() == 2
