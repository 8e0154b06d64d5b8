"""The postings that every figure about a player counts, and the words under which they are counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

from django.db.models import Case, CharField, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable, CombinedExpression

from ledger.models import Entry, Player, Posting, Season
from ledger.models.clubs.persons import entered_as
from ledger.rules.deals.kinds import KINDS, PointsOnly
from ledger.rules.deals.kinds.deal import WITH_SOMEBODY
from ledger.rules.site.labels import Label, Phrase

COUNTED = (Entry.Kind.DEAL, Entry.Kind.ADJUSTMENT)
IN_PLAY = ("declarer", "partner", "defender", "joiner", "player", "house")

# What somebody was besides the parts that the kinds of deal declare.
DEFENDER = "defender"
ADJUSTMENT = "adjustment"
POINTS_ONLY = PointsOnly.kind


def parts_on_contracts() -> dict[str, Label]:
    """What somebody may be on a contract, finer than the role of the posting, with its name."""
    return {part: name for kind in KINDS.values() for part, name in kind.parts.items() if kind.counts_as == "deal"}


def parts_of_declarers() -> tuple[str, ...]:
    """What a declarer may be: with a partner, alone, or as the kind of deal names it."""
    by_kind = (kind.parts_by_role.get("declarer", "declarer") for kind in KINDS.values())
    return tuple(dict.fromkeys(("declarer", "alone", WITH_SOMEBODY, *by_kind)))


def parts_of_players() -> dict[str, Label]:
    """Everything that somebody may be, in the order of the page, with its name."""
    return {**parts_on_contracts(), DEFENDER: Phrase("Defender"), ADJUSTMENT: Phrase("Adjustments")}


@dataclass(frozen=True)
class PlayedDeals:
    """A player's standing deals and adjustments, of a season or of all of `seasons`."""

    player: Player
    season: Season | None
    seasons: tuple[Season, ...]

    @cached_property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which all the points are whole numbers."""
        return common_denominator(self.counted_seasons)

    @property
    def counted_seasons(self) -> tuple[Season, ...]:
        """The seasons whose deals are counted."""
        return (self.season,) if self.season else self.seasons

    @property
    def postings(self) -> QuerySet[Any]:
        """The player's postings of standing deals and adjustments, as `counted_postings` has them."""
        of_season = {"entry__season": self.season} if self.season else {}
        return counted_postings(player__in=entered_as(self.player.pk), **of_season)


def in_common_unit(column: str, seasons: Iterable[Season]) -> CombinedExpression:
    """A column of points in the unit in which the points of all these seasons are whole numbers."""
    unit = common_denominator(seasons)
    factors = (When(entry__season=season, then=unit // season.unit_denominator) for season in seasons)
    return CombinedExpression(F(column), "*", Case(*factors, default=1, output_field=IntegerField()))


def common_denominator(seasons: Iterable[Season]) -> int:
    """The denominator of a unit in which the points of all these seasons are whole numbers."""
    return lcm(*(season.unit_denominator for season in seasons))


def counted_postings(**lookups: Any) -> QuerySet[Any]:
    """Postings of standing deals and adjustments, each with its `part`, `contract_kind` and `code` of the contract."""
    # By role, since whoever sat out has a posting too.
    standing = {"entry__kind__in": COUNTED, "entry__reversed_by__reverses": None, "role__in": IN_PLAY}
    # Of an evening's points nobody knows what deals gave them.
    not_totals = Q(entry__kind=Entry.Kind.DEAL) | Q(entry__deal__totals__isnull=True)
    postings = Posting.objects.filter(not_totals, **standing, **lookups, entry__evening__is_opening=False).order_by()
    of_deals: QuerySet[Any] = postings.annotate(contract_kind=_contract_kind(), code=_contract(), part=_part())
    return of_deals


def only_deals(postings: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the postings that belong to deals, and not to adjustments."""
    return postings.filter(entry__kind=Entry.Kind.DEAL)


def _contract_kind() -> Combinable:
    """The kind of the deal; of one with points only that of its contract, for those whose part in it is known."""
    of_contract = Case(
        When(role="player", then=Value(POINTS_ONLY)),
        *(
            When(**{f"entry__deal__{kind.key_of_contract}__isnull": False}, then=Value(kind.kind))
            for kind in KINDS.values()
            if kind.key_of_contract
        ),
        default=Value(POINTS_ONLY),
    )
    is_points_only = When(entry__deal_kind=POINTS_ONLY, then=of_contract)
    return Case(is_points_only, default=F("entry__deal_kind"), output_field=CharField())


def _contract() -> Combinable:
    """The code of the contract in a deal as data; empty if the deal has none, or only its points are known."""
    return Case(When(contract_kind=POINTS_ONLY, then=Value("")), default=F("entry__contract"), output_field=CharField())


def _part() -> Combinable:
    """The player's part: as the kind of deal names it, a declarer alone or perhaps not, or else the posting's role."""
    # A deal may say that there is no partner, or say nothing of one.
    is_unsaid = Q(entry__deal__partner__isnull=True) | Q(entry__deal__partner=None)
    has_no_partner = Q(entry__is_alone=True) | (Q(entry__is_alone=None) & is_unsaid)
    is_unsure = Q(role="declarer", entry__deal_kind=POINTS_ONLY, entry__deal__alone__isnull=True) & is_unsaid
    by_kind = (
        When(role=role, contract_kind=of_deal.kind, then=Value(part))
        for of_deal in KINDS.values()
        for role, part in of_deal.parts_by_role.items()
    )
    return Case(
        When(entry__kind=Entry.Kind.ADJUSTMENT, then=Value(ADJUSTMENT)),
        *by_kind,
        When(is_unsure, then=Value(WITH_SOMEBODY)),
        When(has_no_partner, role="declarer", then=Value("alone")),
        default=F("role"),
        output_field=CharField(),
    )
