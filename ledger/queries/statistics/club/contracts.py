"""A club's contracts in figures: how often each was bid and made, its tricks, and what it paid whoever bid it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, IntegerField, Max, Q, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, NullIf

from ledger.models import Entry, ScoringTableVersion, Season
from ledger.queries.seasons.periods import in_common_unit
from ledger.queries.statistics.club.evenings import common_denominator
from ledger.queries.statistics.figures import contract_key, contract_label
from ledger.queries.statistics.played import POINTS_ONLY, counted_postings
from ledger.rules.site.labels import Label

BIDDERS_ROLE, WITHOUT_A_BIDDER = "declarer", "player"


class _ContractSums(NamedTuple):
    """The deals of one contract, as the database adds them up."""

    deal_kind: str
    contract: str
    deals: int
    bids: int
    made: int
    units: int | None
    measured: int
    over: int | None
    version: int


@dataclass(frozen=True)
class ContractFigure:
    """A contract's deals, how often somebody bid it and won points by it, and what it paid them in integer units.

    `bids` is 0 where nobody bids. `over` are the tricks above what was bid, less those below, of the `measured` deals
    that were bid by tricks.
    """

    key: str
    label: Label
    deals: int
    bids: int
    made: int
    units: int
    measured: int
    over: int

    @property
    def average_over(self) -> Fraction | None:
        """The tricks above the bid on average; None where none are counted."""
        return Fraction(self.over, self.measured) if self.measured else None


@dataclass(frozen=True)
class ContractFigures:
    """The contracts of some seasons, the most played first, in units of 1/`unit_denominator` point."""

    contracts: Sequence[ContractFigure]
    unit_denominator: int

    @property
    def deals(self) -> int:
        """The number of all the deals."""
        return sum(contract.deals for contract in self.contracts)


def contract_figures(*, seasons: Sequence[Season]) -> ContractFigures:
    """What was played in some seasons, by contract; two queries."""
    roles = (BIDDERS_ROLE, WITHOUT_A_BIDDER)
    postings = counted_postings(entry__season__in=seasons).filter(entry__kind=Entry.Kind.DEAL, role__in=roles)
    groups = [_ContractSums(*row) for row in postings.values_list("deal_kind", "contract").annotate(**_sums(seasons))]
    labels = _labels(groups)
    figures = [
        ContractFigure(
            key=contract_key(group.deal_kind, group.contract),
            label=labels[group],
            deals=group.deals,
            bids=group.bids,
            made=group.made,
            units=group.units or 0,
            measured=group.measured,
            over=group.over or 0,
        )
        for group in groups
    ]
    in_order = sorted(figures, key=lambda figure: (-figure.deals, figure.key))
    return ContractFigures(in_order, common_denominator(seasons))


def _sums(seasons: Sequence[Season]) -> dict[str, Any]:
    """What is added up of a contract's postings, in the order of a _ContractSums."""
    denominators = [season.unit_denominator for season in seasons]
    # Of a deal of which the points alone are known, it is not known who bid what.
    bidders, over = Q(role=BIDDERS_ROLE) & ~Q(deal_kind=POINTS_ONLY), _over()
    return {
        "of_deals": Count("entry", distinct=True),
        "bids": Count("pk", filter=bidders),
        "made": Count("pk", filter=bidders & Q(points__gt=0)),
        "units": Sum(in_common_unit("points", season="entry__season", denominators=denominators), filter=bidders),
        "measured": Count(over, filter=bidders),
        "over": Sum(over, filter=bidders),
        # The newest version among them names the contract.
        "version": Max("entry__table_version_id"),
    }


def _over() -> Combinable:
    """The tricks above those that were bid; null where no tricks are bid, or it is not known how many were taken."""
    # Only there, since elsewhere the same keys hold other things, which PostgreSQL takes for no number.
    return Case(
        When(entry__deal__kind="trick", then=_number("tricks") - _number("level")),
        default=None,
        output_field=IntegerField(),
    )


def _number(key: str) -> Combinable:
    """A number that the deal has."""
    # SQLite gives JSON's null as the text "null".
    return Cast(NullIf(KeyTextTransform(key, F("entry__deal")), Value("null")), IntegerField())


def _labels(groups: Sequence[_ContractSums]) -> Mapping[_ContractSums, Label]:
    """The names of contracts in the newest of the scoring tables that priced them; one query."""
    versions = ScoringTableVersion.objects.defer("document").in_bulk({group.version for group in groups})
    return {
        group: contract_label(group.deal_kind, group.contract, versions[group.version].to_rules()) for group in groups
    }
