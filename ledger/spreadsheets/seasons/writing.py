"""The season's workbook as a file, with the sheets that a treasurer lays on the table."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from textwrap import wrap
from typing import BinaryIO

from openpyxl.chart import LineChart
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.formatting.rule import Rule
from openpyxl.packaging.core import DocumentProperties
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_divided_points
from ledger.rules.site.spelling import day_in_words
from ledger.spreadsheets.seasons.lists import write_deals, write_evenings, write_postings, write_prices
from ledger.spreadsheets.seasons.season_book import (
    CONTROL,
    DEALS,
    EVENINGS,
    HOUSE,
    HOUSE_NAME,
    PLAYER,
    POINTS,
    POSTINGS,
    TOTAL,
    Figures,
    SeasonBook,
    StandingRow,
)
from ledger.spreadsheets.site import MINUS, Cell, SheetFormula, StyledColumn, WrittenSheet, one_line


def write_season_book(book: SeasonBook, target: BinaryIO, *, language: str) -> None:
    """Write the xlsx file of a season in a language such as "da", or "da+fractions" for points in fractions.

    Every player number in the book is in `book.names` or is the house. A book that does not agree with itself is
    written too, and says so on its first sheet and where it does not.
    """
    figures = Figures(book, language)
    evenings, chart = write_evenings(figures)
    deals = write_deals(figures)
    write_head_to_head(figures)
    write_prices(figures)
    players, points = write_postings(figures)
    write_control(figures, players, points, evenings, deals)
    write_report(figures, chart)
    workbook = figures.workbook
    # It draws what the others hold, so it is written last.
    workbook.move_sheet(workbook.sheetnames[-1], offset=1 - len(workbook.sheetnames))
    title = f"{one_line(book.club)} – {one_line(book.season)}"
    workbook.properties = DocumentProperties(title=title, creator="Whistklub", language=language[:2])
    workbook.save(target)


# The first sheet, which a treasurer lays on the table: winner, standings, everybody's course, and who signs.


PODIUM = ("A{0}:B{0}", "C{0}:D{0}", "E{0}:H{0}")
LONGEST_BAR = 17  # blocks
WON, LOST = "█", "▓"  # unlike in black and white too
CHART_ROWS = 22
FROM_TO = Phrase("%(first)s to %(last)s %(year)s")
ON_A_DAY = Phrase("%(day)s %(year)s")
BALANCED = Phrase("The book balances: %(count)s postings, sum 0. Fingerprint %(fingerprint)s. See the sheet Control.")
UNBALANCED = Phrase("THE BOOK DOES NOT BALANCE. See the sheet Control, and the season's page.")


def write_report(figures: Figures, chart: LineChart) -> None:
    """Write the annual report with the chart of everybody's course."""
    book = figures.book
    columns = [
        StyledColumn(Phrase("Place", "in the workbook"), "name", 7),
        StyledColumn(PLAYER, "name", 23.5),
        StyledColumn("", "bar below", 15.5),
        StyledColumn("", "bar above", 15.5),
        StyledColumn(EVENINGS, "count", 8),
        StyledColumn(DEALS, "count", 6.5),
        StyledColumn(POINTS, "strong points", figures.points_width + 1),
        StyledColumn(Phrase("An evening"), "share", 9),
    ]
    sheet = figures.add_sheet(Phrase("Annual report"), columns)
    sheet.line(fill(Phrase("%(club)s · for the annual meeting"), club=book.club), "above")
    sheet.line(book.season, "title")
    sheet.line(join(list(_facts(figures)), " · "), "facts")
    sheet.line(book.in_numbers, "facts")
    sheet.line(None, "above", 8)
    _write_podium(sheet, figures)
    for sentence in book.sentences:
        sheet.line(sentence, "sentence")
    if book.prizes:
        sheet.line(Phrase("Titles and prizes"), "section")
        for prize in book.prizes:
            sheet.line(prize, "sentence")
    if book.is_closed:
        sheet.line(Phrase("Final standings", "in the workbook"), "section")
    else:
        sheet.line(Phrase("Standings"), "section")
    _write_standings(sheet, columns, figures)
    if book.postings:
        sheet.line(Phrase("Evening by evening"), "section")
        # On empty rows, as wide as the sheet.
        top = AnchorMarker(col=0, row=sheet.at)
        bottom = AnchorMarker(col=len(columns), row=sheet.at + CHART_ROWS)
        chart.anchor = TwoCellAnchor("twoCell", _from=top, to=bottom)  # type: ignore[assignment]
        sheet.worksheet.add_chart(chart)
        for _ in range(CHART_ROWS):
            sheet.row([], [], 15)
    fingerprint = " ".join(wrap(book.head_digest[:16], 4))
    balanced = fill(BALANCED, count=len(book.postings), fingerprint=fingerprint or "–")
    sheet.line(balanced if figures.is_balanced else UNBALANCED, "note", 36)
    lines = ["total"] * 3 + ["above"] + ["total"] * 4
    sheet.row([Phrase("Secretary"), None, None, None, Phrase("Treasurer")], lines)
    sheet.print_columns()


