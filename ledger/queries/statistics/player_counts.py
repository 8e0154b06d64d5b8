"""What a player played, and with whom, counted on from entry to entry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import Combinable

from ledger.models import Entry, Posting, Season
from ledger.models.clubs.persons import entered_as, person_of, persons_shown
from ledger.queries.statistics.played import IN_PLAY, PlayedDeals, deal_columns
from ledger.queries.statistics.tallies import BookTally, Counts, counts_of

ONESELF = Q(entry__postings__player=F("player"))
APART = ~Q(points=F("entry__postings__points"))
PAIR = Q(role="declarer", entry__postings__role="partner") | Q(role="partner", entry__postings__role="declarer")


def number_in_play() -> QuerySet[Posting, Any]:
    """The number in play in an entry, the house included if it paid."""
    in_play = Posting.objects.filter(entry=OuterRef("entry_id"), role__in=IN_PLAY)
    return in_play.order_by().values("entry").annotate(count=Count("pk")).values("count")


def _is_deal(condition: Q) -> Case:
    """1 for a deal of which a condition holds, otherwise 0."""
    return Case(When(condition, counted_as=Entry.Kind.DEAL, then=1), default=0, output_field=IntegerField())


def _beside_oneself(column: Combinable, otherwise: str | int) -> Case:
    """A column where the player's posting is joined with itself; what two met in says nothing of it."""
    return Case(When(ONESELF, then=column), default=Value(otherwise))


def _columns() -> dict[str, Combinable]:
    """What PLAYED counts by and adds up, besides what postings have themselves."""
    return {
        "in_play": Subquery(number_in_play(), output_field=IntegerField()),
        "is_pair": _is_deal(PAIR),
        "is_apart": _is_deal(APART),
        **{name: _beside_oneself(column, "") for name, column in deal_columns("counted_as").items()},
        "version": _beside_oneself(F("entry__table_version"), 0),
        "prices": _beside_oneself(F("entry__table_version__digest"), ""),
        "amount": _beside_oneself(F("points") * F("sign"), 0),
    }


# Each posting is joined with all of its entry, itself included: one question tells what was played and with whom.
PLAYED = BookTally(
    by=("entry__postings__player", "in_play", "part", "deal_kind", "contract", "version", "prices", "amount"),
    # Whoever sat out pays nobody and is no one's opponent.
    among=Q(entry__postings__role__in=IN_PLAY),
    columns=_columns,
    sums={
        "entries": Sum("sign"),
        "together": Sum(F("sign") * F("is_pair")),
        "both": Sum((F("points") + F("entry__postings__points")) * F("is_pair")),
        "against": Sum(F("sign") * F("is_apart")),
        "difference": Sum(F("points") - F("entry__postings__points")),
    },
)


class _PlayedRow(NamedTuple):
    """A row of PLAYED."""

    other: int | None
    in_play: int
    part: str
    deal_kind: str
    contract: str
    version: int
    prices: str
    amount: int
    entries: int
    together: int
    both: int
    against: int
    difference: int


class PlayedAlike(NamedTuple):
    """The deals of a season, or its adjustments, that were alike for a player; each brought `amount` of its units.

    `factor` makes the season's units the common ones; `version`, whose digest is `prices`, priced them.
    """

    season: Season
    factor: int
    part: str
    deal_kind: str
    contract: str
    version: int
    prices: str
    amount: int
    deals: int

    @property
    def points(self) -> int:
        """What they brought in all, in the common unit."""
        return self.amount * self.factor * self.deals

    @property
    def won(self) -> int:
        """The number of them that won points."""
        return self.deals if self.amount > 0 else 0


class Met(NamedTuple):
    """The entries in which a player met another, or the house, by how many were in play.

    Those that were deals count as `together` when the two were a pair, and as `against` when they got different points.
    `both` is what they got as a pair, `difference` what the player got more than the other, in the common unit.
    """

    other: int | None
    in_play: int
    together: int
    both: int
    against: int
    difference: int


@dataclass(frozen=True)
class PlayerCounts:
    """What the deals of `played` come to, by season."""

    played: PlayedDeals
    by_season: Mapping[int, Counts]

    @cached_property
    def alike(self) -> list[PlayedAlike]:
        """What the player played: the deals and adjustments by what they were and brought."""
        player = self.played.player.pk
        return [
            PlayedAlike(
                season, factor, row.part, row.deal_kind, row.contract, row.version, row.prices, row.amount, row.entries
            )
            for season, factor, row in self._rows()
            if row.other == player
        ]

    @property
    def met(self) -> list[Met]:
        """Whom the player met."""
        player = self.played.player.pk
        return [
            Met(row.other, row.in_play, row.together, row.both * factor, row.against, row.difference * factor)
            for _, factor, row in self._rows()
            if row.other != player
        ]

    @property
    def counted(self) -> tuple[Counts, ...]:
        """The counts of the seasons, each of which is another where an entry more was counted."""
        return tuple(self.by_season.values())

    def with_amount(self, season: int, amount: int) -> list[tuple[int, ...]]:
        """The sums of what brought the player so much in a season, by its id."""
        return PLAYED.sums_where(self.by_season[season], "amount", amount)

    @property
    def place(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The player and the seasons, with the units of their points: where what is told of the counts is kept."""
        units = tuple((season.pk, season.unit_denominator) for season in self.played.counted_seasons)
        return self.played.player.pk, units

    def _rows(self) -> Iterator[tuple[Season, int, _PlayedRow]]:
        """The rows with their seasons and what makes these seasons' units the common ones."""
        for season in self.played.counted_seasons:
            factor = self.played.unit_denominator // season.unit_denominator
            yield from ((season, factor, _PlayedRow(*key, *sums)) for key, sums in self.by_season[season.pk].items())


def player_counts(*, played: PlayedDeals) -> PlayerCounts:
    """What a player's deals come to, up to the last entry that the seasons were read with; two queries at most.

    As many for each further name of one who is shown as one person.
    """
    seasons = played.counted_seasons
    names = {pk: counts_of(PLAYED, seasons=seasons, player=pk) for pk in entered_as(played.player.pk)}
    return PlayerCounts(
        played, {season.pk: _as_persons({pk: name[season.pk] for pk, name in names.items()}) for season in seasons}
    )


def _as_persons(names: Mapping[int, Counts]) -> Counts:
    """What a person comes to under each of their names, all together, and with everybody they met as a person."""
    if not persons_shown():
        [counts] = names.values()
        return counts
    # Whoever stands in the opening balances under two names did not meet themselves there.
    met = [
        (key, sums)
        for pk, counts in names.items()
        for key, sums in counts.items()
        if key[0] == pk or key[0] not in names
    ]
    return PLAYED.add({}, [(other and person_of(other), *key, *sums) for (other, *key), sums in met])
