"""The list of head-to-head: for every two players, the deals as partners and what one has won from the other."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.listing import Ending, Listing, Row, deals_against_list, foot_row
from ledger.spreadsheets.seasons.season_book import HOUSE, DealRow


class MetRow(NamedTuple):
    """What a player and another come to, as on the player's page; `both` and `won` are in units.

    `together` are the deals in which they were declarer and partner, `both` what the two got in them; `against` are the
    deals in which they got different points. `won` is what the player won from the other in those and in adjustments:
    the difference divided by the number in play, so that it adds up to the player's points.
    """

    player_number: int
    other_number: int
    together: int
    both: int
    against: int
    won: Fraction


@dataclass
class _Meetings:
    """Two players' sums; `differences` are what the one with the lower number got more, by the number in play."""

    together: int = 0
    both: int = 0
    against: int = 0
    differences: Counter[int] = field(default_factory=Counter)


class HeadToHead:
    """The meetings of every two, counted as the deals go by."""

    def __init__(self, figures: Figures) -> None:
        self._numbers, self._openings = figures.numbers, figures.evening_sums.openings
        self._meetings: dict[tuple[int, int], _Meetings] = defaultdict(_Meetings)

    def add(self, deal: DealRow) -> None:
        """Count one more deal; one that is voided counts for nothing, and so do opening balances."""
        if deal.evening in self._openings:
            return
        in_play = len(deal.units)
        for (low, units), (high, others_units) in combinations(sorted(deal.units.items()), 2):
            meetings = self._meetings[low, high]
            if units != others_units:
                meetings.against += deal.sides is not None
                meetings.differences[in_play] += units - others_units
        if deal.units and deal.sides:
            for declarer, partner in product(*deal.sides):
                meetings = self._meetings[min(declarer, partner), max(declarer, partner)]
                meetings.together += 1
                meetings.both += deal.units[declarer] + deal.units[partner]

    def rows(self) -> Iterator[MetRow]:
        """Everybody with everybody they met, in the book's order, the house last and with no rows of its own."""
        for player, other in product(self._numbers, self._numbers):
            key = min(player, other), max(player, other)
            if player != HOUSE and key in self._meetings:
                meetings, sign = self._meetings[key], 1 if player < other else -1
                won = sum((Fraction(units, count) for count, units in meetings.differences.items()), Fraction())
                yield MetRow(player, other, meetings.together, meetings.both, meetings.against, sign * won)


class HeadToHeadListing(Listing[MetRow]):
    """Every two who met; the foot compares what each has won from all others with the postings of deals."""

    layout = layouts.HEAD_TO_HEAD
    columns = layouts.HEAD_TO_HEAD.columns

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.won: defaultdict[int, Fraction] = defaultdict(Fraction)

    def row(self, record: MetRow, _at: int) -> Row:
        player, other, together, both, against, won = record
        self.won[player] += won
        names = self.figures.names
        return player, names[player], names[other], together, both, against, won

    def ending(self, count: int) -> Ending:
        at, blanks = foot_row(count), (None,) * (len(self.columns) - 2)
        posted, openings = self.figures.posted.of_deals, self.figures.evening_sums.openings.values()
        players = [standing.player_number for standing in self.figures.book.standings]
        apart = sum(
            (
                abs(self.won[number] - posted[number] + sum(units.get(number, 0) for units in openings))
                for number in players
            ),
            Fraction(),
        )
        difference = deals_against_list(self.figures, self.layout, layouts.WON, apart)
        label = self.figures.words(wording.DIFFERENCE)
        return Ending(foot=((label, *blanks, difference),), suspects=(f"G{at}",), is_right=not apart)
