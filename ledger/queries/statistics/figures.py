"""A player's figures in each part and under each contract."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ledger.queries.scoring.versions import rules_of
from ledger.queries.statistics.carried import Derived
from ledger.queries.statistics.played import ADJUSTMENT, parts_of_players, parts_on_contracts
from ledger.queries.statistics.player_counts import PlayedAlike, PlayerCounts
from ledger.rules.deals.kinds import kind_of
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Changed, Label, same

MOST_KEPT = 1000  # players' figures, of some kilobytes


@dataclass(frozen=True)
class Figure:
    """Deals of one sort, or adjustments: how many, how many of them won points, and all their points in integer units.

    `key` is the sort as addresses write it.
    """

    key: str
    deals: int
    won: int
    points: int


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


@lru_cache(maxsize=MOST_KEPT)
def _figures_kept(_place: Hashable) -> Derived[PlayerFigures]:
    return Derived()


def figures_of(*, counts: PlayerCounts) -> PlayerFigures:
    """A player's figures; a query for the names of contracts, where their prices are new to this process."""
    return _figures_kept(counts.place).of(counts.counted, lambda: _find_figures(counts))


def _find_figures(counts: PlayerCounts) -> PlayerFigures:
    rows, with_contracts = counts.alike, parts_on_contracts()
    on_contracts = [row for row in rows if row.part in with_contracts]
    order = list(parts_of_players())
    contracts = _add_up(on_contracts, _contract_key)
    return PlayerFigures(
        parts=sorted(_add_up(rows, lambda row: row.part), key=lambda figure: order.index(figure.key)),
        contracts=sorted(contracts, key=lambda figure: (-figure.points, figure.key)),
        labels=_labels(on_contracts),
    )


def _contract_key(row: PlayedAlike) -> str:
    return contract_key(row.deal_kind, row.contract)


def _add_up(rows: Iterable[PlayedAlike], key: Callable[[PlayedAlike], str]) -> list[Figure]:
    deals, won, points = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        name = key(row)
        deals[name] += row.deals
        won[name] += row.won
        points[name] += row.points
    return [Figure(key=name, deals=deals[name], won=won[name], points=points[name]) for name in deals]


def _labels(rows: Sequence[PlayedAlike]) -> dict[str, Label]:
    """The names of contracts in the newest of the scoring tables that priced them; a query if not all are compiled."""
    newest = {_contract_key(row): row for row in sorted(rows, key=lambda row: row.version)}
    scoring_tables = rules_of({row.version: row.prices for row in newest.values()})
    return {
        key: contract_label(row.deal_kind, row.contract, scoring_tables[row.version]) for key, row in newest.items()
    }


def contract_label(kind: str, code: str, scoring_table: ScoringRules) -> Label:
    """A contract without its level, such as "Vip" or "Sol"; a code that the scoring table lacks is its own label."""
    labels = kind_of({"kind": kind}).contract_labels(scoring_table)
    return Changed(labels.get(code) or same(code or kind), capitalize)


def capitalize(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]
