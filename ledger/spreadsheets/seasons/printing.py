"""How a sheet prints: A4, large enough to read, headings on every page; club, sheet and page number around it."""

from collections.abc import Iterator, Sequence

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.site.safe_text import one_line

_CENTIMETRE = 1 / 2.54  # inches, as widths are in the file
SMALLEST_PRINT = 72  # percent: 8 points of a text of 11
# Characters of columns on a page at that size, upright and landscape: with the font, and with the widest in its place.
ON_ONE_PAGE = {"portrait": 140, "landscape": 200}
ON_ANY_PAGE = {"portrait": 106, "landscape": 154}


def set_up_paper(sheet: Worksheet, figures: Figures, *, landscape: bool, repeats_headings: bool) -> None:
    """Set paper, margins, header and footer."""
    fit_on_paper(sheet, landscape=landscape, repeats_headings=repeats_headings)
    _set_header_and_footer(sheet, figures)


def fit_on_paper(sheet: Worksheet, *, landscape: bool, repeats_headings: bool) -> None:
    """Set paper size, orientation and margins."""
    sheet.page_setup.paperSize = 9  # A4 (ECMA-376 part 1, 18.3.1.63)
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0  # as many pages high as it takes
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1" if repeats_headings else None
    sheet.page_margins.left = sheet.page_margins.right = _CENTIMETRE
    sheet.page_margins.top = sheet.page_margins.bottom = 2 * _CENTIMETRE


def break_wide_list(sheet: Worksheet, widths: Sequence[float], *, repeated: int) -> None:
    """Print a list that would be too small on one page on several beside each other, the first columns on each.

    `widths` are those of its columns in characters; `repeated` is the number of columns that each page has.
    """
    orientation = str(sheet.page_setup.orientation)
    if sum(widths) <= ON_ONE_PAGE[orientation]:
        return
    # A sheet that is fitted to pages ignores both its scale and its breaks.
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    sheet.page_setup.scale = SMALLEST_PRINT
    sheet.page_setup.pageOrder = "overThenDown"  # the pages of the same rows follow each other
    sheet.print_title_cols = f"A:{get_column_letter(repeated)}" if repeated else None
    for end in _page_ends(widths, ON_ANY_PAGE[orientation], repeated):
        sheet.col_breaks.append(Break(id=end))


def begin_page_below(sheet: Worksheet, rows: int) -> None:
    """Print the list below the first rows from a page of its own, its headings on every page."""
    sheet.row_breaks.append(Break(id=rows))
    sheet.print_title_rows = f"{rows + 1}:{rows + 1}"


def _page_ends(widths: Sequence[float], room: float, repeated: int) -> Iterator[int]:
    """The columns, from 1, after which another page begins."""
    used = 0.0
    for column, width in enumerate(widths):
        if used + width > room:
            yield column
            used = sum(widths[:repeated])
        used += width


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
