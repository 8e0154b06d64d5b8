"""The standings as a reader sees them."""

import re
from datetime import date

import pytest

from ledger.services.clubs.clubs import start_season
from tests.people import FIVE, make_club, make_evening, record, signed, trick, version_of
from tests.web.reading import page, rows_of

pytestmark = pytest.mark.django_db

STANDINGS = "/torsdagsklubben/standings/"


@pytest.fixture
def two_evenings(club):
    first = make_evening(club, names=FIVE)
    record(first, trick(first, "Frida", "Carl", 8))
    second = make_evening(club, day=date(2026, 9, 10))
    record(second, trick(second, "Carl", "Emil", 9))


@pytest.mark.usefixtures("two_evenings")
def test_everyone_stands_best_first_on_shared_places(visitor):
    response = visitor.get(STANDINGS)

    assert rows_of(response) == [
        ["1", "Carl", "+0.75", "+0.5", "2", "2"],
        ["2", "Emil", "+0.25", "+0.5", "2", "2"],
        ["2", "Frida", "+0.25", "–", "1", "1"],
        ["4", "Bodil", "−0.5", "−0.5", "2", "1"],
        ["5", "Dorthe", "−0.75", "−0.5", "2", "2"],
    ]
    assert 'href="/torsdagsklubben/players/carl/"' in response.content.decode()
    assert "Whoever has equally many points shares the place, and stands there by name." in page(response)


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("name", ["Bodil", "Carl", "Dorthe", "Emil", "Frida"]),
        ("-points", ["Carl", "Emil", "Frida", "Bodil", "Dorthe"]),
        ("change", ["Frida", "Bodil", "Dorthe", "Carl", "Emil"]),
        ("deals", ["Frida", "Bodil", "Carl", "Emil", "Dorthe"]),
        ("-evenings", ["Carl", "Emil", "Bodil", "Dorthe", "Frida"]),
        ("place", ["Carl", "Emil", "Frida", "Bodil", "Dorthe"]),
        ("nonsense", ["Carl", "Emil", "Frida", "Bodil", "Dorthe"]),
    ],
)
def test_links_sort_the_table(visitor, order, names):
    response = visitor.get(STANDINGS, {"sort": order})

    assert [row[1] for row in rows_of(response)] == names


@pytest.mark.usefixtures("two_evenings")
def test_other_seasons_are_a_link_away(visitor, club):
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))

    current, earlier = visitor.get(STANDINGS), visitor.get(STANDINGS, {"season": "2026-27"})

    assert "Nobody has played yet" in page(current)
    assert re.findall(r'href="\?season=([\w-]+)"', current.content.decode()) == ["2026-27"]
    assert len(rows_of(earlier)) == 5
    assert re.findall(r'href="\?season=([\w-]+)"', earlier.content.decode()) == ["2027-28"]


def test_a_long_list_is_paged_by_links(visitor):
    names = tuple(f"Spiller {number:02}" for number in range(1, 33))
    club = make_club(players=names)
    for first in range(0, 32, 4):
        evening = make_evening(club, names=names[first : first + 4])
        record(evening, trick(evening, names[first], names[first + 1], 8))

    first, second = visitor.get(STANDINGS), visitor.get(STANDINGS, {"page": "2"})

    assert (len(rows_of(first)), len(rows_of(second))) == (25, 7)
    assert 'rel="next" href="?page=2"' in first.content.decode()


def test_an_unknown_season_is_nowhere(visitor, club):
    assert visitor.get(STANDINGS, {"season": "1999"}).status_code == 404


def test_another_clubs_season_is_nowhere(visitor, club):
    other = make_club("Mandagsklubben", founder="oda")
    season = start_season(
        club=other, name="Vinter", starts_on=date(2027, 1, 1), version=version_of(other), **signed(other)
    )

    assert visitor.get(STANDINGS, {"season": season.slug}).status_code == 404


def test_in_danish(client, two_evenings):
    assert rows_of(client.get(STANDINGS))[0][:4] == ["1", "Carl", "+0,75", "+0,5"]
