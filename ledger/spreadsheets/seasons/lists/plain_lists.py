"""The lists that are nothing but rows: the postings and the corrections."""

from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.lists.listing import Ending, Listing, Row, whole_book, zero_sum_verdict
from ledger.spreadsheets.seasons.season_book import DealRow, PostingRow


class PostingsListing(Listing[PostingRow]):
    """The ledger, a row for each line and player, and below it the sum of all; its rows are what all others count."""

    layout = layouts.POSTINGS
    columns = layouts.POSTINGS.columns

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.names = figures.names

    def row(self, record: PostingRow, _at: int) -> Row:
        self.figures.posted.add(record)
        line, date, evening, deal, number, text, units = record
        return line, date, evening, deal, number, self.names[number], text, units

    def ending(self, _count: int) -> Ending:
        words, blanks = self.figures.words, (None,) * (len(self.columns) - 2)
        return Ending(
            (
                (words(wording.WHOLE_BOOK), *blanks, whole_book(self.figures)),
                (words(wording.SUMS_TO_ZERO), *blanks, zero_sum_verdict(self.figures)),
            )
        )


class CorrectionsListing(Listing[DealRow]):
    """The deals that were corrected or voided, with the reason given."""

    layout = layouts.CORRECTIONS
    columns = layouts.CORRECTIONS.columns

    def row(self, record: DealRow, _at: int) -> Row:
        return (
            record.evening,
            record.number,
            record.date,
            record.contract,
            record.status,
            record.reason,
            record.recorded_by,
            record.why,
        )

    def ending(self, _count: int) -> Ending:
        return Ending()
