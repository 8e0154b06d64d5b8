"""Deals of an old book that were booked in doubt and stand so: nobody has corrected or voided them since."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ledger.models import Club, Evening, ImportedDeal, Season
from ledger.rules.imports.verdict.findings import title_of
from ledger.rules.site.labels import Label

COLUMNS = (
    "entry__evening_id",
    "entry__evening__number",
    "entry__evening__date",
    "entry__number",
    "sheet",
    "row",
    "doubt",
)


class DoubtfulDeal(NamedTuple):
    """A deal in doubt: its evening, by id, number and day, its number there, its place in the old book and why."""

    evening_id: int
    evening: int
    day: date
    number: int
    sheet: int
    row: int
    kind: str

    @property
    def title(self) -> Label:
        """What is in doubt."""
        return title_of(self.kind)


class EveningInDoubt(NamedTuple):
    """An evening with a deal in doubt."""

    date: date
    number: int


@dataclass(frozen=True)
class Doubts:
    """The deals in doubt among some deals, each with the ids of the players who have points of it."""

    deals: dict[DoubtfulDeal, set[int | None]]

    @property
    def evenings(self) -> list[EveningInDoubt]:
        """The evenings on which they were played, the latest first."""
        return sorted({EveningInDoubt(deal.day, deal.evening) for deal in self.deals}, reverse=True)

    @property
    def evening_ids(self) -> set[int]:
        """The ids of these evenings."""
        return {deal.evening_id for deal in self.deals}

    @property
    def places(self) -> set[tuple[int, int]]:
        """Their evenings' ids and their numbers."""
        return {(deal.evening_id, deal.number) for deal in self.deals}

    @property
    def numbers(self) -> list[int]:
        """The numbers of the deals, of which each evening has its own."""
        return sorted({deal.number for deal in self.deals})

    @property
    def players(self) -> set[int | None]:
        """The ids of everybody whose points are in doubt."""
        return set[int | None]().union(*self.deals.values())

    def of_player(self, player: int) -> "Doubts":
        """Those of one player."""
        return Doubts({deal: players for deal, players in self.deals.items() if player in players})


def doubts_among(
    *,
    club: Club,
    seasons: Iterable[Season] | None = None,
    evenings: Iterable[int] | None = None,
    deal: tuple[Evening, int] | None = None,
) -> Doubts:
    """The doubts of a club, or of some of its seasons, its evenings by id, or one deal by its number.

    One query; none for a club that was read with `has_doubts` and has none.
    """
    if not getattr(club, "has_doubts", True):
        return Doubts({})
    rows = ImportedDeal.objects.exclude(doubt="").filter(season__club=club, entry__reversed_by__reverses=None)
    if seasons is not None:
        rows = rows.filter(season__in=seasons)
    if evenings is not None:
        rows = rows.filter(entry__evening__in=evenings)
    if deal is not None:
        rows = rows.filter(entry__evening=deal[0], entry__number=deal[1])
    deals: dict[DoubtfulDeal, set[int | None]] = {}
    for *columns, player in rows.values_list(*COLUMNS, "entry__postings__player_id"):
        deals.setdefault(DoubtfulDeal(*columns), set()).add(player)
    return Doubts(deals)
