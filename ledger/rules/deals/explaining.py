"""“Hvorfor dette tal?” One sentence and its arithmetic for every settled deal, in Danish or English."""

from collections.abc import Mapping
from types import MappingProxyType

from ledger.rules.deals.danish import Danish
from ledger.rules.deals.english import English
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.scoring.scoring_table import ScoringRules

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def contract_name(deal: Deal, scoring_table: ScoringRules, language: str) -> str:
    """The contract as it is said at the table: "9 vip i 2.", "Sol", "Passet rundt"."""
    return deal.name(scoring_table)[language]


def result_text(deal: Deal, scoring_table: ScoringRules) -> str:
    """How it went, as `Deal.result` says it."""
    return deal.result(scoring_table)


def sentence(
    deal: Deal,
    scoring_table: ScoringRules,
    settlement: Payout,
    language: str = "da",
    names: Mapping[str, str] = NO_NAMES,
) -> str:
    """Say why a deal settled as it did: "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 x 2 = 4 fra hver modspiller".

    `language` is a code such as "da" or "en"; `names` gives the name to say for a player of the deal.
    """
    contract = contract_name(deal, scoring_table, language)
    if asides := deal.asides(language, names):
        contract = f"{contract} ({', '.join(asides)})"
    renderer = Danish if language.startswith("da") else English
    return renderer(scoring_table.unit_denominator, names).sentence(contract, deal.steps(scoring_table, settlement))
