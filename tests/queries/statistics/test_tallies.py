"""A player's counts come to the same however often they were asked for while the book grew."""

from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.db.models import Q, Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import Entry
from ledger.queries.statistics import tallies
from ledger.queries.statistics.others import with_others
from ledger.queries.statistics.played import PlayedDeals, deal_columns
from ledger.queries.statistics.player_counts import player_counts
from ledger.queries.statistics.tallies import BookTally, LongCounts, counts_of, forget_counts
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import change_player
from ledger.services.deals.recording import correct_deal, restore_deal, void_deal
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons.amending import change_evening
from tests.support.people import (
    DAY,
    FIVE,
    FOUR,
    NOW,
    change,
    make_club,
    make_evening,
    nolo,
    publish_prices,
    record,
    season_of,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db

BIDS = BookTally(  # docs/architecture.md
    by=("deal_kind", "contract"),
    columns=partial(deal_columns, "counted_as"),
    among=Q(role="declarer", counted_as=Entry.Kind.DEAL),
    sums={"deals": Sum("sign"), "points": Sum("points")},
)
POINTS = BookTally(by=("player",), sums={"points": Sum("points"), "entries": Sum("sign")})
WRITES = ("record", "record", "record", "record", "adjust", "correct", "void", "void", "restore", "restore", "move")
writes_of = st.lists(
    st.tuples(st.sampled_from(WRITES), st.integers(0, 50), st.permutations(FOUR), st.integers(0, 13), st.booleans()),
    min_size=12,
    max_size=30,
)


class Book:
    """A club and what is written in its book at random: on three evenings, the last of which was the first by date."""

    def __init__(self):
        self.club = make_club()
        evenings = [make_evening(self.club, names=FIVE)]
        publish_prices(self.club)  # another version, by which the others are played
        evenings += [make_evening(self.club, day=DAY + timedelta(days=days)) for days in (7, -7)]
        self.evenings = evenings

    def write(self, name, which, players, tricks):
        """Write something, unless the book refuses it."""
        with suppress(Refusal):
            getattr(self, name)(which, players, tricks)

    def record(self, which, players, tricks):
        evening = self.evenings[which % 3]
        solo = nolo(evening, "sol", {players[0]: 1, players[1]: tricks})
        record(evening, solo if tricks < 4 else trick(evening, players[0], players[1] if which % 2 else None, tricks))

    def adjust(self, which, players, tricks):
        ids = {player.name: str(player.pk) for player in self.club.players.all()}
        amounts = {ids[players[0]]: -tricks - 1, ids[players[1]]: tricks + 1}
        record(self.evenings[which % 3], {"kind": "adjustment", "amounts": amounts, "reason": "aftalt"})

    def correct(self, which, players, tricks):
        entry = self.entry(Entry.objects.standing(), which)
        deal = trick(entry.evening, players[2], players[3], tricks)
        correct_deal(entry=entry, deal=deal, change=change(entry.evening))

    def void(self, which, _players, _tricks):
        entry = self.entry(Entry.objects.standing(), which)
        void_deal(entry=entry, change=change(entry.evening))

    def restore(self, which, _players, _tricks):
        entry = self.entry(Entry.objects.filter(reversed_by__isnull=False, replaced_by=None), which)
        restore_deal(entry=entry, change=change(entry.evening))

    def move(self, which, _players, tricks):
        day = DAY + timedelta(days=tricks - 6)
        change_evening(evening=self.evenings[which % 3], day=day, place="", **signed(self.club))

    def entry(self, entries, which):
        """One of some entries; none is a refusal."""
        rows = entries.filter(season__club=self.club).order_by("sequence").select_related("evening", "table_version")
        if not rows:
            raise Refusal("")
        return rows[which % len(rows)]


def counts(club):
    """What is counted of everybody, and of all at once."""
    seasons = tuple(club.seasons.all())
    of_players = [
        player_counts(played=PlayedDeals(player=player, season=None, seasons=seasons)).by_season
        for player in club.players.order_by("pk")
    ]
    return of_players, counts_of(POINTS, seasons=seasons)


def count_anew(club):
    forget_counts()
    return counts(club)


@pytest.mark.engines
@given(writes=writes_of)
@settings(
    max_examples=settings.default.max_examples // 5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_what_is_counted_on_is_what_would_be_count_anew(writes):
    with transaction.atomic():
        book = Book()
        for name, which, players, tricks, is_asked in writes:
            book.write(name, which, players, tricks)
            if is_asked:
                counts(book.club)
        counted_on = counts(book.club)

        assert counted_on == count_anew(book.club)
        transaction.set_rollback(True)


def test_what_is_taken_back_leaves_nothing(club):
    evening = make_evening(club)
    entry = record(evening, trick(evening, "Bodil", "Carl", 9))
    assert counts(club)[0][1][season_of(club).pk]

    void_deal(entry=entry, change=change(evening))

    assert counts(club) == ([{season_of(club).pk: {}}] * 5, {season_of(club).pk: {}})


@pytest.mark.parametrize("more", [0, 1])
def test_a_book_that_was_restored_from_a_backup_is_count_anew(club, more):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    with transaction.atomic():
        record(evening, trick(evening, "Bodil", "Carl", 9))
        counts(club)
        transaction.set_rollback(True)

    for _ in range(1 + more):
        record(evening, trick(evening, "Dorthe", "Emil", 12))

    assert counts(club) == count_anew(club)


def test_it_counts_up_to_the_line_that_the_season_was_read_with(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    (before,) = club.seasons.all()
    record(evening, trick(evening, "Bodil", "Carl", 9))

    now, then = counts(club)[1][before.pk], counts_of(POINTS, seasons=[before])[before.pk]

    assert {player: 2 * points for player, (points, _) in then.items()} == {
        player: points for player, (points, _) in now.items()
    }


def test_a_tally_counts_for_all_or_for_a_player(club):
    evening = make_evening(club)
    for tricks in (9, 10):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    void_deal(entry=record(evening, trick(evening, "Carl", "Emil", 9)), change=change(evening))
    points = record(evening, nolo(evening, "sol", {"Emil": 0})).postings.get(role="declarer").points
    (season,) = club.seasons.all()

    in_all = counts_of(BIDS, seasons=[season])[season.pk]

    assert {key: deals for key, (deals, _) in in_all.items()} == {("trick", "plain"): 2, ("nolo", "sol"): 1}
    assert counts_of(BIDS, seasons=[season], player=club.players.get(name="Emil").pk) == {
        season.pk: {("nolo", "sol"): (1, points)}
    }


def test_a_name_is_never_kept(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    bodil, carl = (club.players.get(name=name) for name in ("Bodil", "Carl"))
    seasons = tuple(club.seasons.all())
    counts(club)

    change_player(player=carl, name="Carl", is_guest=False, is_active=False, **signed(club))
    forget_player(player=carl, **signed(club, NOW + timedelta(days=1)))

    others = with_others(counts=player_counts(played=PlayedDeals(player=bodil, season=None, seasons=seasons)), known={})
    assert len(others) == 3
    assert "Carl" not in [other.name for other in others]


def test_only_what_was_written_since_is_asked_for(club, django_assert_num_queries):
    evening = make_evening(club)
    for queries in (1, 2, 2):
        record(evening, trick(evening, "Bodil", "Carl", 9))
        seasons = list(club.seasons.all())
        forget_counts() if queries == 1 else None

        with django_assert_num_queries(queries):
            counts_of(POINTS, seasons=seasons)
        with django_assert_num_queries(0):
            counts_of(POINTS, seasons=seasons)


@given(changes=st.lists(st.dictionaries(st.integers(0, 5), st.sampled_from([(), (1,), (2,)]), max_size=4), max_size=9))
def test_long_counts_are_those_of_a_mapping_in_which_some_were_replaced(changes):
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(tallies, "MOST_APART", 2)
        plain, long = {}, LongCounts.of({})
        for counts in changes:
            before, plain_before = long, dict(plain)
            plain |= counts
            plain = {row: sums for row, sums in plain.items() if sums}
            long = LongCounts.of(long).with_changes(counts)

            assert long == plain
            assert len(long) == len(plain)
            assert [long.get(row) for row in range(6)] == [plain.get(row) for row in range(6)]
            assert before == plain_before
