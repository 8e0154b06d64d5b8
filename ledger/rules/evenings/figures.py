"""An evening in figures: its night, its number of deals, the deal that turned it, the sums on its paper sheets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import in_line_order, kind_of, kinds_offered
from ledger.rules.deals.kinds.deal import ON_PAPER, Box, BoxGroup, PlaceInLine
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase, enumeration, fill


@dataclass(frozen=True)
class DealPoints:
    """The integer units that a deal gave everybody of it, by id, and who declared it with whom; None for nobody."""

    number: int
    units: Mapping[int, int]
    declarer: int | None = None
    partner: int | None = None


@dataclass(frozen=True)
class Turn:
    """The last deal after which the winners led alone to the end.

    `before` has everybody's units before it, `leaders` those who led then. `is_first` where nothing had been won or
    lost before: they led from the first deal that counted.
    """

    number: int
    winners: tuple[int, ...]
    leaders: tuple[int, ...]
    before: Mapping[int, int]
    is_first: bool


@dataclass(frozen=True)
class PairResult:
    """Two players' deals as declarer and partner: how many, how many they won by, and their units together."""

    players: tuple[int, int]
    deals: int
    won: int
    units: int


def running_totals(deals: Sequence[DealPoints], players: Sequence[int]) -> list[dict[int, int]]:
    """Everybody's units before the first deal and after each."""
    totals = [dict.fromkeys(players, 0)]
    for deal in deals:
        totals.append({player: units + deal.units.get(player, 0) for player, units in totals[-1].items()})
    return totals


def turn_of(deals: Sequence[DealPoints], players: Sequence[int]) -> Turn | None:
    """The deal that turned an evening, its deals in their order; None where nobody won it.

    Several have won it together only where they had the same after every deal, as a fixed pair has.
    """
    totals = running_totals(deals, players)
    leaders = [_leaders(units) for units in totals]
    winners = leaders[-1]
    if any(len({units[winner] for winner in winners}) > 1 for units in totals) or len(winners) == len(players):
        return None
    after = len(deals)
    # Ends before the first deal at the latest, where everybody leads with nothing.
    while leaders[after - 1] == winners:
        after -= 1
    deal, before = deals[after - 1], totals[after - 1]
    return Turn(
        number=deal.number,
        winners=winners,
        leaders=leaders[after - 1],
        before=before,
        is_first=not any(any(earlier.units.values()) for earlier in deals[: after - 1]),
    )


def best_pairs(deals: Sequence[DealPoints]) -> list[PairResult]:
    """The pairs that won most together as declarer and partner, more than one where they are level; none below zero."""
    by_pair: dict[tuple[int, int], PairResult] = {}
    for deal in deals:
        if deal.declarer is None or deal.partner is None:
            continue
        pair = (min(deal.declarer, deal.partner), max(deal.declarer, deal.partner))
        so_far = by_pair.get(pair, PairResult(players=pair, deals=0, won=0, units=0))
        units = deal.units.get(deal.declarer, 0) + deal.units.get(deal.partner, 0)
        by_pair[pair] = PairResult(pair, so_far.deals + 1, so_far.won + (units > 0), so_far.units + units)
    most = max((result.units for result in by_pair.values()), default=0)
    return [result for result in by_pair.values() if result.units == most > 0]


def _leaders(units: Mapping[int, int]) -> tuple[int, ...]:
    """Those who have the most."""
    most = max(units.values(), default=0)
    return tuple(player for player, total in units.items() if total == most)


ONLY_TOTALS = Phrase("only the evening's points")
COUNTED = {  # of each kind of DealCount: the singular and the plural
    "deal": (Phrase("%(count)s deal", "one"), Phrase("%(count)s deals")),
    "passed_out": (Phrase("%(count)s passed out"),) * 2,
    "not_played": (Phrase("%(count)s not played"),) * 2,
    "adjustment": (Phrase("%(count)s adjustment"), Phrase("%(count)s adjustments")),
    "totals": (Phrase("%(count)s evening with points only"), Phrase("%(count)s evenings with points only")),
}


