"""The sheet that proves the book, by formulas over the other sheets, and says how to hold it against the site."""

from collections.abc import Sequence
from textwrap import wrap

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import NOTHING, Label, Phrase, fill
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import CorrectionRow
from ledger.spreadsheets.seasons.wording import CONTROL, DEALS, EVENINGS, POSTINGS
from ledger.spreadsheets.site.house_style import MINUS
from ledger.spreadsheets.site.sheet import Cell, SheetFormula, StyledColumn, WrittenSheet

WHITE_ON_RED = DifferentialStyle(font=Font(bold=True, color="FFFFFF"), fill=PatternFill(bgColor=MINUS))
YES, NO = Phrase("yes"), Phrase("NO")
AGREES = Phrase("Agrees?")
CORRECTED, NOTHING_CORRECTED = Phrase("Corrected on the way"), Phrase("Nothing was corrected on the way")
HOW_TO_CHECK = (
    Phrase(
        "1. Every field under “Agrees?” says yes. The spreadsheet works them out itself from the sheets: "
        "change a figure there, and one of them says NO."
    ),
    Phrase(
        "2. The fingerprint is the one on the season's page. If anybody changes a single figure later, it is another."
    ),
    Phrase(
        "3. If the fields are empty, the program has not calculated yet: choose “Enable editing”. "
        "On a phone they may stay empty; all other figures are there."
    ),
)


def write_control(figures: Figures, players: str, points: str, evenings: Sequence[str], deals: Sequence[str]) -> None:
    """Write the checks, the fingerprint, how to check, and what was corrected.

    They add up the ledger's columns of players and points, and everybody's points of evenings and of deals.
    """
    columns = [
        StyledColumn(Phrase("Each player"), "name", 33),
        StyledColumn(Phrase("Standings"), "points", 14),
        StyledColumn(POSTINGS, "points", 14),
        StyledColumn(EVENINGS, "points", 14),
        StyledColumn(DEALS, "points", 14),
        StyledColumn(AGREES, "centre", 10),
    ]
    sheet = figures.add_sheet(CONTROL, columns)
    sheet.print_nothing()
    sheet.line(CONTROL, "title")
    sheet.line(
        Phrase("What somebody wins in a deal others lose, so every sum is 0, and a player's points add up everywhere."),
        "facts",
    )
    sheet.line(None, "note")
    first = sheet.at + 2
    _write_checks(
        sheet,
        figures,
        (Phrase("Number of postings"), len(figures.book.postings), f"COUNT({points})"),
        (Phrase("Sum of all postings"), 0, f"ROUND(SUM({points}),6)"),
        (Phrase("Sums of the evenings"), 0, _sums_of_rows(evenings)),
        (Phrase("Sums of the deals"), 0, _sums_of_rows(deals)),
    )
    sheet.line(None, "note")
    rows = zip(figures.order, evenings, deals, strict=True)
    top = sheet.at + 2
    sheet.table(columns, [_player_row(at, figures, players, points, *row) for at, row in enumerate(rows, top)])
    wrong = Rule("cellIs", operator="equal", formula=[f'"{figures.say(NO)}"'], dxf=WHITE_ON_RED)
    sheet.worksheet.conditional_formatting.add(sheet.area(6, 6, first), wrong)
    _write_how_to_check(sheet, figures)


def _write_checks(sheet: WrittenSheet, figures: Figures, *checks: tuple[Label, int, str]) -> None:
    """Write checks of the season: what each is of, what it must be, and the formula."""
    columns = [
        StyledColumn(Phrase("The whole season"), "name"),
        StyledColumn(Phrase("Must be"), "count"),
        StyledColumn(Phrase("Is"), "count"),
        *[StyledColumn("", "text")] * 2,
        StyledColumn(AGREES, "centre"),
    ]
    rows: list[list[Cell]] = [
        [text, wanted, SheetFormula(f"={expression}"), None, None, _verdict(f"B{at}=C{at}", figures)]
        for at, (text, wanted, expression) in enumerate(checks, sheet.at + 2)
    ]
    sheet.table(columns, rows)


def _player_row(
    at: int, figures: Figures, players: str, points: str, number: int, evenings: str, deals: str
) -> list[Cell]:
    """A player's points in the standings, and by the postings, the evenings and the deals."""
    standing = figures.points(figures.units[number])
    # Not by SUMIF, which takes a name such as "*" or ">0" for a pattern.
    posted = SheetFormula(f"=SUMPRODUCT(({players}=A{at})*{points})")
    sums = [SheetFormula(f"=SUM({column})") for column in (evenings, deals)]
    same_everywhere = f"AND(ROUND(B{at}-C{at},6)=0,ROUND(B{at}-D{at},6)=0,ROUND(B{at}-E{at},6)=0)"
    return [figures.names[number], standing, posted, *sums, _verdict(same_everywhere, figures)]


def _sums_of_rows(columns: Sequence[str]) -> str:
    """What the rows of a list come to, without signs, so that none makes up for another."""
    return f"ROUND(SUMPRODUCT(ABS({'+'.join(columns)})),6)" if columns else "0"


def _verdict(condition: str, figures: Figures) -> SheetFormula:
    return SheetFormula(f'=IF({condition},"{figures.say(YES)}","{figures.say(NO)}")')


def _write_how_to_check(sheet: WrittenSheet, figures: Figures) -> None:
    sheet.line(Phrase("Fingerprint"), "section")
    sheet.line(" ".join(wrap(figures.book.head_digest, 4)) or Phrase("The book has no entries yet"), "sentence")
    sheet.line(Phrase("How to check the book"), "section")
    for text in HOW_TO_CHECK:
        sheet.line(text, "note")
    corrections = figures.book.corrections
    sheet.line(CORRECTED if corrections else NOTHING_CORRECTED, "section")
    for row in corrections:
        sheet.line(_correction_in_words(row), "note")


def _correction_in_words(row: CorrectionRow) -> Label:
    deal = Phrase("Evening %(evening)s, deal %(number)s: %(status)s (%(before)s → %(after)s). %(reason)s (%(writer)s)")
    return fill(
        deal,
        evening=row.evening,
        number=row.number,
        status=row.status,
        before=row.before or NOTHING,
        after=row.after or NOTHING,
        reason=row.reason,
        writer=row.recorded_by,
    )
