"""A player's figures with the others: as partners, and what the two have won from one another."""

from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ledger.models import Player
from ledger.queries.statistics.carried import Derived
from ledger.queries.statistics.player_counts import PlayerCounts

Named = tuple[str, str, str]
"""A player's name, address and sort key."""

MOST_KEPT = 1000  # players' deals with the others, of some kilobytes


class DealsWith(NamedTuple):
    """A player's deals with another, or with the house.

    `together` and `both` are the deals in which they were declarer and partner, and the integer units of both in them.
    `against` are the deals in which they got different points, and `won` is what the player won from the other in those
    and in adjustments, in points: for each (mine - theirs) / the number in play, the house included if it paid.
    """

    together: int = 0
    both: int = 0
    against: int = 0
    won: Fraction = Fraction()


class WithAnother(NamedTuple):
    """A player's deals with another, or with the house, whose `name` is empty; the rest as in DealsWith."""

    name: str
    slug: str
    sort_key: str
    together: int
    both: int
    against: int
    won: Fraction


@lru_cache(maxsize=MOST_KEPT)
def _others_kept(_place: Hashable) -> Derived[Mapping[int | None, DealsWith]]:
    return Derived()


def with_others(*, counts: PlayerCounts, known: Mapping[int, Named]) -> list[WithAnother]:
    """A player's figures with everybody they ever met at a table, by name, the house last.

    One query for the names of those who are not among the `known`, by id.
    """
    deals = _others_kept(counts.place).of(counts.counted, lambda: _add_up(counts))
    names = _names(deals, known)
    others = [WithAnother._make((*names[pk], *with_other)) for pk, with_other in deals.items()]
    return sorted(others, key=lambda other: (not other.slug, other.sort_key))


def _add_up(counts: PlayerCounts) -> dict[int | None, DealsWith]:
    """A player's deals with each of the others, by id; None is the house."""
    unit, others = counts.played.unit_denominator, dict[int | None, DealsWith]()
    for met in counts.met:
        before = others.get(met.other, DealsWith())
        others[met.other] = DealsWith(
            before.together + met.together,
            before.both + met.both,
            before.against + met.against,
            before.won + Fraction(met.difference, met.in_play * unit),
        )
    return others


def _names(players: Collection[int | None], known: Mapping[int, Named]) -> dict[int | None, Named]:
    """The names of players; all empty for the house, if it is among them."""
    names = {pk: known.get(pk, ("", "", "")) if pk else ("", "", "") for pk in players}
    if others := [pk for pk in players if pk and pk not in known]:
        rows = Player.objects.filter(pk__in=others).values_list("pk", "name", "slug", "sort_key")
        names |= {pk: (name, slug, sort_key) for pk, name, slug, sort_key in rows}
    return names
