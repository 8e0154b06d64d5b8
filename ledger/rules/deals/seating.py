"""Who is at the table, who plays a deal, and who sits out."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

PlayerT = TypeVar("PlayerT", bound=Hashable)  # an id, or in deal data its text

SEATING_KEYS = ("dealer", "sits_out")
MOST_AT_TABLE = 12
MOST_TABLES = 30  # of an evening
LONGEST_NAME = 80

NOT_AT_THE_TABLE = gettext_noop("“%(player)s” is not at the table.")
SITS_OUT = gettext_noop("%(player)s sits out this deal.")
PLAYERS_ALIKE = gettext_noop("The same player is at the table twice.")
TOO_FEW_PLAYERS = gettext_noop("There must be at least %(least)d players at the table.")
DEALER_SITS_OUT = gettext_noop("With %(players)d at the table the dealer sits out: choose the dealer.")
ONLY_DEALER_SITS_OUT = gettext_noop("With %(players)d at the table the dealer, and nobody else, sits out.")
WHO_SITS_OUT = gettext_noop("Choose who sits out, so that %(seats)d play.")


def read_players(value: object) -> tuple[str, ...]:
    """Read the players at a table in seat order: distinct texts.

    Raises Refusal (field "players").
    """
    given = fields.sequence(value, "players", 3, MOST_AT_TABLE)
    players = tuple(fields.text(player, "players", LONGEST_NAME) for player in given)
    if len(set(players)) < len(players):
        raise Refusal(PLAYERS_ALIKE, "players")
    return players


def partner_opposite(player: str, in_play: Sequence[str]) -> str:
    """The partner of fixed pairs: the player two seats on."""
    return in_play[(in_play.index(player) + len(in_play) // 2) % len(in_play)]


def dealer_after(dealer: PlayerT | None, players: Sequence[PlayerT]) -> PlayerT:
    """Who deals after somebody: the player on the left, or the first seat if that somebody is not there."""
    return players[(players.index(dealer) + 1) % len(players)] if dealer in players else players[0]


@dataclass(frozen=True)
class LastDealt(Generic[PlayerT]):
    """The last deal dealt at a table: who dealt it, and who sat there clockwise.

    Players are ids, or as a deal as data names them. `again` is true if the cards were not played, so that the same
    player deals again.
    """

    dealer: PlayerT
    seats: tuple[PlayerT, ...]
    again: bool = False


def next_dealer(last: LastDealt[PlayerT] | None, players: Sequence[PlayerT]) -> PlayerT:
    """Who deals next among `players`, clockwise: the player left of the last dealer, or the same one again.

    For a dealer who has left, it is the first clockwise from that seat, as they sat then, who is still there or has
    taken over a seat at a table of the same size. It is the first seat if nothing was dealt or none of them is left.
    """
    if last is None:
        return players[0]
    if last.dealer in players:
        return last.dealer if last.again else dealer_after(last.dealer, players)
    at = last.seats.index(last.dealer)
    clockwise = [*range(at + 1, len(last.seats)), *range(at + 1)]
    if last.again:
        clockwise.insert(0, at)
    heirs = (_heir(last.seats, seat, players) for seat in clockwise)
    return next((heir for heir in heirs if heir is not None), players[0])


def _heir(seats: Sequence[PlayerT], seat: int, players: Sequence[PlayerT]) -> PlayerT | None:
    """Who inherits the turn of a former seat: its player, or whoever has taken it over."""
    if seats[seat] in players:
        return seats[seat]
    is_taken_over = len(players) == len(seats) and players[seat] not in seats
    return players[seat] if is_taken_over else None


@dataclass(frozen=True)
class Seating:
    """Who plays this deal, who deals and who sits out; reads the players named in it."""

    players: tuple[str, ...]
    in_play: tuple[str, ...]
    dealer: str | None
    sits_out: tuple[str, ...]

    def player(self, value: object, field: str) -> str:
        """A player of this deal; raises Refusal for `field`."""
        name = read_player(value, field, self.players)
        if name not in self.in_play:
            raise Refusal(SITS_OUT, field, player=name)
        return name

    def other_player(self, value: object, field: str, than: str) -> str:
        """A player of this deal other than its declarer; raises Refusal for `field`."""
        name = self.player(value, field)
        if name == than:
            raise Refusal(gettext_noop("The declarer cannot be the partner too."), field)
        return name


def read_player(value: object, field: str, players: Sequence[str]) -> str:
    """One of the players at the table; raises Refusal for `field`."""
    if not isinstance(value, str):
        raise Refusal(gettext_noop("Choose a player."), field)
    if value not in players:
        raise Refusal(NOT_AT_THE_TABLE, field, player=fields.excerpt(value))
    return value


def read_seating(given: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> Seating:
    """Read who deals and who sits out.

    Raises Refusal unless exactly as many play as the scoring table asks for.
    """
    if len(players) < scoring_table.seats.min:
        raise Refusal(TOO_FEW_PLAYERS, "players", least=scoring_table.seats.min)
    dealer = given.get("dealer")
    dealer = None if dealer is None else read_player(dealer, "dealer", players)
    named = fields.sequence(given.get("sits_out", ()), "sits_out", 0, len(players))
    sits_out = tuple(sorted((read_player(player, "sits_out", players) for player in named), key=players.index))
    away = sits_out
    if len(players) == scoring_table.seats.max + 1:
        if dealer is None:
            raise Refusal(DEALER_SITS_OUT, "dealer", players=len(players))
        if sits_out not in ((), (dealer,)):
            raise Refusal(ONLY_DEALER_SITS_OUT, "sits_out", players=len(players))
        away = (dealer,)
    refuse_repeats(sits_out, "sits_out")
    if not scoring_table.seats.min <= len(players) - len(away) <= scoring_table.seats.max:
        raise Refusal(WHO_SITS_OUT, "sits_out", seats=scoring_table.seats.max)
    return Seating(players, tuple(player for player in players if player not in away), dealer, sits_out)


def refuse_repeats(names: Sequence[str], field: str) -> None:
    """Raise Refusal for `field` where a player is named twice."""
    for name in names:
        if names.count(name) > 1:
            raise Refusal(gettext_noop("%(player)s is named twice."), field, player=name)
