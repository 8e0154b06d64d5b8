"""An evening's sheet to type deals in: its cells, what can be chosen in them, and what turns red."""

from collections.abc import Sequence
from typing import Literal

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from ledger.rules.site.labels import Say, fill
from ledger.spreadsheets.imports.entry import entry_wording as wording
from ledger.spreadsheets.imports.entry.entry_book import EntryBook
from ledger.spreadsheets.imports.entry.entry_columns import (
    DATE_CELL,
    FIRST_DEAL,
    HEADER_ROW,
    SO_FAR_ROW,
    TABLE_CELL,
    EntryColumns,
    head,
    others_away,
)
from ledger.spreadsheets.imports.entry.entry_formulas import RowFormulas, list_name, quote
from ledger.spreadsheets.seasons.printing import fit_on_paper
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Formula, Page
from ledger.spreadsheets.site.safe_text import one_line
from ledger.spreadsheets.site.styles import RIGHT, WRONG

TYPED_TEXT, TYPED_NUMBER, TYPED_DAY, TYPED_NAME = "Whist typed", "Whist typed number", "Whist typed day", "Whist name"
WIDTHS = {
    "number": 6, "dealer": 11, "declarer": 11, "contract": 14, "attachment": 10, "trump": 8, "flag": 8,
    "partner": 11, "tricks": 7, "house": 8, "note": 16, "sum": 6, "check": 42,
}  # fmt: skip
CHAIR_WIDTH, TRICKS_WIDTH, DEAL_HEIGHT, NAMES_HEIGHT = 10, 8, 18, 46
RULE = Side(style="thin", color="B7C9BD")
ONES = {"check": Look.LINE, "sum": Look.POINTS, "house": Look.POINTS}
RULED = ("house", "sum", "check")
MOST_TABLES = 9


def add_entry_styles(workbook: Workbook) -> None:
    """Add the looks of cells that are typed in: tinted, framed, and not locked."""
    frame, free = Border(left=RULE, right=RULE, top=RULE, bottom=RULE), Protection(locked=False)
    # As text, or a program would take a guest called "=1+1" for a formula and one called "1-2" for a day.
    formats = {TYPED_TEXT: "@", TYPED_NUMBER: "0", TYPED_DAY: "dd-mm-yyyy", TYPED_NAME: "@"}
    for name, number_format in formats.items():
        tint = PatternFill("solid", fgColor="CFE8D5" if name in (TYPED_NAME, TYPED_DAY) else "FBFDFB")
        font = Font(name="Calibri", size=11, bold=name in (TYPED_NAME, TYPED_DAY))
        horizontal = {TYPED_NAME: "right", TYPED_DAY: "left"}.get(name)
        alignment = Alignment(vertical="top", horizontal=horizontal, wrap_text=name == TYPED_NAME)
        style = NamedStyle(name, font=font, border=frame, fill=tint, alignment=alignment)
        style.protection, style.number_format = free, number_format
        workbook.add_named_style(style)


def write_evening(page: Page, book: EntryBook, columns: EntryColumns, say: Say, deals: int) -> None:
    """Write an evening's sheet with rows for so many deals."""
    rows = range(FIRST_DEAL, FIRST_DEAL + deals)
    _write_top(page, book, columns, say, rows)
    for number, row in enumerate(rows, 1):
        _write_row(page, book, columns, row, number, say)
    _offer_choices(page, book, columns, say, rows)
    _mark_faults(page, book, columns, say, rows)
    _lay_out(page, columns)


def _write_top(page: Page, book: EntryBook, columns: EntryColumns, say: Say, rows: Sequence[int]) -> None:
    sheet = page.sheet
    page.put(1, 1, say(wording.DATE), Look.LABEL)
    sheet[DATE_CELL].style = TYPED_DAY
    page.put(1, 5, one_line(book.club), Look.LABEL)
    page.put(2, 1, say(wording.TABLE), Look.LABEL)
    sheet[TABLE_CELL].style = TYPED_NUMBER
    page.put(2, 5, say(wording.HINT), Look.LINE)
    page.put(SO_FAR_ROW, 1, say(wording.MORE), Look.LINE)
    page.put(SO_FAR_ROW, columns.chairs[0] - 1, say(wording.SO_FAR), Look.LABEL)
    sheet.cell(SO_FAR_ROW, columns.chairs[0] - 1).alignment = Alignment(horizontal="right")
    for column, heading in columns.headings.items():
        page.put(HEADER_ROW, column, say(heading), Look.HEADING)
        side = "right" if column in (columns.of["tricks"], columns.of["number"], columns.of["sum"]) else "left"
        sheet.cell(HEADER_ROW, column).alignment = Alignment(horizontal=side, vertical="top", wrap_text=True)
    if columns.tricks_of:
        page.put(SO_FAR_ROW, columns.tricks_of[0], say(wording.TRICKS_OF), Look.LABEL)
    for chair, column in enumerate(columns.chairs, 1):
        letter = get_column_letter(column)
        won = f'IF({head(column)}="","",SUM({letter}{rows[0]}:{letter}{rows[-1]}))'
        page.put(SO_FAR_ROW, column, Formula(won, ""), Look.TOTAL)
        name = sheet[f"{letter}{HEADER_ROW}"]
        name.style = TYPED_NAME
        if len(book.players) <= book.chairs and chair <= len(book.players):
            page.put(HEADER_ROW, column, book.players[chair - 1], Look.TEXT)
            name.style, name.quotePrefix = TYPED_NAME, False
    for column, chair_column in zip(columns.tricks_of, columns.chairs, strict=False):
        page.put(HEADER_ROW, column, Formula(f'IF({head(chair_column)}="","",{head(chair_column)})', ""), Look.HEADING)
        sheet.cell(HEADER_ROW, column).alignment = Alignment(horizontal="right", vertical="top", wrap_text=True)


