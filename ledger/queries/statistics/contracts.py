"""The contracts that a club plays, for whoever chooses among its deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from ledger.models import Club, ScoringTableVersion
from ledger.queries.statistics.figures import contract_key, contract_label
from ledger.rules.deals.kinds import KINDS
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class ClubContracts:
    """The contracts of a club's scoring tables without their levels, by their keys, and the levels."""

    labels: Mapping[str, Label]
    levels: Sequence[int]


def contracts_of(*, club: Club) -> ClubContracts:
    """The contracts of the newest version of each of a club's scoring tables; one query."""
    newer = ScoringTableVersion.objects.filter(scoring_table=OuterRef("scoring_table"), number__gt=OuterRef("number"))
    newest = ScoringTableVersion.objects.filter(~Exists(newer), scoring_table__club=club).order_by("scoring_table")
    scoring_tables = [version.to_rules() for version in newest]
    return ClubContracts(
        labels={key: label for scoring_table in scoring_tables for key, label in _contracts(scoring_table)},
        levels=sorted({level for scoring_table in scoring_tables for level in scoring_table.levels}),
    )


def _contracts(scoring_table: ScoringRules) -> Iterator[tuple[str, Label]]:
    for kind in KINDS.values():
        for code in kind.contract_codes(scoring_table):
            yield contract_key(kind.kind, code), contract_label(kind.kind, code, scoring_table)
