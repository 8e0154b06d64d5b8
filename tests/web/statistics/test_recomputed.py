"""Every number of a player's page is what anybody works out from the exported workbook."""

import re
from fractions import Fraction
from io import BytesIO

import pytest

from ledger.models import Entry
from ledger.services.deals import correct_deal, void_deal
from ledger.services.seasons import make_workbook
from tests.queries.random_book import TOLD_BY_THE_WORKBOOK, record_points_only
from tests.support.every_sort import club_of_every_sort
from tests.support.long_season import long_season
from tests.support.people import (
    NOW,
    anna,
    change,
    load_sample,
    record,
)
from tests.support.presets import EVERY_SEED
from tests.web.reading import grid_of, in_english
from tests.web.statistics.from_workbook import HOUSE, deals_of, tallies_of, won_in_list

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r'<i class="pad".*?</i>|<small class="phone">.*?</small>|<svg.*?</svg>', re.DOTALL)


def grid(content, name):
    """The rows of a list of the page, without what is hidden or drawn; none where there is no such list."""
    if f'id="{name}"' not in content:
        return []
    return grid_of(HIDDEN.sub("", content).split(f'id="{name}"')[1].split("</table>")[0])[1:]


def number(text):
    """Points as the page writes them: "+1.25", "−3", "+1 1/8"."""
    sign, size = (-1, text[1:]) if text[0] == "−" else (1, text.removeprefix("+"))
    return sign * sum((Fraction(part) for part in size.split()), Fraction())


FIGURE = re.compile(r"(.*) (\d+) of (\d+) won")


def figures_on_page(content, name):
    """For each figure of a list: deals, deals won, and points."""
    figures = {}
    for head, _bar, points in grid(content, name):
        figure, won, deals = FIGURE.fullmatch(head).groups()
        figures[figure] = (int(deals), int(won), number(points))
    return figures


def duos_on_page(content):
    """For each of the others: deals and points together, deals and points against."""
    duos = {}
    for name, *cells in grid(content, "others"):
        together, against = ["–", *cells][-2:]
        duos[name] = (*duo(together), *duo(against))
    return duos


def as_shown(won):
    """What was divided, as the page shows it in decimals: with two of them where it would take more than three."""
    cents = (abs(won) * 100 + Fraction(1, 2)) // 1
    return won if 1000 % won.denominator == 0 else Fraction(cents if won > 0 else -cents, 100)


def duo(cell):
    points, deals = re.fullmatch(r"(.*?) (\d+) deals?", cell).groups() if cell != "–" else ("0", "0")
    return int(deals), number(points)


def check_season(client, season, *, every=1):
    """Compare the pages of a season's players, or one of every few, with the workbook; give the numbers compared."""
    target = BytesIO()
    make_workbook(season=season, language="en", now=NOW, target=target)
    players, compared = tallies_of(deals_of(target.getvalue())), 0
    won = won_in_list(target.getvalue())
    for name, tallies in players.items():
        assert {other: won[name][other] for other in tallies.others} == {
            other: duo.won for other, duo in tallies.others.items()
        }
    slugs = dict(season.club.players.values_list("name", "slug"))
    for name in sorted(players)[::every]:
        tallies = players[name]
        address = f"/{season.club.slug}/players/{slugs[name]}/?season={season.slug}"
        content = in_english(client).get(address).content.decode()
        for place, counted in (("parts", tallies.parts), ("contracts", tallies.contracts)):
            expected = {key: (tally.deals, tally.won, tally.points) for key, tally in counted.items()}
            assert figures_on_page(content, place) == expected, address
            compared += 3 * len(expected)
        expected = {
            "the house" if other == HOUSE else other: (duo.together, duo.both, duo.against, as_shown(duo.won))
            for other, duo in tallies.others.items()
        }
        assert duos_on_page(content) == expected, address
        compared += 4 * len(expected)
    return compared


@pytest.mark.engines
@pytest.mark.parametrize("code", EVERY_SEED)
def test_every_preset_adds_up_to_its_workbook(client, code):
    club = club_of_every_sort(code)
    client.force_login(anna(club))

    assert check_season(client, club.seasons.get(), every=2) > 20


def test_the_sample_clubs_last_season_adds_up_to_its_workbook(client):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    assert check_season(client, club.seasons.latest("starts_on"), every=4) > 100


@pytest.mark.long
def test_every_season_of_the_sample_club_adds_up_to_its_workbook(client):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    for season in club.seasons.all():
        assert check_season(client, season) > 100


def season_of_chance(*, deals, seed):
    """A season of deals by chance, one voided and one corrected, with an adjustment and deals of points only."""
    club = long_season(name="Klub", deals=deals, seed=seed)
    deals_there = Entry.objects.filter(season__club=club, kind="deal").select_related("evening__season")
    first, second, third = deals_there.order_by("sequence")[:3]
    void_deal(entry=first, change=change(first.evening))
    correct_deal(entry=second, deal=third.deal, change=change(second.evening))
    ids = [str(seat.player_id) for seat in third.evening.seats.order_by("position")]
    record(third.evening, {"kind": "adjustment", "amounts": {ids[0]: -3, ids[1]: 3}, "reason": "aftalt"})
    for known in TOLD_BY_THE_WORKBOOK:
        record_points_only(third.evening, known)
    return club


@pytest.mark.engines
@pytest.mark.parametrize(
    ("deals", "seed"), [(50, 1), *(pytest.param(150, seed, marks=pytest.mark.long) for seed in (1, 2, 3))]
)
def test_a_season_of_chance_adds_up_to_its_workbook(client, deals, seed):
    club = season_of_chance(deals=deals, seed=seed)
    client.force_login(anna(club))

    assert check_season(client, club.seasons.get()) * 150 > 1000 * deals
