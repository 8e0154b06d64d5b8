"""Players who are shown by their initials to everybody but the club's board."""

from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Club, FormerAddress, JoinedPlayer, NameChange, Player
from ledger.models.clubs.persons import ShownNames
from ledger.rules.clubs import initials_apart, with_initials
from ledger.rules.site.spelling import danish_sort_key


def noting_initials(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs with `has_initials`, whether any of their players is shown by initials, in the same query."""
    by_initials = Player.objects.filter(club=OuterRef("pk"), by_initials=True)
    return clubs.annotate(has_initials=Exists(by_initials))


def names_for_outsiders(*, club: Club, but: Player | None = None) -> ShownNames:
    """The names by which a club's players are shown to outsiders, except `but`, who keeps their own; three queries.

    Former names are shown by the same initials. One more query where players are one with others.
    """
    players = list(club.players.all())
    hidden = {player.pk for player in players if player.by_initials} | _players_joined_with_hidden(club)
    by_initials = {player.pk: player for player in players if player.pk in hidden and player != but}
    taken = {player.name for player in players if player.pk not in by_initials}
    initials = initials_apart({pk: player.name for pk, player in by_initials.items()}, taken)
    addresses = _addresses(players, by_initials)
    names = {player.name: initials[pk] for pk, player in by_initials.items()}
    for change in NameChange.objects.filter(player__in=by_initials).order_by("pk"):
        # A former name may be what somebody else is called today, who keeps it.
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


def _players_joined_with_hidden(club: Club) -> set[int]:
    """The ids of those who are one with a player shown by initials, whom their own names would tell."""
    if not getattr(club, "has_joined", True):
        return set()
    joined = JoinedPlayer.objects.filter(club=club, kept__by_initials=True)
    return set(joined.values_list("player_id", flat=True))


def _addresses(players: list[Player], by_initials: dict[int, Player]) -> dict[int, str]:
    """The parts of addresses for such players: the club's own number, which says nothing of the name."""
    taken = {player.slug for player in players}
    addresses = {}
    for pk, player in by_initials.items():
        address = f"player-{player.number}"
        # Somebody may be called Player 7, and be there already.
        while address in taken:
            address += "-"
        addresses[pk] = address
    return addresses
