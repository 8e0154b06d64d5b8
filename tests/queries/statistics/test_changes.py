"""One change in a book changes the figures of what it touched, and no others, as the book's lines say."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import accumulate
from unittest.mock import patch

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import Club, Entry, Posting
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings.neighbours import evenings_of_seasons
from ledger.queries.statistics.evenings import (
    dearest_deal,
    evenings_of_player,
    milestones_of_club,
    records_of_seasons,
    with_names,
)
from ledger.queries.statistics.figures import PlayedDeals, common_denominator, contract_figures, figures_of
from ledger.rules.statistics import story
from ledger.rules.statistics.records import Presence, club_records, is_played, presences_on
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.imports.booking import undo_import
from tests.queries.random_book import POINTS_ONLY, WRITES, Book, record_points_only
from tests.services.imports.old_books import bring_in, full_row, points_row
from tests.support.people import (
    DAY,
    FOUR,
    play_evening,
    publish_prices,
    signed,
)

pytestmark = pytest.mark.django_db

FEW_ENOUGH = {"ROUND_DEALS": (2, 5, 9), "ROUND_EVENINGS": (2,), "ENOUGH_EVENINGS": 1}  # for milestones of a short book
LOGGED = ("publish", "approve", "reopen")  # what is no entry, and moves no evening
CHANGES = ("record", "adjust", "correct", "void", "restore", "move", "enter_late", *LOGGED)
writes_of = st.lists(
    st.tuples(
        st.sampled_from((*WRITES, "enter_late", "approve", "reopen")),
        st.integers(0, 50),
        st.permutations(FOUR),
        st.integers(0, 13),
    ),
    min_size=6,
    max_size=10,
)


class PricedBook(Book):
    """A book whose prices may change too, whose evenings are approved and opened again, and that gets new ones."""

    def publish(self, _which, _players, _tricks):
        publish_prices(self.club)

    def approve(self, which, _players, _tricks):
        evening = self.evenings[which % 3]
        approve_evening(evening=evening, entry_count=evening.entries.count(), **signed(self.club))

    def reopen(self, which, _players, _tricks):
        reopen_evening(evening=self.evenings[which % 3], reason="talt forkert", **signed(self.club))

    def enter_late(self, which, players, tricks):
        """A deal of an evening before, between or after the others."""
        play_evening(self.club, players[0], players[1], tricks, day=DAY + timedelta(days=which - 25))


@dataclass
class Figures:
    """Everything that the club's pages and the players' say, in numbers."""

    contracts: dict
    shares: dict
    presence: dict
    milestones: list
    players: dict
    rows: dict
    dearest: dict
    records: object
    came: dict
    order: list


def figures(club):
    seasons = seasons_of(club=Club.objects.get(pk=club.pk))  # by what its log says now
    counted, records = contract_figures(seasons=seasons), records_of_seasons(seasons=seasons)
    evenings, unit = evenings_of_seasons(seasons=seasons), common_denominator(seasons)
    played = [*filter(is_played, evenings)]
    presence = defaultdict(dict)
    for player, marks in presences_on(played).items():
        for evening, mark in zip(played, marks, strict=True):
            if mark is not Presence.AWAY:  # whoever comes for the first time was away from all others
                presence[evening.number][player] = mark
    brought_by_evening = with_names(milestones_of_club(seasons=seasons))
    players, rows, dearest = {}, {}, {None: dearest_deal(seasons=seasons, player__isnull=False)}
    for player in club.players.all():
        of_player = figures_of(played=PlayedDeals(player=player, season=None, seasons=tuple(seasons)))
        players[player.pk] = [(row.key, row.deals, row.won, row.points) for row in of_player.parts]
        players[player.pk] += [(row.key, row.deals, row.won, row.points) for row in of_player.contracts]
        rows[player.pk] = evenings_of_player(player=player, seasons=seasons)
        dearest[player.pk] = dearest_deal(seasons=seasons, player=player)
    return Figures(
        contracts={row.key: [row.deals, row.bids, row.made, Fraction(row.units, unit), row.over] for row in counted},
        shares={
            (evening.number, pk): (evening.deals[pk], Fraction(points, unit))
            for evening in evenings
            for pk, points in evening.points.items()
        },
        presence=presence,
        milestones=[
            (evening.number, [item.label["en"] for item in brought]) for evening, brought in brought_by_evening
        ],
        players=players,
        rows=rows,
        dearest=dearest,
        records=club_records(records, sorted(records.players)),
        came={pk: (len(mine.came), mine.best, mine.worst, mine.longest) for pk, mine in records.players.items()},
        order=[evening.number for evening in evenings],
    )


def standing_lines(club):
    """The lines that count, each with its postings as (player id or None, role, exact points)."""
    entries = list(Entry.objects.filter(season__club=club).select_related("season", "evening"))
    reversed_keys = {entry.reverses_id for entry in entries}
    postings = defaultdict(list)
    for posting in Posting.objects.filter(entry__season__club=club):
        postings[posting.entry_id].append(posting)
    for entry in entries:
        if entry.kind in ("deal", "adjustment") and entry.pk not in reversed_keys:
            unit = entry.season.unit_denominator
            yield (
                entry,
                [
                    (posting.player_id, posting.role, Fraction(posting.points, unit))
                    for posting in postings[entry.pk]
                    if posting.role != "sits_out"
                ],
            )


def contract_of(entry, role):
    deal = entry.deal
    if deal["kind"] == "points_only":
        if role == "player":
            return "points_only."
        if "attachment" in deal:
            return f"trick.{deal['attachment']}"
        return f"nolo.{deal['contract']}" if "contract" in deal else "points_only."
    code = deal.get("contract") or deal.get("attachment") or deal.get("outcome") or ""
    return f"{deal['kind']}.{code}"


def contracts_by_hand(lines):
    """By contract: the deals, those bid, those made, the bidders' points, and the tricks above what was bid."""
    contracts = defaultdict(lambda: [0, 0, 0, Fraction(), 0])
    for entry, postings in lines:
        if entry.kind != "deal":
            continue
        for key in {contract_of(entry, role) for _, role, _ in postings if role in ("declarer", "player")}:
            contracts[key][0] += 1
        for _, role, points in postings:
            figure = contracts[contract_of(entry, role)]
            if role == "declarer" and contract_of(entry, role) != "points_only.":
                figure[1] += 1
                figure[2] += points > 0
                figure[3] += points
                figure[4] += entry.deal["tricks"] - entry.deal["level"] if entry.deal["kind"] == "trick" else 0
    return {key: figure for key, figure in contracts.items() if figure[0]}


