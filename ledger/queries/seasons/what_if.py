"""What if: a season or some of its evenings scored under other prices, without writing anything."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ledger.models import Entry, Player, Posting, ScoringTableVersion, Season
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.deals.pricing import DealInWords, deal_in_words, settle_deal
from ledger.queries.site import in_pieces, one_moment
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.kinds.trick import CHOOSE_LEVEL
from ledger.rules.deals.settling import read_deal
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.seasons import places
from ledger.rules.site.fields import NOT_OFFERED
from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Refusal, gettext_noop

ENTRIES_AT_A_TIME = 2000
NO_SUCH_CONTRACT = gettext_noop("These prices have no such contract.")
NO_REVERSAL = [kind for kind in Entry.Kind if kind != Entry.Kind.REVERSAL]
Units = tuple[int, ...]  # per seat, in seat order


class StandingEntry(NamedTuple):
    """A standing entry of the book; `paid` are season units by player id, in seat order."""

    sequence: int
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

    `deals` is the number of deals played; of what stands `differing` pay differently and `unpriced_count` cannot be
    settled and pay nothing. `most` are the deals that differ most, the largest first; `unpriced` the first of those
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
        return _TellingSeason(season, scored, most, listed).what_if()


def count_entries(*, season: Season, evenings: Collection[int] | None = None) -> int:
    """The number of entries that would be scored again; one query."""
    return Entry.objects.filter(**_within(season, evenings)).count()


def _within(season: Season, evenings: Collection[int] | None, path: str = "") -> dict[str, Any]:
    """The filter for standing entries, on entries or (with the path "entry__") on their postings."""
    # By kind, as in `standing()`: by `reverses`, SQLite would give up the season's order and sort everything again.
    chosen: dict[str, Any] = {"season": season, "kind__in": NO_REVERSAL, "reversed_by__reverses": None}
    if evenings is not None:
        chosen["evening__number__in"] = evenings
    return {f"{path}{name}": value for name, value in chosen.items()}


def _standing_entries(season: Season, evenings: Collection[int] | None) -> Iterator[StandingEntry]:
    """The standing entries in the order of the book, as values read a few at a time; two queries side by side."""
    entries = Entry.objects.filter(**_within(season, evenings)).order_by("sequence")
    told = entries.values_list("sequence", "evening__number", "number", "table_version_id", "deal")
    postings = Posting.objects.filter(**_within(season, evenings, "entry__"), player__isnull=False)
    ordered = postings.order_by("entry__sequence", "seat").values_list("entry__sequence", "player_id", "points")
    seated = groupby(in_pieces(ordered, ENTRIES_AT_A_TIME), key=itemgetter(0))
    entry: tuple[int, int, int, int, Mapping[str, Any]]
    for entry, (sequence, shares) in zip(in_pieces(told, ENTRIES_AT_A_TIME), seated, strict=True):
        assert entry[0] == sequence
        yield StandingEntry(*entry, paid=sum_by_person((player, points) for _, player, points in shares))


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


class _TellingSeason:
    """The result with names, contracts and reasons; two queries."""

    def __init__(self, season: Season, scored: _Scored, most: int, listed: int) -> None:
        self.scored = scored
        # Of equal ones the earlier stays.
        self.largest, self.refused = nlargest(most, scored.differing, key=itemgetter(0)), scored.refused[:listed]
        self.players = {player.pk: player for player in Player.objects.filter(club=season.club_id)}
        entries = [*(entry for _, entry, _ in self.largest), *(entry for entry, _ in self.refused)]
        self.versions = ScoringTableVersion.objects.in_bulk({entry.version for entry in entries})

    def what_if(self) -> WhatIf:
        scored = self.scored
        return WhatIf(
            denominator=scored.denominator,
            deals=scored.deals,
            differing=len(scored.differing),
            unpriced_count=len(scored.refused),
            standings=self._standings(),
            most=tuple(self._difference(*difference) for difference in self.largest),
            unpriced=tuple(self._unpriced_deal(entry, refusal) for entry, refusal in self.refused),
        )

    def _standings(self) -> tuple[Placing, ...]:
        """Everyone with an entry, in the order of the other prices."""
        now, then = self.scored.now, self.scored.then
        place_now, place_then = _places(now), _places(then)
        placings = []
        for pk in now:
            player = self.players[pk]
            named = pk, player.name, player.slug, player.sort_key
            placings.append(Placing(*named, place_now[pk], now[pk], place_then[pk], then[pk]))
        return tuple(sorted(placings, key=lambda placing: (placing.place_then, placing.sort_key)))

    def _difference(self, size: int, entry: StandingEntry, then: Units) -> Difference:
        names = self._names(entry)
        now = _scaled_units(entry.paid.values(), self.scored.scale_now)
        words_now = self._in_words(entry, self.versions[entry.version].tariff())
        return Difference(
            evening=entry.evening,
            number=entry.number,
            contract=words_now.contract,
            size=size,
            points=tuple(zip(names.values(), now, then, strict=True)),
            calculation_now=words_now.calculation,
            calculation_then=self._in_words(entry, self.scored.tariff).calculation,
        )

    def _in_words(self, entry: StandingEntry, tariff: Tariff) -> DealInWords:
        settled = settle_deal(deal=entry.deal, tariff=tariff, players=entry.players)
        return deal_in_words(settled=settled, names=self._names(entry))

    def _unpriced_deal(self, entry: StandingEntry, refusal: Refusal) -> Unpriced:
        names = {str(player): name for player, name in self._names(entry).items()}
        # The contract as called by the prices under which it was played.
        scoring_table = self.versions[entry.version].to_rules()
        contract = read_deal(entry.deal, scoring_table, entry.players).name(scoring_table)
        return Unpriced(entry.evening, entry.number, contract, in_words(refusal, names))

    def _names(self, entry: StandingEntry) -> dict[int, str]:
        return {player: self.players[player].name for player in entry.paid}


def _places(totals: Mapping[int, int]) -> dict[int, int]:
    return dict(zip(totals, places([*totals.values()]), strict=True))


def in_words(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """A refusal about a deal of the past: with names for ids, and without codes to choose from."""
    if refusal.message in (NOT_OFFERED, CHOOSE_LEVEL):
        return Refusal(NO_SUCH_CONTRACT, refusal.field)
    return refusal.by_name(names)
