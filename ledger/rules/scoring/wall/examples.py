"""Worked examples of a scoring table: a few typical deals, settled like any other."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.rules.deals.kinds import Deal, kinds_offered
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.refusal import Refusal

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")
MOST = 3


@dataclass(frozen=True)
class Example:
    """A deal and what it pays; `explaining` says it in words."""

    deal: Deal
    settlement: Payout


def worked_examples(tariff: Tariff, players: Sequence[str] = PLAYERS) -> tuple[Example, ...]:
    """A few deals of the first of `players` that show how a scoring table pays; always the same ones.

    Deals without a price are skipped, so there may be none.
    """
    scoring_table = tariff.scoring_table
    players = players[: max(4, scoring_table.seats.min)]
    deals = (deal for kind in kinds_offered(scoring_table).values() for deal in kind.examples(scoring_table, players))
    examples = (_example(deal, tariff, players) for deal in deals)
    return tuple(example for example in examples if example)[:MOST]


def _example(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Example | None:
    try:
        return Example(deal, settle(deal, tariff, players))
    except Refusal:
        return None  # without a price there is nothing to show
