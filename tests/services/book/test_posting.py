"""The only writer of the book: posts entries with their sums, or reverses them."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Entry, Posting, Writer
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.next_entry import next_entry
from ledger.services.book.posting import locked_season, post, writer_number
from ledger.services.clubs.accounts import end_membership
from ledger.services.clubs.clubs import add_players, start_season
from tests.support.people import anna, make_club, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db


@pytest.mark.engines
def test_of_entries_written_together_none_is_in_the_book_if_the_database_refuses_one(club, evening, entry):
    author = signed(club)["author"]
    shares = sorted(posting.share for posting in entry.postings.all())
    same = {"evening": evening, "author": author}
    same |= {name: getattr(entry, name) for name in ("kind", "table_version", "deal", "received_at")}
    # The database counts the seats and sums the points of each entry as it comes.
    wrong = [shares[0]._replace(points=shares[0].points + 1), *shares[1:]]
    written = [
        ({"key": uuid.uuid4(), "number": number, **same}, of_this)
        for number, of_this in enumerate((shares, wrong, shares), start=2)
    ]
    place = next_entry(evening=evening, author=author)

    with pytest.raises(IntegrityError), transaction.atomic():
        season = locked_season(season_id=season_of(club).pk)
        post(season=season, written=written, place=place)

    assert (Entry.objects.count(), Posting.objects.count()) == (1, 4)
    assert audit().findings == ()


# Whoever writes for a club has a number of the club's own, for good.


def test_writers_are_counted_per_club_from_one_and_stay_when_they_leave():
    first, second = make_club(), make_club("Onsdagsklubben", founder="oda")
    for club in (second, first):
        evening = make_evening(club)
        record(evening, trick(evening, "Bodil", "Carl", 8))
    secretary = anna(first)
    assert writer_number(club_id=first.pk, user=secretary) == 2
    assert writer_number(club_id=second.pk, user=secretary) == 2

    end_membership(membership=first.memberships.get(user=secretary), **signed(first))

    here = Writer.objects.filter(club=first).order_by("number")
    assert list(here.values_list("number", "user__username")) == [(1, "alma"), (2, "anna")]
    with pytest.raises(IntegrityError), transaction.atomic():
        here.delete()


def test_players_and_seasons_are_counted_on_in_each_club():
    first, second = make_club(), make_club("Onsdagsklubben", founder="oda")
    (ida,) = add_players(club=first, names=["Ida"], **signed(first))
    (ib,) = add_players(club=second, names=["Ib"], **signed(second))
    facts = {"starts_on": signed(first)["now"].date(), "version": version_of(first)}
    season = start_season(club=first, name="2027", **facts, **signed(first))

    assert (ida.number, ib.number, season.number) == (6, 6, 2)
    assert [season.number for season in second.seasons.all()] == [1]


@pytest.mark.parametrize("table", ["player", "season", "evening"])
def test_no_number_is_ever_changed(table, evening):
    row = {"player": evening.club.players.first(), "season": evening.season, "evening": evening}[table]

    with pytest.raises(IntegrityError, match="a number is never changed"), transaction.atomic():
        type(row).objects.filter(pk=row.pk).update(number=77)
