"""What beats what, open to anyone at the table, and the button that draws the order of the attachments."""

import re
import uuid

import pytest

from ledger.models import Evening
from tests.support.people import (
    make_club,
    make_evening,
    publish_prices,
    record,
    trick,
)
from tests.web.reading import errors_of, notices, page, words

pytestmark = pytest.mark.django_db

SHEET = "/torsdagsklubben/evenings/1/"
LADDER, DRAW = f"{SHEET}ladder/", f"{SHEET}ladder/draw/"


@pytest.fixture
def club():
    club = make_club(preset="whistklubben")
    publish_prices(club)
    return club


def rungs(response):
    markup = re.search(r'<ol class="rungs.*?</ol>', response.content.decode(), re.DOTALL).group()
    return [words(rung) for rung in re.findall("<li>(.*?)</li>", markup)]


def order(response):
    markup = response.content.decode().partition('<ol class="drawn-order">')[2].partition("</ol>")[0]
    return [words(name) for name in re.findall("<li>(.*?)</li>", markup)]


def test_anyone_at_the_table_sees_what_beats_what_from_the_sheet(secretary, evening):
    draw = secretary.post(DRAW, {"key": uuid.uuid4()})
    assert f'href="{LADDER}"' in secretary.get(SHEET).content.decode()
    secretary.logout()

    response = secretary.get(LADDER)

    drawn = Evening.objects.get().drawn.split()
    assert (draw.status_code, draw.headers["Location"]) == (302, LADDER)
    assert [name for name in order(response) if name in ("vip", "halve", "sans")] == drawn
    assert order(response) == order(secretary.get(SHEET))
    assert rungs(response)[-1] == "8"
    assert rungs(response)[-6:-1] == [f"8 {name}" for name in reversed(order(response))]


def test_before_the_draw_the_attachments_of_a_level_share_a_line(secretary, evening):
    response = secretary.get(LADDER)

    assert rungs(response)[-2:] == ["8 vip, 8 stærke, 8 gode, 8 halve, 8 sans", "8"]
    assert "Which of those on one line beats which is drawn for the evening." in page(response)
    assert "do not beat one another" not in page(response)


def test_the_order_is_drawn_by_a_button_and_anew_until_the_first_deal(secretary, evening):
    assert "Their order has not been drawn yet. Draw the order" in page(secretary.get(SHEET))

    response = secretary.post(DRAW, {"key": uuid.uuid4()})

    assert notices(response) == ["The order of the attachments is drawn."]
    assert "Draw anew" in page(secretary.get(SHEET))
    assert "Draw anew" in page(secretary.get(LADDER))
    record(evening, trick(evening, "Bodil", "Carl", 8))
    assert "Draw anew" not in page(secretary.get(SHEET)) + page(secretary.get(LADDER))
    drawn = Evening.objects.get().drawn
    late = secretary.post(DRAW, {"key": uuid.uuid4()})
    assert errors_of(late) == {"": ["The first deal is in the book: the order that was drawn stands."]}
    assert Evening.objects.get().drawn == drawn


def test_prices_of_other_attachments_in_the_middle_of_an_evening_bring_the_button_back(secretary, evening):
    secretary.post(DRAW, {"key": uuid.uuid4()})
    record(evening, trick(evening, "Bodil", "Carl", 8))

    publish_prices(evening.club, from_evening=evening, drawn=["vip", "sans"])

    assert "Their order has not been drawn yet. Draw the order" in page(secretary.get(SHEET))
    assert secretary.post(DRAW, {"key": uuid.uuid4()}).status_code == 302
    assert set(Evening.objects.get().drawn.split()) == {"vip", "sans"}


def test_a_table_with_a_fixed_order_shows_its_ladder_and_no_draw(visitor):
    make_evening(make_club(preset="call-ace-whist"))

    response = visitor.get(LADDER)

    assert "8 vip, 8 stærke, 8 gode, 8 halve, 8 sans" in rungs(response)
    assert "drawn" not in page(response)
    assert f'href="{LADDER}"' in visitor.get(SHEET).content.decode()


def test_a_table_that_says_nothing_of_it_says_so(visitor):
    make_evening(make_club(preset="engelsk-whist"))

    assert "no order of the bids" in page(visitor.get(LADDER))
    assert LADDER not in visitor.get(SHEET).content.decode()
