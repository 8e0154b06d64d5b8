"""An evening's sheet as a file: a row a deal, a column a player."""

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext

from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Sheet, SheetRow
from ledger.rules.site.points import in_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.lists import ListFile


def sheet_file(sheet: Sheet) -> ListFile:
    """A sheet as a file; a voided deal has its row, and no points."""
    return ListFile("sheet", partial(_rows, sheet))


def _rows(sheet: Sheet) -> Iterator[list[object]]:
    has_house = any(row.house for row in sheet.rows)
    yield [
        *(gettext("Deal"), gettext("Table number"), gettext("Contract"), gettext("Declarer"), gettext("Partner")),
        *(gettext("Going along"), gettext("Note")),
        *(player.name for player in sheet.players),
        *([gettext("The house")] if has_house else []),
    ]
    states = {"voided": gettext("voided"), "corrected": gettext("corrected"), "restored": gettext("restored")}
    for row in sheet.rows:
        side = hands(entry=row.entry)
        yield [
            *(row.number, row.entry.table_number, label_text(row.contract_and_result)),
            *(side.declarer, side.partner, side.joiners),
            ", ".join(filter(None, (states.get(row.change), row.note))),
            *_points(row, sheet.evening.season.unit_denominator, has_house=has_house),
        ]


def _points(row: SheetRow, unit_denominator: int, *, has_house: bool) -> list[str]:
    """Everybody's points in the order of the columns; empty for whoever was away."""
    units = [None if cell.is_away else cell.points for cell in row.cells] + [row.house] * has_house
    counted = [None] * len(units) if row.change == "voided" else units
    return ["" if points is None else label_text(in_points(points, unit_denominator)) for points in counted]
