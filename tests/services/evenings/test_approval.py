"""An evening's approval: what it keeps, what the book then takes, and how long it may be taken back."""

from datetime import timedelta

import pytest

from ledger.models import Entry, EveningClosing
from ledger.queries.book.audit.audit import audit
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed
from ledger.services.clubs.clubs import change_settings
from ledger.services.deals import correct_deal, record_deal, restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from tests.support.people import NOW, change, record, season_of, signed, trick
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _deal_and_correction(evening):
    """Two entries and a reversal in the book."""
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))


def approve(evening, entry_count=3, at=NOW):
    return approve_evening(evening=evening, entry_count=entry_count, **signed(evening.club, at))


def reopen(evening, reason="to spil mangler", at=NOW):
    return reopen_evening(evening=evening, reason=reason, **signed(evening.club, at))


def test_an_approval_keeps_what_the_book_said(evening):
    approval = approve(evening)

    season = season_of(evening.club)
    assert (approval.entry_count, approval.deals, approval.season_entry_count, approval.head) == (3, 1, 3, season.head)
    assert audit().findings == ()


@pytest.mark.engines
def test_an_approved_evening_takes_no_deal_and_no_change(evening):
    entry = Entry.objects.standing().get()
    approve(evening)

    writes = [
        lambda: record(evening, trick(evening, "Bodil", "Carl", 8)),
        lambda: correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 7), change=change(evening)),
        lambda: void_deal(entry=entry, change=change(evening)),
        lambda: restore_deal(entry=entry, change=change(evening)),
        lambda: approve(evening),
    ]
    for write in writes:
        with pytest.raises(EveningClosed):
            write()
    assert Entry.objects.count() == 3


def test_a_deal_sent_again_after_the_approval_is_still_the_deal_it_was(evening):
    entry = evening.entries.get(sequence=1)
    approve(evening)

    second = record_deal(
        evening=evening, deal=trick(evening, "Bodil", "Carl", 8), key=entry.key, **signed(evening.club)
    )

    assert second == entry


@pytest.mark.engines
def test_a_reopened_evening_takes_deals_and_is_approved_again(evening):
    approve(evening)
    reopen(evening, reason="Carl mangler et spil")
    record(evening, trick(evening, "Bodil", "Carl", 8))
    approve(evening, entry_count=4)

    carl = evening.club.players.get(name="Carl")
    steps = EveningClosing.objects.order_by("number").values_list("kind", "reason", "deals")
    assert list(steps) == [("approved", "", 1), ("reopened", f"⟦{carl.pk}⟧ mangler et spil", 1), ("approved", "", 2)]
    assert audit().findings == ()


def test_an_evening_is_reopened_with_a_reason_and_only_when_it_is_approved(evening):
    with pytest.raises(Refusal, match="open already"):
        reopen(evening)
    approve(evening)

    with refused_at("reason"):
        reopen(evening, reason="  ")


@pytest.mark.parametrize(("hours", "late", "accepted"), [(72, 72, True), (72, 73, False), (0, 1, False)])
def test_the_window_counts_from_the_first_approval(evening, hours, late, accepted):
    change_settings(club=evening.club, correction_window_hours=hours, **signed(evening.club))
    evening.club.refresh_from_db()
    approve(evening)
    if hours:
        reopen(evening, at=NOW + timedelta(hours=1))
        approve(evening, at=NOW + timedelta(hours=2))

    try:
        reopen(evening, at=NOW + timedelta(hours=late))
    except Refusal as refusal:
        assert (accepted, refusal.params["hours"]) == (False, hours)
    else:
        assert accepted