def sums_by_hand(lines):
    """Everybody's deals and points of each evening."""
    sums = defaultdict(lambda: (0, Fraction()))
    for entry, postings in lines:
        for player, role, points in postings:
            if player is not None and role != "sits_out":
                deals, before = sums[entry.evening.number, player]
                sums[entry.evening.number, player] = (deals + (entry.kind == "deal"), before + points)
    return sums


def differing(before, after):
    """The keys under which something has changed."""
    return {key for key in {*before, *after} if before.get(key) != after.get(key)}


def check_by_hand(now, lines):
    """The figures against the lines of the book."""
    assert now.contracts == contracts_by_hand(lines)
    sums = sums_by_hand(lines)
    assert {key: share for key, share in now.shares.items() if any(share)} == {
        key: share for key, share in sums.items() if any(share)
    }
    played = {evening for (evening, _), (deals, _) in sums.items() if deals}
    by_player = defaultdict(list)
    for (evening, player), (_, points) in now.shares.items():
        if evening in played:
            by_player[player].append(points)
    assert {pk: count for pk, (count, *_) in now.came.items()} == {pk: len(points) for pk, points in by_player.items()}
    points = [points for mine in by_player.values() for points in mine]
    assert (now.records.best is not None) == (max(points, default=0) > 0)
    assert (now.records.worst is not None) == (min(points, default=0) < 0)
    for pk, rows in now.rows.items():
        for of_season in rows.values():
            assert [row.running for row in of_season] == [*accumulate(row.points for row in of_season)], pk


@given(
    writes=writes_of,
    change=st.tuples(st.sampled_from(CHANGES), st.integers(0, 50), st.permutations(FOUR), st.integers(0, 13)),
)
@settings(
    max_examples=settings.default.max_examples // 5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_change_changes_what_it_touches_and_nothing_else(writes, change):
    with transaction.atomic(), patch.multiple(story, **FEW_ENOUGH):
        book = PricedBook()
        for name, which, players, tricks in writes:
            book.write(name, which, players, tricks)
        before, lines_before = figures(book.club), list(standing_lines(book.club))

        book.write(*change)

        after, lines = figures(book.club), list(standing_lines(book.club))
        check_by_hand(after, lines)
        told_before, told = (
            {entry.pk: (entry, postings) for entry, postings in rows} for rows in (lines_before, lines)
        )
        touched = [(told_before | told)[key] for key in told_before.keys() ^ told.keys()]
        contracts = {contract_of(entry, role) for entry, postings in touched for _, role, _ in postings}
        evenings = {entry.evening.number for entry, _ in touched}
        assert differing(before.contracts, after.contracts) <= contracts
        assert differing(before.players, after.players) <= {row[0] for _, postings in touched for row in postings}
        assert {evening for evening, _ in differing(before.shares, after.shares)} <= evenings
        assert differing(before.presence, after.presence) <= evenings
        assert before.order == after.order or change[0] == "move" or evenings
        if change[0] in ("move", *LOGGED):
            assert not touched
        if change[0] in LOGGED:
            assert before == after
        elif before.order == after.order:
            # What was before the first evening touched, by date, is told as it was.
            first = min((after.order.index(number) for number in evenings), default=len(after.order))
            earlier = set(after.order[:first])
            assert [row for row in before.milestones if row[0] in earlier] == [
                row for row in after.milestones if row[0] in earlier
            ]
        transaction.set_rollback(True)


@pytest.mark.engines
def test_deals_of_points_only_count_as_the_book_says(evening):
    for known in POINTS_ONLY:
        record_points_only(evening, known)

    check_by_hand(figures(evening.club), list(standing_lines(evening.club)))


@pytest.fixture
def played_club(club):
    """A club of two evenings."""
    for days in (-7, 0):
        play_evening(club, "Bodil", "Carl", 9, day=DAY + timedelta(days=days))
    return club


def test_after_an_old_book_was_brought_in_and_taken_out_again(played_club):
    before = figures(played_club)

    made = bring_in(played_club, [full_row(2), points_row(3)], [points_row(9, bid="9 eller noget")])
    brought_in = figures(played_club)
    undo_import(book_import=made, **signed(played_club))
    taken_out = figures(played_club)

    assert brought_in.contracts != before.contracts == taken_out.contracts
    assert taken_out.came == before.came
