"""What an old book is to become: players, seasons, evenings and deals, decided row by row before anything is written.

Players are called by what the old book calls them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from ledger.rules.deals.reading import with_players

DealData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """A deal as data, by whom it was played, at whose prices, and from which sheet and row of the file, from 1.

    `version` is the id of a version of the club's scoring table. `doubt` is the kind of finding that was left in doubt.
    `table_number` is that of the table where it was played, 0 where nobody says.
    """

    sheet: int
    row: int
    deal: DealData
    players: tuple[str, ...]
    version: int
    doubt: str = ""
    table_number: int = 0


@dataclass(frozen=True)
class PlannedEvening:
    """An evening with its deals, what the old book called it, and whether its day is a guess.

    One that `is_of_entry` was typed in the site's own workbook.
    """

    day: date
    deals: Sequence[PlannedDeal]
    name: str = ""
    is_guessed: bool = False
    is_of_entry: bool = False

    def companies(self, most: int) -> list[tuple[str, ...]]:
        """Who sat with whom, at most so many together, in the order of the tables; each where they played first.

        Nobody is known to have where balances were brought along, or an evening's points alone were kept.
        """
        at_tables: dict[int, list[str]] = {}
        seated: set[str] = set()
        for deal, number in zip(self.deals, self.table_numbers, strict=True):
            if is_at_a_table(deal.deal):
                at_tables.setdefault(number, []).extend(player for player in deal.players if player not in seated)
                seated.update(deal.players)
        return [tuple(at_tables[number])[:most] for number in sorted(at_tables)]

    @property
    def table_count(self) -> int:
        """How many tables there were."""
        return len({*self.table_numbers})

    @cached_property
    def table_numbers(self) -> list[int]:
        """The number of each deal's table, from 1: in the order of those that are said.

        Where none is, whoever played a deal together sat at one.
        """
        given = [deal.table_number for deal in self.deals]
        if not any(given):
            return self._tables_by_company()
        numbers = sorted({number or 1 for number in given})
        return [1 + numbers.index(number or 1) for number in given]

    def _tables_by_company(self) -> list[int]:
        companies: list[set[str]] = []
        for deal in self.deals:
            joined = [company for company in companies if not company.isdisjoint(deal.players)]
            apart = [company for company in companies if company not in joined]
            # Where its first deal stands among those of the others.
            at = min((companies.index(company) for company in joined), default=len(companies))
            companies = [*apart[:at], set(deal.players).union(*joined), *apart[at:]]
        return [
            next(number for number, company in enumerate(companies, 1) if not company.isdisjoint(deal.players))
            for deal in self.deals
        ]


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


def is_at_a_table(deal: DealData) -> bool:
    """Whether those of a deal sat together: not in opening balances, nor where only an evening's points were kept."""
    return not (deal.get("opening") or deal.get("totals"))


def players_named(deal: DealData) -> set[str]:
    """Everybody whom a deal names."""
    named: set[str] = set()

    def note(name: str) -> str:
        named.add(name)
        return name

    with_players(deal, note)
    return named
