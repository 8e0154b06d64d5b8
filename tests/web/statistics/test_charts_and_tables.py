"""Every chart of the reading side shows the numbers beside it: an evening's, a player's and the front page's."""

import re
from itertools import accumulate

import pytest

from ledger.rules.site.points import in_points
from tests.support.people import load_sample
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

CHART = re.compile(r'<svg class="curve (?:tall|broad)".*?</svg>', re.DOTALL)
LABEL = re.compile(r"<text[^>]*>([^<]* [+−]?[\d.]+)</text>")


def label(name, units, denominator):
    return f"{name} {in_points(units, denominator, signed=True)['en']}"


def labels_of(response):
    """The names with numbers at the lines' ends, of both drawings of a chart."""
    drawings = CHART.findall(response.content.decode())
    assert len(drawings) == 2
    return [sorted(LABEL.findall(drawing)) for drawing in drawings]


@pytest.mark.parametrize("number", [6, 13, 14])
def test_the_curve_of_an_evening_is_that_of_its_sheet(client, number):
    club = load_sample()

    response = in_english(client).get(f"/{club.slug}/evenings/{number}/")

    result, sheet = response.context["result"], response.context["sheet"]
    denominator, columns = sheet.evening.season.unit_denominator, [player.name for player in sheet.players]
    for place, running in zip(result.places, result.running, strict=True):
        cells = [row.cells[columns.index(place.name)].points or 0 for row in sheet.standing]
        assert list(running) == list(accumulate(cells))
    totals = zip(columns, sheet.totals, strict=True)
    assert labels_of(response) == [sorted(label(name, units, denominator) for name, units in totals)] * 2


def test_the_curves_of_a_player_and_of_the_front_end_on_the_standings(client):
    club, visitor = load_sample(), in_english(client)
    season = club.seasons.latest("starts_on")
    standings = visitor.get(f"/{club.slug}/standings/").context["standings_list"].data
    told = [label(row.name, row.points, season.unit_denominator) for row in standings]

    for row, stands in zip(standings, told, strict=True):
        player = visitor.get(f"/{club.slug}/players/{row.slug}/")
        assert labels_of(player) == [[stands]] * 2

    front = re.sub(r" \.\d+", "", page(visitor.get(f"/{club.slug}/")))
    assert " ".join(f"{place} {stands}" for place, stands in enumerate(told[:5], 1)) in front
