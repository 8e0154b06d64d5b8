"""The sheets of the season's workbook in Danish and English: names, columns in order, widths and looks.

Table names are the same in both languages and plain ASCII, so formulas and readers can rely on them. Headings that
formulas refer to hold letters and spaces only, so that they need no escaping in structured references.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.spreadsheets.site.language import Words
from ledger.spreadsheets.site.looks import Look


class ListColumn(NamedTuple):
    """A column of a list: its heading, its width in characters and how its cells look."""

    heading: Words
    width: float
    look: Look


@dataclass(frozen=True)
class SheetLayout:
    """A sheet with one list: `frozen` columns stay in view, and player columns may follow `columns` (then `after`)."""

    name: Words
    holds: Words
    table: str
    columns: tuple[ListColumn, ...]
    after: tuple[ListColumn, ...] = ()
    frozen: int = 0
    landscape: bool = False


PLACE = ListColumn(Words("Plads", "Place"), 9, Look.COUNT)
PLAYER_NUMBER = ListColumn(Words("Spillernummer", "Player number"), 17, Look.COUNT)
PLAYER = ListColumn(Words("Spiller", "Player"), 24, Look.TEXT)
EVENING = ListColumn(Words("Aften", "Evening"), 11, Look.COUNT)
DEAL = ListColumn(Words("Spil", "Deal"), 8, Look.COUNT)
DATE = ListColumn(Words("Dato", "Date"), 12, Look.DATE)
CONTRACT = ListColumn(Words("Melding", "Contract"), 16, Look.TEXT)
WHY = ListColumn(Words("Forklaring", "Explanation"), 38, Look.TEXT)
NOTE = ListColumn(Words("Bemærkning", "Note"), 20, Look.TEXT)
STATUS = ListColumn(Words("Status", "Status"), 12, Look.TEXT)
REASON = ListColumn(Words("Begrundelse", "Reason for change"), 20, Look.TEXT)
RECORDED_BY = ListColumn(Words("Noteret af", "Recorded by"), 13, Look.TEXT)
POINTS = ListColumn(Words("Point", "Points"), 12, Look.POINTS)
SUM = ListColumn(Words("Sum", "Sum"), 10, Look.POINTS)
CONTROL = ListColumn(Words("Kontrol", "Control"), 12, Look.POINTS)
DIFFERENCE = ListColumn(Words("Difference", "Difference"), 14, Look.POINTS)

OVERVIEW = Words("Oversigt", "Overview")

STANDINGS = SheetLayout(
    name=Words("Stilling", "Standings"),
    holds=Words("Hvem ligger hvor, med kontrol mod posteringerne", "Who stands where, checked against the postings"),
    table="tblStandings",
    columns=(
        PLACE,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Words("Aftener", "Evenings"), 12, Look.COUNT),
        ListColumn(Words("Spil", "Deals"), 9, Look.COUNT),
        POINTS,
        CONTROL,
        DIFFERENCE,
    ),
)

EVENINGS = SheetLayout(
    name=Words("Aftener", "Evenings"),
    holds=Words("En række pr. aften, en kolonne pr. spiller", "A row for each evening, a column for each player"),
    table="tblEvenings",
    columns=(
        EVENING,
        DATE,
        ListColumn(Words("Sted", "Place"), 20, Look.TEXT),
        ListColumn(Words("Antal spil", "Number of deals"), 11, Look.COUNT),
    ),
    after=(
        SUM,
        ListColumn(Words("Godkendt til linje", "Approved to line"), 15, Look.COUNT),
        ListColumn(Words("Fingeraftryk", "Fingerprint"), 23, Look.TEXT),
    ),
    frozen=2,
    landscape=True,
)

DEALS = SheetLayout(
    name=Words("Spil", "Deals"),
    holds=Words("Hvert spil som det gælder nu, forklaret med ord", "Every deal as it counts now, explained in words"),
    table="tblDeals",
    columns=(
        EVENING,
        DEAL,
        DATE,
        ListColumn(Words("Bord", "Table"), 9, Look.COUNT),
        ListColumn(Words("Giver", "Dealer"), 13, Look.TEXT),
        ListColumn(Words("Melder", "Declarer"), 13, Look.TEXT),
        CONTRACT,
        ListColumn(Words("Makker", "Partner"), 13, Look.TEXT),
        ListColumn(Words("Stik", "Tricks"), 9, Look.COUNT),
        ListColumn(Words("Resultat", "Result"), 13, Look.TEXT),
        WHY,
    ),
    after=(SUM, NOTE, STATUS, REASON, RECORDED_BY),
    frozen=2,
    landscape=True,
)

POSTINGS = SheetLayout(
    name=Words("Posteringer", "Postings"),
    holds=Words("Det fulde regnskab, egnet til pivottabeller", "The full ledger, ready for a pivot table"),
    table="tblPostings",
    columns=(
        ListColumn(Words("Linje", "Line"), 9, Look.COUNT),
        DATE,
        EVENING,
        DEAL,
        PLAYER_NUMBER,
        PLAYER,
        ListColumn(Words("Tekst", "Text"), 44, Look.TEXT),
        POINTS,
    ),
)

PRICES_NAME = Words("Takster", "Prices")
PRICES_HOLD = Words("Pointtabellerne, som de gjaldt", "The scoring tables that were in force")
PRICES_TABLE = "tblPrices"

CORRECTIONS = SheetLayout(
    name=Words("Rettelser", "Corrections"),
    holds=Words("Spil, der er rettet eller annulleret, og hvorfor", "Deals corrected or voided, and why"),
    table="tblCorrections",
    columns=(EVENING, DEAL, DATE, CONTRACT, STATUS, REASON, RECORDED_BY, WHY),
    landscape=True,
)
