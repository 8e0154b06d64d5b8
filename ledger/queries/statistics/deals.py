"""A club's deals as a list narrowed by a filter: their number, their points."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, IntegerField, Q, QuerySet, Subquery, Sum, Value

from ledger.models import Club, Entry, Player, Season
from ledger.models.book.journal import EntryQuerySet, postings_in_seats
from ledger.models.clubs.persons import entered_as
from ledger.queries.statistics.figures import (
    ADJUSTMENT,
    COUNTED,
    IN_PLAY,
    IS_APART,
    IS_PAIR,
    common_denominator,
    counted_postings,
    in_common_unit,
    number_in_play,
    only_deals,
    parts_of_declarers,
    parts_on_contracts,
)
from ledger.rules.evenings.figures import DealCount

BIDDER = "bidder"  # whoever declared, with a partner, alone or on a nolo
WON, LOST = "won", "lost"
HOUSE = "~house"  # stands where an opponent's address may stand, and is no player's


@dataclass(frozen=True)
class DealFilter:
    """A choice among a club's deals; "", None or False where anything goes.

    `player`, `partner`, `opponent` and `season` are addresses. The partner was declarer or partner together with the
    player, the opponent (or HOUSE) got other points; neither is asked for without a player. `part` is BIDDER or one
    of `parts_of_players`: the player's, or without one anybody's. `contract` is a key such as "trick.vip" and
    "nolo.sol", and for a player without a part the player was on it. `result` is WON or LOST, by the points of the
    player, of the part, or without either of the bidder. `is_corrected` keeps the deals that were changed since they
    were entered.
    """

    player: str = ""
    part: str = ""
    partner: str = ""
    opponent: str = ""
    contract: str = ""
    level: int | None = None
    result: str = ""
    season: str = ""
    since: date | None = None
    until: date | None = None
    table: int | None = None
    is_corrected: bool = False

    def query(self) -> dict[str, str]:
        """The filter as the query of an address, without what anything goes for."""
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        chosen["corrected"] = int(chosen.pop("is_corrected"))
        return {key: str(value) for key, value in chosen.items() if value}

    @property
    def subject(self) -> str:
        """The part by whose points deals are chosen and added up; empty for every part."""
        return self.part or ("" if self.player or not self.result else BIDDER)

    @property
    def is_of_deals(self) -> bool:
        """Whether only deals are meant, and no points that were moved without one."""
        of_a_deal = self.contract or self.level or self.result or self.partner or self.subject
        return bool(of_a_deal) and self.part != ADJUSTMENT


LATEST_FIRST = ("-evening__date", "-evening__number", "-number")
AT_A_TIME = 200  # deals that are read at once where all are


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

    @property
    def counted_seasons(self) -> list[Season]:
        """The chosen season, or all of them."""
        return [self.season] if self.season else list(self.seasons.values())

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
            postings = postings.filter(part__in=parts)
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
        """The chosen deals, the latest first, as lists show them."""
        within: dict[str, Any] = {"evening__season": self.season} if self.season else {"evening__club": self.club}
        standing = {"evening__removed_at": None, "evening__is_opening": False, "kind__in": COUNTED}
        entries = Entry.objects.standing().without_totals().filter(**within, **standing, **self._lookups(""))
        if self.adds_up or self.asked.is_of_deals:
            entries = entries.filter(pk__in=self.postings.values("entry"))
        of_lists = entries.select_related("evening", "season").with_prices().prefetch_related(postings_in_seats())
        return of_lists.order_by(*LATEST_FIRST)

    def points_by_entry(self, entries: Iterable[Entry]) -> dict[uuid.UUID, Fraction]:
        """What each of these entries adds to the sum; one query, or none where nothing is added up."""
        if not self.adds_up:
            return {}
        shares = self._shares().filter(entry__in=[entry.pk for entry in entries])
        rows = shares.values_list("entry", "divided_by").annotate(sum=Sum("units"))
        return {entry: self._points(units, divided_by) for entry, divided_by, units in rows}

    def sums(self) -> tuple[DealCount, Fraction | None]:
        """The number of the chosen deals, how often points were moved without one, and the points of both; one query.

        The points are the player's; with a partner, those of both; against an opponent only, what was won from them;
        without a player, those of everybody who had the part, and None where no part is chosen, as all sum to zero.
        """
        counts = {
            name: Count("entry", distinct=True, filter=Q(entry__kind=kind))
            for name, kind in (("deals", Entry.Kind.DEAL), ("moved", Entry.Kind.ADJUSTMENT))
        }
        rows = list(self._shares().values("divided_by").annotate(sum=Sum("units"), **counts))
        points = sum((self._points(row["sum"] or 0, row["divided_by"]) for row in rows), Fraction())
        counted = DealCount(deal=sum(row["deals"] for row in rows), adjustment=sum(row["moved"] for row in rows))
        return counted, points if self.adds_up else None

    def _points(self, units: int, divided_by: int) -> Fraction:
        return Fraction(units, divided_by * common_denominator(self.counted_seasons))

    def _shares(self) -> QuerySet[Any]:
        """The postings with the `units` that each adds to the sum, `divided_by` a number of players."""
        mine, theirs = (
            in_common_unit(points, self.counted_seasons) for points in ("points", "entry__postings__points")
        )
        units: Any = mine
        divided_by: Any = Value(1)
        if self.asked.partner:
            units = mine + theirs
        elif self.asked.opponent:
            units = mine - theirs
            divided_by = Subquery(number_in_play(), output_field=IntegerField())
        shares: QuerySet[Any] = self.postings.annotate(units=units, divided_by=divided_by)
        return shares

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


def all_deals(*, chosen: ChosenDeals) -> Iterator[tuple[Entry, Fraction | None]]:
    """All of the chosen deals, the latest first, each with what it adds to the sum; read some at a time."""
    for page in Paginator(chosen.entries, AT_A_TIME):
        points = chosen.points_by_entry(page)
        for entry in page:
            yield entry, points.get(entry.pk)
