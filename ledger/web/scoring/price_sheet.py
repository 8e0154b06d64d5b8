"""A scoring table laid out for reading, as the sheet on the wall: its ladder, its prices, its rules and examples."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from ledger.rules.deals.settling import calculation, sentence
from ledger.rules.scoring.ladder import ladder_steps, ladder_words
from ledger.rules.scoring.scoring_table import Column, Nolo, Price, RoleRow, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.wall.sheet import (
    PLAYERS,
    Cell,
    four_numbers,
    multiplier_words,
    rules_in_words,
    wall_cells,
    worked_examples,
)
from ledger.rules.site.labels import Label, enumeration
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_labels import label_text

Shown = int | Label | None  # a value in units, four numbers as text, or nothing typed yet
NO_ATTACHMENT = ("plain", "vip")


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
    """A worked example: what happens, and its arithmetic."""

    sentence: Label
    calculation: Label


@dataclass(frozen=True)
class PricedAlike:
    """Columns that cost the same at every level: they stand as one. `prices` are from the lowest level on."""

    columns: list[Column]
    prices: tuple[Shown, ...]

    @property
    def attachments(self) -> list[Label]:
        """The names of the attachments among them."""
        return [column.label for column in self.columns if column.attachment not in NO_ATTACHMENT]

    def heading(self, *, is_collected: bool) -> str:
        """Their names; if `is_collected`, with one word for all the attachments: "Attachments, vip 1"."""
        names = [column.label for column in self.columns]
        if not is_collected:
            return ", ".join(map(label_text, names))
        others = [label_text(name).lower() for name in names if name not in self.attachments]
        return ", ".join([gettext("Attachments"), *others])


@dataclass(frozen=True)
class Level:
    """A row of the sheet: its prices, each with its heading and the most decimals there, and the most in the row."""

    level: int
    prices: tuple[tuple[str, Shown, int], ...]
    decimals: int


@dataclass(frozen=True)
class PriceSheet:
    """What the price list of a version draws.

    `attachments` names those that stand under one word; empty where each has its name. `multipliers` are sentences on
    what makes a price of `levels` count several times.
    `nolo_decimals` is the most that any of the nolo contracts' prices has.
    """

    ladder: tuple[Label, ...]
    ladder_words: tuple[Label, ...]
    attachments: str
    levels: tuple[Level, ...]
    multipliers: tuple[Label, ...]
    nolo: tuple[NoloRow, ...]
    nolo_decimals: int
    extra_tricks: bool
    has_losses: bool
    role_counts: tuple[int, ...]
    roles: tuple[RoleOnSheet, ...]
    words: tuple[Label, ...]
    examples: tuple[ExampleOnSheet, ...]


def price_sheet(tariff: Tariff, names: Sequence[str] = ()) -> PriceSheet:
    """A table laid out, with examples of these players; amounts in units of the table."""
    scoring_table = tariff.scoring_table
    counts = tuple(range(scoring_table.seats.min, scoring_table.seats.max + 1))
    nolo = tuple(_nolo_row(nolo) for nolo in scoring_table.nolo.values())
    columns = _priced_alike(scoring_table)
    collected = [column for column in columns if len(column.attachments) > 1]
    if len(collected) > 1:  # one word cannot stand for both
        collected = []
    headings = tuple(column.heading(is_collected=column in collected) for column in columns)
    return PriceSheet(
        ladder=ladder_steps(scoring_table),
        ladder_words=ladder_words(scoring_table),
        attachments=label_text(enumeration(collected[0].attachments)).lower() if collected else "",
        levels=_levels(scoring_table, columns, headings),
        multipliers=tuple(multiplier_words(scoring_table)),
        nolo=nolo,
        nolo_decimals=_decimals([price for row in nolo for price in (row.made, row.lost, row.extra)], scoring_table),
        extra_tricks=any(row.extra for row in nolo),
        has_losses=any(row.lost != row.made for row in nolo),
        role_counts=counts,
        roles=tuple(
            RoleOnSheet(row, tuple((row.maker[count], row.others[count]) for count in counts))
            for row in scoring_table.roles.values()
        ),
        words=rules_in_words(scoring_table),
        examples=tuple(
            ExampleOnSheet(
                sentence=sentence(example.deal, scoring_table, example.settlement, is_played=False),
                calculation=calculation(example.deal, scoring_table, example.settlement),
            )
            for example in worked_examples(tariff, list(dict.fromkeys([*names, *PLAYERS])))
        ),
    )


def _priced_alike(scoring_table: ScoringRules) -> list[PricedAlike]:
    """The columns, from left to right; where a price is missing, a column stands by itself."""
    unit = scoring_table.unit_denominator
    rows = [[_wall_cell(cell, unit) for cell in row.values()] for row in wall_cells(scoring_table).values()]
    alike: list[PricedAlike] = []
    for column, *prices in zip(scoring_table.columns, *rows, strict=bool(rows)):
        same = next((other for other in alike if other.prices == tuple(prices) and None not in prices), None)
        if same:
            same.columns.append(column)
        else:
            alike.append(PricedAlike([column], tuple(prices)))
    return alike


def _levels(scoring_table: ScoringRules, columns: Sequence[PricedAlike], headings: Sequence[str]) -> tuple[Level, ...]:
    decimals = [_decimals(column.prices, scoring_table) for column in columns]
    rows = zip(*[column.prices for column in columns], strict=True)
    return tuple(
        Level(level, tuple(zip(headings, row, decimals, strict=True)), _decimals(row, scoring_table))
        for level, row in zip(scoring_table.prices, rows, strict=True)
    )


def _decimals(prices: Iterable[Shown], scoring_table: ScoringRules) -> int:
    return decimals_of([price for price in prices if isinstance(price, int)], scoring_table.unit_denominator)


def _wall_cell(cell: Cell, unit: int) -> Shown:
    return four_numbers(cell, unit) if isinstance(cell, Price) else cell


def _nolo_row(nolo: Nolo) -> NoloRow:
    price = nolo.price
    return NoloRow(nolo, price.made, price.lost, price.off) if price else NoloRow(nolo, None, None, 0)
