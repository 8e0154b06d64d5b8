"""What if: a season or some of its evenings scored under other prices, without writing anything."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from operator import itemgetter
from typing import Any, NamedTuple

from ledger.models import Entry, Player, ScoringTableVersion, Season
from ledger.models.book.journal import EntryQuerySet, postings_in_seats
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.deals.pricing import deal_in_words, settle_deal
from ledger.queries.site import in_pieces, one_moment
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.kinds.trick import CHOOSE_LEVEL
from ledger.rules.deals.settling import read_deal
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.seasons import places_of
from ledger.rules.site.fields import NOT_OFFERED
from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Refusal, gettext_noop

ENTRIES_AT_A_TIME = 2000
NO_SUCH_CONTRACT = gettext_noop("These prices have no such contract.")
NO_REVERSAL = [kind for kind in Entry.Kind if kind != Entry.Kind.REVERSAL]
Units = tuple[int, ...]  # per seat, in seat order


class StandingEntry(NamedTuple):
    """A standing entry of the book; `paid` are season units by player id, in seat order."""

    evening: int
    number: int
    version: int
    deal: Mapping[str, Any]
    paid: Mapping[int, int]

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of its players in seat order, as deals write them."""
        return tuple(map(str, self.paid))


@dataclass(frozen=True)
class Placing:
    """A player's place and points now and under the other prices, in units of the comparison."""

    player_id: int
    name: str
    slug: str
    sort_key: str
    place_now: int
    points_now: int
    place_then: int
    points_then: int

    @property
    def climbed(self) -> int:
        """The number of places that the player would climb, negative for falling."""
        return self.place_now - self.place_then

    @property
    def gained(self) -> int:
        """The units that the player would gain."""
        return self.points_then - self.points_now


@dataclass(frozen=True)
class Difference:
    """A deal that would pay differently: (name, units now, units then) in seat order, and the explanation of either.

    `size` is the largest change for any one player.
    """

    evening: int
    number: int
    contract: Label
    size: int
    points: tuple[tuple[str, int, int], ...]
    calculation_now: Label | None
    calculation_then: Label | None


@dataclass(frozen=True)
class Unpriced:
    """A deal that the other prices cannot settle, and the reason."""

    evening: int
    number: int
    contract: Label
    reason: Refusal


@dataclass(frozen=True)
class WhatIf:
    """A season scored again; points are integer units of 1/`denominator` point, fine enough for both books.

    `deals` is the number of deals played. Of all standing entries `differing` pay differently; `unpriced_count` cannot
    be settled and pay nothing. `most` are the deals that differ most, the largest first; `unpriced` the first of those
    that cannot be settled.
    """

    denominator: int
    deals: int
    differing: int
    unpriced_count: int
    standings: tuple[Placing, ...]
    most: tuple[Difference, ...]
    unpriced: tuple[Unpriced, ...]

    @property
    def places_changed(self) -> int:
        """The number of players who would have another place."""
        return sum(placing.climbed != 0 for placing in self.standings)


def what_if(
    *,
    season: Season,
    tariff: Tariff,
    evenings: Collection[int] | None = None,
    most: int = 10,
    listed: int = 1000,
) -> WhatIf:
    """Score a season, or its evenings with the given numbers, under a tariff, and compare it with the book.

    Lists at most `most` deals that differ and `listed` that cannot be settled. Four queries about one moment.
    """
    scored = _Scored(season.unit_denominator, tariff)
    with one_moment():
        for entry in _standing_entries(season, evenings):
            scored.add(entry)
        # Of equal ones the earlier stays.
        largest = nlargest(most, scored.differing, key=itemgetter(0))
        refused = scored.refused[:listed]
        entries = [*(entry for _, entry, _ in largest), *(entry for entry, _ in refused)]
        told = _Told(season, entries)
        return WhatIf(
            denominator=scored.denominator,
            deals=scored.deals,
            differing=len(scored.differing),
            unpriced_count=len(scored.refused),
            standings=told.standings(scored),
            most=tuple(told.difference(scored, *difference) for difference in largest),
            unpriced=tuple(told.refusal_of(entry, refusal) for entry, refusal in refused),
        )


def count_entries(*, season: Season, evenings: Collection[int] | None = None) -> int:
    """The number of entries that would be scored again; one query."""
    return _standing(season, evenings).count()


def _standing(season: Season, evenings: Collection[int] | None) -> EntryQuerySet:
    # By kind, as in `standing()`: by `reverses`, SQLite would give up the season's order and sort everything again.
    standing = Entry.objects.filter(season=season, kind__in=NO_REVERSAL, reversed_by__reverses=None)
    return standing if evenings is None else standing.filter(evening__number__in=evenings)


