"""The deals of a season, once after so many entries and once as they are, read some evenings at a time."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import starmap
from typing import Any, NamedTuple

from ledger.models import Entry, Evening, Posting, Season
from ledger.rules.clubs.mentions import with_names
from ledger.rules.deals.reading import WORDS_OF_A_DEAL, with_players
from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices
from ledger.rules.imports.differences.origin import Place
from ledger.rules.imports.plan import DealData

EVENINGS_AT_A_TIME = 100


class _Recorded(NamedTuple):
    """An entry of a deal that is no reversal; the fields are an entry's look-ups."""

    key: Any
    evening__number: int
    evening__date: date
    number: int
    table_number: int
    table_version_id: int
    deal: DealData
    sequence: int
    reversed_by__sequence: int | None

    def was_void(self, entries: int) -> bool:
        """Whether it was reversed when the season had so many entries."""
        return self.reversed_by__sequence is not None and self.reversed_by__sequence <= entries


class _Part(NamedTuple):
    base: dict[Place, BookDeal]
    now: dict[Place, BookDeal]


class SeasonDeals:
    """The deals of a season after so many entries, `base`, and `now`, with everybody by name.

    Only those of the evenings that were asked for last are kept.
    """

    def __init__(
        self, season: Season, entries: int, names: Mapping[int, str], prices: Mapping[int, DealPrices]
    ) -> None:
        self.entries, self.names, self.prices = entries, names, prices
        self.firsts = {pk: name.split()[0] for pk, name in names.items() if name.split()}
        numbered = list(Evening.everything.filter(season=season).order_by("number").values_list("pk", "number"))
        starts = range(0, len(numbered), EVENINGS_AT_A_TIME)
        self.parts = [[pk for pk, _ in numbered[at : at + EVENINGS_AT_A_TIME]] for at in starts]
        self.part_of = {number: at // EVENINGS_AT_A_TIME for at, (_pk, number) in enumerate(numbered)}
        self.part = lru_cache(maxsize=1)(self._read_part)
        self.base, self.now = _Side(self, "base"), _Side(self, "now")

    def _read_part(self, at: int) -> _Part:
        evenings, part = self.parts[at], _Part({}, {})
        seats = _seats(evenings)
        recorded = Entry.objects.recorded().filter(evening__in=evenings).order_by("sequence")
        # The latest of a deal comes last.
        for entry in starmap(_Recorded, recorded.values_list(*_Recorded._fields)):
            place = entry.evening__number, entry.number
            is_void = entry.reversed_by__sequence is not None
            deal = part.now[place] = self._deal(entry, seats[entry.key], is_void=is_void)
            if entry.sequence <= self.entries:
                was_void = entry.was_void(self.entries)
                part.base[place] = deal if was_void == is_void else replace(deal, is_void=was_void)
        return part

    def _deal(self, entry: _Recorded, seats: Sequence[int], *, is_void: bool) -> BookDeal:
        deal = with_players(entry.deal, lambda player: self.names[int(player)])
        for field in WORDS_OF_A_DEAL:
            if deal.get(field):
                deal[field] = with_names(deal[field], self.names, self.firsts)
        return BookDeal(
            deal=deal,
            players=tuple(dict.fromkeys(self.names[player] for player in seats)),
            table=entry.table_number,
            day=entry.evening__date,
            prices=self.prices[entry.table_version_id],
            is_void=is_void,
            entry=str(entry.key),
        )


class _Side(Mapping[Place, BookDeal]):
    """One side of a season's deals, by evening and number."""

    def __init__(self, deals: SeasonDeals, name: str) -> None:
        self._deals, self._name = deals, name

    def __getitem__(self, place: Place) -> BookDeal:
        return self._of_part(self._deals.part_of[place[0]])[place]

    def __iter__(self) -> Iterator[Place]:
        for at, _evenings in enumerate(self._deals.parts):
            yield from self._of_part(at)

    def __len__(self) -> int:
        return sum(1 for _place in self)

    def _of_part(self, at: int) -> dict[Place, BookDeal]:
        of_part: dict[Place, BookDeal] = getattr(self._deals.part(at), self._name)
        return of_part


def _seats(evenings: Sequence[int]) -> Mapping[Any, list[int]]:
    """Who had a seat in each entry of some evenings, in order."""
    seats: dict[Any, list[int]] = defaultdict(list)
    seated = Posting.objects.filter(entry__evening__in=evenings, player__isnull=False).order_by("entry", "seat")
    for entry, player in seated.values_list("entry_id", "player_id"):
        seats[entry].append(player)
    return seats
