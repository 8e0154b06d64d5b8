"""The season's curve: what is drawn is what the list below says."""

import re
from datetime import date

import pytest

from tests.support.people import FIVE, play_evening
from tests.web.reading import page, rows_of

pytestmark = pytest.mark.django_db

CURVE = "/torsdagsklubben/seasons/2026-27/curve/"


@pytest.fixture
def two_evenings(club):
    play_evening(club, "Carl", "Emil", 9, day=date(2026, 9, 10))
    play_evening(club, "Frida", "Carl", 8, names=FIVE)


@pytest.mark.usefixtures("two_evenings")
def test_the_numbers_below_the_curve_are_its_own(visitor):
    response = visitor.get(CURVE)

    assert rows_of(response) == [
        ["Carl", "+0.25", "+0.75"],
        ["Emil", "−0.25", "+0.25"],
        ["Frida", "+0.25", "+0.25"],
        ["Bodil", "0", "−0.5"],
        ["Dorthe", "−0.25", "−0.75"],
    ]
    content = response.content.decode()
    for chart in re.findall(r'<svg class="curve .*?</svg>', content):
        labels = re.findall(r"<text[^>]*>([A-Z][a-z]+ .*?)</text>", chart)
        assert labels == ["Carl +0.75", "Emil +0.25", "Frida +0.25", "Bodil −0.5", "Dorthe −0.75"]
    assert re.findall(r'<td class="num away" data-day="([\d/]+)"', content) == ["10/9"]


@pytest.mark.usefixtures("two_evenings")
def test_a_link_highlights_a_player(visitor):
    response = visitor.get(CURVE, {"player": "bodil"})

    assert "Highlighted: Bodil." in page(response)
    content = response.content.decode()
    assert content.count('class="line own"') == 2
    assert re.search(r'href="\?player=bodil" aria-current="true">Bodil</a>', content)
    assert "line own" not in visitor.get(CURVE).content.decode()


@pytest.mark.parametrize("address", [f"{CURVE}?player=nobody", "/torsdagsklubben/seasons/1999/curve/"])
def test_nobody_and_no_season_are_nowhere(visitor, club, address):
    assert visitor.get(address).status_code == 404
