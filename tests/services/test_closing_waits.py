"""A season is not closed over the head of a deal that is just being saved."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from ledger.models import SeasonClosing
from ledger.services.closing import BookMoved, close_season
from ledger.services.posting import locked_season
from ledger.services.recording import record_deal
from tests.people import make_club, make_evening, season_of, signed, trick

LONG_ENOUGH = 0.3  # seconds in which a closing that did not wait would be done


def test_a_closing_waits_for_the_deal_that_is_being_saved(real_commits):
    evening = make_evening(make_club())
    season, deal, by = season_of(evening.club), trick(evening, "Bodil", "Carl", 9), signed(evening.club)

    def close():
        try:
            return close_season(season=season, lines=0, **by)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            locked_season(season_id=season.pk)
            closing = other.submit(close)
            time.sleep(LONG_ENOUGH)
            assert not closing.done()
            record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **by)
        with pytest.raises(BookMoved):
            closing.result()

    assert not SeasonClosing.objects.exists()
