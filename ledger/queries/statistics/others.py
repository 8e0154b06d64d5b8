"""A player's figures with the others: as partners, and what the two have won from one another."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ledger.models import Player
from ledger.queries.statistics.player_counts import PlayerCounts

Named = tuple[str, str, str]
"""A player's name, address and sort key."""


@dataclass
class WithAnother:
    """A player's deals with another, or with the house, whose `name` is empty.

    `together` and `both` are the deals in which they were declarer and partner, and the integer units of both in them.
    `against` are the deals in which they got different points, and `won` is what the player won from the other in those
    and in adjustments, in points: for each (mine - theirs) / the number in play, the house included if it paid.
    """

    name: str
    slug: str
    sort_key: str
    together: int = 0
    both: int = 0
    against: int = 0
    won: Fraction = field(default_factory=Fraction)


def with_others(*, counts: PlayerCounts, known: Mapping[int, Named]) -> list[WithAnother]:
    """A player's figures with everybody they ever met at a table, by name, the house last.

    One query for the names of those who are not among the `known`, by id.
    """
    all_met = counts.met
    names = _names({met.other for met in all_met}, known)
    others = {pk: WithAnother(*name) for pk, name in names.items()}
    for met in all_met:
        other = others[met.other]
        other.together += met.together
        other.both += met.both
        other.against += met.against
        other.won += Fraction(met.difference, met.in_play * counts.played.unit_denominator)
    return sorted(others.values(), key=lambda other: (not other.slug, other.sort_key))


def _names(players: Collection[int | None], known: Mapping[int, Named]) -> dict[int | None, Named]:
    """The names of players; all empty for the house, if it is among them."""
    names = {pk: known.get(pk, ("", "", "")) if pk else ("", "", "") for pk in players}
    if others := [pk for pk in players if pk and pk not in known]:
        rows = Player.objects.filter(pk__in=others).values_list("pk", "name", "slug", "sort_key")
        names |= {pk: (name, slug, sort_key) for pk, name, slug, sort_key in rows}
    return names