def _write_row(page: Page, book: EntryBook, columns: EntryColumns, row: int, number: int, say: Say) -> None:
    page.sheet.row_dimensions[row].height = DEAL_HEIGHT
    away = others_away(book)
    for what, column in columns.of.items():
        if what in ("dealer", "declarer", "contract", "attachment", "trump", "flag", "partner", "note", *away):
            page.sheet.cell(row, column).style = TYPED_TEXT
    for column in (columns.of["tricks"], *columns.tricks_of):
        page.sheet.cell(row, column).style = TYPED_NUMBER
    page.put(row, columns.of["number"], number, Look.COUNT)
    looks = {columns.of[what]: look for what, look in ONES.items() if columns.has(what)}
    looks |= dict.fromkeys(columns.chairs, Look.POINTS)
    for column, formula in RowFormulas(book, columns, row, say).steps():
        page.put(row, column, Formula(formula, ""), looks.get(column, Look.LINE))
    for column in (columns.of["number"], *columns.chairs, *(columns.of[what] for what in RULED if columns.has(what))):
        page.sheet.cell(row, column).border = Border(bottom=RULE)


# --- what can be chosen


def _offer_choices(page: Page, book: EntryBook, columns: EntryColumns, say: Say, rows: Sequence[int]) -> None:
    names = f"{head(columns.chairs[0])}:{head(columns.chairs[-1])}"
    for what in ("dealer", "declarer", *others_away(book)):
        _offer(page, columns, what, rows, names, ask=say(wording.ASK_AT_TABLE))
    for what in ("contract", "attachment", "trump", "flag"):
        if columns.has(what):
            _offer(page, columns, what, rows, list_name(f"{what}s"))
    if columns.has("partner"):
        # With the two words for none: a list must be one row or one column.
        _write_partners(page, columns, say)
        first, last = columns.last + 1, columns.last + len(columns.chairs) + 2
        _offer(page, columns, "partner", rows, f"{head(first)}:{head(last)}", ask=say(wording.ASK_AT_TABLE))
    players = _choices(list_name("players"), style="warning", fault=say(wording.UNKNOWN_PLAYER))
    players.promptTitle, players.prompt = say(wording.DECLARER)[:32], say(wording.ASK_PLAYER)
    players.promptTitle, players.showInputMessage = None, True
    players.add(names.replace("$", ""))
    page.sheet.add_data_validation(players)
    _ask_for_tricks(page, book, columns, say, rows)
    _ask_for_day_and_table(page, say)


def _write_partners(page: Page, columns: EntryColumns, say: Say) -> None:
    for turn, column in enumerate(columns.chairs, 1):
        name = head(column)
        page.put(HEADER_ROW, columns.last + turn, Formula(f'IF({name}="","",{name})', ""), Look.LINE)
    for turn, word in enumerate((wording.OWN_PARTNER, wording.ACE_IN_CAT), len(columns.chairs) + 1):
        page.put(HEADER_ROW, columns.last + turn, say(word), Look.LINE)


def _offer(page: Page, columns: EntryColumns, what: str, rows: Sequence[int], choices: str, ask: str = "") -> None:
    rule = _choices(choices, style="stop")
    if ask:
        rule.error, rule.showErrorMessage = ask, True
    letter = get_column_letter(columns.of[what])
    rule.add(f"{letter}{rows[0]}:{letter}{rows[-1]}")
    page.sheet.add_data_validation(rule)


def _choices(area_of_list: str, *, style: Literal["stop", "warning"], fault: str = "") -> DataValidation:
    rule = DataValidation(type="list", formula1=area_of_list, allow_blank=True, showErrorMessage=True)
    rule.errorStyle = style
    if fault:
        rule.error = fault
    return rule


