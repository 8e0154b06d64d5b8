"""The sheets of the season's workbook in Danish and English: names, columns in order, widths and looks.

Table names are the same in both languages and plain ASCII, so that formulas and readers can rely on them. Headings that
formulas refer to hold letters and spaces only, so that they need no escaping in structured references.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.site.labels import Label, Phrase
from ledger.spreadsheets.site.looks import Look


class ListColumn(NamedTuple):
    """A column of a list: its heading, its width in characters and the look of its cells."""

    heading: Label
    width: float
    look: Look


@dataclass(frozen=True)
class SheetLayout:
    """A sheet with one list; `frozen` columns stay in view, and player columns may follow `columns`, then `after`.

    `above` is the number of rows that something else takes above the list, which is then not frozen.
    """

    name: Label
    holds: Label
    table: str
    columns: tuple[ListColumn, ...]
    after: tuple[ListColumn, ...] = ()
    frozen: int = 0
    landscape: bool = False
    above: int = 0


PLACE = ListColumn(Phrase("Place"), 9, Look.COUNT)
PLAYER_NUMBER = ListColumn(Phrase("Player number"), 17, Look.COUNT)
PLAYER = ListColumn(Phrase("Player"), 24, Look.TEXT)
EVENING = ListColumn(Phrase("Evening"), 11, Look.COUNT)
DEAL = ListColumn(Phrase("Deal"), 8, Look.COUNT)
DATE = ListColumn(Phrase("Date"), 12, Look.DATE)
CONTRACT = ListColumn(Phrase("Contract"), 16, Look.TEXT)
WHY = ListColumn(Phrase("Explanation"), 38, Look.TEXT)
NOTE = ListColumn(Phrase("Note"), 20, Look.TEXT)
STATUS = ListColumn(Phrase("Status"), 12, Look.TEXT)
REASON = ListColumn(Phrase("Reason for change"), 20, Look.TEXT)
RECORDED_BY = ListColumn(Phrase("Recorded by"), 13, Look.TEXT)
POINTS = ListColumn(Phrase("Points"), 12, Look.POINTS)
SUM = ListColumn(Phrase("Sum"), 10, Look.POINTS)
CONTROL = ListColumn(Phrase("Control"), 12, Look.POINTS)
DIFFERENCE = ListColumn(Phrase("Difference"), 14, Look.POINTS)

OVERVIEW = Phrase("Overview")

STANDINGS = SheetLayout(
    name=Phrase("Standings"),
    holds=Phrase("Who stands where, checked against the postings"),
    table="tblStandings",
    columns=(
        PLACE,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Phrase("Evenings"), 12, Look.COUNT),
        ListColumn(Phrase("Deals"), 9, Look.COUNT),
        POINTS,
        CONTROL,
        DIFFERENCE,
    ),
)

EVENINGS = SheetLayout(
    name=Phrase("Evenings"),
    holds=Phrase("A row for each evening, a column for each player"),
    table="tblEvenings",
    columns=(
        EVENING,
        DATE,
        ListColumn(Phrase("Place (where)"), 20, Look.TEXT),
        ListColumn(Phrase("Number of deals"), 11, Look.COUNT),
    ),
    after=(
        SUM,
        ListColumn(Phrase("Approved to entry"), 15, Look.COUNT),
        ListColumn(Phrase("Fingerprint"), 23, Look.TEXT),
    ),
    frozen=2,
    landscape=True,
)

CURVE = SheetLayout(
    name=Phrase("Curve"),
    holds=Phrase("Everybody's points evening by evening, as a picture and in figures"),
    table="tblCurve",
    columns=(EVENING, DATE),
    frozen=2,
    landscape=True,
    above=30,
)

WON = ListColumn(Phrase("Won from the other"), 15, Look.SHARE)
HEAD_TO_HEAD = SheetLayout(
    name=Phrase("Head-to-head"),
    holds=Phrase("Who has played with whom, and won what from whom"),
    table="tblHeadToHead",
    columns=(
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Phrase("The other"), 24, Look.TEXT),
        ListColumn(Phrase("Deals as partners"), 14, Look.COUNT),
        ListColumn(Phrase("Points as partners"), 14, Look.POINTS),
        ListColumn(Phrase("Deals against each other"), 14, Look.COUNT),
        WON,
    ),
)

DEALS = SheetLayout(
    name=Phrase("Deals"),
    holds=Phrase("Every deal as it counts now, explained in words"),
    table="tblDeals",
    columns=(
        EVENING,
        DEAL,
        DATE,
        ListColumn(Phrase("Table"), 9, Look.COUNT),
        ListColumn(Phrase("Dealer"), 13, Look.TEXT),
        ListColumn(Phrase("Declarer"), 13, Look.TEXT),
        CONTRACT,
        ListColumn(Phrase("Attachment"), 13, Look.TEXT),
        ListColumn(Phrase("Vip turn"), 10, Look.COUNT),
        ListColumn(Phrase("Partner"), 13, Look.TEXT),
        ListColumn(Phrase("Going along"), 13, Look.TEXT),
        ListColumn(Phrase("Tricks"), 9, Look.COUNT),
        ListColumn(Phrase("Result"), 13, Look.TEXT),
        WHY,
    ),
    after=(SUM, NOTE, STATUS, REASON, RECORDED_BY),
    frozen=2,
    landscape=True,
)

POSTINGS = SheetLayout(
    name=Phrase("Postings"),
    holds=Phrase("The full ledger, ready for a pivot table"),
    table="tblPostings",
    columns=(
        ListColumn(Phrase("Entry"), 12, Look.COUNT),
        DATE,
        EVENING,
        DEAL,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Phrase("Text"), 44, Look.TEXT),
        POINTS,
    ),
)

PRICES_NAME = Phrase("Prices")
ORIGIN_NAME = "whistklub"  # of the hidden sheet, in every language
PRICES_HOLD = Phrase("The scoring tables that were in force")
PRICES_TABLE = "tblPrices"

CORRECTIONS = SheetLayout(
    name=Phrase("Corrections"),
    holds=Phrase("Deals corrected, voided or restored: from what, to what, and why"),
    table="tblCorrections",
    columns=(
        EVENING,
        DEAL,
        DATE,
        STATUS,
        ListColumn(Phrase("From (corrected)"), 28, Look.TEXT),
        ListColumn(Phrase("To (corrected)"), 28, Look.TEXT),
        ListColumn(Phrase("Points moved"), 34, Look.TEXT),
        REASON,
        RECORDED_BY,
    ),
    landscape=True,
)