def _facts(figures: Figures) -> Iterator[Label]:
    book = figures.book
    played = figures.played
    if played:
        first = played[0].date
        last = played[-1].date
        last_day = day_in_words(last)
        if first == last:
            yield fill(ON_A_DAY, day=last_day, year=last.year)
        else:
            yield fill(FROM_TO, first=day_in_words(first), last=last_day, year=last.year)
    players = Phrase("%(count)s player", "one") if len(book.standings) == 1 else Phrase("%(count)s players")
    yield fill(players, count=len(book.standings))
    if not book.is_closed:
        yield Phrase("not closed yet")


def _write_podium(sheet: WrittenSheet, figures: Figures) -> None:
    """Write the first players, if any; their points are texts, because a number runs into no other cell."""
    first = [row for row in figures.book.standings if row.is_on_podium]
    if not first:
        return
    parts: list[tuple[str, float, Sequence[Label]]] = [
        ("podium", 20, [fill(Phrase("Place %(place)s"), place=row.place) for row in first]),
        ("podium name", 30, [same(figures.names[row.player]) for row in first]),
        ("podium points", 20, [_points_of_place(row, figures) for row in first]),
    ]
    for style, height, texts in parts:
        pairs = [cell for text in texts for cell in (text, None)]
        sheet.row(pairs, [style] * len(sheet.widths), height)
        for cells in PODIUM:
            sheet.worksheet.merged_cells.add(cells.format(sheet.at))
    sheet.line(None, "above", 8)


def _points_of_place(row: StandingRow, figures: Figures) -> Label:
    if row.counted is None:
        return figures.points_in_words(row.units)
    return in_divided_points(row.counted)


def _write_standings(sheet: WrittenSheet, columns: Sequence[StyledColumn], figures: Figures) -> None:
    first = sheet.table(columns, (_standing_row(row, figures) for row in figures.book.standings))
    winner = Rule("expression", formula=[f"$A{first}=1"], dxf=DifferentialStyle(font=Font(bold=True)))
    sheet.worksheet.conditional_formatting.add(sheet.area(1, 6, first), winner)
    sums = [(Phrase("Sum"), figures.units.total())]
    if HOUSE in figures.units:
        sums.insert(0, (HOUSE_NAME, figures.units[HOUSE]))
    for name, units in sums:
        sheet.total(columns, [None, name, None, None, None, None, figures.points(units)])


def _standing_row(row: StandingRow, figures: Figures) -> list[Cell]:
    most = max(abs(standing.units) for standing in figures.book.standings) or 1
    blocks = round(abs(row.units) * LONGEST_BAR / most) or int(row.units != 0)
    lost, won = (LOST * blocks, "") if row.units < 0 else ("", WON * blocks)
    average = figures.points(row.units) / row.evenings if row.evenings else None
    name = figures.names[row.player]
    points = figures.points(row.units)
    return [row.place, name, lost, won, row.evenings, row.deals, points, average]


# The sheet of who has won what from whom, and of the best partners.


MOST_PAIRS = 10


