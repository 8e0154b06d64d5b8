"""Entries written together are all in the book, or none."""

import uuid
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Entry, Posting
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.next_entry import next_entry
from ledger.services.book.posting import Draft, locked_season, post
from tests.support.people import record, season_of, signed, trick

pytestmark = pytest.mark.django_db


@pytest.mark.engines
def test_of_entries_written_together_none_is_in_the_book_if_the_database_refuses_one(club, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    author = signed(club)["author"]
    shares = sorted(posting.share for posting in entry.postings.all())
    draft = Draft(uuid.uuid4(), evening, 2, entry.kind, entry.table_version, entry.deal, author, entry.received_at)
    # The database counts the seats and sums the points of each entry as it comes.
    wrong = [shares[0]._replace(points=shares[0].points + 1), *shares[1:]]
    written = [
        (draft, shares),
        (replace(draft, key=uuid.uuid4(), number=3), wrong),
        (replace(draft, key=uuid.uuid4(), number=4), shares),
    ]
    place = next_entry(evening=evening, author=author)

    with pytest.raises(IntegrityError), transaction.atomic():
        season = locked_season(season_id=season_of(club).pk)
        post(season=season, written=written, place=place)

    assert (Entry.objects.count(), Posting.objects.count()) == (1, 4)
    assert audit().findings == ()
