"""The page's own arithmetic, `payouts.js`, gives what the rules give: for every outcome of every preset."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ledger.models import Player, Seat
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.settling import deal_data, every_deal, settle
from ledger.rules.scoring.document import PRESETS, table_from
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.web.deals.deal_form import DealForm, initial_from
from tests.browser.steps import priced_preset
from tests.rules.deals.test_answers import QUICK

SCRIPTS = Path(__file__).parents[3] / "ledger" / "static" / "ledger" / "deals"
ADDRESS = "http://scripts.example/"
SAMPLE = 200  # of a table's outcomes in the default run; the kinds that have only a few come last
FEW = 6
MOST_AT_ONCE = 20_000
PAY = """
    async ([module, deal, all]) => {
      const { payouts } = await import(module);
      return all.map(answers => {
        const units = payouts({ ...deal, answers });
        return units && deal.players.map(({ id }) => units[id] ?? 0);
      });
    }
"""

LACKS = """
    async ([module, deal]) => {
      const { missing } = await import(module);
      return missing(deal, null, () => []);
    }
"""


@pytest.fixture(scope="module")
def empty_page(chromium: Browser) -> Iterator[Page]:
    """A page with nothing on it, on which the scripts can be imported as they lie in the repository."""
    page = chromium.new_page()
    page.route(f"{ADDRESS}*.js", lambda route: route.fulfill(path=SCRIPTS / route.request.url.rsplit("/", 1)[1]))
    page.route(ADDRESS, lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(ADDRESS)
    yield page
    page.close()


@pytest.mark.parametrize(
    ("code", "most"),
    [*((code, SAMPLE) for code in QUICK), *(pytest.param(code, None, marks=pytest.mark.long) for code in PRESETS)],
)
def test_the_page_pays_what_the_rules_pay(empty_page: Page, code: str, most: int | None) -> None:
    scoring_table = table_from(priced_preset(code))
    tariff = compile_tariff(scoring_table)
    for count in range(scoring_table.seats.min, scoring_table.seats.max + 1):
        players = list("ABCDEF"[:count])
        deals = sample(list(every_deal(scoring_table, players)), most)
        wanted = [[settle(deal, tariff, players).units[player] for player in players] for deal in deals]
        answers = [answers_of(initial_from(deal_data(deal), scoring_table)) for deal in deals]

        paid = payouts(empty_page, page_deal(tariff, players), answers)

        assert [(deal, got, want) for deal, got, want in zip(deals, paid, wanted, strict=True) if got != want] == []


def sample(deals: list[Deal], most: int | None) -> list[Deal]:
    """About so many of them, evenly spread, and the last few; all where no number is given."""
    return [*deals[:: max(1, len(deals) // most)], *deals[-FEW:]] if most else deals


def test_a_kind_that_the_page_cannot_look_up_is_left_to_the_server(empty_page: Page) -> None:
    deal = page_deal(compile_tariff(table_from(priced_preset("esmakker-wikipedia"))), list("ABCD"))
    deal["kinds"]["by_contract"]["lot"] = "lot"
    deal["kinds"]["needed"]["lot"] = []

    answers = [{"contract": "lot", "dealer": "A"}, {"contract": "passed_out", "dealer": "A"}]

    assert payouts(empty_page, deal, answers) == [None, [0, 0, 0, 0]]
    assert empty_page.evaluate(LACKS, [f"{ADDRESS}legality.js", {**deal, "answers": answers[0]}]) is None


def page_deal(tariff: Tariff, players: list[str]) -> dict[str, Any]:
    """What the page knows of a deal before anything is answered."""
    seats = [Seat(player=Player(pk=player, name=player)) for player in players]
    form = DealForm(None, scoring_table=tariff.scoring_table, seats=seats, dealer=players[0])
    return {
        "tariff": {**tariff.as_json(), "seats": tariff.scoring_table.seats.max},
        "kinds": form.kinds(),
        "players": [{"id": player, "name": player} for player in players],
    }


def answers_of(initial: dict[str, Any]) -> dict[str, str]:
    """What a form says by its fields' names: a tick that is set is there, one that is not is missing."""
    filled = {name: value for name, value in initial.items() if value is not False and value is not None}
    return {name: "on" if value is True else value for name, value in filled.items() if name != "sits_out"}


def payouts(page: Page, deal: dict[str, Any], answers: list[dict[str, str]]) -> list[Any]:
    paid = []
    for start in range(0, len(answers), MOST_AT_ONCE):
        paid += page.evaluate(PAY, [f"{ADDRESS}payouts.js", deal, answers[start : start + MOST_AT_ONCE]])
    return paid
