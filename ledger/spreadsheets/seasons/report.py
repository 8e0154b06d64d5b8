"""The first sheet, which a treasurer lays on the table: winner, standings, everybody's course, and who signs."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from openpyxl.chart import LineChart
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.points import in_divided_points
from ledger.rules.site.spelling import day_in_words
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import HOUSE, PrizeRow, StandingRow
from ledger.spreadsheets.seasons.wording import DEALS, EVENINGS, HOUSE_NAME, PLAYER, POINTS
from ledger.spreadsheets.site.sheet import Cell, StyledColumn, WrittenSheet

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
            sheet.line(_prize_in_words(prize), "sentence")
    sheet.line(Phrase("Final standings", "in the workbook") if book.is_closed else Phrase("Standings"), "section")
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
    parts: list[tuple[str, float, Sequence[Label]]] = [
        ("podium", 20, [fill(Phrase("Place %(place)s"), place=row.place) for row in first]),
        ("podium name", 30, [same(figures.names[row.player_number]) for row in first]),
        ("podium points", 20, [_points_of_place(row, figures) for row in first]),
    ]
    for style, height, texts in parts if first else []:
        pairs = [cell for text in texts for cell in (text, None)]
        sheet.row(pairs, [style] * len(sheet.widths), height)
        for cells in PODIUM:
            sheet.worksheet.merged_cells.add(cells.format(sheet.at))
    if first:
        sheet.line(None, "above", 8)


def _points_of_place(row: StandingRow, figures: Figures) -> Label:
    return figures.points_in_words(row.units) if row.counted is None else in_divided_points(row.counted)


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
    name = figures.names[row.player_number]
    points = figures.points(row.units)
    return [row.place, name, lost, won, row.evenings, row.deals, points, average]


def _prize_in_words(prize: PrizeRow) -> Label:
    given = ", ".join(filter(None, (prize.title, prize.gift)))
    winners = ", ".join(prize.winners)
    return join([prize.name, same(f"{winners} ({given})" if given else winners)], ": ")
