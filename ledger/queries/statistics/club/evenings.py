"""Players as lists name them, for what is told of a club's evenings."""

from collections.abc import Collection

from ledger.models import Player


def names_of(players: Collection[int]) -> dict[int, Player]:
    """Players by id, in the order of their names; one query, none for nobody."""
    # Not by the database: whoever is shown by initials stands where these do.
    by_name = sorted(Player.objects.filter(pk__in=players), key=lambda player: (player.sort_key, player.pk))
    return {player.pk: player for player in by_name}
