"""How a sheet prints."""

from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

_CENTIMETRE = 1 / 2.54  # inches, as widths are in the file


def fit_on_paper(sheet: Worksheet, *, landscape: bool, repeats_headings: bool) -> None:
    """Set paper size, orientation and margins."""
    sheet.page_setup.paperSize = 9  # A4 (ECMA-376 part 1, 18.3.1.63)
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0  # as many pages high as it takes
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1" if repeats_headings else None
    sheet.page_margins.left = sheet.page_margins.right = _CENTIMETRE
    sheet.page_margins.top = sheet.page_margins.bottom = 2 * _CENTIMETRE
