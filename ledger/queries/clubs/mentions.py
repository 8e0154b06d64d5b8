"""Mentions of players in the book's texts, and their names: see rules/clubs.py."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from ledger.models import Player
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.clubs.persons import names_shown, person_of, persons_shown, shown_text
from ledger.rules.clubs import MENTION, by_number, numbers_mentioned, with_names
from ledger.rules.site.labels import Changed, Label
from ledger.rules.site.refusal import Refusal, gettext_noop


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
        mentioned = {number: person_of(number) for number in numbers_mentioned(text)}
        players = self._players if set(mentioned.values()) <= self._players.keys() else self._players_of_club
        named = {number: players[person] for number, person in mentioned.items() if person in players}
        firsts = {
            number: player.name if _is_whole(player) else player.name.split()[0] for number, player in named.items()
        }
        return {number: player.name for number, player in named.items()}, firsts

    def with_names(self, text: str) -> str:
        """A text of the book as shown, also where a name was typed that is kept as it is."""
        text = with_names(text, *self._names_in(text)) if MENTION.search(text) else text
        return shown_text(text)

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
    return without_these(known_names(club_id=club_id), text=text, field=field) if text else text


def known_names(*, club_id: int) -> Mapping[int, str]:
    """What the club's players are called, by id, but for those who are forgotten; one query."""
    return dict(Player.objects.filter(club_id=club_id, forgotten_at=None).values_list("pk", "name"))


def without_these(names: Mapping[int, str], *, text: str, field: str = "reason") -> str:
    """The same of many texts, with the names asked for once; raises Refusal as `without_names`."""
    kept = by_number(text, names)
    # As it is kept, since a name may take more room as a number, or less.
    if len(kept) > REASON_LENGTH:
        message = gettext_noop("A reason has at most %(most)s characters.")
        if field == "note":
            message = gettext_noop("A note has at most %(most)s characters.")
        raise Refusal(message, field=field, most=REASON_LENGTH)
    return kept
