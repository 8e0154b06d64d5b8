"""A row that says its deal as a keyboard line: nothing has to be guessed, and its points are only compared."""

from dataclasses import replace
from fractions import Fraction

from ledger.rules.deals.reading import deal_data
from ledger.rules.deals.settling import settle
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.amounts import whole
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.site.refusal import Refusal

SLACK = Fraction(1, 1000)  # of a unit: a spreadsheet has no thirds


def deal_of_line(row: OldRow, version: ReadVersion) -> tuple[OldRow, DealData] | None:
    """The deal that a row's line says, and the row with its exact points.

    None without a line, for one that is no deal under a version, and where the row's points are others.
    """
    if not row.line:
        return None
    try:
        deal = version.notation.read(row.line, row.players)
        units = settle(deal, version.tariff, row.players).units
    except Refusal:
        return None
    paid = [Fraction(units[player], version.unit_denominator) for player in row.players]
    if any(won is not None for won in row.points):
        apart = (abs(Fraction(won or 0) - exact) for won, exact in zip(row.points, paid, strict=True))
        if any(gap * version.unit_denominator > SLACK for gap in apart):
            return None
    return replace(row, points=tuple(map(whole, paid))), deal_data(deal)
