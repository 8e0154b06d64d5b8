"""A row that says its deal as a keyboard line: nothing has to be guessed, and its points are only compared."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.reading import deal_data
from ledger.rules.deals.settling import settle
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding, points_label
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.amounts import whole
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.imports.written.sheets import CellPlace
from ledger.rules.site.column_letters import column_of
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.refusal import Refusal

SLACK = Fraction(1, 1000)  # of a unit: a spreadsheet has no thirds
# What a row of the workbook to type in says in place of its line: the column at fault, and what is wrong there.
FAULT = re.compile(r"\?([A-Z]{1,2}) (.{1,120})")

NO_SUCH_CONTRACT = Phrase("the scoring table of that day has no such contract")
WON = Phrase("{name} {points}")


class ToldRow(NamedTuple):
    """A row with its exact points, the deal that its line says, and what is wrong with its points."""

    row: OldRow
    deal: DealData
    findings: tuple[BookFinding, ...] = ()


def deal_of_line(row: OldRow, version: ReadVersion) -> ToldRow | None:
    """The deal that a row's line says.

    None without a line, for one that is no deal under a version, and where the row's points are others. Only on a sheet
    to type in these are asked about, with the deal: there the points are no more than a sum that was worked out.
    """
    read = _read(row, version) if row.line else None
    if read is None:
        return None
    deal, paid = read
    exact = replace(row, points=tuple(map(whole, paid)))
    if not _are_others(row, paid, version.unit_denominator):
        return ToldRow(exact, deal_data(deal))
    if not row.map.is_of_entry:
        return None
    about = finding(FindingKind.OTHER_POINTS, row.place_of_points(), _in_words(row.players, paid))
    return ToldRow(exact, deal_data(deal), (about,))


def what_is_missing(row: OldRow) -> BookFinding:
    """Why a row of a sheet to type in is no deal, at the cell where it is to be mended."""
    if row.line and not row.line.startswith("?"):
        return finding(FindingKind.NOT_A_DEAL, row.place("contract"), why=NO_SUCH_CONTRACT)
    if fault := FAULT.fullmatch(row.line):
        place = CellPlace(row.sheet, row.number, column_of(fault[1]))
        return finding(FindingKind.NOT_A_DEAL, place, why=fault[2])
    return finding(FindingKind.NOT_WORKED_OUT, row.place("number"))


def _read(row: OldRow, version: ReadVersion) -> tuple[Deal, list[Fraction]] | None:
    try:
        deal = version.notation.read(row.line, row.players)
        units = settle(deal, version.tariff, row.players).units
    except Refusal:
        return None
    return deal, [Fraction(units[player], version.unit_denominator) for player in row.players]


def _are_others(row: OldRow, paid: Sequence[Fraction], unit_denominator: int) -> bool:
    """Whether points stand in a row, and not those that are paid."""
    if all(won is None for won in row.points):
        return False
    apart = (abs(Fraction(won or 0) - exact) for won, exact in zip(row.points, paid, strict=True))
    return any(gap * unit_denominator > SLACK for gap in apart)


def _in_words(players: Sequence[str], paid: Sequence[Fraction]) -> Label:
    """What everybody wins: "Anna −4, Bo −4, Carl 4, Dorthe 4"."""
    amounts = zip(players, paid, strict=True)
    return join([fill(WON, name=same(player), points=points_label(units)) for player, units in amounts], ", ")
