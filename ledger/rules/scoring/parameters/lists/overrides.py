"""`overrides`: single amounts that replace those computed from the sheet's cells."""

from collections.abc import Iterator, Mapping

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices, Document
from ledger.rules.scoring.parameters.lists.kinds_of_cells import AMOUNT, TRICKS, code_of
from ledger.rules.scoring.parameters.lists.rows import REPEATED, CellKind, ListRows, Record, RowCell
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Phrase, fill, same
from ledger.rules.site.refusal import Refusal

Overrides = Mapping[tuple[int, str, int], int]

FROM_EACH = Phrase("from each opponent")
PLACE = Phrase("%(level)s %(column)s with %(tricks)s tricks")


def _levels(document: Document) -> Choices:
    return {level: same(level) for level in sorted(document.get("values", {}), key=str)}


def _read_level(value: object, field: str, context: Context) -> int:
    """A level of the table, 9 or "9"."""
    levels = sorted(map(int, context.document.get("values", {})))
    if type(value) is int and value in levels:
        return value
    return int(fields.one_of(value, field, map(str, levels)))


LEVEL = CellKind(
    "whole",
    _read_level,
    _levels,
)


def _new_facts(document: Document) -> Record:
    level = next(iter(document.get("values", {})), "7")
    return {"level": int(level) if level.isdecimal() else 7, "tricks": 13, "amount": 0}


ROWS = ListRows(
    title=Phrase("Single amounts"),
    cells=(
        RowCell("level", Phrase("Level"), LEVEL),
        RowCell("column", Phrase("Column (empty: all)"), code_of("columns"), is_required=False),
        RowCell("tricks", Phrase("Tricks"), TRICKS),
        RowCell("amount", Phrase("Amount"), AMOUNT),
    ),
    most=1000,
    new_facts=_new_facts,
)


def _read(rows: list[tuple[str, Record]], context: Context) -> Overrides:
    overrides: dict[tuple[int, str, int], int] = {}
    codes = [column["code"] for column in context.document.get("columns", [])]
    for path, row in rows:
        for code in [row["column"]] if "column" in row else codes:
            place = (row["level"], code, row["tricks"])
            if place in overrides:
                raise Refusal(REPEATED, path, code="{} {}, {}".format(*place))
            overrides[place] = row["amount"]
    return overrides


def _prices(overrides: Overrides, scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    labels = {column.code: column.label for column in scoring_table.columns}
    for (level, code, tricks), amount in overrides.items():
        label = fill(PLACE, level=level, column=labels[code], tricks=tricks)
        yield f"overrides.{level}.{code}.{tricks}", label, {FROM_EACH: amount}


OVERRIDES = Parameter[Overrides](key="overrides", title=ROWS.title, default={}, read=_read, rows=ROWS, prices=_prices)
