"""A player's figures in each part and under each contract."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Max, Q, Sum

from ledger.models import ScoringTableVersion
from ledger.queries.statistics.played import ADJUSTMENT, PlayedDeals, parts_of_players, parts_on_contracts
from ledger.rules.deals.kinds import kind_of
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Changed, Label, same


@dataclass(frozen=True)
class Figure:
    """Deals of one sort, or adjustments: how many, how many of them won points, and all their points in integer units.

    `key` is the sort as addresses write it.
    """

    key: str
    deals: int
    won: int
    points: int


class _Group(NamedTuple):
    """The deals of a player in one part under one contract, as the database adds them up."""

    part: str
    deal_kind: str
    contract: str
    deals: int
    won: int
    points: int
    version: int

    @property
    def contract_key(self) -> str:
        return contract_key(self.deal_kind, self.contract)


@dataclass(frozen=True)
class PlayerFigures:
    """A player's figures in each part, in the order of the page, and under each contract, the best first."""

    parts: Sequence[Figure]
    contracts: Sequence[Figure]
    labels: dict[str, Label]

    @property
    def deals(self) -> int:
        """The number of deals that the player took part in."""
        return sum(figure.deals for figure in self.parts if figure.key != ADJUSTMENT)

    @property
    def points(self) -> int:
        """The player's points in all, adjustments included."""
        return sum(figure.points for figure in self.parts)


def contract_key(kind: str, code: str) -> str:
    """A contract as addresses write it: "nolo.sol", "trick.vip", "pair_book."."""
    return f"{kind}.{code}"


def figures_of(*, played: PlayedDeals) -> PlayerFigures:
    """A player's figures; two queries."""
    groups = played.postings.values_list("part", "deal_kind", "contract").annotate(
        deals=Count("pk"),
        won=Count("pk", filter=Q(points__gt=0)),
        sum=Sum(played.units("points")),
        # The newest version among them names the contract.
        version=Max("entry__table_version_id"),
    )
    rows = [_Group(*group) for group in groups]
    on_contracts = [row for row in rows if row.part in parts_on_contracts()]
    order = list(parts_of_players())
    contracts = _add_up(on_contracts, lambda row: row.contract_key)
    return PlayerFigures(
        parts=sorted(_add_up(rows, lambda row: row.part), key=lambda figure: order.index(figure.key)),
        contracts=sorted(contracts, key=lambda figure: (-figure.points, figure.key)),
        labels=_labels(on_contracts),
    )


def _add_up(rows: Iterable[_Group], key: Callable[[_Group], str]) -> list[Figure]:
    return [
        Figure(
            key=name,
            deals=sum(row.deals for row in alike),
            won=sum(row.won for row in alike),
            points=sum(row.points for row in alike),
        )
        for name, alike in ((name, list(group)) for name, group in groupby(sorted(rows, key=key), key))
    ]


def _labels(rows: Sequence[_Group]) -> dict[str, Label]:
    """The names of contracts in the newest of the scoring tables that priced them; at most one query."""
    newest = {row.contract_key: row for row in sorted(rows, key=lambda row: row.version)}
    versions = ScoringTableVersion.objects.defer("document").in_bulk({row.version for row in newest.values()})
    return {
        key: contract_label(row.deal_kind, row.contract, versions[row.version].to_rules())
        for key, row in newest.items()
    }


def contract_label(kind: str, code: str, scoring_table: ScoringRules) -> Label:
    """A contract without its level, such as "Vip" or "Sol"; a code that the scoring table lacks is its own label."""
    labels = kind_of({"kind": kind}).contract_labels(scoring_table)
    return Changed(labels.get(code) or same(code or kind), capitalize)


def capitalize(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]
