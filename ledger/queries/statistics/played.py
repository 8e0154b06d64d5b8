"""The postings that every figure about a player counts, and the words under which they are counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, NullIf

from ledger.models import Entry, Player, Posting, Season
from ledger.queries.seasons.periods import in_common_unit

COUNTED = (Entry.Kind.DEAL, Entry.Kind.ADJUSTMENT)
IN_PLAY = ("declarer", "partner", "defender", "joiner", "player", "house")

# What somebody was in a deal, as the figures tell it: finer than the role of the posting, in the order of the page.
ADJUSTMENT = "adjustment"
WITH_SOMEBODY = "declaring"  # with a partner or alone, which is not known
PARTS = ("declarer", "alone", WITH_SOMEBODY, "partner", "nolo", "joiner", "player", "defender", ADJUSTMENT)
ON_THE_CONTRACT = ("declarer", "alone", WITH_SOMEBODY, "partner", "nolo", "joiner", "player")
POINTS_ONLY = "points_only"


@dataclass(frozen=True)
class PlayedDeals:
    """A player's standing deals and adjustments, of a season or of all of `seasons`."""

    player: Player
    season: Season | None
    seasons: tuple[Season, ...]

    @cached_property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which all the points are whole numbers."""
        return lcm(*self._denominators)

    @property
    def _denominators(self) -> set[int]:
        seasons = [self.season] if self.season else self.seasons
        return {season.unit_denominator for season in seasons} or {1}

    def units(self, points: str) -> Combinable:
        """A posting's points in the common unit, for the database; `points` is the look-up of the column."""
        return in_common_unit(points, season="entry__season", denominators=self._denominators)

    @property
    def postings(self) -> QuerySet[Any]:
        """The player's postings of standing entries, each with its `part`, `deal_kind` and `contract`."""
        of_season = {"entry__season": self.season} if self.season else {}
        return counted_postings(player=self.player, **of_season)


def counted_postings(**lookups: Any) -> QuerySet[Any]:
    """Postings of standing deals and adjustments, each with its `part`, `deal_kind` and `contract`."""
    # By role, since whoever sat out has a posting too.
    standing = {"entry__kind__in": COUNTED, "entry__reversed_by": None, "role__in": IN_PLAY}
    postings = Posting.objects.filter(**standing, **lookups).order_by()
    of_deals = postings.annotate(entered_as=_first_of("kind"), with_partner=_first_of("partner"))
    with_kinds: QuerySet[Any] = of_deals.annotate(deal_kind=_contract_kind())
    with_parts: QuerySet[Any] = with_kinds.annotate(part=_part(), contract=_contract())
    return with_parts


def only_deals(postings: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the postings that belong to deals, and not to adjustments."""
    return postings.filter(entry__kind=Entry.Kind.DEAL)


def in_parts(postings: QuerySet[Any], parts: Iterable[str]) -> QuerySet[Any]:
    """Those of the postings in which the player had one of these parts."""
    return postings.filter(part__in=list(parts))


def _contract_kind() -> Combinable:
    """The kind of the deal; of one with points only that of its contract, for those whose part in it is known."""
    of_contract = Case(
        When(role="player", then=Value(POINTS_ONLY)),
        When(entry__deal__attachment__isnull=False, then=Value("trick")),
        When(entry__deal__contract__isnull=False, then=Value("nolo")),
        default=Value(POINTS_ONLY),
    )
    is_points_only = When(entered_as=POINTS_ONLY, then=of_contract)
    return Case(is_points_only, default=F("entered_as"), output_field=CharField())


def _contract() -> Combinable:
    """The code of the contract in a deal as data; empty if the deal has none, or only its points are known."""
    code = _first_of("contract", "attachment", "outcome")
    return Case(When(deal_kind=POINTS_ONLY, then=Value("")), default=code, output_field=CharField())


def _part() -> Combinable:
    """The player's part: a declarer alone, with a partner or on a nolo, or else the posting's role."""
    is_unsure = Q(role="declarer", entered_as=POINTS_ONLY, with_partner="", entry__deal__alone__isnull=True)
    return Case(
        When(entry__kind=Entry.Kind.ADJUSTMENT, then=Value(ADJUSTMENT)),
        When(role="declarer", deal_kind="nolo", then=Value("nolo")),
        When(is_unsure, then=Value(WITH_SOMEBODY)),
        When(role="declarer", with_partner="", then=Value("alone")),
        default=F("role"),
        output_field=CharField(),
    )


def _first_of(*keys: str) -> Combinable:
    """The value of the first of these keys that the deal has, as text; empty if it has none."""
    # SQLite gives JSON's null as the text "null".
    values = (NullIf(KeyTextTransform(key, "entry__deal"), Value("null")) for key in keys)
    return Coalesce(*values, Value(""), output_field=CharField())
