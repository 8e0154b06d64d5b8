"""The layout of a table's paper sheet: a row per deal with its dealer filled in, and boxes to tick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from ledger.queries.evenings.seating import most_at_table
from ledger.rules.deals.kinds.deal import Box
from ledger.rules.evenings.figures import Group, boxes_of
from ledger.rules.evenings.seats import coming
from ledger.rules.scoring.scoring_table import ScoringRules

FEWEST_ROWS, USUAL_ROWS, MOST_ROWS = 8, 20, 26
ROWS_OFFERED = (16, 20, 23, 26)
MOST_DIGITS = 3  # of what an address may ask for


@dataclass(frozen=True)
class PaperRow:
    """A deal to come: its number, its dealer (a seat from 1, and a name), and the boxes by group; None for no box."""

    number: int
    dealer: int
    name: str
    groups: tuple[tuple[Box | None, ...], ...]


@dataclass(frozen=True)
class PaperSheet:
    """What the sheet draws: the names in seat order ("" for a line to write on), the groups and the rows."""

    names: Sequence[str]
    groups: tuple[Group, ...]
    rows: tuple[PaperRow, ...]
    sits_out: int

    @property
    def codes(self) -> set[str]:
        """The codes of the groups on this sheet."""
        return {group.code for group in self.groups}

    @property
    def tricks(self) -> bool:
        """Whether tricks are written on it."""
        return bool(self.codes & {"tricks", "each", "pairs"})


def paper_sheet(
    scoring_table: ScoringRules, names: Sequence[str], *, first: int, dealer: int, away: Sequence[Sequence[int]]
) -> PaperSheet:
    """The sheet for players in seat order, from deal `first`, which the seat `dealer` (from 1) deals.

    `away` holds, for each deal, the seats that sit it out.
    """
    groups = boxes_of(scoring_table, len(names))
    rows = tuple(_rows(groups, names, first, dealer, away))
    return PaperSheet(
        names=names, groups=groups, rows=rows, sits_out=len(names) - min(len(names), scoring_table.seats.max)
    )


def away_by_seat(scoring_table: ScoringRules, players: int, rows: int) -> list[list[int]]:
    """The seats that sit out each of so many deals, at a table where seat 1 deals first."""
    seats = [str(seat) for seat in range(1, players + 1)]
    return [
        [int(seat) for seat in away] for away in coming(seats, "1", min(players, scoring_table.seats.max), deals=rows)
    ]


def asked_rows(request: HttpRequest) -> int:
    """How many rows the address asks for; the usual number for anything that does not fit on a sheet."""
    return _number_in_query(request, "rows", FEWEST_ROWS, MOST_ROWS, USUAL_ROWS)


def asked_players(request: HttpRequest, scoring_table: ScoringRules) -> int:
    """How many players the address asks for; the fewest that can play for anything else."""
    offered = players_offered(scoring_table)
    return _number_in_query(request, "players", offered[0], offered[-1], offered[0])


def players_offered(scoring_table: ScoringRules) -> range:
    """The numbers of players that can share a sheet."""
    return range(scoring_table.seats.min, most_at_table(scoring_table=scoring_table) + 1)


def _number_in_query(request: HttpRequest, name: str, least: int, most: int, usual: int) -> int:
    text = request.GET.get(name, "")
    # By its length too: Python refuses to read thousands of digits as a number.
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number and least <= int(text) <= most else usual


def _rows(
    groups: Sequence[Group], names: Sequence[str], first: int, dealer: int, away: Sequence[Sequence[int]]
) -> Iterator[PaperRow]:
    """The rows, with the deal going round; whoever sits out has no box."""
    for turn, absent in enumerate(away):
        seat = (dealer - 1 + turn) % len(names) + 1
        boxes = tuple(tuple(None if box.seat in absent else box for box in group.boxes) for group in groups)
        yield PaperRow(first + turn, seat, names[seat - 1], boxes)
