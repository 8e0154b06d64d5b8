"""The list of standings, each figure beside the live sum of the player's postings."""

from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.lists.listing import (
    FIRST_ROW,
    Ending,
    Listing,
    Row,
    cells,
    foot_row,
    last_row,
    posted_sum,
    rounded_figure,
    whole_book,
    zero_sum_verdict,
)
from ledger.spreadsheets.seasons.season_book import HOUSE, StandingRow
from ledger.spreadsheets.site.page import Formula


class StandingsListing(Listing[StandingRow]):
    """The standings, each figure beside what the postings say; the foot holds the players, the house and the book."""

    layout = layouts.STANDINGS
    columns = layouts.STANDINGS.columns

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.units = 0
        self.agree = True

    def row(self, record: StandingRow, at: int) -> Row:
        number, posted = record.player_number, self.figures.posted.everything[record.player_number]
        self.units += record.units
        self.agree = self.agree and record.units == posted
        return (
            record.place,
            number,
            self.figures.names[number],
            record.evenings,
            record.deals,
            record.units,
            posted_sum(self.figures, posted, (layouts.PLAYER_NUMBER, f"B{at}")),
            rounded_figure(f"F{at}-G{at}", record.units - posted),
        )

    def ending(self, count: int) -> Ending:
        difference, foot_at = len(self.columns), foot_row(count)
        players = self.figures.posted.everything.total() - self.figures.posted.everything[HOUSE]
        return Ending(
            foot=self._foot(count, players),
            suspects=(
                cells((difference, FIRST_ROW), (difference, last_row(count))),
                cells((difference, foot_at), (difference, foot_at)),
            ),
            is_right=self.agree and self.units == players,
        )

    def _foot(self, count: int, posted: int) -> tuple[Row, ...]:
        figures, at = self.figures, foot_row(count)
        players: Row = (
            Formula(f"SUM({cells((6, FIRST_ROW), (6, last_row(count)))})", self.units),
            posted_sum(figures, posted, (layouts.PLAYER_NUMBER, f'"<>{HOUSE}"')),
            rounded_figure(f"F{at}-G{at}", self.units - posted),
        )
        house_posted = figures.posted.everything[HOUSE]
        house: Row = (None, posted_sum(figures, house_posted, (layouts.PLAYER_NUMBER, str(HOUSE))), None)
        book: Row = (None, whole_book(figures), zero_sum_verdict(figures))
        lines = [(wording.ALL_PLAYERS, players), (wording.HOUSE_NAME, house), (wording.WHOLE_BOOK, book)]
        rows = [line for line in lines if figures.has_house or line[0] is not wording.HOUSE_NAME]
        return tuple((None, None, figures.words(label), None, None, *line) for label, line in rows)
