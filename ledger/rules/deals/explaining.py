"""A settled deal in sentences, independent of language: what happened, and the arithmetic behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.telling import Teller
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label
from ledger.rules.site.languages import Catalogue

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def sentence(
    deal: Deal,
    scoring_table: ScoringRules,
    settlement: Payout,
    names: Mapping[str, str] = NO_NAMES,
    *,
    is_played: bool = True,
) -> Label:
    """Tell who did what and who paid: "Lilly meldte sol og tog ikke et stik. De tre andre betalte 1 hver".

    `names` gives each player's name. A deal that is not played yet is told in the present. Of one that is not settled,
    a NO_PAYOUT, the deed alone is told. There is no full stop at the end.
    """
    return deal.sentence(Teller(deal.name(scoring_table), scoring_table, settlement, names, is_played))


def calculation(
    deal: Deal, scoring_table: ScoringRules, settlement: Payout, names: Mapping[str, str] = NO_NAMES
) -> Label:
    """Explain how a deal settled: "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller".

    Its sentence where no price was used. `names` gives each player's name. There is no full stop at the end.
    """
    return deal.explain(Teller(deal.name(scoring_table), scoring_table, settlement, names))


@dataclass(frozen=True, eq=False)
class Told(Label):
    """A label about a deal, with the prices whose contracts it may name, and the players whom it may name.

    So a page can tell the words of the game from the names of players.
    """

    label: Label
    tariff: Tariff
    players: tuple[str, ...]

    def text_by(self, catalogue: Catalogue) -> str:
        return self.label.text_by(catalogue)
