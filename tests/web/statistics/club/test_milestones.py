"""The club's milestones: what an evening is told to have brought, by date."""

import pytest

from tests.support.people import load_sample
from tests.web.reading import page

pytestmark = pytest.mark.django_db


def test_what_the_sample_clubs_evenings_brought_is_listed_the_latest_first(client, django_assert_max_num_queries):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    with django_assert_max_num_queries(12):
        response = client.get(f"/{club.slug}/figures/milestones/")

    days = [day for _, day, _ in response.context["rows"]]
    assert days == sorted(days, reverse=True)
    for number, _, brought in response.context["rows"]:
        told = page(client.get(f"/{club.slug}/evenings/{number}/"))
        assert any(milestone.label["da"] in told for milestone in brought), number


def test_a_club_without_deals_has_no_milestone(visitor, club):
    assert "No milestone yet" in page(visitor.get("/torsdagsklubben/figures/milestones/"))
