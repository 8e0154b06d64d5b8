"""A player's figures with the others: as partners, and what the two have won from one another."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum

from ledger.models import Entry, Player, Posting
from ledger.queries.statistics.played import IN_PLAY, PlayedDeals, in_common_unit

IS_PAIR = Q(role="declarer", entry__postings__role="partner") | Q(role="partner", entry__postings__role="declarer")
IS_APART = ~Q(points=F("entry__postings__points"))
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
    won: Fraction = Fraction()


def with_others(*, played: PlayedDeals, known: Mapping[int, Named]) -> list[WithAnother]:
    """A player's figures with everybody they ever met at a table, by name, the house last.

    One query, and one for the names of those who are not among the `known`, by id.
    """
    rows = [row for row in _deals_with(played) if row[0] != played.player.pk]
    names = _names({pk for pk, *_ in rows}, known)
    others = {pk: WithAnother(*name) for pk, name in names.items()}
    for pk, in_play, together, both, against, won in rows:
        other = others[pk]
        other.together += together
        other.both += both
        other.against += against
        other.won += Fraction(won, in_play * played.unit_denominator)
    return sorted(others.values(), key=lambda other: (not other.slug, other.sort_key))


def _deals_with(played: PlayedDeals) -> Any:
    """A player's deals with each of the others, by id (None is the house) and by the number in play."""
    mine, theirs = (in_common_unit(column, played.counted_seasons) for column in ("points", "entry__postings__points"))
    met = played.postings.filter(entry__postings__role__in=IN_PLAY).annotate(other=F("entry__postings__player"))
    is_deal = Q(entry__kind=Entry.Kind.DEAL)
    return met.values_list("other", Subquery(number_in_play())).annotate(
        together=Count("pk", filter=is_deal & IS_PAIR),
        both=Sum(mine + theirs, filter=is_deal & IS_PAIR, default=0),
        against=Count("pk", filter=is_deal & IS_APART),
        won=Sum(mine - theirs),
    )


def number_in_play() -> Any:
    """The number in play in a posting's entry, the house included if it paid."""
    in_play = Posting.objects.filter(entry=OuterRef("entry_id"), role__in=IN_PLAY)
    return in_play.order_by().values("entry").annotate(count=Count("pk")).values("count")


def _names(players: Collection[int | None], known: Mapping[int, Named]) -> dict[int | None, Named]:
    """The names of players; all empty for the house, if it is among them."""
    names = {pk: known.get(pk, ("", "", "")) if pk else ("", "", "") for pk in players}
    if others := [pk for pk in players if pk and pk not in known]:
        rows = Player.objects.filter(pk__in=others).values_list("pk", "name", "slug", "sort_key")
        names |= {pk: (name, slug, sort_key) for pk, name, slug, sort_key in rows}
    return names
