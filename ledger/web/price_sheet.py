"""A scoring table laid out for reading, as the sheet on the wall: rows of prices in integer units."""

from dataclasses import dataclass

from ledger.rules.table import Multiplier, Nolo, RoleRow, Table
from ledger.rules.vocabulary import ATTACHMENTS, TRUMPS, Label


@dataclass(frozen=True)
class NoloRow:
    """A nolo contract with its limits; `extra` is paid for each trick outside them."""

    nolo: Nolo
    made: int | None
    lost: int | None
    extra: int


@dataclass(frozen=True)
class RoleLine:
    """An outcome paid by role: for each number of players, units to the maker's side and to each other."""

    row: RoleRow
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PriceSheet:
    """What the page of a version draws: `levels` are (level, price when made per column), None where missing."""

    levels: tuple[tuple[int, tuple[int | None, ...]], ...]
    nolo: tuple[NoloRow, ...]
    extra_tricks: bool
    role_counts: tuple[int, ...]
    roles: tuple[RoleLine, ...]
    multipliers: tuple[tuple[Label, Label, int], ...]
    extras: tuple[Multiplier, ...]
    chosen: tuple[Label, ...]


def price_sheet(table: Table) -> PriceSheet:
    """A table laid out; prices per opponent, in units of the table."""
    counts = tuple(range(table.seats.min, table.seats.max + 1))
    nolo = tuple(_nolo_row(nolo) for nolo in table.nolo.values())
    return PriceSheet(
        levels=tuple((level, _made(table, level)) for level in table.levels),
        nolo=nolo,
        extra_tricks=any(row.extra for row in nolo),
        role_counts=counts,
        roles=tuple(
            RoleLine(row, tuple((row.maker[count], row.others[count]) for count in counts))
            for row in table.roles.values()
        ),
        multipliers=tuple(
            (_column_label(table, row.when.attachment), TRUMPS[row.when.trump], row.mult)
            for row in table.multipliers
            if row.when.attachment and row.when.trump and not row.label
        ),
        extras=tuple(row for row in table.multipliers if row.label),
        chosen=tuple(
            table.choices[rule][choice] for rule, choice in table.rules.items() if _offered(table, rule, choice)
        ),
    )


def _made(table: Table, level: int) -> tuple[int | None, ...]:
    row = table.prices[level]
    return tuple(price.made if price else None for price in (row[column.code] for column in table.columns))


def _nolo_row(nolo: Nolo) -> NoloRow:
    price = nolo.price
    return NoloRow(nolo, price.made, price.lost, price.off) if price else NoloRow(nolo, None, None, 0)


def _column_label(table: Table, attachment: str) -> Label:
    """How the sheet names an attachment: the column's own name where it has only one."""
    columns = [column for column in table.columns if column.attachment == attachment]
    return columns[0].label if len(columns) == 1 else ATTACHMENTS.get(attachment, columns[0].label)


def _offered(table: Table, rule: str, choice: str) -> bool:
    return choice in table.choices.get(rule, {})
