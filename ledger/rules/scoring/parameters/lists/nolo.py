"""`nolo`: the contracts to take few tricks."""

from collections.abc import Iterator, Mapping

from ledger.rules.scoring.parameters.chosen_rules import NOLO_LOST, Value
from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices
from ledger.rules.scoring.parameters.lists.kinds_of_cells import CODE_CELL, NAME_CELL, PRICE, TRICKS, choice
from ledger.rules.scoring.parameters.lists.rows import CellKind, ListRows, Record, RowCell, refuse_repeats
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers, Units
from ledger.rules.scoring.scoring_table import Nolo, NoloPrice, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, Text, join, same

SIDES: Choices = {"alone": Phrase("alone"), "pair": Phrase("as a pair")}

# A price is read with its contract's code known, by which its place is called: "nolo.sol.made".
PRICE_OF_A_CONTRACT = CellKind(PRICE.text, lambda value, _field, _context: value)

MADE, LESS = Phrase("made", "a contract"), Phrase("per trick below")
LOST, OFF = Phrase("lost"), Phrase("per trick outside")


def _price_cell(key: str, label: Phrase, *, is_required: bool = False) -> RowCell:
    return RowCell(key, label, PRICE_OF_A_CONTRACT, is_required, may_be_null=True)


def _limits(nolo: Nolo, _scoring_table: ScoringRules) -> Label:
    low, high = nolo.min_tricks, nolo.max_tricks
    return join([nolo.label, same(str(low) if low == high else f"{low}–{high}")], " ")


NOLO_ROWS = ListRows(
    title=Phrase("Nolo"),
    name=_limits,
    cells=(
        CODE_CELL,
        NAME_CELL,
        RowCell("min_tricks", Phrase("Fewest tricks"), TRICKS, is_required=False),
        RowCell("max_tricks", Phrase("Most tricks"), TRICKS),
        RowCell("side", Phrase("Played"), choice(SIDES)),
        _price_cell("made", Phrase("Made", "a contract"), is_required=True),
        _price_cell("less", Phrase("Per trick below")),
        _price_cell("lost", Phrase("Lost")),
        _price_cell("off", Phrase("Per trick beyond")),
    ),
    new_name=Text("Ny nolo", "New nolo"),
    new_facts=lambda _document: {"max_tricks": 0, "side": "alone", "made": None},
)


def nolo_price(parts: Mapping[str, int], nolo_lost: str) -> NoloPrice:
    """The four numbers of a nolo contract: those given, in units, and the rest by the named rule."""
    made = parts["made"]
    lost, off = NOLO_LOST.numbers(nolo_lost, Value(made))
    return NoloPrice(made, parts.get("less", 0), parts.get("lost", lost), parts.get("off", off))


def _read(rows: list[tuple[str, Record]], context: Context) -> Mapping[str, Nolo]:
    contracts = [_contract(path, row, context) for path, row in rows]
    refuse_repeats([nolo.code for nolo in contracts], "nolo")
    return {nolo.code: nolo for nolo in contracts}


def _contract(path: str, row: Record, context: Context) -> Nolo:
    most = row["max_tricks"]
    least = fields.integer(row.get("min_tricks", 0), f"{path}.min_tricks", 0, most)
    if most == 1 and context.rules.get("sol") == "exactly_one":
        least = 1
    facts = {key: value for key, value in row.items() if key not in ("made", "less", "lost", "off")}
    return Nolo(**{**facts, "min_tricks": least}, price=_price(row, context))


def _price(row: Record, context: Context) -> NoloPrice | None:
    typed = {
        part: context.price(f"nolo.{row['code']}.{part}", context.units, row[part])
        for part in ("made", "less", "lost", "off")
        if row.get(part) is not None
    }
    parts = {part: units for part, units in typed.items() if units is not None}
    return nolo_price(parts, context.rule("nolo_lost")) if "made" in parts else None


def _prices(contracts: Mapping[str, Nolo], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for nolo in contracts.values():
        price = nolo.price
        units: Units = {MADE: price.made, LESS: price.less, LOST: price.lost, OFF: price.off} if price else {}
        yield f"nolo.{nolo.code}", nolo.label, units


NOLO = Parameter[Mapping[str, Nolo]](
    key="nolo", title=Phrase("Tricks allowed on nolo"), default={}, read=_read, rows=NOLO_ROWS, prices=_prices
)
