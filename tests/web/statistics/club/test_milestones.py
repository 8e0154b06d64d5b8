"""The club's milestones: what an evening is told to have brought, by date."""

import pytest

from ledger.rules.site.points import in_points
from ledger.rules.statistics.milestones import Sort
from tests.support.people import load_sample
from tests.web.reading import page

pytestmark = pytest.mark.django_db


def words_of(milestone):
    """How an evening may tell a milestone: a winner's record stands beside who won."""
    yield milestone.label["da"]
    if milestone.sort == Sort.CLUB_BEST:
        points = in_points(*milestone.points.as_integer_ratio(), signed=True)["da"]
        yield f"{milestone.name} vandt aftenen med {points}, mere end nogen i klubben før på en aften"
    if milestone.sort == Sort.BEST:
        yield f"På {milestone.number} aftener har {milestone.name} aldrig gjort det bedre"


def test_what_the_sample_clubs_evenings_brought_is_listed_the_latest_first(client, django_assert_max_num_queries):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    with django_assert_max_num_queries(12):
        response = client.get(f"/{club.slug}/figures/milestones/")

    days = [day for _, day, _ in response.context["rows"]]
    assert days == sorted(days, reverse=True)
    for number, _, brought in response.context["rows"]:
        told = page(client.get(f"/{club.slug}/evenings/{number}/"))
        assert any(words in told for milestone in brought for words in words_of(milestone)), number


def test_a_club_without_deals_has_no_milestone(visitor, club):
    assert "No milestone yet" in page(visitor.get("/torsdagsklubben/figures/milestones/"))
