"""What an old book is to become: players, seasons, evenings and deals, decided row by row before anything is written.

Players are called by what the old book calls them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger.rules.deals.reading import with_players

DealData = dict[str, Any]


@dataclass(frozen=True)
class PlannedDeal:
    """A deal as data, by whom it was played, at whose prices, and from which sheet and row of the file, from 1.

    `version` is the id of a version of the club's scoring table. `doubt` is the kind of finding that was left in doubt.
    """

    sheet: int
    row: int
    deal: DealData
    players: tuple[str, ...]
    version: int
    doubt: str = ""


@dataclass(frozen=True)
class PlannedEvening:
    """An evening with its deals, what the old book called it, and whether its day is a guess."""

    day: date
    deals: Sequence[PlannedDeal]
    name: str = ""
    is_guessed: bool = False

    @property
    def is_opening(self) -> bool:
        """Whether it is the day of opening balances, and no evening."""
        return any(deal.deal.get("opening") for deal in self.deals)

    def companies(self, most: int) -> list[tuple[str, ...]]:
        """Who sat with whom, at most so many together: whoever played a deal together, in order of appearance.

        Nobody sat where balances were brought along.
        """
        if self.is_opening:
            return []
        companies: list[dict[str, None]] = []
        for deal in self.deals:
            joined = dict.fromkeys(deal.players)
            apart = []
            for company in companies:
                if company.keys() & joined.keys():
                    joined = company | joined
                else:
                    apart.append(company)
            companies = [*apart, joined]
        return [tuple(company)[:most] for company in companies]


@dataclass(frozen=True)
class PlannedSeason:
    """A season of the club by its name, begun anew on a day unless the club has an open one of that name."""

    name: str
    starts_on: date
    evenings: Sequence[PlannedEvening]


@dataclass(frozen=True)
class BookPlan:
    """A whole old book: its file, its map, its seasons, and whom the names in it mean.

    `players` are the ids of the club's players by name in the file, `new_players` the names of those to be added by the
    same. `rows` counts the rows of the file that are deals.
    """

    file_name: str
    digest: str
    map: Mapping[str, Any]
    rows: int
    seasons: Sequence[PlannedSeason]
    players: Mapping[str, int]
    new_players: Mapping[str, str]

    def deals(self) -> Iterator[PlannedDeal]:
        """Every deal, season by season and evening by evening."""
        for season in self.seasons:
            for evening in season.evenings:
                yield from evening.deals


def players_named(deal: DealData) -> set[str]:
    """Everybody whom a deal names."""
    named: set[str] = set()

    def note(name: str) -> str:
        named.add(name)
        return name

    with_players(deal, note)
    return named
