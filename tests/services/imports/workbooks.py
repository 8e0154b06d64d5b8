"""A season's workbook as it is downloaded."""

from io import BytesIO

from openpyxl import load_workbook

from ledger.models import Season
from ledger.services.seasons import make_workbook
from tests.spreadsheets.imports.workbooks import file_of
from tests.support.people import NOW


def workbook_of(season: Season, language: str = "da") -> bytes:
    """The season's workbook as it is downloaded now."""
    target = BytesIO()
    season.refresh_from_db()
    make_workbook(season=season, language=language, now=NOW, target=target)
    return target.getvalue()


def save_again(content: bytes) -> bytes:
    """The workbook as a program saves it that keeps the results of its formulas."""
    # openpyxl saves no results of formulas, as every spreadsheet program does.
    return file_of(load_workbook(BytesIO(content), data_only=True))
