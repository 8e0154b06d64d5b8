"""A club whose book is written at random, and deals of points only: figures must be right whatever is written."""

from contextlib import suppress
from datetime import timedelta

from hypothesis import strategies as st

from ledger.models import Entry
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.seasons import change_evening
from tests.support.people import (
    DAY,
    FIVE,
    FOUR,
    change,
    make_club,
    make_evening,
    nolo,
    publish_prices,
    record,
    signed,
    trick,
)

WRITES = ("record", "record", "record", "record", "adjust", "correct", "void", "void", "restore", "restore", "move")
writes_of = st.lists(
    st.tuples(st.sampled_from(WRITES), st.integers(0, 50), st.permutations(FOUR), st.integers(0, 13)),
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


# What may be known of a deal of points only, by seats; of the first few the workbook tells who was what.
TOLD_BY_THE_WORKBOOK = [
    {},
    {"declarer": 1, "partner": 2},
    {"declarer": 3, "partner": 1, "level": 9, "attachment": "vip"},
    {"declarer": 0, "alone": "self_called", "level": 8, "attachment": "plain"},
]
POINTS_ONLY = [
    *TOLD_BY_THE_WORKBOOK,
    {"declarer": 0},
    {"declarer": 2, "bid": "9 klør"},
    {"declarer": 1, "level": 8, "attachment": "gode"},
    {"declarer": 2, "contract": "sol"},
    {"contract": "sol"},
]


def record_points_only(evening, known):
    """Record a deal of points only in which the first of those who play won 3 from the last."""
    ids = [str(seat.player_id) for seat in evening.seats.order_by("position")]
    dealer, in_play = ids[-1], ids[:4]
    points = dict(zip(in_play, [3, 1, 0, -4], strict=True))
    named = {key: in_play[value] if key in ("declarer", "partner") else value for key, value in known.items()}
    return record(evening, {"kind": "points_only", "points": points, "dealer": dealer, **named})
