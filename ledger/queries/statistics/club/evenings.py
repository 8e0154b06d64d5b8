"""Players as lists name them, for what is told of a club's evenings."""

from collections.abc import Collection
from typing import NamedTuple

from ledger.models import Player


class NamedPlayer(NamedTuple):
    """A player as lists name them."""

    name: str
    slug: str
    sort_key: str


def names_of(players: Collection[int]) -> dict[int, NamedPlayer]:
    """The names of players by id, in their order; one query, none for nobody."""
    rows = Player.objects.filter(pk__in=players).values_list("pk", "name", "slug", "sort_key") if players else ()
    by_id = {pk: NamedPlayer(*names) for pk, *names in rows}
    # Not by the database: whoever is shown by initials stands where these do.
    return dict(sorted(by_id.items(), key=lambda item: (item[1].sort_key, item[0])))
