"""A club's deals as a list, narrowed by a filter: their number, their points, and any page of them by its place."""

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import Combinable

from ledger.models import Club, Entry, Player, Season
from ledger.models.book.journal import EntryQuerySet, postings_in_seats
from ledger.models.clubs.persons import entered_as
from ledger.queries.statistics.deal_filter import BIDDER, HOUSE, WON, DealFilter
from ledger.queries.statistics.others import IS_APART, IS_PAIR, number_in_play
from ledger.queries.statistics.played import (
    COUNTED,
    IN_PLAY,
    counted_postings,
    in_parts,
    only_deals,
    parts_of_declarers,
    parts_on_contracts,
)

WRITTEN = re.compile(r"(\d{4}-\d{2}-\d{2})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
ORDER = ("evening__date", "evening__number", "number")
AT_A_TIME = 200  # deals that are read at once where all are
FEW = 200  # deals that are looked up one by one


@dataclass(frozen=True, order=True)
class DealPlace:
    """The place of a deal among a club's: its evening's day and number, and its own number."""

    day: date
    evening: int
    number: int

    def __str__(self) -> str:
        return f"{self.day.isoformat()}.{self.evening}.{self.number}"

    @classmethod
    def read(cls, text: str) -> "DealPlace":
        """Read a place from its text.

        Raises ValueError for any other text.
        """
        match = WRITTEN.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return cls(date.fromisoformat(match[1]), int(match[2]), int(match[3]))


@dataclass(frozen=True)
class ListedDeal:
    """A deal of a list, and what it adds to the sum; None where nobody's points are added up."""

    entry: Entry
    points: Fraction | None

    @property
    def place(self) -> DealPlace:
        """Where the deal stands."""
        return DealPlace(self.entry.evening.date, self.entry.evening.number, self.entry.number)


@dataclass(frozen=True)
class DealsPage:
    """A page of deals, the latest first; `newer` and `older` are the places to go on from, None if there is no more."""

    deals: Sequence[ListedDeal]
    newer: DealPlace | None
    older: DealPlace | None


@dataclass(frozen=True)
class DealSums:
    """The number of the chosen deals, how often points were moved without one, and the points of both.

    The points are the player's; with a partner, those of both; against an opponent only, what was won from them;
    without a player, those of everybody who had the part, and None where no part is chosen, as all sum to zero.
    """

    deals: int
    moved: int
    points: Fraction | None


@dataclass(frozen=True)
class ChosenDeals:
    """The standing deals and adjustments of a club that a filter lets through.

    `players` and `seasons` have whatever the filter names, by address.
    """

    club: Club
    asked: DealFilter
    players: Mapping[str, Player]
    seasons: Mapping[str, Season]

    @cached_property
    def season(self) -> Season | None:
        """The chosen season."""
        return self.seasons[self.asked.season] if self.asked.season else None

    @cached_property
    def denominators(self) -> set[int]:
        """The denominators of the units in which the chosen seasons count."""
        chosen = [self.season] if self.season else self.seasons.values()
        return {season.unit_denominator for season in chosen} or {1}

    @property
    def adds_up(self) -> bool:
        """Whether anybody's points are added up."""
        return bool(self.asked.player or self.asked.subject)

    @property
    def postings(self) -> QuerySet[Any]:
        """The postings by which the deals are chosen: the player's, or those of the part, or all."""
        asked = self.asked
        club = {"entry__season": self.season} if self.season else {"entry__season__club": self.club}
        postings = counted_postings(**club, **self._lookups("entry__"))
        if asked.player:
            postings = postings.filter(player__in=self._entered_as(asked.player))
        if asked.is_of_deals:
            postings = only_deals(postings)
        if parts := self._parts():
            postings = in_parts(postings, parts)
        if asked.contract:
            kind, _, code = asked.contract.partition(".")
            postings = postings.filter(contract_kind=kind, code=code)
        if asked.result:
            postings = postings.filter(points__gt=0) if asked.result == WON else postings.filter(points__lt=0)
        for condition in self._beside():
            postings = postings.filter(condition)
        return postings

    @property
    def entries(self) -> EntryQuerySet:
        """The chosen deals."""
        # By the evening's club and season, and without those removed, so that the engine goes along the evenings' index
        # and stops when the page is full. It would sort all deals of the club otherwise.
        within: dict[str, Any] = {"evening__season": self.season} if self.season else {"evening__club": self.club}
        # PostgreSQL takes a reversal that is missing from an outer join for rare, and then sorts too.
        reversal = Entry.objects.filter(reverses=OuterRef("pk"))
        standing = {"evening__removed_at": None, "evening__is_opening": False, "kind__in": COUNTED}
        entries = Entry.objects.filter(~Exists(reversal), **within, **standing, **self._lookups(""))
        if not (self.adds_up or self.asked.is_of_deals):
            return entries
        # Of many deals a page is soon full, and few are soon found by their postings.
        if self.sums.deals + self.sums.moved <= FEW:
            return entries.filter(pk__in=list(self.postings.values_list("entry", flat=True).distinct()))
        # No Exists, from which PostgreSQL would make a join of all the deals with all the postings.
        first = self.postings.filter(entry=OuterRef("pk")).values("pk")[:1]
        return entries.alias(first=Subquery(first)).filter(first__isnull=False)

    def points_by_entry(self, entries: Iterable[Entry]) -> dict[uuid.UUID, Fraction]:
        """What each of these entries adds to the sum; one query, or none where nothing is added up."""
        if not self.adds_up:
            return {}
        shares = self._shares().filter(entry__in=[entry.pk for entry in entries])
        rows = shares.values_list("entry", "divided_by").annotate(sum=Sum("units"))
        return {entry: self._points(units, divided_by) for entry, divided_by, units in rows}

    @cached_property
    def sums(self) -> DealSums:
        """The number of the chosen deals, and their points; one query."""
        counts = {
            name: Count("entry", distinct=True, filter=Q(entry__kind=kind))
            for name, kind in (("deals", Entry.Kind.DEAL), ("moved", Entry.Kind.ADJUSTMENT))
        }
        rows = list(self._shares().values("divided_by").annotate(sum=Sum("units"), **counts))
        points = sum((self._points(row["sum"] or 0, row["divided_by"]) for row in rows), Fraction())
        return DealSums(
            deals=sum(row["deals"] for row in rows),
            moved=sum(row["moved"] for row in rows),
            points=points if self.adds_up else None,
        )

    def _points(self, units: int, divided_by: int) -> Fraction:
        return Fraction(units, divided_by * lcm(*self.denominators))

    def _shares(self) -> QuerySet[Any]:
        """The postings with the `units` that each adds to the sum, `divided_by` a number of players."""
        units: Any = self._units("points")
        divided_by: Any = Value(1)
        if self.asked.partner:
            units = units + self._units("entry__postings__points")
        elif self.asked.opponent:
            units = units - self._units("entry__postings__points")
            divided_by = Subquery(number_in_play(), output_field=IntegerField())
        shares: QuerySet[Any] = self.postings.annotate(units=units, divided_by=divided_by)
        return shares

    def _units(self, points: str) -> Combinable:
        """A column of points in the chosen seasons' common unit."""
        common, season = lcm(*self.denominators), "entry__season__unit_denominator"
        if self.denominators <= {common}:
            return F(points)
        cases = (When(**{season: unit}, then=F(points) * (common // unit)) for unit in self.denominators)
        return Case(*cases, output_field=IntegerField())

    def _lookups(self, entry: str) -> dict[str, Any]:
        """What the filter asks of an entry and its evening, as look-ups behind a path to the entry."""
        asked = self.asked
        lookups = {
            "deal__level": asked.level,
            "evening__date__gte": asked.since,
            "evening__date__lte": asked.until,
            "table_number": asked.table,
            "replaces__isnull": False if asked.is_corrected else None,
        }
        return {f"{entry}{name}": value for name, value in lookups.items() if value is not None}

    def _parts(self) -> tuple[str, ...]:
        asked = self.asked
        if asked.subject:
            return parts_of_declarers() if asked.subject == BIDDER else (asked.subject,)
        return tuple(parts_on_contracts()) if asked.player and asked.contract else ()

    def _beside(self) -> Iterator[Q]:
        """What the filter asks of other postings of the entry; that whose points are added up comes last."""
        asked = self.asked
        if asked.opponent == HOUSE:
            yield IS_APART & Q(entry__postings__role="house")
        elif asked.opponent:
            at_table = Q(entry__postings__role__in=IN_PLAY)
            yield IS_APART & at_table & Q(entry__postings__player__in=self._entered_as(asked.opponent))
        if asked.partner:
            yield IS_PAIR & Q(entry__postings__player__in=self._entered_as(asked.partner))

    def _entered_as(self, slug: str) -> tuple[int, ...]:
        """The ids under which the player at an address was entered."""
        return entered_as(self.players[slug].pk)


def deals_page(*, chosen: ChosenDeals, most: int, beyond: DealPlace | None = None, is_newer: bool = False) -> DealsPage:
    """The newest `most` of the chosen deals, or those next to a place: the older or the newer ones.

    Nothing is skipped, so the last page costs the same as the first; at most five queries, those for the number and the
    sum among them.
    """
    entries = _next_to(chosen, most + 1, beyond, is_newer)
    if is_newer and len(entries) <= most:  # nothing newer beyond them: that page is the first
        beyond, is_newer = None, False
        entries = _next_to(chosen, most + 1, beyond, is_newer)
    on_page, is_more = entries[:most], len(entries) > most
    if is_newer:
        on_page.reverse()
    points = chosen.points_by_entry(on_page)
    deals = [ListedDeal(entry, points.get(entry.pk)) for entry in on_page]
    return DealsPage(
        deals=deals,
        newer=deals[0].place if deals and beyond else None,
        older=deals[-1].place if deals and (is_more or is_newer) else None,
    )


def all_deals(*, chosen: ChosenDeals) -> Iterator[ListedDeal]:
    """All of the chosen deals, the latest first, read some at a time."""
    page = deals_page(chosen=chosen, most=AT_A_TIME)
    yield from page.deals
    while page.older:
        page = deals_page(chosen=chosen, most=AT_A_TIME, beyond=page.older)
        yield from page.deals


def _next_to(chosen: ChosenDeals, most: int, beyond: DealPlace | None, is_newer: bool) -> list[Entry]:
    entries = chosen.entries.select_related("evening", "season").with_prices()
    if beyond is not None:
        entries = entries.filter(_on_side(beyond, "gt" if is_newer else "lt"))
    ordered = entries.order_by(*(ORDER if is_newer else (f"-{name}" for name in ORDER)))
    return list(ordered.prefetch_related(postings_in_seats())[:most])


def _on_side(place: DealPlace, side: str) -> Q:
    """The deals on one side of a place."""
    # The first condition repeats what the others say, for the engine to begin at this day of the index.
    values = dict(zip(ORDER, (place.day, place.evening, place.number), strict=True))
    names = list(values)
    choices = Q()
    for end, name in enumerate(names):
        alike = {before: values[before] for before in names[:end]}
        choices |= Q(**alike, **{f"{name}__{side}": values[name]})
    return Q(**{f"evening__date__{side}e": place.day}) & choices
