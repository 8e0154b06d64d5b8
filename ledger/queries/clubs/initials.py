"""Players who are shown by their initials to whoever is not on the club's board."""

from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Club, FormerAddress, NameChange, Player
from ledger.models.clubs.club import danish_sort_key
from ledger.models.clubs.shown_names import ShownNames
from ledger.rules.clubs.initials import initials_apart, with_initials


def noting_initials(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs with `has_initials`: whether any of their players is shown by initials; in the same query."""
    by_initials = Player.objects.filter(club=OuterRef("pk"), by_initials=True)
    return clubs.annotate(has_initials=Exists(by_initials))


def names_for_outsiders(*, club: Club, but: Player | None = None) -> ShownNames:
    """By which names a club's players are shown to others than its board; `but` one of them, who is called as ever.

    Three queries. What they were called before is shown by their initials too.
    """
    players = list(club.players.all())
    by_initials = {player.pk: player for player in players if player.by_initials and player != but}
    taken = {player.name for player in players if player.pk not in by_initials}
    initials = initials_apart({pk: player.name for pk, player in by_initials.items()}, taken)
    addresses = _addresses(players, by_initials)
    names = {player.name: initials[pk] for pk, player in by_initials.items()}
    for change in NameChange.objects.filter(player__in=by_initials).order_by("pk"):
        for name in {change.before, change.after} - taken:
            names.setdefault(name, initials[change.player_id])
    slugs = {player.slug: addresses[pk] for pk, player in by_initials.items()}
    for former in FormerAddress.objects.filter(player__in=by_initials):
        slugs.setdefault(former.slug, addresses[former.player_id or 0])
    return ShownNames(
        names=names,
        slugs=slugs,
        sort_keys={player.sort_key: danish_sort_key(initials[pk]) for pk, player in by_initials.items()},
        in_text=lambda text: with_initials(text, names, taken),
    )


def _addresses(players: list[Player], by_initials: dict[int, Player]) -> dict[int, str]:
    """What stands for each of them in an address: the club's own number, which says nothing of the name."""
    taken = {player.slug for player in players}
    addresses = {}
    for pk, player in by_initials.items():
        address = f"player-{player.number}"
        while address in taken:
            address += "-"
        addresses[pk] = address
    return addresses
