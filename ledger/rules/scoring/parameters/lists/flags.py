"""`flags`: further facts of a deal that change its price, such as a knock."""

from collections.abc import Mapping

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.lists.kinds_of_cells import CODE_CELL, NAME_CELL
from ledger.rules.scoring.parameters.lists.rows import REPEATED, ListRows, Record
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.site.labels import Label, Phrase, Text
from ledger.rules.site.refusal import Refusal

ROWS = ListRows(
    title=Phrase("Knocks"),
    name=lambda flag, _scoring_table: flag,
    cells=(CODE_CELL, NAME_CELL),
    most=8,
    new_name=Text("Banket", "Knocked"),
    new_facts=lambda _document: {},
)


def _read(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, Label]:
    flags: dict[str, Label] = {}
    for path, row in rows:
        if row["code"] in flags:
            raise Refusal(REPEATED, f"{path}.code", code=row["code"])
        flags[row["code"]] = row["label"]
    return flags


FLAGS = Parameter[Mapping[str, Label]](
    key="flags", title=Phrase("What may be said of a deal"), default={}, read=_read, rows=ROWS
)
