"""The standings as a reader sees them."""

import re
from datetime import date

import pytest

from ledger.models import Club
from ledger.services.clubs.clubs import start_season
from tests.support.people import FIVE, make_club, make_evening, play_evening, signed, version_of
from tests.web.reading import columns_of, grid_of, page, rows_of

pytestmark = pytest.mark.django_db

STANDINGS = "/torsdagsklubben/standings/"


@pytest.fixture
def two_evenings(club):
    play_evening(club, "Frida", "Carl", 8, names=FIVE)
    play_evening(club, "Carl", "Emil", 9, day=date(2026, 9, 10))
    make_evening(club, day=date(2026, 9, 17))  # without a deal


@pytest.mark.usefixtures("two_evenings")
def test_everyone_stands_best_first_on_shared_places(visitor):
    response = visitor.get(STANDINGS)

    assert rows_of(response) == [
        ["1", "– unchanged", "Carl", "", "2", "2", "+0.38", "+0.5", "+0.75"],
        ["2", "▲ up 2", "Emil", "", "2", "2", "+0.13", "+0.5", "+0.25"],
        ["2", "▼ down 1", "Frida", "", "1", "1", "+0.25", "–", "+0.25"],
        ["4", "▼ down 1", "Bodil", "", "2", "1", "−0.50", "−0.5", "−0.5"],
        ["5", "▼ down 1", "Dorthe", "", "2", "2", "−0.38", "−0.5", "−0.75"],
    ]
    # What is columns on a wide screen is a fold of its own on a phone.
    assert grid_of(response.content.decode().split('id="played"')[1])[1:] == [
        ["Carl", "2", "2", "+0.38"],
        ["Emil", "2", "2", "+0.13"],
        ["Frida", "1", "1", "+0.25"],
        ["Bodil", "2", "1", "−0.50"],
        ["Dorthe", "2", "2", "−0.38"],
    ]
    assert 'href="/torsdagsklubben/players/carl/"' in response.content.decode()
    assert "Where two stand equal, they share the place." in page(response)
    assert "Carl leads. Emil went from number 4 to number 2 in one evening." in page(response)


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("name", ["Bodil", "Carl", "Dorthe", "Emil", "Frida"]),
        ("-points", ["Carl", "Emil", "Frida", "Bodil", "Dorthe"]),
        ("change", ["Frida", "Bodil", "Dorthe", "Carl", "Emil"]),
        ("-per_deal", ["Carl", "Frida", "Emil", "Dorthe", "Bodil"]),
        ("nonsense", ["Carl", "Emil", "Frida", "Bodil", "Dorthe"]),
    ],
)
def test_links_sort_the_table(visitor, order, names):
    response = visitor.get(STANDINGS, {"sort": order})

    assert columns_of(response, "Player") == names


@pytest.mark.usefixtures("two_evenings")
def test_how_ties_count_is_said_only_where_somebody_ties(visitor):
    play_evening(Club.objects.get(), "Frida", "Carl", 8, day=date(2026, 9, 17), names=FIVE)

    response = visitor.get(STANDINGS)

    assert len(set(columns_of(response, "Place"))) == 5
    assert "they share the place" not in page(response)


@pytest.mark.usefixtures("two_evenings")
def test_other_seasons_are_a_link_away(visitor, club):
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))

    current, new = visitor.get(STANDINGS), visitor.get(STANDINGS, {"season": "2027-28"})

    assert len(rows_of(current)) == 5
    assert "Nobody has played yet" in page(new)
    assert re.findall(r'<a href="(\?all=1)">All seasons</a>', new.content.decode()) == ["?all=1"]
    assert len(rows_of(visitor.get(f"{STANDINGS}?all=1"))) == 5
    others = [re.findall(r'href="\?season=([\w-]+)">20', answer.content.decode()) for answer in (current, new)]
    assert others == [["2027-28"], ["2026-27"]]


