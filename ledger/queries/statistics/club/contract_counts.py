"""What a club's contracts come to, counted on from entry to entry."""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, NullIf

from ledger.models import Entry, Posting, Season
from ledger.queries.statistics.played import common_denominator, deal_columns
from ledger.queries.statistics.tallies import BookTally, Counts, counts_of
from ledger.rules.deals.kinds import KINDS

DECLARER, PLAYER, HOUSE = "declarer", "player", "house"
# Whether another declared in a deal in which somebody just played, since nobody knows the partner: on a contract that
# is not known either, or on a known one, which is then another than that of the others.
NOBODY, ON_NOTHING_KNOWN, ON_A_CONTRACT = 0, 1, 2


def _columns() -> dict[str, Combinable]:
    """What CONTRACTS counts by and adds up, besides what postings have themselves."""
    # Of trick deals alone: elsewhere the same keys hold other things, which PostgreSQL takes for no number.
    over = _number("tricks") - _number("level")
    in_entry = Posting.objects.filter(entry=OuterRef("entry_id"))
    declared = Exists(in_entry.filter(role=DECLARER))
    return {
        **deal_columns("counted_as"),
        "players": _where_all_play(Subquery(_count(in_entry.filter(role=PLAYER))), otherwise=1),
        "beside": _where_all_play(
            Case(When(~declared, then=NOBODY), When(_names_contract(), then=ON_A_CONTRACT), default=ON_NOTHING_KNOWN),
            otherwise=NOBODY,
        ),
        "version": F("entry__table_version"),
        "prices": F("entry__table_version__digest"),
        "amount": F("points") * F("sign"),
        "above": Case(When(entry__deal__kind="trick", then=over), output_field=IntegerField()),
        "is_measured": Case(When(above__isnull=False, then=1), default=0, output_field=IntegerField()),
    }


def _names_contract() -> Q:
    """Whether the deal names a contract of the scoring table."""
    keys = [kind.key_of_contract for kind in KINDS.values() if kind.key_of_contract]
    return reduce(operator.or_, (Q(**{f"entry__deal__{key}__isnull": False}) for key in keys))


def _where_all_play(column: Combinable, *, otherwise: int) -> Case:
    """A column where everybody just played; to ask it of declarers too would cost a look at each."""
    return Case(When(role=PLAYER, then=column), default=Value(otherwise), output_field=IntegerField())


def _count(postings: Any) -> Any:
    return postings.order_by().values("entry").annotate(count=Count("pk")).values("count")


def _number(key: str) -> Combinable:
    """A number that the deal has."""
    # SQLite gives JSON's null as the text "null".
    return Cast(NullIf(KeyTextTransform(key, F("entry__deal")), Value("null")), IntegerField())


CONTRACTS = BookTally(
    # By the amount too: a sum alone says neither how many were won nor which was most.
    by=("role", "players", "beside", "deal_kind", "contract", "version", "prices", "amount"),
    among=Q(counted_as=Entry.Kind.DEAL) & ~Q(role=HOUSE),
    columns=_columns,
    sums={
        "postings": Sum("sign"),
        "measured": Sum(F("sign") * F("is_measured")),
        "over": Sum(F("sign") * F("above"), default=0),
    },
)


class BidAlike(NamedTuple):
    """The postings of a season in which those in a role got the same by a contract; each brought `amount` of its units.

    `factor` makes the season's units the common ones; `version`, whose digest is `prices`, priced them. Of `players` in
    each deal all just played, unless that is 1; `beside` says whether another declared. `over` are the tricks above the
    bid, less those below, of the `measured` postings of deals that were bid by tricks. From `role` on the columns stand
    as CONTRACTS counts and adds up.
    """

    season: Season
    factor: int
    role: str
    players: int
    beside: int
    deal_kind: str
    contract: str
    version: int
    prices: str
    amount: int
    postings: int
    measured: int
    over: int

    @property
    def units(self) -> int:
        """What each of them brought, in the common unit."""
        return self.amount * self.factor

    @property
    def deals(self) -> Fraction:
        """The number of deals; where all just play, each of them counts as a part of one."""
        return Fraction(self.postings, self.players)


@dataclass(frozen=True)
class ContractCounts:
    """What the deals of some seasons come to, in units of 1/`unit_denominator` point."""

    seasons: Sequence[Season]
    by_season: Mapping[int, Counts]

    @property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which the points of all these seasons are whole numbers."""
        return common_denominator(self.seasons)

    @property
    def alike(self) -> Iterator[BidAlike]:
        """Everybody's postings, the house's left out."""
        for season in self.seasons:
            factor = self.unit_denominator // season.unit_denominator
            for key, sums in self.by_season[season.pk].items():
                yield BidAlike(season, factor, *key, *sums)

    def with_amount(self, season: Season, amount: int) -> list[tuple[int, ...]]:
        """The sums of what brought anybody so much in a season."""
        return CONTRACTS.sums_where(self.by_season[season.pk], "amount", amount)


def contract_counts(*, seasons: Sequence[Season]) -> ContractCounts:
    """What the deals of some seasons come to, up to the last entries that they were read with; two queries at most."""
    return ContractCounts(seasons, counts_of(CONTRACTS, seasons=seasons))
