"""Several phones at once: every deal is stored once, numbered in a row, whoever comes first."""

import uuid

from ledger.models import Entry
from ledger.services.deals import Change, correct_deal
from tests.services.phones import at_once
from tests.support.people import NOW, record, trick


def test_of_several_who_correct_one_deal_at_once_one_wins(real_commits, evening):
    author, entry = evening.club.memberships.get().user, record(evening, trick(evening, "Bodil", "Carl", 8))
    deal = trick(evening, "Bodil", "Carl", 7)

    def write():
        change = Change(key=uuid.uuid4(), reason="talt forkert", author=author, now=NOW)
        return correct_deal(entry=entry, deal=deal, change=change)

    outcomes = at_once([write] * 6)

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DealChanged"] * 5 + ["Entry"]
    assert Entry.objects.count() == 3
