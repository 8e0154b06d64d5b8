"""No statement of a page reads another club's rows: as many come out of each, whatever the other club plays."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from ledger.models import Club
from ledger.services.clubs.clubs import add_players
from ledger.services.deals.recording import void_deal
from tests.support.people import DAY, anna, change, make_club, make_evening, publish_prices, record_often, signed, trick

pytestmark = [pytest.mark.django_db, pytest.mark.engines]

PAGES = (
    *("", "standings/", "seasons/2026-27/", "seasons/2026-27/review/", "players/", "players/bodil/"),
    *("figures/", "figures/milestones/", "deals/?player=bodil", "log/", "evenings/1/", "evenings/1/deals/1/"),
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


def rows_of_pages(club: Club, reader: Client) -> dict[str, list[tuple[str, int]]]:
    """The questions of the pages of a club, drawn anew."""
    of_pages = {}
    for page in PAGES:
        with rows_of_statements() as asked:
            assert reader.get(f"/{club.slug}/{page}").status_code == 200, page
        of_pages[page] = asked
    return of_pages


def play(club: Club, *, evenings: int, deals: int) -> None:
    for week in range(evenings):
        evening = make_evening(club, day=DAY + timedelta(weeks=week))
        record_often(evening, trick(evening, "Bodil", "Carl", 7 + week % 3), deals)
        void_deal(entry=evening.entries.latest("sequence"), change=change(evening))


@pytest.mark.parametrize("is_on_the_board", [True, False])
def test_no_page_reads_more_rows_for_what_another_club_plays(is_on_the_board):
    clubs = [make_club(name, founder=founder) for name, founder in (("Mandag", "oda"), ("Torsdag", "alma"))]
    club, neighbour = clubs
    for played in clubs:
        play(played, evenings=2, deals=3)
    reader = Client()
    if is_on_the_board:
        reader.force_login(anna(club))
    rows_of_pages(club, reader)  # what a process compiles once
    before = rows_of_pages(club, reader)

    play(neighbour, evenings=12, deals=5)
    add_players(club=neighbour, names=[f"Gæst {number}" for number in range(40)], **signed(neighbour))
    publish_prices(neighbour)

    assert rows_of_pages(club, reader) == before
    assert sum(rows for asked in before.values() for _, rows in asked) > 100
