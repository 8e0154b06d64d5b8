"""Whoever has the database in hand can write anything into it, and the audit names the first line that was touched."""

import uuid
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.db.models import F

from ledger.models import Entry, Posting, Season
from ledger.models.book import guards
from ledger.models.book.journal import digest_of_entry
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.next_entry import numbers_of
from ledger.services.deals import correct_deal
from ledger.services.scoring import publish_version
from tests.support.people import FIVE, NOW, anna, change, make_club, make_evening, record, trick
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

SEED = 7
Tampering = Callable[[Entry, Random], int]
"""Changes a line, or what is around it; gives the number of the first line that no longer fits."""


def points(entry: Entry, draw: Random) -> int:
    """A gain moved from one player to another, so that the line still sums to zero."""
    gains, takes = draw.sample(list(entry.postings.exclude(role="sits_out")), 2)
    Posting.objects.filter(pk=gains.pk).update(points=F("points") + 8)
    Posting.objects.filter(pk=takes.pk).update(points=F("points") - 8)
    return entry.sequence


def seats(entry: Entry, draw: Random) -> int:
    """Two players who changed places on paper."""
    first, other = draw.sample(list(entry.postings.all()), 2)
    Posting.objects.filter(pk=first.pk).update(seat=7)
    Posting.objects.filter(pk=other.pk).update(seat=first.seat)
    Posting.objects.filter(pk=first.pk).update(seat=other.seat)
    return entry.sequence


def role(entry: Entry, draw: Random) -> int:
    Posting.objects.filter(entry=entry, role="declarer").update(role="joiner")
    return entry.sequence


def tricks(entry: Entry, draw: Random) -> int:
    posting = draw.choice(list(entry.postings.all()))
    Posting.objects.filter(pk=posting.pk).update(tricks=draw.randint(0, 13))
    return entry.sequence


def posting_taken_out(entry: Entry, draw: Random) -> int:
    Posting.objects.filter(pk=draw.choice(list(entry.postings.all())).pk)._raw_delete("default")
    return entry.sequence


def forging(column: str, value: Callable[[Entry, Random], object]) -> Tampering:
    """A column that says something else."""

    def forge(entry: Entry, draw: Random) -> int:
        return rewrite(entry, **{column: value(entry, draw)})

    forge.__name__ = column
    return forge


def version(entry: Entry, draw: Random) -> int:
    """Another version of the table, with other prices."""
    old = entry.table_version
    document = {**deepcopy(old.document), "name": {"da": "En anden", "en": "Another"}}
    return rewrite(
        entry,
        table_version=publish_version(scoring_table=old.scoring_table, document=document, author=entry.author, now=NOW),
    )


def take_out(entry: Entry, draw: Random) -> int:
    """A line that is gone: the next does not follow."""
    Posting.objects.filter(entry=entry)._raw_delete("default")
    Entry.objects.filter(pk=entry.pk)._raw_delete("default")
    return entry.sequence + 1


def take_out_and_close_up(entry: Entry, draw: Random) -> int:
    """A line that is gone, and those after it numbered anew."""
    take_out(entry, draw)
    for later in entry.season.entries.filter(sequence__gt=entry.sequence).order_by("sequence"):
        rewrite(later, sequence=later.sequence - 1)
    return entry.sequence


def swap_lines(entry: Entry, draw: Random) -> int:
    """Two lines in each other's place."""
    other = draw.choice(list(entry.season.entries.exclude(pk=entry.pk).filter(sequence__lt=20)))
    rewrite(entry, sequence=1000)
    rewrite(other, sequence=entry.sequence)
    Entry.objects.filter(pk=entry.pk).update(sequence=other.sequence)
    return min(entry.sequence, other.sequence)


def put_in(entry: Entry, draw: Random) -> int:
    """A forged line after the last, with a digest of its own that fits."""
    entry = entry.reverses or entry  # what is reversed cannot be so twice
    season = Season.objects.get(pk=entry.season_id)
    forged = Entry.objects.get(pk=entry.pk)
    shares = [posting.share for posting in entry.postings.order_by("seat")]
    forged.key, forged.sequence, forged.number = uuid.UUID(int=draw.getrandbits(128)), season.entry_count + 1, 900
    forged.previous_digest, forged.replaces = season.head, None
    numbers = numbers_of(club_id=season.club_id)
    forged.digest = digest_of_entry(forged, shares, prices=forged.table_version.digest, numbers=numbers)
    for seat, player, its_role, taken, won in shares:
        Posting.objects.create(
            entry_id=forged.key, player_id=player, seat=seat, role=its_role, tricks=taken, points=won
        )
    forged.save(force_insert=True)
    return forged.sequence


def rewrite(entry: Entry, **anything: object) -> int:
    Entry.objects.filter(pk=entry.pk).update(**anything)
    return entry.sequence


TAMPERINGS: list[Tampering] = [
    *(
        points,
        seats,
        role,
        tricks,
        posting_taken_out,
        forging("received_at", lambda entry, draw: entry.received_at - timedelta(microseconds=draw.randint(1, 10**9))),
        forging("noted_at", lambda _entry, _draw: NOW),
        forging("reason", lambda _entry, _draw: "talt om"),
        forging("author", lambda entry, _draw: anna(entry.season.club)),
        forging("club", lambda _entry, _draw: 0),
        forging("number", lambda _entry, draw: draw.randint(100, 200)),
        forging("table_number", lambda _entry, _draw: 2),
        version,
        forging(
            "deal",
            lambda entry, draw: {**entry.deal, "tricks": (entry.deal["tricks"] + draw.randint(1, 13)) % 14},
        ),
        forging("digest", lambda _entry, draw: f"{draw.getrandbits(256):064x}"),
        forging("previous_digest", lambda _entry, draw: f"{draw.getrandbits(256):064x}"),
    ),
    *(take_out, take_out_and_close_up, swap_lines, put_in),
]


@pytest.fixture
def season():
    """A season that somebody has in hand without its guards."""
    season = played_season()
    guards.drop(connection)
    yield season
    guards.install(connection)


@replayed
def played_season():
    """A season of twenty-one lines, one of them a reversal."""
    evening = make_evening(make_club(), names=FIVE)
    for n in range(18):
        entry = record(evening, trick(evening, FIVE[1 + n % 4], FIVE[1 + (n + 1) % 4], 5 + n % 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 7), change=change(evening))
    record(evening, trick(evening, "Carl", None, 7, alone="self_called"))
    return evening.season


@pytest.mark.parametrize("more", [0, pytest.param(40, marks=pytest.mark.long)])
def test_the_first_line_that_was_touched_is_named_every_time(season, more):
    draw = Random(SEED)
    tried = [*TAMPERINGS, *draw.choices(TAMPERINGS, k=more)]
    missed = []
    for tampering in tried:
        with transaction.atomic():
            entry = season.entries.get(sequence=draw.randint(1, 20))
            first = tampering(entry, draw)
            named = audit().first_entry
            if named != f"{season.club_id}/{season.slug}, {first}":
                missed.append((tampering.__name__, entry.sequence, first, named))
            transaction.set_rollback(True)

    assert missed == []
