"""A scoring table laid out for reading, as the sheet on the wall: its ladder, its prices, its rules and examples."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.rules.deals.explaining import calculation, sentence
from ledger.rules.scoring.editor.cells import Cell, four_numbers, wall_cells
from ledger.rules.scoring.scoring_table import Column, Nolo, Price, RoleRow, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.wall.examples import Example, worked_examples
from ledger.rules.scoring.wall.ladder_words import ladder_steps, ladder_words
from ledger.rules.scoring.wall.words import rules_in_words
from ledger.rules.site.labels import Label
from ledger.rules.site.points import decimals_of

Shown = int | Label | None  # a value in units, four numbers as text, or nothing typed yet


@dataclass(frozen=True)
class NoloRow:
    """A nolo contract with its limits; `extra` is paid for each trick outside them."""

    nolo: Nolo
    made: int | None
    lost: int | None
    extra: int


@dataclass(frozen=True)
class RoleOnSheet:
    """An outcome paid by role: for each number of players, units to the maker's side and to each other."""

    row: RoleRow
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ExampleOnSheet:
    """A worked example: what happens, its arithmetic, and the units of each player; `house` where it takes part."""

    sentence: Label
    calculation: Label
    points: tuple[tuple[str, int], ...]
    house: int


@dataclass(frozen=True)
class Level:
    """A row of the sheet: its prices, each with its column and the most decimals there, and the most in the row."""

    level: int
    prices: tuple[tuple[Column, Shown, int], ...]
    decimals: int


@dataclass(frozen=True)
class PriceSheet:
    """What the price list of a version draws.

    `nolo_decimals` is the most that any of the nolo contracts' prices has.
    """

    ladder: tuple[Label, ...]
    ladder_words: tuple[Label, ...]
    levels: tuple[Level, ...]
    nolo: tuple[NoloRow, ...]
    nolo_decimals: int
    extra_tricks: bool
    role_counts: tuple[int, ...]
    roles: tuple[RoleOnSheet, ...]
    words: tuple[Label, ...]
    examples: tuple[ExampleOnSheet, ...]


def price_sheet(tariff: Tariff) -> PriceSheet:
    """A table laid out; amounts in units of the table."""
    scoring_table = tariff.scoring_table
    counts = tuple(range(scoring_table.seats.min, scoring_table.seats.max + 1))
    nolo = tuple(_nolo_row(nolo) for nolo in scoring_table.nolo.values())
    return PriceSheet(
        ladder=ladder_steps(scoring_table),
        ladder_words=ladder_words(scoring_table),
        levels=_levels(scoring_table),
        nolo=nolo,
        nolo_decimals=_decimals([price for row in nolo for price in (row.made, row.lost, row.extra)], scoring_table),
        extra_tricks=any(row.extra for row in nolo),
        role_counts=counts,
        roles=tuple(
            RoleOnSheet(row, tuple((row.maker[count], row.others[count]) for count in counts))
            for row in scoring_table.roles.values()
        ),
        words=rules_in_words(scoring_table),
        examples=tuple(_example(example, scoring_table) for example in worked_examples(tariff)),
    )


def _levels(scoring_table: ScoringRules) -> tuple[Level, ...]:
    unit = scoring_table.unit_denominator
    levels = wall_cells(scoring_table)
    rows = [[_wall_cell(cell, unit) for cell in row.values()] for row in levels.values()]
    decimals = [_decimals(column, scoring_table) for column in zip(*rows, strict=True)]
    return tuple(
        Level(level, tuple(zip(scoring_table.columns, row, decimals, strict=True)), _decimals(row, scoring_table))
        for level, row in zip(levels, rows, strict=True)
    )


def _decimals(prices: Iterable[Shown], scoring_table: ScoringRules) -> int:
    return decimals_of([price for price in prices if isinstance(price, int)], scoring_table.unit_denominator)


def _wall_cell(cell: Cell, unit: int) -> Shown:
    return four_numbers(cell, unit) if isinstance(cell, Price) else cell


def _nolo_row(nolo: Nolo) -> NoloRow:
    price = nolo.price
    return NoloRow(nolo, price.made, price.lost, price.off) if price else NoloRow(nolo, None, None, 0)


def _example(example: Example, scoring_table: ScoringRules) -> ExampleOnSheet:
    deal, settlement = example.deal, example.settlement
    return ExampleOnSheet(
        sentence=sentence(deal, scoring_table, settlement, is_played=False),
        calculation=calculation(deal, scoring_table, settlement),
        points=tuple(settlement.units.items()),
        house=settlement.house,
    )
