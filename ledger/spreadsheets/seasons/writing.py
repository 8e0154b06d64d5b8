"""The season's workbook as a file."""

from typing import BinaryIO

from openpyxl.packaging.core import DocumentProperties

from ledger.spreadsheets.seasons.control import write_control
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.head_to_head import write_head_to_head
from ledger.spreadsheets.seasons.lists import write_deals, write_evenings, write_postings, write_prices
from ledger.spreadsheets.seasons.report import write_report
from ledger.spreadsheets.seasons.season_book import SeasonBook
from ledger.spreadsheets.site.safe_text import one_line


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
