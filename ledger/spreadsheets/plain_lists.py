"""The lists that are nothing but rows: the postings and the corrections."""

from ledger.spreadsheets import layouts, wording
from ledger.spreadsheets.figures import Figures
from ledger.spreadsheets.listing import Listing, Row, whole_book, zero_sum_verdict


def postings_list(figures: Figures) -> Listing:
    """The ledger, a row for each line and player, and below it the sum of all."""
    rows: tuple[Row, ...] = tuple(
        (
            posting.line,
            posting.date,
            posting.evening,
            posting.deal,
            posting.player_number,
            figures.names[posting.player_number],
            posting.text,
            posting.units,
        )
        for posting in figures.book.postings
    )
    blanks = (None,) * (len(layouts.POSTINGS.columns) - 2)
    foot: tuple[Row, ...] = (
        (figures.words(wording.WHOLE_BOOK), *blanks, whole_book(figures)),
        (figures.words(wording.SUMS_TO_ZERO), *blanks, zero_sum_verdict(figures)),
    )
    return Listing(layouts.POSTINGS, layouts.POSTINGS.columns, rows, foot)


def corrections_list(figures: Figures) -> Listing:
    """The deals that were corrected or voided, with the reason given."""
    rows: tuple[Row, ...] = tuple(
        (
            deal.evening,
            deal.number,
            deal.date,
            deal.contract,
            deal.status,
            deal.reason,
            deal.recorded_by,
            deal.why,
        )
        for deal in figures.book.deals
        if deal.status
    )
    return Listing(layouts.CORRECTIONS, layouts.CORRECTIONS.columns, rows)