def _ask_for_tricks(page: Page, book: EntryBook, columns: EntryColumns, say: Say, rows: Sequence[int]) -> None:
    rule = DataValidation(type="whole", operator="between", formula1="0", formula2=str(book.tricks), allow_blank=True)
    rule.error, rule.showErrorMessage = say(fill(wording.ASK_TRICKS, most=book.tricks)), True
    for column in (columns.of["tricks"], *columns.tricks_of):
        letter = get_column_letter(column)
        rule.add(f"{letter}{rows[0]}:{letter}{rows[-1]}")
    page.sheet.add_data_validation(rule)


def _ask_for_day_and_table(page: Page, say: Say) -> None:
    # A warning, since a day that a program keeps as text is read too.
    day = DataValidation(type="date", operator="greaterThan", formula1="DATE(2000,1,1)", errorStyle="warning")
    number = DataValidation(type="whole", operator="between", formula1="1", formula2=str(MOST_TABLES))
    for rule, ask, cell in ((day, wording.ASK_DAY, DATE_CELL), (number, wording.ASK_TABLE, TABLE_CELL)):
        rule.allow_blank = rule.showErrorMessage = rule.showInputMessage = True
        rule.error = rule.prompt = say(ask)
        rule.add(cell)
        page.sheet.add_data_validation(rule)


# --- what turns red


def _mark_faults(page: Page, book: EntryBook, columns: EntryColumns, say: Say, rows: Sequence[int]) -> None:
    first, last = rows[0], rows[-1]

    def mark(
        column: int, condition: str, look: DifferentialStyle = WRONG, bottom: int = last, top: int = first
    ) -> None:
        letter = get_column_letter(column)
        rule = Rule(type="expression", dxf=look, formula=[condition])
        page.sheet.conditional_formatting.add(f"{letter}{top}:{letter}{bottom}", rule)

    check, right = columns.cell("check", first), quote(say(wording.RIGHT))
    mark(columns.of["check"], f'AND({check}<>"",{check}<>{right})')
    mark(columns.of["check"], f"{check}={right}", RIGHT)
    # The number stays in sight on a phone, and on paper.
    mark(columns.of["number"], f'AND({check}<>"",{check}<>{right})')
    mark(columns.of["number"], f"{check}={right}", RIGHT)
    mark(columns.of["sum"], f'AND({columns.cell("sum", first)}<>"",{columns.cell("sum", first)}<>0)')
    for what in ("dealer", "declarer", *others_away(book)):
        mark(columns.of[what], f'AND({columns.cell(what, first)}<>"",{columns.cell(f"{what}_at", first)}=0)')
    if columns.has("partner"):
        chair, declarer = columns.cell("partner_at", first), columns.cell("declarer_at", first)
        stranger = f'AND({columns.cell("partner", first)}<>"",{chair}=0,{columns.cell("is_alone", first)}=0)'
        mark(columns.of["partner"], f"OR(AND({chair}>0,{chair}={declarer}),{stranger})")
    tricks = columns.cell("tricks", first)
    mark(columns.of["tricks"], f"AND(ISNUMBER({tricks}),OR({tricks}<0,{tricks}>{book.tricks}))")
    for column in columns.chairs:
        known = f"SUMPRODUCT(EXACT({list_name('players')},{head(column)})*1)"
        mark(column, f'AND({head(column)}<>"",{known}=0)', top=HEADER_ROW, bottom=HEADER_ROW)


# --- how it looks


def _lay_out(page: Page, columns: EntryColumns) -> None:
    sheet = page.sheet
    for what, column in columns.of.items():
        sheet.column_dimensions[get_column_letter(column)].width = WIDTHS.get(what, CHAIR_WIDTH)
    for column in (*columns.chairs, *columns.tricks_of):
        width = TRICKS_WIDTH if column in columns.tricks_of else CHAIR_WIDTH
        sheet.column_dimensions[get_column_letter(column)].width = width
    for column in range(columns.shown + 1, columns.last + len(columns.chairs) + 3):
        sheet.column_dimensions[get_column_letter(column)].hidden = True
    sheet.row_dimensions[HEADER_ROW].height = NAMES_HEIGHT
    sheet.freeze_panes = f"B{FIRST_DEAL}"
    fit_on_paper(sheet, landscape=True, repeats_headings=False)
    sheet.print_title_rows = f"{HEADER_ROW}:{HEADER_ROW}"
    # An evening on one page; what is wrong is seen on the screen, and the number of such a deal is red on paper too.
    sheet.page_setup.fitToHeight = 1
    sheet.page_margins.top = sheet.page_margins.bottom = sheet.page_margins.left
    sheet.print_area = f"A1:{get_column_letter(columns.of['note'])}{sheet.max_row}"
    # Without a password: it keeps slips off the formulas, and nobody out.
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False
