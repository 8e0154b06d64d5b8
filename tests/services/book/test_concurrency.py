"""Several phones at once: every deal is stored once, numbered in a row, whoever comes first."""

import uuid

from ledger.models import Entry, EveningTotal, SeasonTotal
from ledger.services.deals import Change, correct_deal, record_deal
from tests.services.phones import at_once
from tests.support.people import NOW, record, trick


def test_deals_entered_at_once_are_all_stored_and_numbered(real_commits, evening):
    author, deal = evening.club.memberships.get().user, trick(evening, "Bodil", "Carl", 9)

    def write():
        return record_deal(evening=evening, deal=deal, key=uuid.uuid4(), author=author, now=NOW)

    at_once([write] * 24)

    entries = Entry.objects.order_by("sequence")
    assert [entry.number for entry in entries] == list(range(1, 25))
    assert [entry.previous_digest for entry in entries[1:]] == [entry.digest for entry in entries[:23]]
    assert set(EveningTotal.objects.values_list("points", "deals")) == {(96, 24), (-96, 24)}
    assert set(SeasonTotal.objects.values_list("points", "deals", "evenings")) == {(96, 24, 1), (-96, 24, 1)}


def test_one_form_sent_many_times_at_once_is_one_deal(real_commits, evening):
    author, deal, key = evening.club.memberships.get().user, trick(evening, "Bodil", "Carl", 9), uuid.uuid4()

    stored = at_once([lambda: record_deal(evening=evening, deal=deal, key=key, author=author, now=NOW)] * 12)

    assert {entry.pk for entry in stored} == {key}
    assert Entry.objects.count() == 1


def test_of_several_who_correct_one_deal_at_once_one_wins(real_commits, evening):
    author, entry = evening.club.memberships.get().user, record(evening, trick(evening, "Bodil", "Carl", 8))
    deal = trick(evening, "Bodil", "Carl", 7)

    def write():
        change = Change(key=uuid.uuid4(), reason="talt forkert", author=author, now=NOW)
        return correct_deal(entry=entry, deal=deal, change=change)

    outcomes = at_once([write] * 6)

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DealChanged"] * 5 + ["Entry"]
    assert Entry.objects.count() == 3
