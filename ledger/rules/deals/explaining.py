"""“Hvorfor dette tal?” One sentence, with its arithmetic, for every settled deal, independent of language."""

from collections.abc import Mapping
from types import MappingProxyType

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.telling import Teller
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, join, same

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def sentence(deal: Deal, scoring_table: ScoringRules, settlement: Payout, names: Mapping[str, str] = NO_NAMES) -> Label:
    """Explain how a deal settled: "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller".

    `names` gives each player's name. There is no full stop at the end.
    """
    contract = deal.name(scoring_table)
    if asides := deal.asides(names):
        contract = join([contract, same(" ("), join(asides, ", "), same(")")], "")
    return deal.explain(Teller(contract, scoring_table, settlement, names))
