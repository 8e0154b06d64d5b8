"""Whom a club's board has made one person, and what each of them has in the book."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from math import lcm
from typing import Any

from django.db.models import Q

from ledger.models import Club, Entry, EveningTotal, JoinedPlayer, Player, Posting
from ledger.models.clubs.persons import NOBODY, Persons, joined_ids, persons_shown, shown_by


def persons_of(*, club: Club, until: datetime | None = None) -> Persons:
    """Whom a club's board has made one, perhaps `until` a moment.

    One query, none for a club that was read with `has_joined` and has joined nobody.
    """
    if not getattr(club, "has_joined", True):
        return NOBODY
    joined = JoinedPlayer.objects.filter(club=club).select_related("player", "kept").order_by("pk")
    if until:
        joined = joined.filter(joined_at__lte=until)
    with shown_by(None):
        pairs = [(joining.player, joining.kept) for joining in joined]
    return Persons(
        kept={player.pk: kept.pk for player, kept in pairs},
        names={player.name: kept.name for player, kept in pairs},
        slugs={player.slug: kept.slug for player, kept in pairs},
        sort_keys={player.sort_key: kept.sort_key for player, kept in pairs},
    )


def entry_with_both(*, player: Player, kept: Player) -> Entry | None:
    """The first entry in which a player and another, or whoever is one with that one, both had a part, or None.

    Opening balances are none: an old list may well have had somebody under two names.
    """
    others = Posting.objects.filter(Q(player=kept) | Q(player__joining__kept=kept)).values("entry")
    entries = Entry.objects.filter(postings__player=player, pk__in=others, evening__is_opening=False)
    entries = entries.select_related("evening")
    return entries.order_by("evening__date", "evening__number", "sequence").first()


def evenings_twice(**among: Any) -> Counter[int | None]:
    """How often somebody who is shown as one person was entered under a further name on some evenings, by id.

    One query, none where nobody is shown as one. `among` are look-ups of totals.
    """
    # Each under every name, and once less under the first of them.
    among = {"player__in": list(joined_ids(persons_shown())), "evening__is_opening": False, **among}
    totals = EveningTotal.objects.filter(**among).order_by()
    entered = Counter(totals.values_list("evening_id", "player_id"))
    twice = Counter[int | None]()
    for (_, player), names in entered.items():
        twice[player] += names - 1
    return twice


@dataclass(frozen=True)
class PersonSums:
    """What somebody has in the book: a name, the evenings, the deals, and units of 1/`unit_denominator` point."""

    name: str
    evenings: int
    deals: int
    units: int
    unit_denominator: int


def sums_together(*, player: Player, kept: Player) -> list[PersonSums]:
    """What a player has, what the one to be kept has, and what the two have as one person; five queries."""
    ids, others = [player.pk], [kept.pk, *(other.pk for other in players_joined_with(kept=kept))]
    units = EveningTotal.objects.filter(player__in=[*ids, *others]).order_by()
    unit = lcm(*units.values_list("evening__season__unit_denominator", flat=True).distinct())
    return [
        _sums(player.name, ids, unit),
        _sums(kept.name, others, unit),
        _sums(kept.name, [*ids, *others], unit),
    ]


def players_joined_with(*, kept: Player) -> list[Player]:
    """The players who were made one with another, by their own names; one query."""
    with shown_by(None):
        return list(Player.objects.filter(joining__kept=kept.pk).order_by("sort_key", "pk"))


def _sums(name: str, players: list[int], unit: int) -> PersonSums:
    totals = EveningTotal.objects.filter(player__in=players).order_by()
    rows = list(totals.values_list("evening_id", "deals", "points", "evening__season__unit_denominator"))
    return PersonSums(
        name=name,
        evenings=len({evening for evening, *_ in rows}),
        deals=sum(deals for _, deals, *_ in rows),
        units=sum(points * (unit // denominator) for *_, points, denominator in rows),
        unit_denominator=unit,
    )