def test_a_long_list_is_paged_by_links(visitor):
    names = tuple(f"Spiller {number:02}" for number in range(1, 33))
    club = make_club(players=names)
    for first in range(0, 32, 4):
        play_evening(club, names[first], names[first + 1], 8, names=names[first : first + 4])

    first, second = visitor.get(STANDINGS), visitor.get(STANDINGS, {"page": "2"})

    assert (len(rows_of(first)), len(rows_of(second))) == (25, 7)
    assert 'rel="next" href="?page=2"' in first.content.decode()


def test_an_unknown_season_and_another_clubs_are_nowhere(visitor, club):
    other = make_club("Mandagsklubben", founder="oda")
    season = start_season(
        club=other, name="Vinter", starts_on=date(2027, 1, 1), version=version_of(other), **signed(other)
    )

    for slug in ("1999", season.slug):
        assert visitor.get(STANDINGS, {"season": slug}).status_code == 404


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize(
    ("asked", "stand", "sentence"),
    [
        (
            {"last": "1"},
            ["Carl +0.5", "Emil +0.5", "Bodil −0.5", "Dorthe −0.5"],
            "Carl and Emil share the first place.",
        ),
        ({"evening": "2"}, ["Carl +0.5", "Emil +0.5", "Bodil −0.5", "Dorthe −0.5"], "after evening 2"),
        (
            {"until": "2026-09-03"},
            ["Carl +0.25", "Frida +0.25", "Bodil 0", "Dorthe −0.25", "Emil −0.25"],
            "until 3 Sep",
        ),
        ({"since": "2026-09-04"}, ["Carl +0.5", "Emil +0.5", "Bodil −0.5", "Dorthe −0.5"], "from 4 Sep 2026"),
        (
            {"since": "2026-09-01", "until": "2026-09-30"},
            ["Carl +0.75", "Emil +0.25", "Frida +0.25", "Bodil −0.5", "Dorthe −0.75"],
            "1 Sep 2026 to 30 Sep 2026",
        ),
        (
            {"all": "1", "last": "7"},
            ["Carl +0.75", "Emil +0.25", "Frida +0.25", "Bodil −0.5", "Dorthe −0.75"],
            "All seasons · the last 2 evenings",
        ),
    ],
)
def test_some_of_the_evenings_are_a_link_away(visitor, asked, stand, sentence):
    response = visitor.get(STANDINGS, asked)

    assert columns_of(response, "Player", "Points") == stand
    assert sentence in page(response)


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"evening": "99"}, 200, "There are no evenings in that period."),
        ({"evening": "x"}, 404, ""),
        ({"last": "0"}, 404, ""),
        ({"since": "i går"}, 200, "Enter a valid date."),
        ({"since": "2026-10-01", "until": "2026-09-01"}, 200, "The last day is before the first."),
    ],
)
def test_what_no_evening_fits_says_so(visitor, asked, status, words):
    response = visitor.get(STANDINGS, asked)

    assert (response.status_code, words in page(response)) == (status, True)


def test_a_season_over_new_year_has_an_autumn_and_a_spring(visitor, club):
    for day in (date(2026, 12, 31), date(2027, 1, 1)):
        play_evening(club, "Carl", "Emil", 9 if day.year == 2026 else 7, day=day)

    content = visitor.get(STANDINGS).content.decode()

    links = dict(re.findall(r'<a href="\?(.*?)"[^>]*>(The [\w ]+)</a>', content))
    assert links == {
        "season=2026-27": "The whole season",
        "season=2026-27&amp;until=2026-12-31": "The autumn",
        "season=2026-27&amp;since=2027-01-01": "The spring",
    }
    autumn = visitor.get(STANDINGS, {"season": "2026-27", "until": "2026-12-31"})
    assert 'until=2026-12-31" aria-current="true"' in autumn.content.decode()
    assert "Carl and Emil share the first place." in page(autumn)


@pytest.mark.usefixtures("two_evenings")
def test_every_number_of_a_column_stands_on_the_comma(visitor):
    content = visitor.get(STANDINGS).content.decode()

    assert '<span class="points minus">−0.5<i class="pad" aria-hidden="true">0</i></span>' in content
    assert len(re.findall('<svg class="spark"', content)) == 5
