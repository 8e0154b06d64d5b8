"""How a sheet prints: A4, one page wide, headings on every page; club, sheet and page number in header and footer."""

from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.site.safe_text import one_line

_CENTIMETRE = 1 / 2.54  # inches, as widths are in the file


def set_up_paper(sheet: Worksheet, figures: Figures, *, landscape: bool, repeats_headings: bool) -> None:
    """Set paper, margins, header and footer."""
    fit_on_paper(sheet, landscape=landscape, repeats_headings=repeats_headings)
    _set_header_and_footer(sheet, figures)


def fit_on_paper(sheet: Worksheet, *, landscape: bool, repeats_headings: bool) -> None:
    """Set paper size, orientation and margins."""
    sheet.page_setup.paperSize = 9  # A4 (ECMA-376 part 1, 18.3.1.63)
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1" if repeats_headings else None
    sheet.page_margins.left = sheet.page_margins.right = 1.5 * _CENTIMETRE
    sheet.page_margins.top = sheet.page_margins.bottom = 2 * _CENTIMETRE


def _set_header_and_footer(sheet: Worksheet, figures: Figures) -> None:
    book, header, footer = figures.book, HeaderFooterItem(), HeaderFooterItem()
    header.left.text = f"{_literal(book.club)} – &A"
    header.right.text = _literal(book.season)
    footer.left.text = f"{book.made_at:%d-%m-%Y}"
    footer.right.text = figures.words(wording.PAGE_NUMBER)
    sheet.HeaderFooter.oddHeader, sheet.HeaderFooter.oddFooter = header, footer


def _literal(text: str) -> str:
    """A name for a page header: at most 60 characters, with & doubled."""
    # A single & starts a code, and the whole header may hold 255 characters.
    return one_line(text)[:60].replace("&", "&&")
