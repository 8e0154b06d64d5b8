"""`roles`: the outcomes of a game paid by role; the house pays."""

from collections.abc import Iterator, Mapping

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices, Document, Heading
from ledger.rules.scoring.parameters.lists.kinds_of_cells import CODE_CELL, NAME_CELL, PRICE, choice
from ledger.rules.scoring.parameters.lists.nolo import SIDES as NOLO_SIDES
from ledger.rules.scoring.parameters.lists.rows import CellKind, ListRows, Record, RowCell, refuse_repeats
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers, Units
from ledger.rules.scoring.scoring_table import RoleRow, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import Phrase, fill

FEWEST, MOST = 3, 8

SIDES: Choices = {**NOLO_SIDES, "any": Phrase("either")}
MAKER = Phrase("declarer's side, %(count)s players")
OTHERS = Phrase("the others, %(count)s players")


def _read_by_players(value: object, field: str, context: Context) -> Mapping[int, int]:
    seats = context.document["seats"]
    counts = range(seats["min"], seats["max"] + 1)
    given = fields.record(value, field, required=[str(count) for count in counts])
    return {count: context.units(given[str(count)], inside(field, count)) for count in counts}


def _columns_by_players(cell: RowCell, document: Document) -> Iterator[Heading]:
    seats = document.get("seats", {})
    # A draft may have anything in place of a number.
    low, high = (seats.get(end) if type(seats.get(end)) is int else 4 for end in ("min", "max"))
    for count in range(max(low, FEWEST), min(high, MOST) + 1):
        yield Heading(f"{cell.key}.{count}", fill(cell.label, count=count), PRICE.text)


BY_PLAYERS = CellKind(
    PRICE.text,
    _read_by_players,
    columns=_columns_by_players,
)

ROWS = ListRows(
    title=Phrase("Outcomes"),
    cells=(
        CODE_CELL,
        NAME_CELL,
        RowCell("side", Phrase("Played"), choice(SIDES)),
        RowCell("maker", Phrase("Declarer's side, %(count)s"), BY_PLAYERS),
        RowCell("others", Phrase("The others, %(count)s"), BY_PLAYERS),
    ),
)


def _read(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, RoleRow]:
    roles = [RoleRow(**row) for _path, row in rows]
    refuse_repeats([role.code for role in roles], "roles")
    return {role.code: role for role in roles}


def _prices(roles: Mapping[str, RoleRow], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for row in roles.values():
        maker: Units = {fill(MAKER, count=count): units for count, units in row.maker.items()}
        others: Units = {fill(OTHERS, count=count): units for count, units in row.others.items()}
        yield f"roles.{row.code}", row.label, {**maker, **others}


ROLES = Parameter[Mapping[str, RoleRow]](
    key="roles", title=ROWS.title, default={}, read=_read, rows=ROWS, prices=_prices
)
