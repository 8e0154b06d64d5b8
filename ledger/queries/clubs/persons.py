"""Whom a club's board has made one person, and what each of them has in the book."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.db.models import Q

from ledger.models import Club, Entry, EveningTotal, JoinedPlayer, Player, Posting
from ledger.models.clubs.persons import NOBODY, Persons, joined_ids, persons_shown
from ledger.models.clubs.shown_names import names_shown, shown_by


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
    """The first entry in which a player and another, or whoever is one with that one, both have a place, or None."""
    others = Posting.objects.filter(Q(player=kept) | Q(player__joining__kept=kept)).values("entry")
    entries = Entry.objects.filter(postings__player=player, pk__in=others).select_related("evening")
    return entries.order_by("evening__date", "evening__number", "sequence").first()


def evenings_twice(**among: Any) -> dict[int, int]:
    """How often somebody who is shown as one person was entered under a further name on some evenings; one query.

    By the id of the player who is kept; whoever had one name at a time is left out. `among` are look-ups of totals.
    """
    # Each under every name, and once less under the first of them.
    among = {"player__in": list(joined_ids(persons_shown())), "evening__is_opening": False, **among}
    totals = EveningTotal.objects.filter(**among).order_by()
    entered = Counter(totals.values_list("evening_id", "player_id"))
    twice: Counter[int] = Counter()
    for (_, player), names in entered.items():
        twice[player] += names - 1
    return dict(+twice)


def aliases_shown() -> dict[str, str]:
    """The addresses of players by the further names under which they may be looked for just now."""
    aliases, instead = persons_shown().aliases, names_shown()
    if instead is None:
        return dict(aliases)
    # Nobody is found by a name who is shown by initials.
    return {name: slug for name, slug in aliases.items() if name not in instead.names and slug not in instead.slugs}
