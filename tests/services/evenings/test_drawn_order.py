"""The order of the attachments, drawn for an evening and kept with it."""

from random import Random

import pytest

from ledger.models import Evening, LoggedChange
from ledger.queries.scoring import evening_ladder
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import draw_attachments
from tests.support.people import make_club, make_evening, publish_prices, record, signed, trick
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def evening():
    """An evening of a club that draws the order of vip, halve and sans."""
    club = make_club(preset="whistklubben")
    publish_prices(club)
    return make_evening(club)


def draw(evening, seed=7):
    return draw_attachments(evening=evening, random=Random(seed), **signed(evening.club))


def ladder_of(evening):
    return evening_ladder(evening=Evening.objects.get(pk=evening.pk))


def test_before_the_first_deal_it_is_drawn_anew_and_each_draw_is_in_the_log(evening):
    draw(evening, seed=7)
    revision = evening.club.revision

    assert draw(evening, seed=5).drawn != "halve vip sans"
    evening.club.refresh_from_db()
    assert evening.club.revision > revision
    assert LoggedChange.objects.filter(kind="order_drawn", evening=evening).count() == 2


def test_an_order_that_nobody_drew_in_time_is_drawn_once_after_the_first_deal(evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))

    draw(evening)

    with pytest.raises(Refusal):
        draw(evening, seed=5)


def test_a_table_with_a_fixed_order_draws_nothing():
    evening = make_evening(make_club(preset="call-ace-whist"))

    with pytest.raises(Refusal, match="nothing is drawn"):
        draw(evening)


def test_an_approved_evening_draws_nothing(evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    approve_evening(evening=evening, entry_count=1, **signed(evening.club))

    with pytest.raises(EveningClosed):
        draw(evening)


def test_an_order_of_other_attachments_goes_with_its_prices_and_is_drawn_once_more(evening):
    draw(evening)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    publish_prices(evening.club, from_evening=evening, drawn=["vip", "sans"])
    evening = Evening.objects.get(pk=evening.pk)
    record(evening, trick(evening, "Bodil", "Carl", 8))

    assert (evening.drawn, ladder_of(evening).order) == ("", [])
    assert draw(evening).drawn in ("vip sans", "sans vip")
    with pytest.raises(Refusal, match="The first deal is in the book"):
        draw(evening)


def test_an_order_of_the_same_attachments_stands_when_the_prices_change(evening):
    draw(evening)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    publish_prices(evening.club, from_evening=evening, drawn=["sans", "halve", "vip"])

    assert Evening.objects.get(pk=evening.pk).drawn == "halve vip sans"
    with pytest.raises(Refusal, match="The first deal is in the book"):
        draw(evening)


def test_an_order_goes_when_nothing_is_drawn_any_more(evening):
    draw(evening)
    publish_prices(evening.club, from_evening=evening, drawn=[])

    assert (Evening.objects.get(pk=evening.pk).drawn, ladder_of(evening).order) == ("", [])
