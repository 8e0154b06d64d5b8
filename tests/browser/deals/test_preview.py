"""The live preview shows the server's own numbers: every outcome of every table, and everybody with everybody."""

import random
from itertools import product

import pytest

from ledger.rules.deals.settling import deal_data, every_deal, read_deal, settle
from ledger.rules.scoring.document import GALLERY, SEEDS, table_from
from ledger.rules.scoring.tariff import compile_tariff
from ledger.templatetags.ledger_format import points
from ledger.web.deals.deal_form import initial_from
from tests.browser.steps import ids_at_table, priced_preset

SAY = """
    deals => deals.map(said => {
      const form = document.querySelector("form.deal");
      for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
      for (const [name, value] of Object.entries(said)) {
        const field = form.querySelector(`[name=${name}][value="${value}"]`) ?? form.querySelector(`[name=${name}]`);
        if (!field) continue;
        if (field.type === "checkbox") field.checked = value;
        else if (field.type === "radio") field.checked = true;
        else field.value = value;
      }
      form.dispatchEvent(new Event("input"));
      return [...form.querySelectorAll(".preview .points")].map(cell => cell.textContent);
    })
"""

MOST_OF_THE_GALLERY = 200

GALLERY_CODES = ["pywhist", "whist2", "whist-scoreboard"]
CODES = [*SEEDS, *GALLERY_CODES]
# The deals come in order: of every eleventh outcome there is still each bid and each number of tricks, of every
# seventeenth of those by everybody each cell and each pair of players.
QUICK = {"call-ace-whist": 11, "esmakker-wikipedia": 11, "dansk-whist": 1, "call-ace-euchre": 1}
PAIRS = 17
WHOLE = [code for code in CODES if QUICK.get(code) != 1]
FOUR_AT_TABLE = ["esmakker-wikipedia", "call-ace-whist", "whistklubben"]
OFF = (-13, -4, -2, -1, 0, 1, 2, 6)  # how many tricks more than bid


def pay(table, tariff, players, deal):
    """What the server's own settlement looks like on a Danish page."""
    units = settle(read_deal(deal, table, players), tariff, players).units
    assert table.zero_sum is False or sum(units.values()) == 0
    in_play = players[-table.seats.max :] if "dealer" in deal else players
    return [points(units[player], table.unit_denominator) for player in in_play]


def deals_of(table, players):
    """Every outcome of a table, as deals by those who do not sit out; the first seat deals.

    Two on a nolo pay by two look-ups of their own, so a handful of results for the second will do, and of a table of
    the gallery some outcomes drawn once and for all.
    """
    in_play = players[-table.seats.max :]
    deals = [deal_data(deal) for deal in every_deal(table, in_play)]
    few = [
        deal for deal in deals if all(participant["tricks"] <= 2 for participant in deal.get("participants", [])[1:])
    ]
    if table.code in GALLERY:
        few = random.Random(table.code).sample(few, min(len(few), MOST_OF_THE_GALLERY))
    return [{**deal, "dealer": players[0]} for deal in few]


def seats(table):
    return 5 if table.partner == "called" else 4


@pytest.mark.parametrize(
    ("code", "step"),
    [*QUICK.items(), *(pytest.param(code, 1, marks=pytest.mark.long) for code in WHOLE)],
)
def test_the_preview_shows_what_the_server_would_pay(site, open_page, evenings, code, step):
    scoring_table = table_from(priced_preset(code))
    page = open_page(role="secretary")
    page.goto(evenings.at(code, seats(scoring_table)))
    players = list(ids_at_table(page).values())
    every = deals_of(scoring_table, players)
    deals = [*every[::step], *every[-step:]]  # the last are of kinds that have but one outcome

    previews = page.evaluate(SAY, [initial_from(deal, scoring_table) for deal in deals])

    differing = differences(scoring_table, players, deals, previews)
    assert differing == []


def differences(table, players, deals, previews):
    """The deals of which the page shows something else than the server would pay, with what it shows."""
    tariff = compile_tariff(table)
    wanted = [pay(table, tariff, players, deal) for deal in deals]
    return [(deal, seen) for deal, seen, want in zip(deals, previews, wanted, strict=True) if seen != want]


def everybody_with_everybody(table, players, off):
    """Every cell of a table, so many tricks off the contract, declared by each with each, alone, and with the cat."""
    for level, column in product(table.levels, table.columns):
        for declarer, partner in product(players, [*players, "cat"]):
            alone = {declarer: "self_called", "cat": "ace_in_cat"}.get(partner)
            with_whom = {"partner": None, "alone": alone} if alone else {"partner": partner}
            if column.alone == "forced":
                with_whom = {"partner": None, "alone": "declared"}
            tricks = {"level": level, "tricks": min(max(level + off, 0), column.tricks_played)}
            turn = {"vip_turn": column.vip_turn} if column.vip_turn else {}
            yield {
                "kind": "trick",
                "attachment": column.attachment,
                "declarer": declarer,
                **tricks,
                **turn,
                **with_whom,
            }


@pytest.mark.parametrize(
    ("code", "off", "step"),
    [
        (FOUR_AT_TABLE[0], -1, PAIRS),
        *(pytest.param(code, off, 1, marks=pytest.mark.long) for code in FOUR_AT_TABLE for off in OFF),
    ],
)
def test_everybody_may_declare_with_everybody(open_page, evenings, code, off, step):
    scoring_table = table_from(priced_preset(code))
    page = open_page(role="secretary")
    page.goto(evenings.at(code, 4))
    players = list(ids_at_table(page).values())
    tried = list(everybody_with_everybody(scoring_table, players, off))[::step]
    deals = [{**deal, "dealer": players[0]} for deal in tried]

    previews = page.evaluate(SAY, [initial_from(deal, scoring_table) for deal in deals])

    assert differences(scoring_table, players, deals, previews) == []