class DealCount(NamedTuple):
    """What stands in a book, by what the kinds of deals count as: a deal was played, all else is told apart.

    A penalty is an adjustment. Opening balances are none. `totals` are evenings of which only the points were kept.
    """

    deal: int = 0
    passed_out: int = 0
    not_played: int = 0
    adjustment: int = 0
    totals: int = 0

    @property
    def words(self) -> Label:
        """The count as part of a sentence: "141 deals, 6 passed out and 1 adjustment"."""
        if self.totals and self.totals == sum(self):
            return ONLY_TOTALS
        told = []
        for kind, (singular, plural) in COUNTED.items():
            count = getattr(self, kind)
            if count or kind == "deal":
                told.append(fill(singular if count == 1 else plural, count=count))
        return enumeration(told)


NIGHT_ENDS = timedelta(hours=6)


def night_of(now: datetime) -> date:
    """The day that tonight's evening bears, by a local moment: until six in the morning yesterday's."""
    return (now - NIGHT_ENDS).date()


def is_tonight(day: date, now: datetime) -> bool:
    """Whether a day is today's by a local moment; until six in the morning, yesterday is still tonight."""
    return night_of(now) <= day <= now.date()


# What an evening came to, as standings, records and stories add it up.


class PlayedEvening(NamedTuple):
    """An evening with an entry in the book, with everybody's points and number of deals, by player id.

    Points are integer units of its season, whose id is `season`. Of one that `is_totals` no deals were kept.
    """

    pk: int
    number: int
    date: date
    season: int
    place: str
    points: Counter[int]
    deals: Counter[int]
    is_totals: bool


# The boxes follow the order of the line: the ticked ones, read from left to right, are the line without its tricks.


AWAY = BoxGroup("away", Phrase("Out"), PlaceInLine.AWAY)


def boxes_of(scoring_table: ScoringRules, seats: int) -> dict[BoxGroup, list[Box]]:
    """Every group of boxes for a deal of a scoring table with this many players, in the order of the keyboard line.

    At most one box of a group is ticked.
    """
    words = Notation(scoring_table).spelling.words
    groups: dict[BoxGroup, list[Box]] = {}
    for kind in in_line_order(kinds_offered(scoring_table).values()):
        for group, box in kind.boxes(scoring_table, words, seats):
            boxes = groups.setdefault(group, [])
            if box not in boxes:  # two kinds may have a declarer
                boxes.append(box)
    if seats > scoring_table.seats.max + 1:
        groups[AWAY] = [Box("~", written=True)]
    return {group: groups[group] for group in sorted(groups, key=lambda group: group.place)}


# *Deals*: the rows that were played or passed out. *Tricks*: every number in the columns of tricks, added up:
#
#     a trick contract      the tricks of the declarer's side       8 with 10 taken        10
#     a nolo                the tricks of everybody who is on it    sol with 1, and 3      4
#                           (none where nobody counted them all)
#     everyone for himself  the tricks of every player              1, 1, 5 and 6          13
#     two pairs             the tricks of the first seat's pair     8-5                    8
#     passed out, by role,  none
#     points only
#
# Moved points, penalties and deals thrown in have no row of their own, so they count nothing.
# A deal forgotten or entered twice changes the first number, wrong tricks the second; which seats
# took the tricks in a free for all, and who declared, shows only in the players' points.


def control_sum(deals: Iterable[Mapping[str, Any]]) -> tuple[int, int]:
    """The number of deals on a sheet, and the sum of the tricks written on it.

    The deals are given as data (docs/architecture.md, "A deal as data").
    """
    written = [(kind_of(deal), deal) for deal in deals if kind_of(deal).counts_as in ON_PAPER]
    tricks = [kind.tricks_written(deal) for kind, deal in written]
    return len(tricks), sum(tricks)
