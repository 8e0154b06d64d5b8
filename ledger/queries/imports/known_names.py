"""By which names a club's players are known, those that its imports confirmed too."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from ledger.models import Club, Player, PlayerAlias


@dataclass(frozen=True)
class KnownNames:
    """The ids of a club's players by name, and the names of those by what they are called besides."""

    ids: Mapping[str, int]
    aliases: Mapping[str, str]


def known_names(*, club: Club) -> KnownNames:
    """By which names a club's players are known; a player who is one with another is that one; two queries."""
    players = Player.objects.filter(club=club, forgotten_at=None)
    rows = list(players.values_list("name", "pk", "joining__kept__name"))
    confirmed = PlayerAlias.objects.filter(club=club)
    person = Coalesce("player__joining__kept__name", "player__name")
    return KnownNames(
        ids={name: pk for name, pk, kept in rows if kept is None},
        aliases={
            **{name: kept for name, _pk, kept in rows if kept is not None},
            **dict(confirmed.annotate(person=person).values_list("name", "person")),
        },
    )
