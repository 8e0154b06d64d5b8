"""“Hvorfor dette tal?” One sentence and its arithmetic for every settled deal, in Danish or English."""

from collections.abc import Mapping
from types import MappingProxyType

from ledger.rules.deals.danish import Danish
from ledger.rules.deals.english import English
from ledger.rules.deals.naming import contract_name, result_text, said_beside
from ledger.rules.deals.reading import Deal
from ledger.rules.deals.settling import Payout
from ledger.rules.deals.steps import explain
from ledger.rules.scoring.scoring_table import ScoringRules

__all__ = ["contract_name", "explain", "result_text", "sentence"]

NO_NAMES: Mapping[str, str] = MappingProxyType({})


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
    if beside := said_beside(deal, language, names):
        contract = f"{contract} ({', '.join(beside)})"
    renderer = Danish if language.startswith("da") else English
    return renderer(scoring_table.unit_denominator, names).sentence(contract, explain(deal, scoring_table, settlement))
