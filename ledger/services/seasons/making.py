"""A season's workbook, made from the book as it is at one moment.

Apart from where workbooks are kept, since the process that makes a long one needs no more than this.
"""

from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from ledger.models import Season
from ledger.queries.seasons.season_book import season_book
from ledger.queries.site.snapshot import one_moment
from ledger.spreadsheets.seasons.writing import write_season_book

MADE_BY = "Whistklub"


def make_workbook(
    *, season: Season, language: str, now: datetime, target: BinaryIO, workshop: Path | None = None
) -> None:
    """Write the workbook of a season, its club loaded, to an open file; a long list is held in the folder `workshop`.

    `now` is an aware time in the club's zone.
    """
    with one_moment():
        book = season_book(season=season, made_at=now, made_by=MADE_BY)
        write_season_book(book, target, language=language, workshop=workshop)
