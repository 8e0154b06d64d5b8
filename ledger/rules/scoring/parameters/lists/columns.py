"""`columns`: the columns of the sheet: an attachment, and how it is played."""

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Choices
from ledger.rules.scoring.parameters.lists.kinds_of_cells import CODE, CODE_CELL, NAME_CELL, choice
from ledger.rules.scoring.parameters.lists.rows import CellKind, ListRows, Record, RowCell, refuse_repeats
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import Column
from ledger.rules.scoring.vocabulary import ATTACHMENTS, TRUMPS, VIP_TURNS
from ledger.rules.site import fields
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop

MOST_PARTS = 4

TURN_WITHOUT_VIP = gettext_noop("Only a column where trump is turned has a turn.")

COLUMN_TRUMP: Choices = {
    "chosen": Phrase("chosen"),
    "clubs": TRUMPS["clubs"],
    "spades": TRUMPS["spades"],
    "none": TRUMPS["none"],
    "turned": Phrase("turned"),
}
COLUMN_ALONE: Choices = {"possible": Phrase("possible"), "forced": Phrase("always"), "never": Phrase("never")}
TURNS: Choices = {str(turn): fill(Phrase("turn %(turn)s"), turn=turn) for turn in VIP_TURNS}
TRUMP_IN_BRIEF = {**TRUMPS, "chosen": Phrase("trump chosen"), "turned": Phrase("trump turned")}
ALONE_IN_BRIEF = {
    "never": Phrase("never alone"),
    "possible": Phrase("with a partner or alone"),
    "forced": Phrase("always alone"),
}

TURN = CellKind(
    "whole",
    lambda value, field, _context: fields.integer(value, field, 1, max(VIP_TURNS)),
    lambda _document: TURNS,
)
ATTACHMENT = CellKind("choice", CODE.read, lambda _document: ATTACHMENTS)


def _read_tricks_played(value: object, field: str, context: Context) -> int:
    return fields.integer(value, field, 1, context.tricks)


def _read_parts(value: object, field: str, _context: Context) -> tuple[str, ...]:
    return tuple(fields.code(part, field) for part in fields.sequence(value, field, 0, MOST_PARTS))


COLUMN_ROWS = ListRows(
    title=Phrase("Columns"),
    name=lambda column, _scoring_table: column.label,
    cells=(
        CODE_CELL,
        RowCell("attachment", Phrase("Attachment"), ATTACHMENT, is_hidden=True),
        RowCell("vip_turn", Phrase("Vip turn"), TURN, may_be_null=True, is_hidden=True),
        NAME_CELL,
        RowCell("trump", Phrase("Trump"), choice(COLUMN_TRUMP), brief=TRUMP_IN_BRIEF.get),
        RowCell("alone", Phrase("Alone"), choice(COLUMN_ALONE), brief=ALONE_IN_BRIEF.get),
        RowCell(
            "tricks_played",
            Phrase("Tricks played"),
            CellKind("whole", _read_tricks_played),
            is_required=False,
            is_hidden=True,
            brief=lambda tricks: fill(Phrase("%(count)s tricks"), count=tricks),
        ),
        RowCell(
            "parts",
            Phrase("Made up of"),
            CellKind("codes", _read_parts),
            is_required=False,
            is_hidden=True,
        ),
    ),
)


def _read(rows: list[tuple[str, Record]], context: Context) -> tuple[Column, ...]:
    columns = tuple(_column(path, row, context) for path, row in rows)
    refuse_repeats([column.code for column in columns], "columns")
    refuse_repeats([f"{column.attachment} {column.vip_turn}" for column in columns], "columns")
    return columns


def _column(path: str, row: Record, context: Context) -> Column:
    if row["vip_turn"] is not None and row["trump"] != "turned":
        raise Refusal(TURN_WITHOUT_VIP, f"{path}.vip_turn")
    return Column(**{"tricks_played": context.tricks, **row})


COLUMNS = Parameter[tuple[Column, ...]](
    key="columns", title=COLUMN_ROWS.title, default=(), read=_read, rows=COLUMN_ROWS
)