def _standing_entries(season: Season, evenings: Collection[int] | None) -> Iterator[StandingEntry]:
    """The standing entries in the order of the book, read some at a time."""
    in_order = _standing(season, evenings).order_by("sequence").select_related("evening")
    entry: Any
    for entry in in_pieces(in_order.prefetch_related(postings_in_seats()), ENTRIES_AT_A_TIME):
        shares = [(share.player_id, share.points) for share in entry.in_seats if share.player_id is not None]
        paid = sum_by_person(shares)
        yield StandingEntry(entry.evening.number, entry.number, entry.table_version_id, entry.deal, paid)


@dataclass
class _Scored:
    """Entries scored one by one: running totals, those that differ, those that cannot be settled."""

    season_denominator: int
    tariff: Tariff
    deals: int = 0
    now: Counter[int] = field(default_factory=Counter)
    then: Counter[int] = field(default_factory=Counter)
    differing: list[tuple[int, StandingEntry, Units]] = field(default_factory=list)
    refused: list[tuple[StandingEntry, Refusal]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Choose units that hold the points of both books exactly."""
        self.denominator = math.lcm(self.season_denominator, self.tariff.unit_denominator)
        self.scale_now = self.denominator // self.season_denominator
        self.scale_then = self.denominator // self.tariff.unit_denominator

    def add(self, entry: StandingEntry) -> None:
        """Count an entry in both books."""
        self.deals += kind_of(entry.deal).counts_as == "deal"
        now = _scaled_units(entry.paid.values(), self.scale_now)
        # What no table prices is worth the same under any.
        then = self._then(entry) if kind_of(entry.deal).is_priced else now
        if isinstance(then, Refusal):
            self.refused.append((entry, then))
            then = (0,) * len(now)
        elif then != now:
            size = max(abs(units_then - units) for units, units_then in zip(now, then, strict=True))
            self.differing.append((size, entry, then))
        for player, units, units_then in zip(entry.paid, now, then, strict=True):
            self.now[player] += units
            self.then[player] += units_then

    def _then(self, entry: StandingEntry) -> Units | Refusal:
        """What the deal would pay each seat, or why it cannot be settled."""
        try:
            units = settle_deal(deal=entry.deal, tariff=self.tariff, players=entry.players).payout.units
        except Refusal as refusal:
            return refusal.with_traceback(None)  # which would keep the whole call in memory
        return _scaled_units((units[player] for player in entry.players), self.scale_then)


def _scaled_units(units: Iterable[int], scale: int) -> Units:
    return tuple(amount * scale for amount in units)


class _Told:
    """Tells of entries by the players' names and the prices they were played by; two queries."""

    def __init__(self, season: Season, entries: Iterable[StandingEntry]) -> None:
        self.players = {player.pk: player for player in Player.objects.filter(club=season.club_id)}
        self.versions = ScoringTableVersion.objects.in_bulk({entry.version for entry in entries})

    def standings(self, scored: _Scored) -> tuple[Placing, ...]:
        """Everyone with an entry, in the order of the other prices."""
        now, then = scored.now, scored.then
        place_now = places_of(now)
        place_then = places_of(then)
        placings = []
        for pk in now:
            player = self.players[pk]
            named = pk, player.name, player.slug, player.sort_key
            placings.append(Placing(*named, place_now[pk], now[pk], place_then[pk], then[pk]))
        return tuple(sorted(placings, key=lambda placing: (placing.place_then, placing.sort_key)))

    def difference(self, scored: _Scored, size: int, entry: StandingEntry, then: Units) -> Difference:
        """A deal that pays differently."""
        names = self._names(entry)
        words_now, words_then = (
            deal_in_words(settled=settle_deal(deal=entry.deal, tariff=tariff, players=entry.players), names=names)
            for tariff in (self.versions[entry.version].tariff(), scored.tariff)
        )
        now = _scaled_units(entry.paid.values(), scored.scale_now)
        return Difference(
            evening=entry.evening,
            number=entry.number,
            contract=words_now.contract,
            size=size,
            points=tuple(zip(names.values(), now, then, strict=True)),
            calculation_now=words_now.calculation,
            calculation_then=words_then.calculation,
        )

    def refusal_of(self, entry: StandingEntry, refusal: Refusal) -> Unpriced:
        """A deal that cannot be settled."""
        names = {str(player): name for player, name in self._names(entry).items()}
        # The contract as called by the prices under which it was played.
        scoring_table = self.versions[entry.version].to_rules()
        contract = read_deal(entry.deal, scoring_table, entry.players).name(scoring_table)
        return Unpriced(entry.evening, entry.number, contract, refusal_by_name(refusal, names))

    def _names(self, entry: StandingEntry) -> dict[int, str]:
        return {player: self.players[player].name for player in entry.paid}


def refusal_by_name(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """A refusal about a deal of the past: with names for ids, and without codes to choose from."""
    if refusal.message in (NOT_OFFERED, CHOOSE_LEVEL):
        return Refusal(NO_SUCH_CONTRACT, refusal.field)
    return refusal.by_name(names)
