"""Nothing is closed or published over the head of a deal that is just being saved, and no two wait for each other."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction

from ledger.models import Entry, Evening, SeasonClosing, SheetAnswer, SheetLink
from ledger.queries.evenings.seating import seats_of
from ledger.services.book.posting import locked_club, locked_season
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import PricesChanged, correct_deal, record_deal
from ledger.services.evenings.approval import BookMoved, approve_evening
from ledger.services.evenings.confirming import answer_sheet, make_links, renew_link, settle_in_words
from ledger.services.evenings.seating import change_rounds
from ledger.services.seasons import close_season
from tests.models.attacks import new_line
from tests.services.phones import on_a_connection_of_its_own
from tests.support.people import (
    FOUR,
    NOW,
    change,
    make_club,
    make_evening,
    publish_prices,
    record,
    season_of,
    seat_again,
    signed,
    trick,
)

LONG_ENOUGH = 0.3  # seconds in which a closing that did not wait would be done


def waits_while(write, *, other):
    """The outcome of a write that has to wait until another one, done in a transaction of its own, is committed."""
    with ThreadPoolExecutor(1) as second:
        with transaction.atomic():
            other()
            waiting = second.submit(on_a_connection_of_its_own, write)
            time.sleep(LONG_ENOUGH)
            assert not waiting.done()
        return waiting.result()


def test_a_closing_waits_for_the_deal_that_is_being_saved(real_commits, evening):
    season, deal, by = season_of(evening.club), trick(evening, "Bodil", "Carl", 9), signed(evening.club)

    with pytest.raises(BookMoved):
        waits_while(
            lambda: close_season(season=season, entry_count=0, **by),
            other=lambda: record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **by),
        )

    assert not SeasonClosing.objects.exists()


@pytest.mark.parametrize("closing", [approve_evening, close_season])
def test_raw_code_that_asks_for_no_lock_writes_nothing_into_what_is_closed_meanwhile(real_commits, closing, evening):
    record(evening, trick(evening, "Bodil", "Carl", 9))
    about = {"evening": evening} if closing is approve_evening else {"season": season_of(evening.club)}

    def write_raw():
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in new_line():
                cursor.execute(statement)

    with pytest.raises(IntegrityError, match="takes no more entries"):
        waits_while(write_raw, other=lambda: closing(**about, entry_count=1, **signed(evening.club)))

    assert Entry.objects.count() == 1


def test_a_publication_waits_for_the_deal_that_is_being_saved(real_commits, evening):
    deal, by = trick(evening, "Bodil", "Carl", 9), signed(evening.club)

    version = waits_while(
        lambda: publish_prices(evening.club, from_evening=evening),
        other=lambda: record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **by),
    )

    assert (Entry.objects.get().table_version.number, version.number) == (1, 2)
    assert Evening.objects.get().table_version == version


def test_a_deal_that_waited_for_a_publication_is_not_stored_at_the_old_prices(real_commits, evening):
    deal, by = trick(evening, "Bodil", "Carl", 9), signed(evening.club)

    with pytest.raises(PricesChanged):
        waits_while(
            lambda: record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **by),
            other=lambda: publish_prices(evening.club, from_evening=evening),
        )


def test_who_writes_to_the_log_takes_the_club_before_the_season(real_commits):
    evening, later = (make_evening(club) for club in [make_club()] * 2)
    by = signed(evening.club)
    make_links(evening=evening, **by)
    link = SheetLink.objects.select_related("player").first()
    wrong = answer_sheet(link=link, kind=SheetAnswer.Kind.COMPLAINS, entry_count=0, text="nej", now=NOW)
    writes = [
        lambda: make_links(evening=later, **by),
        lambda: renew_link(evening=evening, player=link.player, **by),
        lambda: settle_in_words(evening=evening, pk=wrong.pk, reply="jo", **by),
    ]

    with ThreadPoolExecutor(len(writes)) as others:
        with transaction.atomic():
            locked_club(club_id=evening.club_id)
            waiting = [others.submit(on_a_connection_of_its_own, write) for write in writes]
            time.sleep(LONG_ENOUGH)
            locked_season(season_id=evening.season_id)
        assert all(future.result() for future in waiting)


def test_a_correction_and_who_holds_the_club_do_not_wait_for_each_other(real_commits, evening):
    entry, deal = record(evening, trick(evening, "Bodil", "Carl", 8)), trick(evening, "Bodil", "Carl", 7)

    waits_while(
        lambda: change_rounds(evening=evening, deals_per_round=8, **signed(evening.club)),
        other=lambda: correct_deal(entry=entry, deal=deal, change=change(evening)),
    )

    evening.refresh_from_db()
    assert (evening.deals_per_round, evening.entries.count()) == (8, 3)


def test_who_sits_down_and_is_renamed_do_not_wait_for_each_other(real_commits, evening):
    frida = evening.club.players.get(name="Frida")
    facts = {"name": "Frida Holm", "is_guest": False, "is_active": True}

    renamed = waits_while(
        lambda: change_player(player=frida, **facts, **signed(evening.club)),
        other=lambda: seat_again(evening, *FOUR[:3], "Frida"),
    )

    assert [seat.player.name for seat in seats_of(evening=evening)] == [*FOUR[:3], renamed.name]
