"""A season under audit: what its entries may refer to, each read once, and how far the audit has come."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from ledger.models import ScoringTableVersion, Season
from ledger.models.book.own_numbers import OwnNumbers
from ledger.queries.book.audit.audited_surroundings import Surroundings
from ledger.queries.book.own_numbers import numbers_of
from ledger.queries.deals.pricing import units_per_point_unit
from ledger.queries.deals.resettling import Resettling
from ledger.queries.site.snapshot import apart
from ledger.rules.scoring.tariff import Tariff


@dataclass
class AuditedSeason:
    """A season, and its counts so far: entries, deals played, units, and bottom lines (points, deals).

    `head` is the digest of the last entry read, None if that could not be read.
    """

    season: Season
    resettling: Resettling
    now: datetime | None = None
    entry_count: int = 0
    deals: int = 0
    total: int = 0
    head: str | None = ""
    bottom: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    versions: dict[int, ScoringTableVersion] = field(default_factory=dict)
    tariffs: dict[int, tuple[Tariff, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let entries refer only to what belongs to the season."""
        self.surroundings = Surroundings(self.season, self.now)

    @property
    def evenings(self) -> int:
        """The number of evenings with an entry."""
        return len({evening for evening, _ in self.bottom})

    @cached_property
    def numbers(self) -> OwnNumbers:
        """The club's own numbers, which digests use; four queries, the first time."""
        with apart():
            return numbers_of(club_id=self.season.club_id)

    def version(self, pk: int) -> ScoringTableVersion:
        """A scoring table's version, read once."""
        if pk not in self.versions:
            with apart():
                self.versions[pk] = ScoringTableVersion.objects.get(pk=pk)
        return self.versions[pk]

    def tariff(self, version: ScoringTableVersion) -> tuple[Tariff, int]:
        """A version's tariff, and the season's units in each of its own; worked out once.

        Raises Refusal if the version cannot be read.
        """
        if version.pk not in self.tariffs:
            scale = units_per_point_unit(season_denominator=self.season.unit_denominator, version=version)
            self.tariffs[version.pk] = version.tariff(), scale
        return self.tariffs[version.pk]

    def add(self, *, evening: int, players: Iterable[int], sums: Iterable[tuple[int, int]]) -> None:
        """Add points and deals to the players' bottom lines of an evening."""
        for player, (points, deals) in zip(players, sums, strict=True):
            points_before, deals_before = self.bottom.get((evening, player), (0, 0))
            self.bottom[evening, player] = points_before + points, deals_before + deals
