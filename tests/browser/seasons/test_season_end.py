"""The treasurer closes a season on a phone, sees who won, fetches everything in one file and starts the next."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.browser.conftest import HAND, Site, running_site
from tests.browser.scoring.test_price_list import PAGE_OF_A_PDF
from tests.browser.steps import SAMPLE_CLUB

SEASON = f"{SAMPLE_CLUB}/seasons/13-saeson/"


@pytest.fixture(scope="module")
def season_site(prepared, tmp_path_factory) -> Iterator[Site]:
    """A site of its own, whose sample club's season may be closed."""
    with running_site(prepared.start(tmp_path_factory.mktemp("season"))) as site:
        yield site


def test_a_season_ends_on_its_winners_card(season_site, open_page):
    page = open_page(at=season_site, role="treasurer", **HAND)
    page.goto(f"{SEASON}close/")
    page.get_by_role("button", name="Afslut 13. sæson for altid").tap()
    page.wait_for_url(f"**{SEASON}")

    heading = page.get_by_role("heading", level=1, name="Hans Peder vandt")
    expect(heading).to_be_in_viewport()
    expect(page.locator(".podium")).to_contain_text("Hans Peder")
    assert page.locator(".podium .points").all_inner_texts() == ["+36,25", "+28,25", "+26,25"]
    assert page.locator(".four a").count() == 4
    assert (violations(page, "light", "dark"), sideways(page)) == ([], 0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Alt i én fil").tap()
    assert download.value.suggested_filename == "whistklub-whistklubben-kattens-es-13-saeson.zip"
    page.locator(".fold summary", has_text="Resten af slutstillingen").tap()
    expect(page.get_by_role("cell", name="11", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start 14. sæson").tap()

    expect(page).to_have_url(f"{season_site.url}{SAMPLE_CLUB}/seasons/14-saeson/")


def test_the_annual_report_prints_on_one_page(season_site, open_page):
    page = open_page(at=season_site)
    page.goto(f"{SEASON}review/")

    assert len(PAGE_OF_A_PDF.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 1
