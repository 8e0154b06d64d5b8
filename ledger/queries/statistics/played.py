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
from ledger.models.clubs.persons import entered_as
from ledger.rules.deals.kinds import KINDS, Deal, PointsOnly
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
        """The player's postings of standing entries, each with its `part`, `deal_kind` and `contract`."""
        of_season = {"entry__season": self.season} if self.season else {}
        return counted_postings(player__in=entered_as(self.player.pk), **of_season)


def common_denominator(seasons: Iterable[Season]) -> int:
    """The denominator of a unit in which the points of all these seasons are whole numbers."""
    return lcm(*(season.unit_denominator for season in seasons))


def counted_postings(**lookups: Any) -> QuerySet[Any]:
    """Postings of standing deals and adjustments, each with its `part`, `deal_kind` and `contract`."""
    # By role, since whoever sat out has a posting too.
    standing = {"entry__kind__in": COUNTED, "entry__reversed_by__reverses": None, "role__in": IN_PLAY}
    postings = Posting.objects.filter(**standing, **lookups, entry__evening__is_opening=False).order_by()
    of_deals: QuerySet[Any] = postings.annotate(**deal_columns("entry__kind"))
    return of_deals


def deal_columns(kind: str) -> dict[str, Combinable]:
    """The `part`, `deal_kind` and `contract` of postings, in the order to add them; `kind` looks up the entry's."""
    return {
        "entered_as": _first_of("kind"),
        "with_partner": _first_of("partner"),
        "deal_kind": _contract_kind(),
        "part": _part(kind),
        "contract": _contract(),
    }


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
        *(
            When(**{f"entry__deal__{kind.key_of_contract}__isnull": False}, then=Value(kind.kind))
            for kind in _kinds_with_contracts()
        ),
        default=Value(POINTS_ONLY),
    )
    is_points_only = When(entered_as=POINTS_ONLY, then=of_contract)
    return Case(is_points_only, default=F("entered_as"), output_field=CharField())


def _contract() -> Combinable:
    """The code of the contract in a deal as data; empty if the deal has none, or only its points are known."""
    code = _first_of(*(kind.key_of_contract for kind in _kinds_with_contracts()))
    return Case(When(deal_kind=POINTS_ONLY, then=Value("")), default=code, output_field=CharField())


def _part(kind: str) -> Combinable:
    """The player's part: as the kind of deal names it, a declarer alone or perhaps not, or else the posting's role."""
    is_unsure = Q(role="declarer", entered_as=POINTS_ONLY, with_partner="", entry__deal__alone__isnull=True)
    by_kind = (
        When(role=role, deal_kind=of_deal.kind, then=Value(part))
        for of_deal in KINDS.values()
        for role, part in of_deal.parts_by_role.items()
    )
    return Case(
        When(**{kind: Entry.Kind.ADJUSTMENT}, then=Value(ADJUSTMENT)),
        *by_kind,
        When(is_unsure, then=Value(WITH_SOMEBODY)),
        When(role="declarer", with_partner="", then=Value("alone")),
        default=F("role"),
        output_field=CharField(),
    )


def _kinds_with_contracts() -> list[type[Deal]]:
    return [kind for kind in KINDS.values() if kind.key_of_contract]


def _first_of(*keys: str) -> Combinable:
    """The value of the first of these keys that the deal has, as text; empty if it has none."""
    # SQLite gives JSON's null as the text "null".
    values = (NullIf(KeyTextTransform(key, "entry__deal"), Value("null")) for key in keys)
    return Coalesce(*values, Value(""), output_field=CharField())
