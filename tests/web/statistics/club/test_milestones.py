"""The club's milestones: what an evening is told to have brought, by date."""

import pytest

from ledger.rules.site.points import in_points
from ledger.rules.statistics.story import Sort
from ledger.web.statistics import club_figures
from tests.support.people import load_sample
from tests.web.reading import page, pages_of

pytestmark = pytest.mark.django_db


def words_of(milestone):
    """How an evening may tell a milestone: a winner's record stands beside who won."""
    yield milestone.label["da"]
    if milestone.sort == Sort.CLUB_BEST:
        points = in_points(*milestone.points.as_integer_ratio(), signed=True)["da"]
        yield f"{milestone.name} vandt med {points}, mere end nogen i klubben før på en aften"
    if milestone.sort == Sort.BEST:
        yield f"På {milestone.number} aftener har {milestone.name} aldrig gjort det bedre"


def test_what_the_sample_clubs_evenings_brought_is_listed_the_latest_first(client, monkeypatch):
    monkeypatch.setattr(club_figures, "PER_PAGE", 3)
    club = load_sample()
    client.force_login(club.memberships.first().user)

    pages = list(pages_of(client, f"/{club.slug}/figures/milestones/"))
    rows = [row for response in pages for row in response.context["on_page"]]
    assert len(pages) == -(-len(rows) // 3) > 1
    days = [evening.date for evening, _ in rows]
    assert days == sorted(days, reverse=True)
    for evening, brought in rows:
        told = page(client.get(f"/{club.slug}/evenings/{evening.number}/"))
        assert any(words in told for milestone in brought for words in words_of(milestone)), evening.number


def test_a_club_without_deals_has_no_milestone(visitor, club):
    assert "No milestone yet" in page(visitor.get("/torsdagsklubben/figures/milestones/"))
