"""A season's workbook, made from the book as it is at one moment."""

from datetime import datetime
from typing import BinaryIO

from ledger.models import Season
from ledger.queries.seasons.season_book import season_book
from ledger.queries.site import one_moment
from ledger.spreadsheets.seasons.writing import write_season_book


def make_workbook(*, season: Season, language: str, now: datetime, target: BinaryIO) -> None:
    """Write the workbook of a season, its club loaded, to an open file.

    `now` is an aware time in the club's zone, `language` one such as "da" or "da+fractions".
    """
    with one_moment():
        book = season_book(season=season, made_at=now)
    write_season_book(book, target, language=language)
