"""The sheets of an old book that is handed in, read in a process of its own."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from ledger.models import Club, Entry
from ledger.rules.imports.written import entry_sheets
from ledger.rules.imports.written.sheets import BookSheet, sheets_in_pieces, sheets_of
from ledger.rules.site.labels import texts
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.imports.book_files import (
    MOST_ENTRIES,
    MOST_OF_A_COMMAND,
    claim_of_book,
    read_book_of_a_page,
    read_claim_or_book,
    read_long_book,
    read_own_season,
)
from ledger.services.site.reader_process import Allowance
from ledger.services.site.reading_apart import pieces_apart, read_apart
from ledger.spreadsheets.seasons import layouts

SHORT = 700_000  # bytes of a workbook that is read as any other
# For as long a file as `OF_A_COMMAND` lets through.
LONG = Allowance(seconds=30, memory=400_000_000, answer=80_000_000)

SEASON_TOO_LONG = gettext_noop(
    "A season's workbook is taken back with at most %(most)s entries in its book, and this one is of %(entries)s: "
    "change its deals on the site."
)
CHANGED_INSIDE = gettext_noop(
    "This is a season's workbook, but its hidden sheet, which says what it was made from, was changed, or another "
    "release made it. Fetch the season's workbook again, make your changes there, and hand that in."
)
HALF_A_SEASON = gettext_noop(
    "This is a season's workbook without its hidden sheet, which says what it was made from. Fetch it again, make your "
    "changes there, and hand that in. If the season is in no book here, leave only its sheet of deals in the file."
)
# Together in one language they are nobody's but the site's: their sums would be read as deals.
OWN_SHEETS = (layouts.OVERVIEW, layouts.STANDINGS.name, layouts.DEALS.name, layouts.POSTINGS.name)


def require_known_season(sheets: Sequence[BookSheet]) -> None:
    """Raise Refusal (field "file") for a season's workbook that no longer tells what it was made from."""
    titles = {sheet.title for sheet in sheets}
    mark = next((sheet for sheet in sheets if sheet.title == layouts.ORIGIN_NAME), None)
    # The workbook to type in has its mark in a sheet of the same name.
    if mark and not (mark.rows and mark.rows[0].text(1) == entry_sheets.KIND):
        raise Refusal(CHANGED_INSIDE, "file")
    if any(map(titles.issuperset, zip(*map(texts, OWN_SHEETS), strict=True))):
        raise Refusal(HALF_A_SEASON, "file")


def book_of_a_command(data: bytes, *, club: Club) -> tuple[BookSheet, ...]:
    """The sheets of a file that a command brings for the club, who may bring a longer book than a page.

    Raises Refusal, with the sheet, row and column where it is about one.
    """
    claim = read_apart(claim_of_book, data)
    if claim is None:
        return sheets_of(read_apart(read_long_book, data, LONG))
    _require_short(claim, MOST_OF_A_COMMAND if _is_of_a_season(club, claim) else MOST_ENTRIES)
    return sheets_of(_own_season(data, claim))


def book_of_a_page(data: bytes, *, club: Club) -> list[dict[str, Any]]:
    """The sheets of a file that a page of the club brings, as plain data.

    A season's workbook may be as long as the season, if the club's own book has the entry that it was made from.
    Raises Refusal, with the sheet, row and column where it is about one.
    """
    if len(data) <= SHORT:
        return read_apart(read_book_of_a_page, data)
    answer = read_apart(read_claim_or_book, data)
    if "sheets" in answer:
        return cast("list[dict[str, Any]]", answer["sheets"])
    claim = answer["claim"]
    _require_short(claim, MOST_ENTRIES)
    if _is_of_a_season(club, claim):
        return [{**sheet, "rows": [*sheet["rows"]]} for sheet in _own_season(data, claim)]
    return read_apart(read_book_of_a_page, data)


def _require_short(claim: dict[str, Any], most: int) -> None:
    """Raise Refusal for the workbook of a season that is too long to be compared."""
    if claim["entries"] > most:
        raise Refusal(SEASON_TOO_LONG, most=most, entries=claim["entries"])


def _own_season(data: bytes, claim: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The plain sheets of a season's workbook, of whose rows none is kept here."""
    return sheets_in_pieces(pieces_apart(read_own_season, data, _allowance_of(max(claim["entries"], 0))))


def _is_of_a_season(club: Club, claim: dict[str, Any]) -> bool:
    """Whether a season of the club has so many entries, and the last of them the digest that the file says."""
    if claim["entries"] <= 0:
        return False
    made_from = Entry.objects.filter(season__club=club, sequence=claim["entries"])
    return made_from.filter(digest=str(claim.get("head"))[:64]).exists()


def _allowance_of(entries: int) -> Allowance:
    """What reading the workbook of so many entries may take: several times what it takes by itself."""
    return Allowance(
        seconds=2 + entries // 2000, memory=100_000_000 + 2000 * entries, answer=4_000_000 + 2000 * entries
    )
