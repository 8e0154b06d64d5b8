"""A player's figures in each part and under each contract."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import Count, Max, Q, Sum

from ledger.models import ScoringTableVersion
from ledger.queries.scoring.versions import rules_of
from ledger.queries.statistics.played import (
    PlayedDeals,
    in_common_unit,
    parts_of_players,
    parts_on_contracts,
)
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


@dataclass(frozen=True)
class PlayerFigures:
    """A player's figures in each part, in the order of the page, and under each contract, the best first."""

    parts: Sequence[Figure]
    contracts: Sequence[Figure]
    labels: dict[str, Label]


def contract_key(kind: str, code: str) -> str:
    """A contract as addresses write it: "nolo.sol", "trick.vip", "pair_book."."""
    return f"{kind}.{code}"


def figures_of(*, played: PlayedDeals) -> PlayerFigures:
    """A player's figures; one query, and others for the names of contracts."""
    alike = played.postings.values("part", "contract_kind", "code").annotate(
        deals=Count("pk"),
        won=Count("pk", filter=Q(points__gt=0)),
        units=Sum(in_common_unit("points", played.counted_seasons)),
        version=Max("entry__table_version"),
    )
    rows, with_contracts, order = list(alike), parts_on_contracts(), list(parts_of_players())
    on_contracts = [row for row in rows if row["part"] in with_contracts]
    contracts = _add_up(on_contracts, key_of_row)
    return PlayerFigures(
        parts=sorted(_add_up(rows, itemgetter("part")), key=lambda figure: order.index(figure.key)),
        contracts=sorted(contracts, key=lambda figure: (-figure.points, figure.key)),
        labels=labels_of(on_contracts),
    )


def key_of_row(row: Mapping[str, Any]) -> str:
    """The key of the contract of a row that has a `contract_kind` and a `code`."""
    return contract_key(row["contract_kind"], row["code"])


def _add_up(rows: Iterable[Mapping[str, Any]], key: Callable[[Mapping[str, Any]], str]) -> list[Figure]:
    sums: dict[str, Figure] = {}
    for row in rows:
        before = sums.get(key(row), Figure(key(row), 0, 0, 0))
        deals, won, points = before.deals + row["deals"], before.won + row["won"], before.points + row["units"]
        sums[before.key] = Figure(before.key, deals, won, points)
    return list(sums.values())


def labels_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Label]:
    """The names of contracts, by their keys, in the newest of the scoring tables that priced them."""
    newest: dict[str, Mapping[str, Any]] = {}
    for row in sorted(rows, key=itemgetter("version")):
        newest[key_of_row(row)] = row
    versions = ScoringTableVersion.objects.filter(pk__in={row["version"] for row in newest.values()})
    rules = rules_of(dict(versions.values_list("pk", "digest")))
    return {
        key: contract_label(row["contract_kind"], row["code"], rules[row["version"]]) for key, row in newest.items()
    }


def contract_label(kind: str, code: str, scoring_table: ScoringRules) -> Label:
    """A contract without its level, such as "Vip" or "Sol"; a code that the scoring table lacks is its own label."""
    labels = kind_of({"kind": kind}).contract_labels(scoring_table)
    return Changed(labels.get(code) or same(code or kind), capitalize)


def capitalize(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]
