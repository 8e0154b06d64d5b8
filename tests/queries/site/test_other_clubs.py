"""No statement of a page or a write reads another club's rows: as many come out of each, whatever the other plays."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from ledger.models import Club, Evening
from ledger.services.clubs.clubs import add_players
from ledger.services.deals import correct_deal, void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import seat_evening
from ledger.services.seasons import close_season
from tests.support.people import (
    DAY,
    change,
    make_club,
    make_evening,
    publish_prices,
    record,
    record_often,
    signed,
    trick,
)
from tests.support.replay import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.engines]

PAGES = (
    *("", "standings/", "seasons/2026-27/", "seasons/2026-27/review/", "players/", "players/bodil/"),
    *("figures/", "figures/milestones/", "deals/?player=bodil", "log/", "evenings/1/", "evenings/1/deals/1/"),
    *("seasons/", "seasons/2026-27/attendance/", "seasons/2026-27/curve/", "tables/", "deals.csv"),
)
OF_THE_BOARD = (
    *("members/", "settings/", "evenings/new/", "evenings/1/deals/new/", "evenings/1/seats/", "evenings/1/change/"),
    *("seasons/new/", "seasons/2026-27/close/", "tables/new/", "imports/"),
)


@contextmanager
def rows_of_statements() -> Iterator[list[tuple[str, int]]]:
    """Every question of a block, with the number of its rows."""
    asked: list[tuple[str, int]] = []

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            with context["connection"].cursor() as cursor:
                cursor.execute(f" {sql}", params)  # begins otherwise, and so is not counted itself
                asked.append((sql, len(cursor.fetchall())))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield asked


def rows_of_pages(club: Club, reader: Client, pages: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    """The questions of some pages of a club, drawn anew."""
    of_pages = {}
    for page in pages:
        with rows_of_statements() as asked:
            assert reader.get(f"/{club.slug}/{page}").status_code == 200, page
        of_pages[page] = asked
    return of_pages


@replayed
def play(club: Club, *, evenings: int, deals: int) -> None:
    for week in range(evenings):
        evening = make_evening(club, day=DAY + timedelta(weeks=week))
        record_often(evening, trick(evening, "Bodil", "Carl", 7 + week % 3), deals)
        void_deal(entry=evening.entries.latest("sequence"), change=change(evening))


@replayed
def play_more(club: Club) -> None:
    """Give a club many more evenings, players and prices."""
    play(club, evenings=6, deals=5)
    add_players(club=club, names=[f"Gæst {number}" for number in range(20)], **signed(club))
    publish_prices(club)


@pytest.fixture
def clubs() -> list[Club]:
    """Two clubs that have played alike."""
    clubs = [make_club("Mandag", founder="oda"), make_club("Torsdag")]
    for played in clubs:
        play(played, evenings=2, deals=3)
    return clubs


@pytest.mark.parametrize("is_on_the_board", [True, False])
def test_no_page_reads_more_rows_for_what_another_club_plays(clubs, is_on_the_board):
    club, neighbour = clubs
    reader, pages = Client(), PAGES
    if is_on_the_board:
        reader.force_login(club.memberships.get().user)
        pages += OF_THE_BOARD
    rows_of_pages(club, reader, pages)  # what a process compiles once
    before = rows_of_pages(club, reader, pages)

    play_more(neighbour)

    assert rows_of_pages(club, reader, pages) == before
    assert sum(rows for asked in before.values() for _, rows in asked) > 100


WRITES: dict[str, Callable[[Evening], object]] = {
    "record a deal": lambda evening: record(evening, trick(evening, "Bodil", "Carl", 9)),
    "correct a deal": lambda evening: correct_deal(
        entry=evening.entries.get(sequence=1), deal=trick(evening, "Bodil", "Carl", 10), change=change(evening)
    ),
    "void a deal": lambda evening: void_deal(entry=evening.entries.get(sequence=1), change=change(evening)),
    "seat an evening": lambda evening: seat_evening(
        evening=evening,
        tables={1: [seat.player_id for seat in evening.seats.order_by("-position")]},
        **signed(evening.club),
    ),
    "approve an evening": lambda evening: approve_evening(
        evening=evening, entry_count=evening.entries.count(), **signed(evening.club)
    ),
    "close a season": lambda evening: close_season(
        season=evening.season, entry_count=evening.season.entry_count, **signed(evening.club)
    ),
    "open an evening": lambda evening: make_evening(evening.club, day=DAY + timedelta(days=1)),
    "add a player": lambda evening: add_players(club=evening.club, names=["Gerda"], **signed(evening.club)),
    "publish prices": lambda evening: publish_prices(evening.club, from_evening=evening),
}


def rows_of_writes(club: Club) -> dict[str, list[tuple[str, int]]]:
    """The questions of each write in a club, of which nothing stays."""
    of_writes = {}
    for name, write in WRITES.items():
        evening = Evening.objects.get(club=club, number=1)
        with transaction.atomic(), rows_of_statements() as asked:
            write(evening)
            transaction.set_rollback(True)
        of_writes[name] = asked
    return of_writes


def test_no_write_reads_more_rows_for_what_another_club_plays(clubs):
    club, neighbour = clubs
    rows_of_writes(club)  # what a process compiles once
    before = rows_of_writes(club)

    play_more(neighbour)

    assert rows_of_writes(club) == before
    assert [name for name, asked in before.items() if not asked] == []
