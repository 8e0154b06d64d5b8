"""The sheets of the season's workbook in Danish and English: names, columns in order, widths and looks.

Table names are the same in both languages and plain ASCII, so that formulas and readers can rely on them. Headings that
formulas refer to hold letters and spaces only, so that they need no escaping in structured references.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.spreadsheets.site.language import Words
from ledger.spreadsheets.site.looks import Look


class ListColumn(NamedTuple):
    """A column of a list: its heading, its width in characters and the look of its cells."""

    heading: Words
    width: float
    look: Look


@dataclass(frozen=True)
class SheetLayout:
    """A sheet with one list; `frozen` columns stay in view, and player columns may follow `columns`, then `after`."""

    name: Words
    holds: Words
    table: str
    columns: tuple[ListColumn, ...]
    after: tuple[ListColumn, ...] = ()
    frozen: int = 0
    landscape: bool = False


PLACE = ListColumn(Words("Place"), 9, Look.COUNT)
PLAYER_NUMBER = ListColumn(Words("Player number"), 17, Look.COUNT)
PLAYER = ListColumn(Words("Player"), 24, Look.TEXT)
EVENING = ListColumn(Words("Evening"), 11, Look.COUNT)
DEAL = ListColumn(Words("Deal"), 8, Look.COUNT)
DATE = ListColumn(Words("Date"), 12, Look.DATE)
CONTRACT = ListColumn(Words("Contract"), 16, Look.TEXT)
WHY = ListColumn(Words("Explanation"), 38, Look.TEXT)
NOTE = ListColumn(Words("Note"), 20, Look.TEXT)
STATUS = ListColumn(Words("Status"), 12, Look.TEXT)
REASON = ListColumn(Words("Reason for change"), 20, Look.TEXT)
RECORDED_BY = ListColumn(Words("Recorded by"), 13, Look.TEXT)
POINTS = ListColumn(Words("Points"), 12, Look.POINTS)
SUM = ListColumn(Words("Sum"), 10, Look.POINTS)
CONTROL = ListColumn(Words("Control"), 12, Look.POINTS)
DIFFERENCE = ListColumn(Words("Difference"), 14, Look.POINTS)

OVERVIEW = Words("Overview")

STANDINGS = SheetLayout(
    name=Words("Standings"),
    holds=Words("Who stands where, checked against the postings"),
    table="tblStandings",
    columns=(
        PLACE,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Words("Evenings"), 12, Look.COUNT),
        ListColumn(Words("Deals"), 9, Look.COUNT),
        POINTS,
        CONTROL,
        DIFFERENCE,
    ),
)

EVENINGS = SheetLayout(
    name=Words("Evenings"),
    holds=Words("A row for each evening, a column for each player"),
    table="tblEvenings",
    columns=(
        EVENING,
        DATE,
        ListColumn(Words("Place (where)"), 20, Look.TEXT),
        ListColumn(Words("Number of deals"), 11, Look.COUNT),
    ),
    after=(
        SUM,
        ListColumn(Words("Approved to line"), 15, Look.COUNT),
        ListColumn(Words("Fingerprint"), 23, Look.TEXT),
    ),
    frozen=2,
    landscape=True,
)

DEALS = SheetLayout(
    name=Words("Deals"),
    holds=Words("Every deal as it counts now, explained in words"),
    table="tblDeals",
    columns=(
        EVENING,
        DEAL,
        DATE,
        ListColumn(Words("Table"), 9, Look.COUNT),
        ListColumn(Words("Dealer"), 13, Look.TEXT),
        ListColumn(Words("Declarer"), 13, Look.TEXT),
        CONTRACT,
        ListColumn(Words("Partner"), 13, Look.TEXT),
        ListColumn(Words("Tricks"), 9, Look.COUNT),
        ListColumn(Words("Result"), 13, Look.TEXT),
        WHY,
    ),
    after=(SUM, NOTE, STATUS, REASON, RECORDED_BY),
    frozen=2,
    landscape=True,
)

POSTINGS = SheetLayout(
    name=Words("Postings"),
    holds=Words("The full ledger, ready for a pivot table"),
    table="tblPostings",
    columns=(
        ListColumn(Words("Line"), 9, Look.COUNT),
        DATE,
        EVENING,
        DEAL,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Words("Text"), 44, Look.TEXT),
        POINTS,
    ),
)

PRICES_NAME = Words("Prices")
PRICES_HOLD = Words("The scoring tables that were in force")
PRICES_TABLE = "tblPrices"

CORRECTIONS = SheetLayout(
    name=Words("Corrections"),
    holds=Words("Deals corrected or voided, and why"),
    table="tblCorrections",
    columns=(EVENING, DEAL, DATE, CONTRACT, STATUS, REASON, RECORDED_BY, WHY),
    landscape=True,
)