def write_head_to_head(figures: Figures) -> None:
    """Write what everybody has won from everybody, and the pairs of partners that won most."""
    won = points_won(figures)
    total = StyledColumn(TOTAL, "strong points", figures.points_width)
    columns = [StyledColumn("", "name"), *figures.player_columns("share"), total]
    sheet = figures.add_sheet(Phrase("Head-to-head"), columns, is_upright=False)
    sheet.line(Phrase("Who has won from whom"), "section")
    sheet.line(
        Phrase(
            "Read across: what the player of the row has won from the player of the column."
            " The row adds up to the player's points of deals."
        ),
        "note",
    )
    sheet.table(columns, (_won_by(number, won, figures) for number in figures.order), 19)
    partners = list(best_partners(figures))
    if partners:
        sheet.line(Phrase("Partners, the ten best pairs"), "section")
        columns = [
            StyledColumn(Phrase("Pair"), "name"),
            StyledColumn(DEALS, "count"),
            StyledColumn(POINTS, "strong points"),
        ]
        sheet.table(columns, partners)
    sheet.print_columns()


def points_won(figures: Figures) -> dict[tuple[int, int], Fraction]:
    """The points that a player has won from another in deals and adjustments, by the two numbers.

    They are their difference divided by those in play, so that they add up to the player's points. Opening balances are
    won from nobody, nor is an evening's points of which no deals were kept.
    """
    without_deals = {row.number for row in figures.book.evenings if row.is_opening or row.is_totals}
    won: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for deal in figures.book.deals:
        if deal.evening not in without_deals:
            for (player, units), (other, others_units) in permutations(deal.units.items(), 2):
                won[player, other] += Fraction(units - others_units, len(deal.units) * figures.book.unit_denominator)
    return won


def best_partners(figures: Figures) -> Iterator[list[Cell]]:
    """The pairs that won most together as declarer and partner, at most ten: their names, deals and points."""
    deals: Counter[frozenset[int]] = Counter()
    units: Counter[frozenset[int]] = Counter()
    for deal in figures.book.deals:
        for pair in product(deal.declarers, deal.partners):
            deals[frozenset(pair)] += 1
            units[frozenset(pair)] += sum(deal.units[number] for number in pair)
    for partners, most in units.most_common(MOST_PAIRS):
        names = [same(figures.names[number]) for number in figures.order if number in partners]
        yield [figures.say(enumeration(names)), deals[partners], figures.points(most)]


def _won_by(player: int, won: Mapping[tuple[int, int], Fraction], figures: Figures) -> Iterator[Cell]:
    """The row of a player: what was won from each of the others, and the sum."""
    shares = [won.get((player, other)) for other in figures.order]
    yield figures.names[player]
    for share in shares:
        yield None if share is None else float(share)
    yield float(sum(filter(None, shares)))


# The sheet that proves the book, by formulas over the other sheets, and says how to hold it against the site.


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
    of_the_season = [
        StyledColumn(Phrase("The whole season"), "name"),
        StyledColumn(Phrase("Must be"), "count"),
        StyledColumn(Phrase("Is"), "count"),
        *[StyledColumn("", "text")] * 2,
        StyledColumn(AGREES, "centre"),
    ]
    checks = [
        (Phrase("Number of postings"), len(figures.book.postings), f"COUNT({points})"),
        (Phrase("Sum of all postings"), 0, f"ROUND(SUM({points}),6)"),
        (Phrase("Sums of the evenings"), 0, _sums_of_rows(evenings)),
        (Phrase("Sums of the deals"), 0, _sums_of_rows(deals)),
    ]
    # What each is of, what it must be, and the formula.
    written: list[list[Cell]] = [
        [text, wanted, SheetFormula(f"={expression}"), None, None, _verdict(f"B{at}=C{at}", figures)]
        for at, (text, wanted, expression) in enumerate(checks, first)
    ]
    sheet.table(of_the_season, written)
    sheet.line(None, "note")
    rows = zip(figures.order, evenings, deals, strict=True)
    top = sheet.at + 2
    sheet.table(columns, [_player_row(at, figures, players, points, *row) for at, row in enumerate(rows, top)])
    wrong = Rule("cellIs", operator="equal", formula=[f'"{figures.say(NO)}"'], dxf=WHITE_ON_RED)
    sheet.worksheet.conditional_formatting.add(sheet.area(6, 6, first), wrong)
    _write_how_to_check(sheet, figures)


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
    sheet.line(CORRECTED if figures.book.corrections else NOTHING_CORRECTED, "section")
    for correction in figures.book.corrections:
        sheet.line(correction, "note")
