"""`penalties`: faults and their cost."""

from collections.abc import Iterator, Mapping

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.lists.kinds_of_cells import AMOUNT, CODE_CELL, NAME_CELL
from ledger.rules.scoring.parameters.lists.rows import REPEATED, ListRows, Record, RowCell
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers
from ledger.rules.scoring.scoring_table import Penalty, ScoringRules
from ledger.rules.site.labels import Phrase, Text
from ledger.rules.site.refusal import Refusal, gettext_noop

PENALTY_NOT_ZERO = gettext_noop("A penalty must add up to 0: the offender pays three times what each other gets.")

OFFENDER, EACH_OTHER = Phrase("the offender"), Phrase("each of the others")

ROWS = ListRows(
    title=Phrase("Penalties"),
    cells=(
        CODE_CELL,
        NAME_CELL,
        RowCell("offender", Phrase("The offender"), AMOUNT),
        RowCell("other", Phrase("Each of the others"), AMOUNT),
    ),
    new_name=Text("Straf", "Penalty"),
    new_facts=lambda _document: {"offender": 0, "other": 0},
)


def _read(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, Penalty]:
    penalties: dict[str, Penalty] = {}
    for path, row in rows:
        penalty = Penalty(**row)
        if penalty.offender + 3 * penalty.other:
            raise Refusal(PENALTY_NOT_ZERO, path)
        if penalty.code in penalties:
            raise Refusal(REPEATED, f"{path}.code", code=penalty.code)
        penalties[penalty.code] = penalty
    return penalties


def _prices(penalties: Mapping[str, Penalty], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for row in penalties.values():
        yield f"penalties.{row.code}", row.label, {OFFENDER: row.offender, EACH_OTHER: row.other}


PENALTIES = Parameter[Mapping[str, Penalty]](
    key="penalties", title=ROWS.title, default={}, read=_read, rows=ROWS, prices=_prices
)
