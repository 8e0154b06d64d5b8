"""The list of standings, each figure beside the live sum of the player's postings."""

from collections.abc import Sequence

from ledger.spreadsheets import layouts, wording
from ledger.spreadsheets.figures import Figures
from ledger.spreadsheets.listing import (
    FIRST_ROW,
    Listing,
    Row,
    cells,
    foot_row,
    last_row,
    posted_sum,
    rounded,
    whole_book,
    zero_sum_verdict,
)
from ledger.spreadsheets.page import Formula
from ledger.spreadsheets.season_book import HOUSE, StandingRow


def standings_list(figures: Figures) -> Listing:
    """The standings, each figure beside what the postings say; the foot holds the players, the house and the book."""
    layout, standings = layouts.STANDINGS, figures.book.standings
    rows = tuple(_standing_row(figures, standing, at) for at, standing in enumerate(standings, FIRST_ROW))
    difference, foot_at = len(layout.columns), foot_row(rows)
    return Listing(
        layout,
        layout.columns,
        rows,
        foot=_standings_foot(figures, rows),
        suspects=(
            cells((difference, FIRST_ROW), (difference, last_row(rows))),
            cells((difference, foot_at), (difference, foot_at)),
        ),
        is_right=_standings_agree(figures),
    )


def _standing_row(figures: Figures, standing: StandingRow, at: int) -> Row:
    number, posted = standing.player_number, figures.balances.get(standing.player_number, 0)
    return (
        standing.place,
        number,
        figures.names[number],
        standing.evenings,
        standing.deals,
        standing.units,
        posted_sum(figures, posted, (layouts.PLAYER_NUMBER, f"B{at}")),
        rounded(f"F{at}-G{at}", standing.units - posted),
    )


def _standings_foot(figures: Figures, rows: Sequence[Row]) -> tuple[Row, ...]:
    at, standing = foot_row(rows), sum(row.units for row in figures.book.standings)
    posted = sum(units for number, units in figures.balances.items() if number != HOUSE)
    players: Row = (
        Formula(f"SUM({cells((6, FIRST_ROW), (6, last_row(rows)))})", standing),
        posted_sum(figures, posted, (layouts.PLAYER_NUMBER, f'"<>{HOUSE}"')),
        rounded(f"F{at}-G{at}", standing - posted),
    )
    house: Row = (None, posted_sum(figures, figures.balances[HOUSE], (layouts.PLAYER_NUMBER, str(HOUSE))), None)
    book: Row = (None, whole_book(figures), zero_sum_verdict(figures))
    lines = [(wording.ALL_PLAYERS, players), (wording.HOUSE_NAME, house), (wording.WHOLE_BOOK, book)]
    shown = [line for line in lines if figures.has_house or line[0] is not wording.HOUSE_NAME]
    return tuple((None, None, figures.words(label), None, None, *line) for label, line in shown)


def _standings_agree(figures: Figures) -> bool:
    standing = {row.player_number: row.units for row in figures.book.standings}
    players = {number: units for number, units in figures.balances.items() if number != HOUSE}
    agree = all(players.get(number, 0) == units for number, units in standing.items())
    return agree and sum(standing.values()) == sum(players.values())
