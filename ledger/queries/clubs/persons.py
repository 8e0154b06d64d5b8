"""Who is meant by a player of the book, and by which name."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from math import lcm
from typing import Any

from django.db.models import Q

from ledger.models import Club, Entry, EveningTotal, FormerAddress, JoinedPlayer, NameChange, Player, Posting
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.clubs.persons import (
    NOBODY,
    Persons,
    ShownNames,
    names_shown,
    persons_shown,
    shown_by,
)
from ledger.rules.clubs import MENTION, by_number, initials_apart, numbers_mentioned, with_initials, with_names
from ledger.rules.site.labels import Changed, Label
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key


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
    kept = persons_shown().kept
    totals = EveningTotal.objects.filter(player__in=[*kept, *kept.values()], evening__is_opening=False).order_by()
    entered = Counter(totals.filter(**among).values_list("evening_id", "player_id"))
    twice = Counter[int | None]()
    for (_, player), names in entered.items():
        twice[player] += names - 1
    return twice


def sums_together(*, player: Player, kept: Player) -> list[dict[str, Any]]:
    """What a player has in the book, what the one to be kept has, and what the two have as one person; five queries.

    Each is a `name`, the `evenings`, the `deals`, and `units` of 1/`unit_denominator` point.
    """
    ids, others = [player.pk], [kept.pk, *(other.pk for other in players_joined_with(kept=kept))]
    units = EveningTotal.objects.filter(player__in=[*ids, *others]).order_by()
    unit = lcm(*units.values_list("evening__season__unit_denominator", flat=True).distinct())
    sums = []
    for name, players in ((player.name, ids), (kept.name, others), (kept.name, [*ids, *others])):
        totals = EveningTotal.objects.filter(player__in=players).order_by()
        rows = list(totals.values_list("evening_id", "deals", "points", "evening__season__unit_denominator"))
        sums.append(
            {
                "name": name,
                "evenings": len({evening for evening, *_ in rows}),
                "deals": sum(deals for _, deals, *_ in rows),
                "units": sum(points * (unit // denominator) for *_, points, denominator in rows),
                "unit_denominator": unit,
            }
        )
    return sums


def players_joined_with(*, kept: Player) -> list[Player]:
    """The players who were made one with another, by their own names; one query."""
    with shown_by(None):
        return list(Player.objects.filter(joining__kept=kept.pk).order_by("sort_key", "pk"))


# Players who are shown by their initials to everybody but the club's board.


def names_for_outsiders(*, club: Club, but: Player | None = None) -> ShownNames:
    """The names by which a club's players are shown to outsiders, except `but`, who keeps their own; three queries.

    Former names are shown by the same initials. One more query where players are one with others.
    """
    players = list(club.players.all())
    hidden = {player.pk for player in players if player.by_initials}
    if getattr(club, "has_joined", True):
        # Whoever is one with such a player would tell the name by their own.
        joined = JoinedPlayer.objects.filter(club=club, kept__by_initials=True)
        hidden |= set(joined.values_list("player_id", flat=True))
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


# Mentions of players in the book's texts, and their names: see rules/clubs.py.


class Mentions:
    """A club's names for the texts of one page: asked for once, and only if a text mentions others than `known`."""

    def __init__(self, club_id: int, known: Iterable[Player] = ()) -> None:
        self.club_id = club_id
        self._players = {player.pk: player for player in known}

    @cached_property
    def _players_of_club(self) -> Mapping[int, Player]:
        players = Player.objects.filter(club_id=self.club_id).only("name", "forgotten_at", "by_initials")
        if persons_shown():  # whether a first name is told depends on the row of the one who is kept
            players = players.filter(joining=None)
        return {player.pk: player for player in players}

    def _names_in(self, text: str) -> tuple[Mapping[int, str], Mapping[int, str]]:
        """The full and first names of those whom a text mentions, initials and a forgotten player's name being one."""
        # A text goes on naming whoever it named, and is shown with the name of the one who is kept.
        kept = persons_shown().kept
        mentioned = {number: kept.get(number, number) for number in numbers_mentioned(text)}
        players = self._players if set(mentioned.values()) <= self._players.keys() else self._players_of_club
        named = {number: players[person] for number, person in mentioned.items() if person in players}
        names = {number: player.name for number, player in named.items()}
        firsts = dict(names)
        for number, player in named.items():
            if not _is_whole(player):
                firsts[number] = player.name.split()[0]
        return names, firsts

    def with_names(self, text: str) -> str:
        """A text of the book as shown, also where a name was typed that is kept as it is."""
        if MENTION.search(text):
            text = with_names(text, *self._names_in(text))
        instead = names_shown()
        return instead.in_text(text) if instead else text

    def label_with_names(self, label: Label) -> Label:
        """A label that may hold a text of the book; its names are queried now, not when it is shown."""
        instead = names_shown()
        in_text = instead.in_text if instead else str
        if not MENTION.search(str(label)):
            return Changed(label, in_text) if instead else label
        names, firsts = self._names_in(str(label))
        return Changed(label, lambda text: in_text(with_names(text, names, firsts)))


def _is_whole(player: Player) -> bool:
    """Whether what a player is shown by has no first name in it."""
    return player.forgotten_at is not None or (player.by_initials and names_shown() is not None)


def without_names(*, club_id: int, text: str, field: str = "reason") -> str:
    """A typed reason or note as the book keeps it, with players by number; one query, none for an empty text.

    Raises Refusal for `field` if that is longer than a reason may be.
    """
    if not text:
        return text
    players = Player.objects.filter(club_id=club_id, forgotten_at=None)
    kept = by_number(text, dict(players.values_list("pk", "name")))
    # As it is kept, since a name may take more room as a number, or less.
    if len(kept) > REASON_LENGTH:
        message = gettext_noop("A reason has at most %(most)s characters.")
        if field == "note":
            message = gettext_noop("A note has at most %(most)s characters.")
        raise Refusal(message, field=field, most=REASON_LENGTH)
    return kept
