"""What if: a season or some of its evenings scored under other prices, without writing anything."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import attrgetter
from typing import Any

from ledger.models import Entry, Player, ScoringTableVersion, Season
from ledger.models.book.journal import EntryQuerySet, postings_in_seats
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.deals.pricing import DealInWords, deal_in_words, settle_deal
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


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A standing entry of the book under other prices: what each player got, and would get, by id in seat order.

    Units are those of the comparison. With a `refusal` the other prices cannot settle it, and it gives nothing then.
    """

    evening: int
    number: int
    version: int
    deal: Mapping[str, Any]
    now: Mapping[int, int]
    then: Mapping[int, int]
    refusal: Refusal | None

    @property
    def size(self) -> int:
        """The largest change for any one player."""
        changes = [abs(units - self.now[player]) for player, units in self.then.items()]
        return max(changes, default=0)


@dataclass(frozen=True)
class Placing:
    """A player's place and points now and under the other prices, in units of the comparison."""

    player: Player
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
    """A deal that would pay differently, in words by either prices; `points` are (name, units now, units then)."""

    scored: ScoredDeal
    points: tuple[tuple[str, int, int], ...]
    now: DealInWords
    then: DealInWords


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
    # Units that hold the points of both books exactly.
    denominator = math.lcm(season.unit_denominator, tariff.unit_denominator)
    with one_moment():
        scored = list(_score_again(season, evenings, tariff, denominator))
        differing = [deal for deal in scored if deal.refusal is None and deal.size]
        refused = [deal for deal in scored if deal.refusal is not None]
        # Of equal ones the earlier stays.
        largest = nlargest(most, differing, key=attrgetter("size"))
        players = {player.pk: player for player in Player.objects.filter(club=season.club_id)}
        versions = ScoringTableVersion.objects.in_bulk({deal.version for deal in (*largest, *refused[:listed])})
        return WhatIf(
            denominator=denominator,
            deals=sum(kind_of(deal.deal).counts_as == "deal" for deal in scored),
            differing=len(differing),
            unpriced_count=len(refused),
            standings=_standings(scored, players),
            most=tuple(_difference(deal, versions[deal.version], tariff, players) for deal in largest),
            unpriced=tuple(_refusal(deal, versions[deal.version], players) for deal in refused[:listed]),
        )


def count_entries(*, season: Season, evenings: Collection[int] | None = None) -> int:
    """The number of entries that would be scored again; one query."""
    return _standing(season, evenings).count()


def _standing(season: Season, evenings: Collection[int] | None) -> EntryQuerySet:
    # By kind, as in `standing()`: by `reverses`, SQLite would give up the season's order and sort everything again.
    standing = Entry.objects.filter(season=season, kind__in=NO_REVERSAL, reversed_by__reverses=None)
    return standing if evenings is None else standing.filter(evening__number__in=evenings)


def _score_again(
    season: Season, evenings: Collection[int] | None, tariff: Tariff, denominator: int
) -> Iterator[ScoredDeal]:
    """The standing entries in the order of the book, read some at a time."""
    scale_now = denominator // season.unit_denominator
    scale_then = denominator // tariff.unit_denominator
    in_order = _standing(season, evenings).order_by("sequence").select_related("evening")
    entry: Any
    for entry in in_pieces(in_order.prefetch_related(postings_in_seats()), ENTRIES_AT_A_TIME):
        shares = [(share.player_id, share.points) for share in entry.in_seats if share.player_id is not None]
        now = {player: units * scale_now for player, units in sum_by_person(shares).items()}
        # What no table prices is worth the same under any.
        then = now
        refused = None
        if kind_of(entry.deal).is_priced:
            try:
                units = settle_deal(deal=entry.deal, tariff=tariff, players=now).payout.units
                then = {player: units[str(player)] * scale_then for player in now}
            except Refusal as refusal:
                refused = refusal.with_traceback(None)  # which would keep the whole call in memory
                then = dict.fromkeys(now, 0)
        yield ScoredDeal(entry.evening.number, entry.number, entry.table_version_id, entry.deal, now, then, refused)


def _standings(scored: Sequence[ScoredDeal], players: Mapping[int, Player]) -> tuple[Placing, ...]:
    """Everyone with an entry, in the order of the other prices."""
    now = Counter[int]()
    then = Counter[int]()
    for deal in scored:
        now.update(deal.now)
        then.update(deal.then)
    place_now = places_of(now)
    place_then = places_of(then)
    placings = [Placing(players[pk], place_now[pk], now[pk], place_then[pk], then[pk]) for pk in now]
    return tuple(sorted(placings, key=lambda placing: (placing.place_then, placing.player.sort_key)))


def _difference(
    scored: ScoredDeal, version: ScoringTableVersion, tariff: Tariff, players: Mapping[int, Player]
) -> Difference:
    names = {player: players[player].name for player in scored.now}

    def in_words(prices: Tariff) -> DealInWords:
        return deal_in_words(settled=settle_deal(deal=scored.deal, tariff=prices, players=names), names=names)

    points = zip(names.values(), scored.now.values(), scored.then.values(), strict=True)
    return Difference(scored, tuple(points), in_words(version.tariff()), in_words(tariff))


def _refusal(scored: ScoredDeal, version: ScoringTableVersion, players: Mapping[int, Player]) -> Unpriced:
    names = {str(player): players[player].name for player in scored.now}
    # The contract as called by the prices under which it was played.
    scoring_table = version.to_rules()
    contract = read_deal(scored.deal, scoring_table, tuple(names)).name(scoring_table)
    assert scored.refusal is not None
    return Unpriced(scored.evening, scored.number, contract, refusal_by_name(scored.refusal, names))


def refusal_by_name(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """A refusal about a deal of the past: with names for ids, and without codes to choose from."""
    if refusal.message in (NOT_OFFERED, CHOOSE_LEVEL):
        return Refusal(NO_SUCH_CONTRACT, refusal.field)
    return refusal.by_name(names)
